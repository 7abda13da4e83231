"""Figure 10 of the neurodynamic study: eligibility traces."""

from beeline.learning.neurodynamic.settings import OnlineSettings
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
    finding="Traces bring the values to 1 faster, and more so the slower the algorithm is without them: "
    "GTD2 from 0.41 to 0.78, TDC from 0.81 to 0.96, SARSA from 0.95 to 0.98 with λ from 0 to 1. "
    "With the printed targets that is the wrong way: the exact error grows with λ in all four "
    "(TDC from 1.39 to 1.53) and wins kept fall from 0.43 – 0.47 to 0.38 – 0.41.",
)
