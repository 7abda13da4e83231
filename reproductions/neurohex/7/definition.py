"""NeuroHex on 7×7: the trained network against the mentored one and the resistance heuristic."""

from beeline.papers.neurohex import PAPER, needing, network_file
from beeline.papers.reproduction import WinRateTable

REPRODUCTION = WinRateTable(
    name="neurohex-7",
    title="NeuroHex on 7×7: what Q-learning adds, and what the network is worth",
    paper=f"{PAPER}, section 2.5: the trained network is much stronger than the heuristic it starts from",
    players={
        "trained": "neurohex:weights=trained-7",
        "mentored": f"neurohex:weights={network_file('mentored-7')}",
        "trained, 1,000": "neurohex:weights=trained-7,simulations=1000",
        "resistance": "resistance",
        "wolve, 1 ply": "wolve:ply=1",
        "wolve, 2 plies": "wolve:ply=2",
        "mcts, 1,000": "mcts:simulations=1000",
        "mcts, 10,000": "mcts:simulations=10000",
    },
    cells={
        ("trained", "mentored"): None,
        ("trained", "resistance"): None,
        ("mentored", "resistance"): None,
        ("trained", "mcts, 1,000"): None,
        ("trained, 1,000", "mcts, 1,000"): None,
        ("trained", "wolve, 1 ply"): None,
        ("trained", "wolve, 2 plies"): None,
        ("trained", "mcts, 10,000"): None,
    },
    size=7,
    openings="all",
    games={"quick": 98, "paper": 98},
    prepare=needing("mentored-7", "long-7", file="mentored.onnx"),
    remarks="Every first move with either colour. All players but the tree search are deterministic, so "
    "that more would be the same games again.",
)
