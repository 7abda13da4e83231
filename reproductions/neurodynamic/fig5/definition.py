"""Figure 5 of the neurodynamic study: GTD2, learning rates and the ratio of the two time scales."""

from beeline.learning.neurodynamic.settings import OnlineSettings
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
    finding="They do not. GTD2 is far slower than TDC at every setting: its best is a value of 0.65 ± "
    "0.21 (α = 0.1, β/α = 1) where TDC has 0.99, because it moves by w alone, which has to be "
    "learned first. α and β matter by their product: with β of 0.0001 and less next to nothing is"
    " learned in 2,000 moves. The exact measure sees no learning at all: wins kept stay between "
    "0.34 and 0.44 (0.37 by chance) and the error of the values rises from 1.02 with the value of"
    " the games.",
)
