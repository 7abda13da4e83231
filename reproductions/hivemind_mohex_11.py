"""Section 5 of the Hivemind paper: the policies against MoHex on 11×11."""

from beeline.experiments.reproduction import OPPONENT, WinRateTable

SEARCH = "simulations=100000,update=path,selection=tuned,exploration=1,expand=50,reuse=false"

REPRODUCTION = WinRateTable(
    name="hivemind-mohex-11",
    title="Hivemind against MoHex on 11×11",
    paper="Pettit and Helmbold, Evolutionary Learning of Policies for MCTS Simulations (FDG 2012), section 5, "
    "Generalization across board sizes",
    players={
        "learned": f"hivemind:{SEARCH}",
        "uniform": f"mcts:{SEARCH},continuation=local",
        "default": f"mcts:{SEARCH},continuation=default",
        "MoHex": OPPONENT,
    },
    cells={("learned", "MoHex"): 0.11, ("uniform", "MoHex"): 0.0, ("default", "MoHex"): 0.005},
    size=11,
    openings="swap-safe",
    paired=False,
    games={"quick": 10, "paper": 200},
    remarks="As in the paper, Hivemind is Black in every game and begins with c8. The paper's opponent was the "
    "MoHex of 2011 with 10 seconds a move.",
)
