"""Figure 6 of the neurodynamic study: TDC, learning rates and the ratio of the two time scales."""

from beeline.learning.neurodynamic.system import OnlineSettings
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
)
