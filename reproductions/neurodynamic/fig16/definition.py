"""Figure 16 of the neurodynamic study: batches with targets of SARSA, learning rates."""

from beeline.learning.neurodynamic.system import BatchSettings
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig16",
    title="Neurodynamic study, figure 16: batches, SARSA",
    paper=f"{PAPER}, figure 16",
    panels={
        name: {
            f"α = {rate:g}": BatchSettings(target="sarsa", recurrent=name == "RNN", rate=rate)
            for rate in (0.001, 0.01, 0.1, 1, 10)
        }
        for name in ("CNN", "RNN")
    },
    columns=2,
    claim="Five learning rates for batches with targets of SARSA, CNN and RNN, without a conclusion in "
    "words.",
)
