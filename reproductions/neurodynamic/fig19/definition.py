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
    finding="Not reproduced: at the study's projection rate of 0.1 the error of the CNN's projection is "
    "larger than that of the RNN's and differs between seeds (0.20 ± 0.21 and 0.012 ± 0.004), "
    "because at that step size the CNN's projection does not come to rest in half of the runs. "
    "The comparison says more about the step size than about the architectures; by the exact "
    "error of the table's zero-sum agents (0.84 and 0.94 with MSE) the CNN does model Hex better.",
)
