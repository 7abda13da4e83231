"""Figure 20 of the neurodynamic study: all algorithms, with its targets and with those of a zero-sum game."""

from beeline.papers.neurodynamic.agents import VALUES, panels
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig20",
    title="Neurodynamic study, figure 20: all algorithms",
    paper=f"{PAPER}, figure 20",
    panels=panels({"": VALUES}),
    measured=10,
    longer=3,
    columns=2,
    claim="The algorithms that aim at the projected Bellman error, GTD2 and TDC, show “faster convergence”.",
    finding="The other way round. With the printed targets SARSA and Q-learning are first at 1 (0.99 "
    "after 1,200 of 6,000 transitions), then TDC (0.96), and GTD2 is last of the plain ones (0.64"
    " ± 0.26); all of them get worse by the exact measure. With zero-sum targets the same rules "
    "learn: wins kept rise to 0.85 ± 0.05 (SARSA), 0.82 ± 0.07 (Q-learning), 0.75 ± 0.10 (TDC) "
    "and 0.73 ± 0.14 (Greedy-GQ), which ten seeds do not tell apart, and the error falls to "
    "between 0.81 and 0.91. GTD2 (0.40) and natural TDC (0.49 ± 0.11) are far behind. The "
    "correction brings nothing here, where play is nearly on-policy.",
)
