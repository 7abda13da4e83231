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
    remarks="The paper says neither which coefficient its variance term had nor whether trees were kept "
    "between moves; here it is 1, and they are not.",
)
