"""Figure 6 of the NeuroHex paper: games from the empty 13×13 board against MoHex at a second a move."""

from beeline.papers.neurohex import HOW_MOHEX, PAPER, SIZE_FREE, needing, network_file
from beeline.papers.reproduction import WinRateTable, opponent_at

REPRODUCTION = WinRateTable(
    name="neurohex-fig6-unrestricted",
    title="NeuroHex, figure 6: first move unrestricted",
    paper=f"{PAPER}, figure 6",
    players={"neurohex": f"neurohex:weights={network_file('size-free-13')}", "MoHex-1": opponent_at(1)},
    cells={("neurohex", "MoHex-1"): 0.204, ("MoHex-1", "neurohex"): 0.979},
    size=13,
    openings="empty",
    games={"quick": 4, "paper": 1000},
    paired=False,
    prepare=needing("size-free-13", "size-free-13"),
    remarks=f"{HOW_MOHEX} {SIZE_FREE}",
)
