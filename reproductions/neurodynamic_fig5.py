"""Figure 5 of the neurodynamic study: GTD2, learning rates and the ratio of the two time scales."""

from beeline.experiments.neurodynamic_figures import LearningFigure, varied
from beeline.experiments.neurodynamic_runs import PAPER
from beeline.learning.neurodynamic.settings import OnlineSettings

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig5",
    title="Neurodynamic study, figure 5: GTD2",
    paper=f"{PAPER}, figure 5",
    panels={
        f"β/α = {ratio:g}": varied(
            OnlineSettings(algorithm="gtd2", ratio=ratio), "alpha", (0.0001, 0.001, 0.01, 0.1), "α"
        )
        for ratio in (0.01, 0.1, 1, 10, 100)
    },
    claim="CLAIM5",
    finding="FINDING5",
)
