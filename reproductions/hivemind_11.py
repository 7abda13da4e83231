"""The Hivemind paper's policy learned on 7×7, on 11×11."""

from beeline.experiments.reproduction import WinRateTable

SEARCH = "simulations=100000,update=path,selection=tuned,exploration=1,expand=50,reuse=false"

REPRODUCTION = WinRateTable(
    name="hivemind-11",
    title="Hivemind: the 7×7 policy on 11×11",
    paper="Pettit and Helmbold, Evolutionary Learning of Policies for MCTS Simulations (FDG 2012), section 5, "
    "Generalization across board sizes",
    players={
        "learned": f"hivemind:{SEARCH}",
        "default": f"mcts:{SEARCH},continuation=default",
        "uniform": f"mcts:{SEARCH},continuation=local",
    },
    cells={("learned", "default"): 0.925, ("learned", "uniform"): 0.885},
    size=11,
    openings="swap-safe",
    games={"quick": 4, "paper": 60},
    remarks="60 games a cell where the paper has 200.",
)
