"""The optimisers of policies at equal games, against uniform local replies and against each other."""

from beeline.learning.hivemind.system import EvolutionSettings
from beeline.papers.hivemind import PAPER, evolving, policy_file, search
from beeline.papers.reproduction import WinRateTable

SEARCH = search(10_000)
SETTINGS = {
    "strategy-1": EvolutionSettings(seed=1),
    "swarm-1": EvolutionSettings(seed=1, optimiser="swarm"),
    "strategy-tied-1": EvolutionSettings(seed=1, tied=True),
    "gradient-1": EvolutionSettings(seed=1, optimiser="gradient", tied=True, sigma=25.0),
}

REPRODUCTION = WinRateTable(
    name="hivemind-optimisers",
    title="Hivemind: optimisers at equal games",
    paper=f"{PAPER}; section 4 says without figures that evolution strategies beat a particle swarm",
    players={
        **{run: f"hivemind:{SEARCH},weights={policy_file(run)}" for run in SETTINGS},
        "uniform": f"mcts:{SEARCH},continuation=local",
    },
    cells={
        **{(run, "uniform"): None for run in SETTINGS},
        ("strategy-1", "swarm-1"): None,
        ("gradient-1", "strategy-1"): None,
        ("gradient-1", "strategy-tied-1"): None,
    },
    size=7,
    openings="swap-safe",
    games={"quick": 10, "paper": 200},
    prepare=evolving(SETTINGS),
)
