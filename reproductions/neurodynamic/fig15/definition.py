"""Figure 15 of the neurodynamic study: batches with targets of Q-learning, learning rates."""

from beeline.learning.neurodynamic.system import BatchSettings
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig15",
    title="Neurodynamic study, figure 15: batches, Q-learning",
    paper=f"{PAPER}, figure 15",
    panels={
        name: {
            f"α = {rate:g}": BatchSettings(target="q-learning", recurrent=name == "RNN", rate=rate)
            for rate in (0.001, 0.01, 0.1, 1, 10)
        }
        for name in ("CNN", "RNN")
    },
    columns=2,
    claim="Five learning rates for batches with targets of Q-learning, CNN and RNN, without a "
    "conclusion in words.",
)
