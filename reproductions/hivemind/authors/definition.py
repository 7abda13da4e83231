"""Policies by the evolution of the Hivemind authors' published program, ten of them, as in figure 6."""

from beeline.learning.hivemind.system import EvolutionSettings
from beeline.papers.hivemind import PAPER, evolving, policy_file, search
from beeline.papers.reproduction import WinRateTable

SEARCH = search(10_000)
RUNS = {
    f"authors-{seed}": EvolutionSettings(seed=seed, optimiser="authors", sigma=0.05) for seed in range(1, 11)
}

REPRODUCTION = WinRateTable(
    name="hivemind-authors",
    title="Hivemind: ten evolutions as in the authors' published program",
    paper=f"{PAPER}, figure 6 and Stability of Evolution; the program differs from the paper",
    players={
        **{run: f"hivemind:{SEARCH},weights={policy_file(run)}" for run in RUNS},
        "default": f"mcts:{SEARCH},continuation=default",
        "uniform": f"mcts:{SEARCH},continuation=local",
    },
    cells={
        **{(run, "default"): 0.9075 for run in RUNS},
        **{(run, "uniform"): None if number else 0.84 for number, run in enumerate(RUNS)},
    },
    size=7,
    openings="swap-safe",
    games={"quick": 10, "paper": 200},
    prepare=evolving(RUNS),
    remarks="Patterns are tied by symmetry within a colour, the first σ of each individual is drawn from "
    "[0, 0.05], and τ is 1/√(2n). The search is that of the paper, not that of the program.",
)
