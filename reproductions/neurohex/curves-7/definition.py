"""Figures 9 and 10 of the NeuroHex paper on a board that a processor can learn: 7×7."""

from beeline.papers.neurohex import PAPER, TrainingCurves

REPRODUCTION = TrainingCurves(
    name="neurohex-curves-7",
    title="NeuroHex on 7×7: figures 9 and 10",
    paper=f"{PAPER}, figures 9 and 10, which are about 13×13",
    runs={"quick": {"4×4": "tiny"}, "paper": {"7×7": "small-7"}},
    remarks="Running means over 200 episodes.",
)
