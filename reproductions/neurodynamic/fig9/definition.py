"""Figure 9 of the neurodynamic study: how often moves are random."""

from beeline.learning.neurodynamic.settings import OnlineSettings
from beeline.papers.neurodynamic.figures import LearningFigure, varied
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig9",
    title="Neurodynamic study, figure 9: exploration",
    paper=f"{PAPER}, figure 9",
    panels={
        name: varied(OnlineSettings(algorithm=algorithm), "epsilon", (0.0001, 0.01, 0.1, 0.5, 0.99), "ε")
        for name, algorithm in (
            ("Greedy-GQ(λ)", "greedy-gq"),
            ("TDC", "tdc"),
            ("GTD2", "gtd2"),
            ("Q-learning", "q-learning"),
            ("SARSA", "sarsa"),
        )
    },
    claim="Five values of ε for five algorithms, without a conclusion in words. (The text calls ε the "
    "probability of greedy moves; its definition, which is used here, makes it that of random "
    "ones.)",
    finding="SARSA and Q-learning do not care: 0.94 to 0.96 from ε = 0.0001 to 0.99. TDC, Greedy-GQ and "
    "GTD2 have lower values the more moves are random (0.84 to 0.65 for TDC). By the exact "
    "measure it is the other way round: exploration helps a little (wins kept of TDC from 0.45 to"
    " 0.54, of GTD2 from 0.44 to 0.51), because values that are not yet all 1 still tell moves "
    "apart.",
)
