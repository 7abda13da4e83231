"""Table I of the neurodynamic study: four agents, two seasons of ten tournaments of twelve games."""

from beeline.papers.neurodynamic.study import PAPER
from beeline.papers.neurodynamic.table import SeasonTable

REPRODUCTION = SeasonTable(
    name="neurodynamic-table1",
    title="Neurodynamic study, table I",
    paper=f"{PAPER}, table I",
    wins={"CNN-MSE": 58, "CNN-PBE": 73, "RNN-MSE": 54, "RNN-PBE": 56},
    longer=2,
    claim="Convolution is better than recurrence, and the projected objective better than the mean "
    "squared error in both: CNN-PBE wins 73 games, CNN-MSE 58, RNN-PBE 56, RNN-MSE 54.",
    finding="Neither ranking is found again. With the printed targets the intervals are wide, and the "
    "only two that do not overlap are those of RNN-MSE, which has most wins, and CNN-PBE, which "
    "has fewest; all four keep wins no more often than a network before learning. One training of"
    " each agent, as in the study, says little: the best of four changes from training to "
    "training. With zero-sum targets the ranking is clear and half of the study's: CNN before RNN"
    " with MSE (98 and 61 of 120 wins, intervals apart), but MSE before PBE in both networks. "
    "CNN-MSE is best in 9 of 10 trainings and the only one that has learned much (wins kept "
    "0.83).",
)
