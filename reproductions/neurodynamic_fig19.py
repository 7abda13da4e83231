"""Figure 19 of the neurodynamic study: projection error of CNN and RNN."""

from beeline.experiments.neurodynamic_figures import LearningFigure
from beeline.experiments.neurodynamic_runs import PAPER
from beeline.learning.neurodynamic.settings import BatchSettings

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig19",
    title="Neurodynamic study, figure 19: projection error of CNN and RNN",
    paper=f"{PAPER}, figure 19",
    panels={
        "PBE": {
            name: BatchSettings(objective="pbe", target="sarsa", recurrent=name == "RNN")
            for name in ("CNN", "RNN")
        }
    },
    shown="projection",
    top=0.5,
    measured=5,
    claim="CLAIM19",
    finding="FINDING19",
)
