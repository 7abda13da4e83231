"""The ``beeline`` program.

``beeline gtp`` is started by other programs, perhaps once for every game, so it does not wait for the
command-line library: its few options are read here, and the other modes are in ``modes``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from beeline.errors import BeelineError

DEFAULT_PLAYER = "mcts:seconds=2"


def run_gtp(arguments: Sequence[str]) -> None:
    """``beeline gtp``, given what follows these words."""
    parser = argparse.ArgumentParser(
        prog="beeline gtp",
        description="Speaks GTP 2 on standard input and output, for HexGui and tournaments (docs/gtp.md).",
        epilog="Example: beeline gtp --player mcts:seconds=1,threads=2",
    )
    parser.add_argument(
        "-p", "--player", default=DEFAULT_PLAYER, help="the engine, as kind:option=value,... (%(default)s)"
    )
    parser.add_argument("--game", choices=["hex", "go"], default="hex", help="the game to play (%(default)s)")
    parser.add_argument("--size", type=int, help="board size at the start: 11 for Hex, 9 for Go")
    options = parser.parse_args(arguments)

    from beeline.interfaces.gtp import serve

    serve(
        options.player, game=options.game, size=options.size, input=sys.stdin.buffer, output=sys.stdout.buffer
    )


def main() -> None:
    """Runs the command line. Bad input ends with exit code 2 and one line that says what was wrong."""
    try:
        if sys.argv[1:2] == ["gtp"]:
            run_gtp(sys.argv[2:])
        else:
            from beeline.interfaces.modes import app

            app()
    except (BeelineError, OSError, ValueError) as error:
        print(f"beeline: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
