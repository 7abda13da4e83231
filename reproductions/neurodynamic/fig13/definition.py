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
)
