"""The Hivemind paper's table of independent evolutions, each against the default policy."""

from beeline.papers.hivemind import PAPER, evolving, search, strategies, strategy_settings
from beeline.papers.reproduction import WinRateTable

SEARCH = search(10_000)
SEEDS = range(1, 11)
RUNS = strategies(10_000, SEEDS)

REPRODUCTION = WinRateTable(
    name="hivemind-stability",
    title="Hivemind: ten independent evolutions",
    paper=f"{PAPER}, Stability of Evolution: ten runs, mean 90.75%, standard deviation 2.14",
    players={
        **RUNS,
        "default": f"mcts:{SEARCH},continuation=default",
    },
    cells={(run, "default"): 0.9075 for run in RUNS},
    size=7,
    openings="swap-safe",
    games={"quick": 10, "paper": 200},
    summarised=True,
    prepare=evolving(strategy_settings(SEEDS)),
)
