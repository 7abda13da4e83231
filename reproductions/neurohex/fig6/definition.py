"""Figure 6 of the NeuroHex paper: all openings of 13×13 against MoHex at 1, 3, 9 and 30 seconds a move."""

from beeline.papers.neurohex import HOW_MOHEX, PAPER, SIZE_FREE, needing, network_file
from beeline.papers.reproduction import WinRateTable, opponent_at

# NeuroHex's win rates as Black and as White; the table has the win rate of whoever is Black.
RATES = {1: (0.11, 0.05), 3: (0.09, 0.02), 9: (0.07, 0.01), 30: (0.0, 0.0)}

REPRODUCTION = WinRateTable(
    name="neurohex-fig6",
    title="NeuroHex, figure 6: all openings",
    paper=f"{PAPER}, figure 6",
    players={
        "neurohex": f"neurohex:weights={network_file('size-free-13')}",
        **{f"MoHex-{seconds}": opponent_at(seconds) for seconds in RATES},
    },
    cells={
        **{("neurohex", f"MoHex-{seconds}"): black for seconds, (black, _) in RATES.items()},
        **{(f"MoHex-{seconds}", "neurohex"): 1 - white for seconds, (_, white) in RATES.items()},
    },
    size=13,
    openings="all",
    games={"quick": 4, "paper": 169},
    paired=False,
    prepare=needing("size-free-13", "size-free-13"),
    remarks=f"{HOW_MOHEX} {SIZE_FREE} Black's first move is that of the opening, each of the 169 once.",
)
