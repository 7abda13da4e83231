"""Section 5 of the Hivemind paper: the policies against MoHex on 7×7."""

from beeline.papers.hivemind import against_mohex

REPRODUCTION = against_mohex(
    7,
    simulations=10_000,
    section="Comparison against MoHex",
    rates={"learned": 0.42, "uniform": 0.26, "default": 0.1175},
    games=400,
    seeds=range(1, 11),
    remarks=" It used 20.34 (learned), 15.79 (uniform) and 13.3 (default) CPU seconds a game, MoHex 35; its "
    "other nine policies won 39 to 47%.",
)
