"""Figures 9 and 10 of the NeuroHex paper: value magnitude and cost over the episodes of training."""

from beeline.papers.neurohex import PAPER, TrainingCurves

REPRODUCTION = TrainingCurves(
    name="neurohex-curves",
    title="NeuroHex, figures 9 and 10",
    paper=f"{PAPER}, figures 9 and 10",
    runs={"quick": {"4×4": "tiny"}, "paper": {"13×13": "paper-13"}},
    remarks="Running means over 200 episodes. The paper's figures are plots without numbers.",
)
