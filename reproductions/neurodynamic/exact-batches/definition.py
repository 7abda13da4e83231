"""Both objectives and both networks, held against the solved game of 3×3 while they learn from batches."""

from beeline.papers.neurodynamic.agents import BATCHES, panels
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-exact-batches",
    title="The exact measure over training: batches on 3×3",
    paper=PAPER,
    panels=panels({"batches": BATCHES}),
    measured=10,
    longer=3,
    columns=2,
    claim="It had no such measure.",
)
