"""Figure 10 of the neurodynamic study: eligibility traces."""

from beeline.learning.neurodynamic.system import OnlineSettings
from beeline.papers.neurodynamic.figures import LearningFigure, varied
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig10",
    title="Neurodynamic study, figure 10: eligibility traces",
    paper=f"{PAPER}, figure 10",
    panels={
        name: varied(OnlineSettings(algorithm=algorithm), "decay", (0, 0.01, 0.1, 0.5, 1), "λ")
        for name, algorithm in (
            ("Greedy-GQ(λ)", "greedy-gq"),
            ("TDC", "tdc"),
            ("GTD2", "gtd2"),
            ("SARSA", "sarsa"),
        )
    },
    columns=2,
    claim="Five values of λ for four algorithms, without a conclusion in words.",
)
