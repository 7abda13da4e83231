"""What the study could not: policies and pre-trained values held against the solved game while they learn."""

from beeline.papers.neurodynamic.agents import NATURAL_POLICIES, POLICIES, PRETRAINED, panels
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-exact",
    title="The exact measure over training: pre-trained values and policies on 3×3",
    paper=f"{PAPER}; figure 20 has the values that start from nothing",
    panels=panels(
        {
            "pre-trained values": PRETRAINED,
            "policy gradient": POLICIES,
            "natural policy gradient": NATURAL_POLICIES,
        }
    ),
    measured=10,
    longer=3,
    columns=2,
    claim="It had no such measure.",
    finding="With the printed targets nothing learns to play, whatever chooses the moves: the errors end "
    "at 1.13 to 1.57, pre-trained values lose what they had (wins kept 0.41 to 0.65) and policies "
    "keep 0.40 to 0.50. With zero-sum targets pre-trained SARSA and Q-learning rise from 0.70 to "
    "0.87 ± 0.04, hardly more than from nothing (0.85 and 0.82 in figure 20): what pre-training "
    "gives is the start. TDC and Greedy-GQ stay at 0.64 and 0.70 ± 0.17, and natural TDC, the "
    "best of all for 1,800 moves (0.89), breaks down to 0.37. A policy by plain gradient gains "
    "nothing in 6,000 moves (0.40 to 0.49). By natural gradient it rises steadily, from 0.40 to "
    "0.57 ± 0.03 over SARSA, Q-learning, TDC and Greedy-GQ alike, and has not come to an end; "
    "over GTD2 and natural TDC it stops at 0.49 and 0.51.",
)
