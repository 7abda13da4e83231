"""Section 5 of the Hivemind paper: the policies against MoHex on 7×7."""

from beeline.papers.hivemind import against_mohex

REPRODUCTION = against_mohex(
    7,
    simulations=10_000,
    section="Comparison against MoHex",
    rates={"learned": 0.42, "uniform": 0.26, "default": 0.1175},
    games=200,
    remarks=" The paper played 400 games a cell.",
)
