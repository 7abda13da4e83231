"""Figure 18 of the neurodynamic study: training errors of two objectives."""

from beeline.papers.neurodynamic.agents import two_objectives
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig18",
    title="Neurodynamic study, figure 18: training errors of two objectives",
    paper=f"{PAPER}, figure 18",
    panels={name: two_objectives(recurrent=name == "RNN") for name in ("CNN", "RNN")},
    columns=2,
    shown="error",
    top=0.25,
    measured=5,
    claim="Training errors of MSE and PBE for CNN and RNN, without a conclusion in words.",
)
