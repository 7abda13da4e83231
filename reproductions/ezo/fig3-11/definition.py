"""Figure 3 (c) and table II of the EZO-CNN paper on 11×11."""

from beeline.papers.ezo import MOHEX, PAPER, WinRateOverTraining

REPRODUCTION = WinRateOverTraining(
    name="ezo-fig3-11",
    title="EZO-CNN on 11×11: win rate over training (figure 3c) and seconds a game (table II)",
    paper=f"{PAPER}, figure 3 (c), against MoHex 2.0 at 30 seconds a move, and table II",
    presets={"quick": "tiny", "paper": "paper-11"},
    every={"quick": 2, "paper": 20},
    games={"quick": 4, "paper": 144},
    paper_seconds={
        "EZO-CNN-1ply": 16.2,
        "EZO-CNN-2ply": 96.0,
        "EZO-2ply": 182.1,
        "Wolve-2ply": 101.0,
        "MoHex": 312.3,
    },
    remarks=f"The best of the paper's curves is 60%, of two plies. Its training took 27 days. {MOHEX}",
)
