"""Figure 9 of the neurodynamic study: how often moves are random."""

from beeline.experiments.neurodynamic_figures import LearningFigure, varied
from beeline.experiments.neurodynamic_runs import PAPER
from beeline.learning.neurodynamic.settings import OnlineSettings

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
    claim="CLAIM9",
    finding="FINDING9",
)
