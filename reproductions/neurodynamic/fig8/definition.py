"""Figure 8 of the neurodynamic study: SARSA and Q-learning, learning rates."""

from beeline.learning.neurodynamic.system import OnlineSettings
from beeline.papers.neurodynamic.figures import LearningFigure, varied
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig8",
    title="Neurodynamic study, figure 8: SARSA and Q-learning",
    paper=f"{PAPER}, figure 8",
    panels={
        name: varied(OnlineSettings(algorithm=algorithm), "alpha", (0.0001, 0.001, 0.01, 0.1), "α")
        for name, algorithm in (("SARSA", "sarsa"), ("Q-learning", "q-learning"))
    },
    columns=2,
    claim="SARSA and Q-learning with four learning rates; with α large enough the after-state values "
    "approach 1, which the study takes for optimal.",
)
