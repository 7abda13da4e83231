"""Figure 18 of the neurodynamic study: training errors of two objectives."""

from beeline.experiments.neurodynamic_figures import LearningFigure
from beeline.experiments.neurodynamic_runs import PAPER
from beeline.learning.neurodynamic.settings import BatchSettings

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig18",
    title="Neurodynamic study, figure 18: training errors of two objectives",
    paper=f"{PAPER}, figure 18",
    panels={
        name: {
            "MSE": BatchSettings(recurrent=name == "RNN"),
            "PBE": BatchSettings(objective="pbe", target="sarsa", recurrent=name == "RNN"),
        }
        for name in ("CNN", "RNN")
    },
    columns=2,
    shown="error",
    top=0.25,
    measured=5,
    claim="CLAIM18",
    finding="FINDING18",
)
