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
    finding="Not reproduced. After 300 batches MSE is at 0.996 and PBE at 0.95 ± 0.06 with the CNN, and "
    "with the RNN they cannot be told apart (0.81 and 0.79). With a projection rate of 0.1 "
    "RMSProp moves every weight of the projecting network by about 0.1 a step, which is too "
    "coarse for more than a rough fit (figure 19), and the network that plays learns what is left"
    " of the targets. The exact measure shows no learning in any of the four (wins kept 0.38 to "
    "0.43).",
)
