"""Section 5 of the Hivemind paper: the policies against MoHex on 7×7."""

from beeline.experiments.hivemind_tables import PAPER, search
from beeline.experiments.reproduction import OPPONENT, WinRateTable

SEARCH = search(10_000)

REPRODUCTION = WinRateTable(
    name="hivemind-mohex-7",
    title="Hivemind against MoHex on 7×7",
    paper=f"{PAPER}, Comparison against MoHex",
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
    remarks="As in the paper, Hivemind is Black in every game and begins with c4. The paper's opponent was "
    "the MoHex of 2011 with 10 seconds a move.",
)
