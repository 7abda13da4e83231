"""Figure 19 of the neurodynamic study: projection error of CNN and RNN."""

from beeline.learning.neurodynamic.settings import BatchSettings
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

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
    claim="Hex can be modelled better by a CNN than by an RNN, “as can be seen from the projection error”.",
)
