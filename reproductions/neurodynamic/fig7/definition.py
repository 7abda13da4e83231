"""Figure 7 of the neurodynamic study: Greedy-GQ(λ), learning rates and the ratio of the two time scales."""

from beeline.learning.neurodynamic.system import OnlineSettings
from beeline.papers.neurodynamic.figures import LearningFigure, varied
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig7",
    title="Neurodynamic study, figure 7: Greedy-GQ(λ)",
    paper=f"{PAPER}, figure 7",
    panels={
        f"β/α = {ratio:g}": varied(
            OnlineSettings(algorithm="greedy-gq", ratio=ratio), "alpha", (0.0001, 0.001, 0.01, 0.1), "α"
        )
        for ratio in (0.01, 0.1, 1, 10, 100)
    },
    claim="Its performance is assumed to be similar to that of TDC with an ε-greedy policy.",
)
