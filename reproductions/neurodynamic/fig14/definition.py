"""Figure 14 of the neurodynamic study: with and without pre-training on positions scored by H-search."""

from dataclasses import replace

from beeline.learning.neurodynamic.system import OnlineSettings
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

RUNS = (
    ("TDC", OnlineSettings(algorithm="tdc")),
    ("TDC, policy by natural gradient", OnlineSettings(algorithm="tdc", actor="natural", actor_alpha=0.1)),
    ("GTD2", OnlineSettings(algorithm="gtd2")),
    ("Greedy-GQ(λ)", OnlineSettings(algorithm="greedy-gq")),
    ("Q-learning", OnlineSettings(algorithm="q-learning")),
    ("SARSA", OnlineSettings(algorithm="sarsa")),
)

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig14",
    title="Neurodynamic study, figure 14: pre-training",
    paper=f"{PAPER}, figure 14",
    panels={
        name: {"pre-trained": replace(settings, pretraining=200), "from nothing": settings}
        for name, settings in RUNS
    },
    measured=5,
    claim="“No visible deviations with regards to the learned values”: self-play and reinforcement "
    "learning are sufficient.",
)
