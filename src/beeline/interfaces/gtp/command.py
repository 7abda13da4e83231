"""``beeline gtp``: options read from the command line, and the server.

Other programs start it, perhaps once for every game, so that it does not wait for the command-line library.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

from beeline.interfaces.gtp.server import serve
from beeline.players.levels import level_player
from beeline.rules.registry import HEX, game_names

DEFAULT_PLAYER: Final = "zero:seconds=2"
OF_OTHER_GAMES: Final = "mcts:seconds=2"
"""Player for games other than Hex, which zero does not play."""


ENDS = (signal.SIGINT, signal.SIGTERM)
"""Signals that end the conversation, and with it the process."""


def _interrupt_once(number: int, frame: FrameType | None) -> None:
    """Whoever presses Ctrl-C twice gets no other end than by once: what is under way is tidied up."""
    for each in ENDS:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def gtp_parser() -> argparse.ArgumentParser:
    """The options of ``beeline gtp``."""
    parser = argparse.ArgumentParser(
        prog="beeline gtp",
        description="Speaks GTP 2 on standard input and output, for HexGui and tournaments "
        "(docs/reference/gtp.md).",
        epilog="Example: beeline gtp --player mcts:seconds=1,threads=2",
    )
    parser.add_argument(
        "-p",
        "--player",
        help="the engine, as kind:option=value,... "
        f"({DEFAULT_PLAYER}; in games other than Hex {OF_OTHER_GAMES})",
    )
    parser.add_argument(
        "-l", "--level", help="the engine by its strength: newcomer to strongest (beeline players)"
    )
    parser.add_argument("--game", choices=game_names(), default=HEX, help="the game to play (%(default)s)")
    parser.add_argument("--size", type=int, help="board size at the start: 11 for Hex, 9 for Go and others")
    return parser


def run_gtp(arguments: Sequence[str]) -> None:
    """``beeline gtp``, given what follows these words."""
    options = gtp_parser().parse_args(arguments)
    default = DEFAULT_PLAYER if options.game == HEX else OF_OTHER_GAMES
    with _interrupted_once():
        player = level_player(options.level) if options.level else options.player or default
        serve(player, game=options.game, size=options.size, input=sys.stdin.buffer, output=sys.stdout.buffer)


@contextmanager
def _interrupted_once() -> Iterator[None]:
    """Signals as ``_interrupt_once`` has them, and afterwards as before: unless there was one, which ends the
    process."""
    before = {}
    with suppress(ValueError):  # in a thread, which gets no signals
        for number in ENDS:
            before[number] = signal.signal(number, _interrupt_once)
    try:
        yield
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) is _interrupt_once:
                signal.signal(number, handler)
