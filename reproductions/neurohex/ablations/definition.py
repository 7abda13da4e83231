"""NeuroHex without mentoring, and without the position database: what the paper leaves to future work."""

from beeline.papers.neurohex import PAPER, TrainingCurves

REPRODUCTION = TrainingCurves(
    name="neurohex-ablations",
    title="NeuroHex without mentoring, and without a database",
    paper=f"{PAPER}, sections 4 and 5",
    runs={
        "quick": {"whole": "tiny", "unmentored": "tiny-unmentored", "no database": "tiny-no-database"},
        "paper": {
            "whole": "small-7",
            "unmentored": "small-7-unmentored",
            "no database": "small-7-no-database",
        },
    },
    remarks="Without the database every game starts from one random move. All runs have as many episodes; "
    "games from one move are longer, so that there are more updates. One seed each.",
)
