"""Figure 12 of the neurodynamic study: policy gradient, learning rates of the policy."""

from beeline.experiments.neurodynamic_figures import LearningFigure, varied
from beeline.experiments.neurodynamic_runs import PAPER
from beeline.learning.neurodynamic.settings import OnlineSettings

CRITICS = (
    ("TDC", "tdc", "vanilla"),
    ("TDC, natural gradient", "tdc", "natural"),
    ("GTD2", "gtd2", "vanilla"),
    ("Greedy-GQ(λ)", "greedy-gq", "vanilla"),
    ("Q-learning", "q-learning", "vanilla"),
    ("SARSA", "sarsa", "vanilla"),
)

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig12",
    title="Neurodynamic study, figure 12: policy gradient, learning rates of the policy",
    paper=f"{PAPER}, figure 12",
    panels={
        name: varied(
            OnlineSettings(algorithm=algorithm, actor=actor), "actor_alpha", (0.001, 0.01, 0.1, 1, 10), "α"
        )
        for name, algorithm, actor in CRITICS
    },
    claim="Five learning rates of the policy over five critics, without a conclusion in words.",
    finding="Not recorded at full scale: of its runs only a part was made. The command of this figure "
    "with --scale paper makes the rest.",
)
