"""Figure 6 of the NeuroHex paper: games from the empty 13×13 board against MoHex at a second a move."""

from beeline.papers.neurohex import HOW_MOHEX, PAPER, needing, network_file
from beeline.papers.reproduction import WinRateTable, opponent_at

REPRODUCTION = WinRateTable(
    name="neurohex-fig6-unrestricted",
    title="NeuroHex, figure 6: first move unrestricted",
    paper=f"{PAPER}, figure 6",
    players={"neurohex": f"neurohex:weights={network_file('paper-13')}", "MoHex-1": opponent_at(1)},
    cells={("neurohex", "MoHex-1"): 0.20, ("MoHex-1", "neurohex"): 0.98},
    size=13,
    openings="empty",
    games={"quick": 4, "paper": 1000},
    paired=False,
    prepare=needing("paper-13", "paper-13"),
    remarks=HOW_MOHEX,
)
