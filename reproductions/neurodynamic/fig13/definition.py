"""Figure 13 of the neurodynamic study: policy gradient, traces of the policy."""

from dataclasses import replace

from beeline.papers.neurodynamic.agents import FIGURE_CRITICS
from beeline.papers.neurodynamic.figures import LearningFigure, varied
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig13",
    title="Neurodynamic study, figure 13: policy gradient, traces of the policy",
    paper=f"{PAPER}, figure 13",
    panels={
        name: varied(replace(settings, actor_alpha=0.1), "actor_decay", (0, 0.1, 0.5, 1), "λ")
        for name, settings in FIGURE_CRITICS.items()
    },
    claim="Four values of λ in the policy's trace over five critics, without a conclusion in words.",
    finding="The traces of the policy make no difference to the values beyond the intervals: they end at "
    "0.95 to 0.97 over Q-learning and SARSA, at 0.71 to 0.87 over TDC and Greedy-GQ, at 0.28 to "
    "0.47 over GTD2. By the exact measure the likeliest move keeps 0.40 to 0.47 of the wins with "
    "λ up to 0.5, and 0.37 to 0.40 with λ = 1, as many as a random move (0.37): over every critic "
    "the longest trace is the worst.",
)
