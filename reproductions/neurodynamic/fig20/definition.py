"""Figure 20 of the neurodynamic study: all algorithms, with its targets and with those of a zero-sum game."""

from beeline.papers.neurodynamic.agents import VALUES, panels
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig20",
    title="Neurodynamic study, figure 20: all algorithms",
    paper=f"{PAPER}, figure 20",
    panels=panels({"": VALUES}),
    measured=10,
    longer=3,
    columns=2,
    claim="The algorithms that aim at the projected Bellman error, GTD2 and TDC, show “faster convergence”.",
)
