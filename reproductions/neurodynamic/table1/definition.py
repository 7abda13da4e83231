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
)
