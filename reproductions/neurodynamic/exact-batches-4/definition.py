"""Both objectives and both networks, held against the solved game of 4×4 while they learn from batches."""

from beeline.learning.neurodynamic.settings import ZERO_SUM
from beeline.papers.neurodynamic.agents import BATCHES, panels
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-exact-batches-4",
    title="The exact measure over training: batches on 4×4",
    paper=f"{PAPER}, which keeps to 3×3",
    panels=panels({"batches": BATCHES}, discounts={"zero-sum targets": ZERO_SUM}, side=4),
    measured=5,
    longer=3,
    claim="It had no such measure.",
    finding="As on 3×3, and slower: after 900 batches the CNN by MSE keeps 0.87 ± 0.02 of the wins with "
    "targets of Q-learning and 0.85 ± 0.03 with those of SARSA, the RNN 0.81 ± 0.03 with either, "
    "all still rising, and as first player they win 0.74 to 0.77 against perfect play. PBE keeps "
    "0.36 ± 0.05 (CNN) and 0.49 ± 0.10 (RNN) where a random move keeps 0.31. That a CNN is "
    "better than an RNN survives on 4×4, that PBE is better than MSE does not.",
)
