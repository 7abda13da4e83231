"""Figure 17 of the neurodynamic study: two objectives."""

from beeline.experiments.neurodynamic_figures import LearningFigure
from beeline.experiments.neurodynamic_runs import PAPER
from beeline.learning.neurodynamic.settings import BatchSettings

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
    claim="CLAIM17",
    finding="FINDING17",
)
