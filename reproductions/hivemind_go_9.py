"""The policy for Go, the mean of three that evolved, and each of them, against the default policy on 9×9."""

from beeline.experiments.games import GameTask
from beeline.experiments.hivemind_tables import PAPER, evolving, policy_file
from beeline.experiments.reproduction import WinRateTable
from beeline.learning.hivemind.evolution import EvolutionSettings

EVOLUTIONS = {
    name: EvolutionSettings(
        game="go",
        size=size,
        simulations=100 if counted else 150,
        optimiser="gradient",
        tied=not counted,
        counted=counted,
        sigma=25.0,
        start=-30.0,
    )
    for name, size, counted in (("go-7", 7, False), ("go-9", 9, False), ("go-7-counted", 7, True))
}

REPRODUCTION = WinRateTable(
    name="hivemind-go-9",
    title="Hivemind in Go on 9×9",
    paper=f"{PAPER}, which has no figures of Go",
    players={
        "learned": "hivemind:simulations=1000",
        **{name: f"hivemind:simulations=1000,weights={policy_file(name)}" for name in EVOLUTIONS},
        "default": "mcts:simulations=1000,continuation=default",
        "uniform": "mcts:simulations=1000,continuation=local",
    },
    cells={
        ("learned", "default"): None,
        ("learned", "uniform"): None,
        **{(name, "default"): None for name in EVOLUTIONS},
    },
    size=9,
    openings="empty",
    games={"quick": 10, "paper": 200},
    template=GameTask(key="", game="go"),
    prepare=evolving(EVOLUTIONS),
    remarks="All search with RAVE, which is the best search of Go here; komi 7.5. `learned` is the package's "
    "policy, the mean of the three others.",
)
