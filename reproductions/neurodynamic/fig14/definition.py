"""Figure 14 of the neurodynamic study: with and without pre-training on positions scored by H-search."""

from dataclasses import replace

from beeline.learning.neurodynamic.settings import OnlineSettings
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
    finding="The values end somewhat higher with pre-training, 0.91 to 0.99 against 0.81 to 0.96 (GTD2 "
    "0.72 against 0.41). By the exact measure it makes a difference that self-play with the "
    "printed targets does not make up for: wins kept are 0.55 to 0.61 with it and 0.43 to 0.47 "
    "from nothing, though against perfect play no more games are won. The policy over a "
    "pre-trained critic is the worst of all, 0.32 ± 0.06, less than a random move (0.37): the "
    "critic tells which positions are good for their player to move, and with the printed sign "
    "the policy seeks out those of the opponent.",
)
