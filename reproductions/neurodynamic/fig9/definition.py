"""Figure 9 of the neurodynamic study: how often moves are random."""

from beeline.learning.neurodynamic.system import OnlineSettings
from beeline.papers.neurodynamic.figures import LearningFigure, varied
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig9",
    title="Neurodynamic study, figure 9: exploration",
    paper=f"{PAPER}, figure 9",
    panels={
        name: varied(OnlineSettings(algorithm=algorithm), "epsilon", (0.0001, 0.01, 0.1, 0.5, 0.99), "ε")
        for name, algorithm in (
            ("Greedy-GQ(λ)", "greedy-gq"),
            ("TDC", "tdc"),
            ("GTD2", "gtd2"),
            ("Q-learning", "q-learning"),
            ("SARSA", "sarsa"),
        )
    },
    claim="Five values of ε for five algorithms, without a conclusion in words. (The text calls ε the "
    "probability of greedy moves; its definition, which is used here, makes it that of random "
    "ones.)",
)
