"""What the study could not: the rate of the projection, held against the solved game of 3×3."""

from dataclasses import replace

from beeline.learning.neurodynamic.system import ZERO_SUM
from beeline.papers.neurodynamic.agents import BATCHES, PROJECTION_RATES
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-projection",
    title="PBE: the rate of the projection, with zero-sum targets on 3×3",
    paper=f"{PAPER}, whose figures 17 to 19 have a projection rate of 0.1",
    panels={
        network: {
            f"{rate:g}": replace(BATCHES[f"{network}, PBE"], projection_rate=rate, discount=ZERO_SUM)
            for rate in PROJECTION_RATES
        }
        for network in ("CNN", "RNN")
    },
    columns=2,
    measured=5,
    claim="One rate of the projection, 0.1, without a word on others.",
)
