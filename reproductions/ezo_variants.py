"""How EZO-CNN learns faster at equal games: λ-returns, the solver's targets, and self-play by two plies."""

from beeline.experiments.ezo_runs import PAPER, LearningVariants

REPRODUCTION = LearningVariants(
    name="ezo-variants",
    title="EZO-CNN: ways to learn, at equal games",
    paper=f"{PAPER}, section V names self-play by two plies as future work",
    presets={
        "quick": {"as printed": "tiny", "solved": "tiny-solved", "two plies": "tiny-two-ply"},
        "paper": {
            "as printed": "small-7-paper",
            "λ-returns": "small-7-traced",
            "λ-returns and solver": "small-7",
            "λ-returns, solver, two plies": "small-7-two-ply",
        },
    },
    games={"quick": 4, "paper": 80},
)
