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
    finding="The rate of the policy hardly matters to the values: they end at 0.94 to 0.97 over "
    "Q-learning and SARSA at every rate, at 0.64 to 0.90 over TDC and Greedy-GQ with the lowest "
    "at the smallest rate, and at 0.26 to 0.47 over GTD2. By the exact measure the policies do "
    "not learn to play: their likeliest move keeps 0.40 to 0.50 of the wins (a random move 0.37) "
    "at every rate and over every critic. The exception is the natural gradient at α = 0.01, "
    "which keeps 0.63 ± 0.06 though its critic is as wrong as the others; from α = 1 on it "
    "diverges in 2 and 7 of 10 runs.",
)
