"""Figure 13 of the neurodynamic study: policy gradient, traces of the policy."""

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
    name="neurodynamic-fig13",
    title="Neurodynamic study, figure 13: policy gradient, traces of the policy",
    paper=f"{PAPER}, figure 13",
    panels={
        name: varied(
            OnlineSettings(algorithm=algorithm, actor=actor, actor_alpha=0.1),
            "actor_decay",
            (0, 0.1, 0.5, 1),
            "λ",
        )
        for name, algorithm, actor in CRITICS
    },
    claim="Four values of λ in the policy's trace over five critics, without a conclusion in words.",
    finding="Not recorded at full scale: of its runs only a part was made. The command of this figure "
    "with --scale paper makes the rest.",
)
