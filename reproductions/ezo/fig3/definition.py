"""Figure 3 (a) and table II of the EZO-CNN paper on 7×7."""

from beeline.papers.ezo import MOHEX, PAPER, WinRateOverTraining

REPRODUCTION = WinRateOverTraining(
    name="ezo-fig3",
    title="EZO-CNN on 7×7: win rate over training (figure 3a) and seconds a game (table II)",
    paper=f"{PAPER}, figure 3 (a), against MoHex 2.0 at 30 seconds a move, and table II",
    presets={"quick": "tiny", "paper": "paper-7"},
    every={"quick": 2, "paper": 80},
    games={"quick": 4, "paper": 80},
    paper_seconds={
        "EZO-CNN-1ply": 0.5,
        "EZO-CNN-2ply": 1.1,
        "EZO-2ply": 1.4,
        "Wolve-2ply": 0.9,
        "MoHex": 29.5,
    },
    remarks=f"The best of the paper's curves is near 50%. Its training took 2 days. {MOHEX}",
)
