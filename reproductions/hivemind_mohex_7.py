"""Section 5 of the Hivemind paper: the policies against MoHex on 7×7."""

from beeline.experiments.reproduction import OPPONENT, WinRateTable

SEARCH = "simulations=10000,update=path,selection=tuned,exploration=1,expand=50,reuse=false"

REPRODUCTION = WinRateTable(
    name="hivemind-mohex-7",
    title="Hivemind against MoHex on 7×7",
    paper="Pettit and Helmbold, Evolutionary Learning of Policies for MCTS Simulations (FDG 2012), section 5, "
    "Comparison against MoHex",
    players={
        "learned": f"hivemind:{SEARCH}",
        "uniform": f"mcts:{SEARCH},continuation=local",
        "default": f"mcts:{SEARCH},continuation=default",
        "MoHex": OPPONENT,
    },
    cells={("learned", "MoHex"): 0.42, ("uniform", "MoHex"): 0.26, ("default", "MoHex"): 0.1175},
    size=7,
    openings="swap-safe",
    paired=False,
    games={"quick": 10, "paper": 400},
    remarks="As in the paper, Hivemind is Black in every game and begins with c4. The paper's opponent was the "
    "MoHex of 2011 with 10 seconds a move.",
)
