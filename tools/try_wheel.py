"""Tries an installed wheel where there is neither a compiler nor the source: ``python try_wheel.py``.

It plays, solves, runs a network, talks GTP and loads the studio, in a few seconds; where PyTorch is installed
it also trains a network, in a minute.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from tempfile import TemporaryDirectory

import beeline


def main() -> None:
    board = beeline.Board(5)
    player = beeline.make_player("mcts:simulations=200,seed=1")
    while board.winner is None:
        board.play(player.choose(board).move)
    assert beeline.solve(beeline.Board(4)).winner == "black"
    assert beeline.connections(beeline.Board(5)).must_play is not None
    beeline.make_player("neurohex").choose(beeline.Board(7))
    print(_command("gtp", text="boardsize 5\ngenmove b\nquit\n"))
    print(_command("--version"))
    from beeline.interfaces.studio.app import create_app

    create_app()
    if find_spec("torch") is not None:
        with TemporaryDirectory() as folder:
            print(_command("train", "neurohex", "--preset", "tiny", "--out", f"{folder}/run", seconds=600))


def _command(*arguments: str, text: str = "", seconds: float = 60) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "beeline", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    main()
