"""Figure 17 of the neurodynamic study: two objectives."""

from beeline.papers.neurodynamic.agents import two_objectives
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig17",
    title="Neurodynamic study, figure 17: two objectives",
    paper=f"{PAPER}, figure 17",
    panels={name: two_objectives(recurrent=name == "RNN") for name in ("CNN", "RNN")},
    columns=2,
    measured=5,
    claim="The projected objective (PBE) converges faster than the mean squared error (MSE), as GTD2 "
    "and TDC do in figure 20.",
)
