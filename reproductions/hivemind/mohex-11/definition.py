"""Section 5 of the Hivemind paper: the policies against MoHex on 11×11."""

from beeline.papers.hivemind import against_mohex

REPRODUCTION = against_mohex(
    11,
    simulations=100_000,
    section="Generalization across board sizes",
    rates={"learned": 0.11, "uniform": 0.0, "default": 0.005},
    games=200,
    remarks=" It used 510% (default), 545% (uniform) and 620% (learned) of MoHex's processor time.",
)
