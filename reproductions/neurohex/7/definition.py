"""NeuroHex on 7×7: the trained network against the mentored one and the resistance heuristic."""

from beeline.papers.neurohex import PAPER, needing, network_file
from beeline.papers.reproduction import WinRateTable

REPRODUCTION = WinRateTable(
    name="neurohex-7",
    title="NeuroHex on 7×7: what Q-learning adds",
    paper=f"{PAPER}, section 2.5: the trained network is much stronger than the heuristic it starts from",
    players={
        "trained": "neurohex:weights=trained-7",
        "mentored": f"neurohex:weights={network_file('mentored-7')}",
        "resistance": "resistance",
    },
    cells={
        ("trained", "mentored"): None,
        ("trained", "resistance"): None,
        ("mentored", "resistance"): None,
    },
    size=7,
    openings="all",
    games={"quick": 98, "paper": 98},
    prepare=needing("mentored-7", "long-7"),
    remarks="Every first move with either colour. All players are deterministic, so that more would "
    "be the same games again.",
)
