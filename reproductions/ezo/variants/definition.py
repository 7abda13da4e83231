"""Ways for EZO-CNN to learn at equal games: as printed, and with what goes beyond the paper."""

from beeline.papers.ezo import PAPER, LearningVariants

REPRODUCTION = LearningVariants(
    name="ezo-variants",
    title="EZO-CNN: ways to learn, at equal games",
    paper=f"{PAPER}, section V names self-play by two plies as future work",
    presets={
        "quick": {"as printed": "tiny", "solved": "tiny-solved", "two plies": "tiny-two-ply"},
        "paper": {
            "as printed": "small-7-paper",
            "λ-returns of whole games": "small-7-traced",
            "and the solver's targets": "small-7",
            "and self-play by two plies": "small-7-two-ply",
        },
    },
    games={"quick": 4, "paper": 80},
    remarks="Each row has what the row above it has. From the first to the second change, besides λ = 0.8: "
    "the positions before T are learned from too, games end where virtual connections decide, each epoch "
    "learns from the last three, the loss is cross entropy everywhere, and T is at most 12.",
)
