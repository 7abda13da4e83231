"""Figure 17 of the neurodynamic study: two objectives."""

from beeline.learning.neurodynamic.settings import BatchSettings
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig17",
    title="Neurodynamic study, figure 17: two objectives",
    paper=f"{PAPER}, figure 17",
    panels={
        name: {
            "MSE": BatchSettings(recurrent=name == "RNN"),
            "PBE": BatchSettings(objective="pbe", target="sarsa", recurrent=name == "RNN"),
        }
        for name in ("CNN", "RNN")
    },
    columns=2,
    measured=5,
    claim="The projected objective (PBE) converges faster than the mean squared error (MSE), as GTD2 "
    "and TDC do in figure 20.",
)
