"""Figure 6 of the Hivemind paper, between the three policies that nothing was learned for."""

from beeline.experiments.reproduction import WinRateTable

SEARCH = "simulations=10000,update=path,selection=tuned,exploration=1,expand=50,reuse=false"

REPRODUCTION = WinRateTable(
    name="hivemind-fig6",
    title="Hivemind, figure 6: unlearned policies",
    paper="Pettit and Helmbold, Evolutionary Learning of Policies for MCTS Simulations (FDG 2012), figure 6",
    players={
        "default": f"mcts:{SEARCH},continuation=default",
        "uniform": f"mcts:{SEARCH},continuation=local",
        "tenuki": f"mcts:{SEARCH},continuation=tenuki",
    },
    cells={("uniform", "default"): 0.705, ("tenuki", "default"): 0.61, ("tenuki", "uniform"): 0.5},
    size=7,
    openings="swap-safe",
    games={"quick": 20, "paper": 200},
    remarks="The order is the paper's, the distances are larger: local replies gain more here than there. "
    "How much depends on details of the search that the paper does not give. Over 60 games each, uniform "
    "scored against default 85% with a coefficient of 0.3 in place of 1, 83% with 3, 88% and 78% with "
    "plain UCT at 1 and 3, 82% at 1,000 simulations a move, and 57% where a child not yet visited "
    "counts as a win rate of 0.5 instead of being tried first. Trees are not kept between moves here; "
    "the paper does not say.",
)
