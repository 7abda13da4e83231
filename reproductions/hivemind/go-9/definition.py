"""The policy for Go, the mean of three that evolved, against the default policy and local replies on 9×9."""

from beeline.arena.games import GameTask
from beeline.papers.hivemind import PAPER
from beeline.papers.reproduction import WinRateTable

REPRODUCTION = WinRateTable(
    name="hivemind-go-9",
    title="Hivemind in Go on 9×9",
    paper=f"{PAPER}, which has no figures of Go",
    players={
        "learned": "hivemind:simulations=1000",
        "default": "mcts:simulations=1000,continuation=default",
        "uniform": "mcts:simulations=1000,continuation=local",
    },
    cells={("learned", "default"): None, ("learned", "uniform"): None},
    size=9,
    openings="empty",
    games={"quick": 10, "paper": 200},
    template=GameTask(key="", game="go"),
    remarks="All search with RAVE, which is the best search of Go here; komi 7.5. `learned` is the package's "
    "policy, the mean of three evolutions (docs/papers/hivemind.md).",
)
