"""Figure 5 of the neurodynamic study: GTD2, learning rates and the ratio of the two time scales."""

from beeline.learning.neurodynamic.system import OnlineSettings
from beeline.papers.neurodynamic.figures import LearningFigure, varied
from beeline.papers.neurodynamic.study import PAPER

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
    claim="One sweep of α and β/α; GTD2 and TDC start from the same derivation, so that “the algorithms"
    " would behave almost similarly”.",
)
