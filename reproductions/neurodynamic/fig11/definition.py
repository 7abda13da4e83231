"""Figure 11 of the neurodynamic study: TDC with natural gradient, rates and time scales."""

from beeline.learning.neurodynamic.settings import OnlineSettings
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
    finding="The natural direction has no use for small steps: α = 0.1 brings the values to 1.000 within "
    "a few hundred moves, faster than any other algorithm, so completely that every legal move "
    "has the same value and the first cell is played (wins kept 0.28, less than by chance). With "
    "β of 0.1 and more it is as unstable as TDC. No setting learns to play (wins kept at most "
    "0.50).",
)
