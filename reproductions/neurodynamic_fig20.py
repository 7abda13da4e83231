"""Figure 20 of the neurodynamic study: all algorithms, with its targets and with those of a zero-sum game."""

from dataclasses import replace

from beeline.experiments.neurodynamic_figures import LearningFigure
from beeline.experiments.neurodynamic_runs import PAPER
from beeline.learning.neurodynamic.settings import STUDY, ZERO_SUM, OnlineSettings

BEST = {
    "SARSA": OnlineSettings(algorithm="sarsa", alpha=0.1),
    "Q-learning": OnlineSettings(algorithm="q-learning", alpha=0.1),
    "TDC": OnlineSettings(algorithm="tdc", alpha=0.1, ratio=0.3),
    "GTD2": OnlineSettings(algorithm="gtd2", alpha=0.1, ratio=0.3),
    "Greedy-GQ(λ)": OnlineSettings(algorithm="greedy-gq", alpha=0.1, ratio=0.3),
    "natural TDC": OnlineSettings(algorithm="natural-tdc", alpha=0.001, ratio=10),
}

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig20",
    title="Neurodynamic study, figure 20: all algorithms",
    paper=f"{PAPER}, figure 20",
    panels={
        title: {label: replace(settings, discount=discount) for label, settings in BEST.items()}
        for title, discount in (
            ("targets as printed (γ = 1)", STUDY),
            ("zero-sum targets (γ = -1)", ZERO_SUM),
        )
    },
    measured=10,
    longer=3,
    columns=2,
    claim="CLAIM20",
    finding="FINDING20",
)
