"""The Hivemind paper's policy learned on 7×7, on 13×13."""

from beeline.experiments.reproduction import WinRateTable

SEARCH = "simulations=100000,update=path,selection=tuned,exploration=1,expand=50,reuse=false"

REPRODUCTION = WinRateTable(
    name="hivemind-13",
    title="Hivemind: the 7×7 policy on 13×13",
    paper="Pettit and Helmbold, Evolutionary Learning of Policies for MCTS Simulations (FDG 2012), section 5, "
    "Generalization across board sizes",
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
