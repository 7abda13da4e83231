"""Figure 16 of the neurodynamic study: batches with targets of SARSA, learning rates."""

from beeline.experiments.neurodynamic_figures import LearningFigure
from beeline.experiments.neurodynamic_runs import PAPER
from beeline.learning.neurodynamic.settings import BatchSettings

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig16",
    title="Neurodynamic study, figure 16: batches, SARSA",
    paper=f"{PAPER}, figure 16",
    panels={
        name: {
            f"α = {rate:g}": BatchSettings(target="sarsa", recurrent=name == "RNN", rate=rate)
            for rate in (0.001, 0.01, 0.1, 1, 10)
        }
        for name in ("CNN", "RNN")
    },
    columns=2,
    claim="CLAIM16",
    finding="FINDING16",
)
