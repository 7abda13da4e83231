"""The Hivemind paper's table of independent evolutions, each against the default policy."""

from beeline.learning.hivemind.settings import EvolutionSettings
from beeline.papers.hivemind import PAPER, evolving, policy_file, search
from beeline.papers.reproduction import WinRateTable

SEARCH = search(10_000)
RUNS = [f"strategy-{seed}" for seed in range(1, 6)]

REPRODUCTION = WinRateTable(
    name="hivemind-stability",
    title="Hivemind: five independent evolutions",
    paper=f"{PAPER}, Stability of Evolution: ten runs, mean 90.75%, standard deviation 2.14",
    players={
        **{run: f"hivemind:{SEARCH},weights={policy_file(run)}" for run in RUNS},
        "default": f"mcts:{SEARCH},continuation=default",
    },
    cells={(run, "default"): 0.9075 for run in RUNS},
    size=7,
    openings="swap-safe",
    games={"quick": 10, "paper": 200},
    summarised=True,
    prepare=evolving({run: EvolutionSettings(seed=seed) for seed, run in enumerate(RUNS, start=1)}),
)
