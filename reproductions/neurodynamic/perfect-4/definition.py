"""Beyond the study: agents of 4×4 by fitted value iteration, held against every defence."""

from beeline.papers.neurodynamic.perfect import PerfectAgents
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = PerfectAgents(
    name="neurodynamic-perfect-4",
    title="Fitted value iteration on 4×4: seeds that play without a mistake",
    paper=f"{PAPER}; fitted value iteration is an extension of it",
    preset="perfect-4",
    seeds={"quick": 1, "paper": 10},
    updates={"quick": 20, "paper": 15_000},
    claim="It trained no agent that plays without a mistake, and had no measure of one.",
)
