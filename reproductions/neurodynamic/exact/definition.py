"""What the study could not: policies and pre-trained values held against the solved game while they learn."""

from beeline.papers.neurodynamic.agents import NATURAL_POLICIES, POLICIES, PRETRAINED, panels
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-exact",
    title="The exact measure over training: pre-trained values and policies on 3×3",
    paper=f"{PAPER}; figure 20 has the values that start from nothing",
    panels=panels(
        {
            "pre-trained values": PRETRAINED,
            "policy gradient": POLICIES,
            "natural policy gradient": NATURAL_POLICIES,
        }
    ),
    measured=10,
    longer=3,
    columns=2,
    claim="It had no such measure.",
)
