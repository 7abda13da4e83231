"""Figure 3 (b) and table II of the EZO-CNN paper on 9×9."""

from beeline.papers.ezo import MOHEX, PAPER, WinRateOverTraining

REPRODUCTION = WinRateOverTraining(
    name="ezo-fig3-9",
    title="EZO-CNN on 9×9: win rate over training (figure 3b) and seconds a game (table II)",
    paper=f"{PAPER}, figure 3 (b), against MoHex 2.0 at 30 seconds a move, and table II",
    presets={"quick": "tiny", "paper": "paper-9"},
    every={"quick": 2, "paper": 50},
    games={"quick": 4, "paper": 112},
    paper_seconds={
        "EZO-CNN-1ply": 2.3,
        "EZO-CNN-2ply": 14.2,
        "EZO-2ply": 23.7,
        "Wolve-2ply": 13.1,
        "MoHex": 145.0,
    },
    remarks=f"The best of the paper's curves is near 50%. Its training took 25 days. {MOHEX}",
)
