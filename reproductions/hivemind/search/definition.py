"""What the search leaves to a policy: figure 6 of the Hivemind paper with other coefficients of the bonus."""

from beeline.papers.hivemind import PAPER, search
from beeline.papers.reproduction import WinRateTable

COEFFICIENTS = (1.0, 0.5, 0.25, 0.1, 0.0)
POLICIES = {
    "default": "mcts:{},continuation=default",
    "uniform": "mcts:{},continuation=local",
    "learned": "hivemind:{}",
}

REPRODUCTION = WinRateTable(
    name="hivemind-search",
    title="Hivemind: what the search leaves to a policy",
    paper=f"{PAPER}, figure 6, which does not give C",
    players={
        **{
            f"{policy}, C = {c:g}": player.format(search(10_000, exploration=c))
            for policy, player in POLICIES.items()
            for c in COEFFICIENTS
        },
        **{
            f"{policy}, first play 0.5": f"{player.format(search(10_000))},first_play=0.5"
            for policy, player in POLICIES.items()
        },
        "bridges": f"mcts:{search(10_000)},continuation=bridges",
        "uniform": POLICIES["uniform"].format(search(10_000)),
        "uniform, 40,000": POLICIES["uniform"].format(search(40_000)),
        "uniform, 1,000": POLICIES["uniform"].format(search(1_000)),
        "learned, 1,000": POLICIES["learned"].format(search(1_000)),
    },
    cells={
        **{(f"uniform, C = {c:g}", f"default, C = {c:g}"): 0.705 for c in COEFFICIENTS},
        **{(f"learned, C = {c:g}", f"uniform, C = {c:g}"): 0.84 for c in COEFFICIENTS},
        ("uniform, first play 0.5", "default, first play 0.5"): 0.705,
        ("learned, first play 0.5", "uniform, first play 0.5"): 0.84,
        ("uniform, C = 0.5", "uniform, C = 0.25"): None,
        ("bridges", "uniform"): None,
        ("uniform, 40,000", "uniform"): None,
        ("learned, 1,000", "uniform, 1,000"): None,
    },
    size=7,
    openings="swap-safe",
    games={"quick": 4, "paper": 200},
    remarks="10,000 simulations unless another number is named, and C = 0.5, that of the authors' program. "
    "With a first play of 0.5, a child not yet visited counts as one that wins every second game, where else "
    "it is tried before any child is visited twice.",
)
