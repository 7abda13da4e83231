"""Every algorithm that learns after every move, held against the solved game of 4×4 while it learns."""

from beeline.learning.neurodynamic.settings import ZERO_SUM
from beeline.papers.neurodynamic.agents import NATURAL_POLICIES, POLICIES, VALUES, panels
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-exact-4",
    title="The exact measure over training: values and policies on 4×4",
    paper=f"{PAPER}, which keeps to 3×3",
    panels=panels(
        {"values": VALUES, "policy gradient": POLICIES, "natural policy gradient": NATURAL_POLICIES},
        discounts={"zero-sum targets": ZERO_SUM},
        side=4,
    ),
    measured=5,
    claim="It had no such measure.",
    finding="2,000 moves are the beginning of learning on 4×4. SARSA, Q-learning, TDC and Greedy-GQ have "
    "come from 0.37 to 0.46 – 0.48 ± 0.04 of the wins, where a random move keeps 0.31, and cannot "
    "be told apart; GTD2 (0.36) and natural TDC (0.38) have hardly moved. Policies by plain "
    "gradient stay at 0.36 to 0.39, those by natural gradient rise from 0.31 to 0.33 at the same "
    "slow pace over every critic. All errors are about 1, that of values of 0. The order is that "
    "of 3×3. Batches (neurodynamic-exact-batches-4) learn far more from 45,000 moves.",
)
