"""As figure 3 and table II of the EZO-CNN paper on 9×9, with a training of our own kind."""

from beeline.papers.ezo import PAPER, WinRateOverTraining

REPRODUCTION = WinRateOverTraining(
    name="ezo-solved-9",
    title="EZO-CNN on 9×9 by the solver's targets: win rate over training and seconds a game",
    paper=f"{PAPER}, figure 3 (b), against MoHex 2.0 at 30 seconds a move, and table II",
    presets={"quick": "tiny", "paper": "solved-9"},
    every={"quick": 2, "paper": 10},
    games={"quick": 4, "paper": 112},
    paper_seconds={"EZO-CNN-1ply": 2.3, "EZO-CNN-2ply": 14.2, "EZO-2ply": 23.7, "Wolve-2ply": 13.1},
    remarks="The training is that of [docs/papers/ezo.md](../../../docs/papers/ezo.md), which differs "
    "from the printed algorithm in its targets and has 64 channels instead of 128. The paper's took 25 days. "
    "It was recorded under the name `ezo-fig3-9`.",
)
