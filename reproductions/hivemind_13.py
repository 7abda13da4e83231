"""The Hivemind paper's policy learned on 7×7, on 13×13."""

from beeline.experiments.hivemind_tables import PAPER, search
from beeline.experiments.reproduction import WinRateTable

SEARCH = search(100_000)

REPRODUCTION = WinRateTable(
    name="hivemind-13",
    title="Hivemind: the 7×7 policy on 13×13",
    paper=f"{PAPER}, Generalization across board sizes",
    players={
        "learned": f"hivemind:{SEARCH}",
        "default": f"mcts:{SEARCH},continuation=default",
        "uniform": f"mcts:{SEARCH},continuation=local",
    },
    cells={("learned", "default"): 0.94, ("learned", "uniform"): 0.85},
    size=13,
    openings="swap-safe",
    games={"quick": 4, "paper": 60},
    remarks="60 games a cell where the paper has 200.",
)
