"""Table I of the neurodynamic study: four agents, two seasons of ten tournaments of twelve games."""

from beeline.experiments.neurodynamic_runs import PAPER
from beeline.experiments.neurodynamic_table import SeasonTable

REPRODUCTION = SeasonTable(
    name="neurodynamic-table1",
    title="Neurodynamic study, table I",
    paper=f"{PAPER}, table I",
    wins={"CNN-MSE": 58, "CNN-PBE": 73, "RNN-MSE": 54, "RNN-PBE": 56},
    longer=2,
    claim="CLAIM",
    finding="FINDING",
)
