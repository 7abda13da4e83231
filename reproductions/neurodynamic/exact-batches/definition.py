"""Both objectives and both networks, held against the solved game of 3×3 while they learn from batches."""

from beeline.papers.neurodynamic.agents import BATCHES, panels
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-exact-batches",
    title="The exact measure over training: batches on 3×3",
    paper=PAPER,
    panels=panels({"batches": BATCHES}),
    measured=10,
    longer=3,
    columns=2,
    claim="It had no such measure.",
    finding="With zero-sum targets both networks learn 3×3 from batches by MSE: the CNN keeps 0.96 ± 0.01 "
    "of the wins and the RNN 0.93 and 0.94 ± 0.02 after 900 updates, with targets of Q-learning "
    "and of SARSA alike, and as first player they win 0.93 to 0.96 against perfect play. It is "
    "the best of all ways to learn here. PBE does not learn: 0.43 ± 0.07 (CNN) and 0.57 ± 0.07 "
    "(RNN), with errors of 1.0 and more. With the printed targets all six end with values of 0.91 "
    "to 1, errors of 1.52 to 1.58 and wins kept of 0.37 to 0.45. So of the study's conclusions on "
    "batches, that a CNN is better than an RNN survives, and that PBE is better than MSE does "
    "not.",
)
