"""Section 5 of the Hivemind paper: the policies against MoHex on 11×11."""

from beeline.experiments.hivemind_tables import PAPER, search
from beeline.experiments.reproduction import OPPONENT, WinRateTable

SEARCH = search(100_000)

REPRODUCTION = WinRateTable(
    name="hivemind-mohex-11",
    title="Hivemind against MoHex on 11×11",
    paper=f"{PAPER}, Generalization across board sizes",
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
    games={"quick": 10, "paper": 60},
    remarks="As in the paper, Hivemind is Black in every game and begins with c8. The paper's opponent was "
    "the MoHex of 2011 with 10 seconds a move. The paper played 200 games; 60 tell its figures apart.",
)
