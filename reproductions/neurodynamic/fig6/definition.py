"""Figure 6 of the neurodynamic study: TDC, learning rates and the ratio of the two time scales."""

from beeline.learning.neurodynamic.settings import OnlineSettings
from beeline.papers.neurodynamic.figures import LearningFigure, varied
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig6",
    title="Neurodynamic study, figure 6: TDC",
    paper=f"{PAPER}, figure 6",
    panels={
        f"β/α = {ratio:g}": varied(
            OnlineSettings(algorithm="tdc", ratio=ratio), "alpha", (0.0001, 0.001, 0.01, 0.1), "α"
        )
        for ratio in (0.01, 0.1, 1, 10, 100)
    },
    claim="One sweep of α and β/α; TDC would behave almost like GTD2.",
    finding="The smaller β/α, the faster the values rise: with 0.01 TDC is SARSA (0.990 ± 0.002 at α = "
    "0.1, as there), since w stays near 0. From β = 0.1 on w is unstable, the values go anywhere "
    "between seeds, and nothing is learned. Where the curve looks best (0.99) the exact error is "
    "worst: 1.56, where values of 1 for every after-state would have 1.58 and values of 0 would "
    "have 1.",
)
