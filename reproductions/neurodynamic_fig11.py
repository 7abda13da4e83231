"""Figure 11 of the neurodynamic study: TDC with natural gradient, rates and time scales."""

from beeline.experiments.neurodynamic_figures import LearningFigure, varied
from beeline.experiments.neurodynamic_runs import PAPER
from beeline.learning.neurodynamic.settings import OnlineSettings

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
    claim="CLAIM11",
    finding="FINDING11",
)
