"""Every algorithm that learns after every move, held against the solved game of 4×4 while it learns."""

from beeline.learning.neurodynamic.system import ZERO_SUM
from beeline.papers.neurodynamic.agents import NATURAL_POLICIES, POLICIES, VALUES, panels
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-exact-4",
    title="The exact measure over training: values and policies on 4×4",
    paper=f"{PAPER}, which keeps to 3×3",
    panels=panels(
        {"values": VALUES, "policy gradient": POLICIES, "natural policy gradient": NATURAL_POLICIES},
        discounts={"zero-sum targets": ZERO_SUM},
        side=4,
    ),
    measured=5,
    claim="It had no such measure.",
)
