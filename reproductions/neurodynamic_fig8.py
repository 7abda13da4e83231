"""Figure 8 of the neurodynamic study: SARSA and Q-learning, learning rates."""

from beeline.experiments.neurodynamic_figures import LearningFigure, varied
from beeline.experiments.neurodynamic_runs import PAPER
from beeline.learning.neurodynamic.settings import OnlineSettings

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig8",
    title="Neurodynamic study, figure 8: SARSA and Q-learning",
    paper=f"{PAPER}, figure 8",
    panels={
        name: varied(OnlineSettings(algorithm=algorithm), "alpha", (0.0001, 0.001, 0.01, 0.1), "α")
        for name, algorithm in (("SARSA", "sarsa"), ("Q-learning", "q-learning"))
    },
    columns=2,
    claim="CLAIM8",
    finding="FINDING8",
)
