"""Figure 11 of the neurodynamic study: TDC with natural gradient, rates and time scales."""

from beeline.learning.neurodynamic.system import OnlineSettings
from beeline.papers.neurodynamic.figures import LearningFigure, varied
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig11",
    title="Neurodynamic study, figure 11: TDC with natural gradient",
    paper=f"{PAPER}, figure 11",
    panels={
        f"β/α = {ratio:g}": varied(
            OnlineSettings(algorithm="natural-tdc", ratio=ratio), "alpha", (0.0001, 0.001, 0.01, 0.1), "α"
        )
        for ratio in (0.01, 0.1, 1, 10, 100)
    },
    claim="One sweep of α and β/α for TDC with natural gradients, without a conclusion in words.",
)
