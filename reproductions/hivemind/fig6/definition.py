"""Figure 6 of the Hivemind paper: all play all."""

from beeline.learning.hivemind.system import EvolutionSettings
from beeline.papers.hivemind import PAPER, evolving, policy_file, search
from beeline.papers.reproduction import WinRateTable

SEARCH = search(10_000)

REPRODUCTION = WinRateTable(
    name="hivemind-fig6",
    title="Hivemind, figure 6",
    paper=f"{PAPER}, figure 6",
    players={
        "default": f"mcts:{SEARCH},continuation=default",
        "uniform": f"mcts:{SEARCH},continuation=local",
        "tenuki": f"mcts:{SEARCH},continuation=tenuki",
        "learned": f"hivemind:{SEARCH}",
        "strategy": f"hivemind:{SEARCH},weights={policy_file('strategy-1')}",
    },
    cells={
        ("uniform", "default"): 0.705,
        ("tenuki", "default"): 0.61,
        ("tenuki", "uniform"): 0.5,
        ("learned", "default"): 0.9,
        ("learned", "uniform"): 0.84,
        ("learned", "tenuki"): 0.86,
        ("strategy", "default"): 0.9,
        ("strategy", "uniform"): 0.84,
        ("strategy", "tenuki"): 0.86,
    },
    size=7,
    openings="swap-safe",
    games={"quick": 20, "paper": 200},
    prepare=evolving({"strategy-1": EvolutionSettings(seed=1)}),
    remarks="`learned` is the package's policy, by a search gradient with tied weights; `strategy` is one of "
    "section 4.3 as printed. Trees are not kept between moves; the paper does not say.",
)
