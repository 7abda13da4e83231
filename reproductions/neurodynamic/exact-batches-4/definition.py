"""Both objectives and both networks, held against the solved game of 4×4 while they learn from batches."""

from beeline.learning.neurodynamic.system import ZERO_SUM
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
)
