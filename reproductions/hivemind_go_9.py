"""Policies evolved for Go, against the default policy and uniform local replies on 9×9."""

from beeline.experiments.games import GameTask
from beeline.experiments.hivemind_tables import PAPER, evolving, policy_file
from beeline.experiments.reproduction import WinRateTable
from beeline.learning.hivemind.evolution import EvolutionSettings

SETTINGS = EvolutionSettings(
    game="go", size=9, simulations=150, optimiser="gradient", tied=True, sigma=25.0, start=-30.0
)

REPRODUCTION = WinRateTable(
    name="hivemind-go-9",
    title="Hivemind in Go on 9×9",
    paper=f"{PAPER}, which has no figures of Go",
    players={
        "learned": "hivemind:simulations=1000",
        "default": "mcts:simulations=1000,continuation=default",
        "uniform": "mcts:simulations=1000,continuation=local",
        "learned on 9×9": f"hivemind:simulations=1000,weights={policy_file('go-9')}",
    },
    cells={
        ("learned", "default"): None,
        ("learned", "uniform"): None,
        ("learned on 9×9", "default"): None,
    },
    size=9,
    openings="empty",
    games={"quick": 10, "paper": 200},
    template=GameTask(key="", game="go"),
    prepare=evolving({"go-9": SETTINGS}),
    remarks="All search with RAVE, which is the best search of Go here; komi 7.5. `learned` is the package's "
    "policy, evolved on 7×7, and `learned on 9×9` one evolved on 9×9 with the same settings otherwise.",
)
