"""Figure 10 of the neurodynamic study: eligibility traces."""

from beeline.experiments.neurodynamic_figures import LearningFigure, varied
from beeline.experiments.neurodynamic_runs import PAPER
from beeline.learning.neurodynamic.settings import OnlineSettings

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
    claim="CLAIM10",
    finding="FINDING10",
)
