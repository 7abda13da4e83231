"""As figure 3 and table II of the EZO-CNN paper on 7×7, with a training of our own kind."""

from beeline.papers.ezo import PAPER, WinRateOverTraining

REPRODUCTION = WinRateOverTraining(
    name="ezo-solved-7",
    title="EZO-CNN on 7×7 by the solver's targets: win rate over training and seconds a game",
    paper=f"{PAPER}, figure 3 (a), against MoHex 2.0 at 30 seconds a move, and table II",
    presets={"quick": "tiny", "paper": "solved-7"},
    every={"quick": 2, "paper": 20},
    games={"quick": 4, "paper": 80},
    paper_seconds={"EZO-CNN-1ply": 0.5, "EZO-CNN-2ply": 1.1, "EZO-2ply": 1.4, "Wolve-2ply": 0.9},
    remarks="The paper's opponent is named by `--opponent 'gtp:command=\"mohex --use-logfile=0\",seconds=60,"
    "setup=\"param_mohex max_time 30\"'`. The paper's curves level off near 50%: who plays best on 7×7 wins "
    "the openings that are won. The training is that of "
    "[docs/papers/ezo.md](../../../docs/papers/ezo.md), which differs from the printed algorithm in its "
    "targets. It was recorded under the name `ezo-fig3`.",
)
