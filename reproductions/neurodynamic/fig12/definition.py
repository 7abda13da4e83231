"""Figure 12 of the neurodynamic study: policy gradient, learning rates of the policy."""

from beeline.papers.neurodynamic.agents import FIGURE_CRITICS
from beeline.papers.neurodynamic.figures import LearningFigure, varied
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig12",
    title="Neurodynamic study, figure 12: policy gradient, learning rates of the policy",
    paper=f"{PAPER}, figure 12",
    panels={
        name: varied(settings, "actor_alpha", (0.001, 0.01, 0.1, 1, 10), "α")
        for name, settings in FIGURE_CRITICS.items()
    },
    claim="Five learning rates of the policy over five critics, without a conclusion in words.",
)
