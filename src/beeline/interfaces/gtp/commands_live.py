"""Analysis that goes on until the next command, as the users of KataGo and Leela Zero know it.

https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md describes the commands. An answer
has a line of ``info`` for every interval, and ends when the next command comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from beeline.errors import GtpFailure
from beeline.interfaces.gtp.commands import CommandTable, read_colour, read_whole_number
from beeline.interfaces.gtp.live import Dialect, info_line, rounds
from beeline.interfaces.gtp.session import Session
from beeline.rules.game import Colour

table: CommandTable[Session] = CommandTable()

_INTERVAL: Final = 1.0
_LEAST_INTERVAL: Final = 0.01
_WITHOUT_EFFECT: Final = (
    "ownership",
    "rootInfo",
    "pvVisits",
    "movesOwnership",
    "ownershipStdev",
    "pvEdgeVisits",
)


class Question(NamedTuple):
    """Arguments of a live analysis: the position, and the format of its lines."""

    colour: Colour
    interval: float = _INTERVAL
    least: int = 0
    most: int | None = None


@table.command("lz-analyze [COLOUR] [CENTISECONDS] [KEY] [VALUE]...")
def lz_analyze(session: Session, *words: str) -> Iterator[str]:
    return _analyse(session, words, "lz")


@table.command("kata-analyze [COLOUR] [CENTISECONDS] [KEY] [VALUE]...")
def kata_analyze(session: Session, *words: str) -> Iterator[str]:
    return _analyse(session, words, "kata")


@table.command("lz-genmove_analyze [COLOUR] [CENTISECONDS] [KEY] [VALUE]...")
def lz_genmove_analyze(session: Session, *words: str) -> Iterator[str]:
    return _genmove(session, words, "lz")


@table.command("kata-genmove_analyze [COLOUR] [CENTISECONDS] [KEY] [VALUE]...")
def kata_genmove_analyze(session: Session, *words: str) -> Iterator[str]:
    return _genmove(session, words, "kata")


@table.command("genmove_debug COLOUR")
def genmove_debug(session: Session, colour: str) -> str:
    return _played(session, read_colour(colour))


@table.command("search_debug COLOUR")
def search_debug(session: Session, colour: str) -> str:
    return session.generate_move(read_colour(colour), timed=False)


@table.command("clear_cache")
def clear_cache(session: Session) -> None:
    session.renew_player()


@table.command("stop")
def stop(session: Session) -> None:
    """Nothing to do: the analysis has ended when this command is read."""


def _analyse(session: Session, words: tuple[str, ...], dialect: Dialect) -> Iterator[str]:
    asked = _question(session, words)
    session.analysable()
    found = rounds(
        session.player,
        session.seen_by(asked.colour),
        interval=asked.interval,
        should_stop=session.should_stop,
        is_interrupted=session.is_interrupted,
    )
    first = next(found, None)  # before the answer begins, so that it can still be a failure
    if first is None:
        raise GtpFailure(f"player {session.player_spec.kind!r} shows no search")
    return (
        info_line(analysis, dialect, most=asked.most, least=asked.least) for analysis in chain([first], found)
    )


def _genmove(session: Session, words: tuple[str, ...], dialect: Dialect) -> Iterator[str]:
    asked = _question(session, words)
    move = _played(session, asked.colour)
    analysis = session.last_analysis
    lines = [] if analysis is None else [info_line(analysis, dialect, most=asked.most, least=asked.least)]
    return iter([*lines, f"play {move}"])


def _played(session: Session, colour: Colour) -> str:
    move = session.generate_move(colour, timed=True)
    session.make_move(colour, move)
    return move


def _question(session: Session, words: tuple[str, ...]) -> Question:
    """The arguments: perhaps a colour, perhaps an interval, then pairs of a key and a value."""
    rest = list(words)
    asked = Question(session.board.to_move)
    if rest and rest[0].lower() in ("b", "w", "black", "white"):
        asked = asked._replace(colour=read_colour(rest.pop(0)))
    if rest and rest[0].isdigit():
        asked = asked._replace(interval=_interval(rest.pop(0)))
    if len(rest) % 2:
        raise GtpFailure(f"syntax error: expected pairs of a key and a value, got {' '.join(rest)!r}")
    for key, value in zip(rest[::2], rest[1::2], strict=True):
        asked = _with_option(asked, key, value)
    return asked


def _with_option(asked: Question, key: str, value: str) -> Question:
    match key:
        case "interval":
            return asked._replace(interval=_interval(value))
        case "minmoves":
            return asked._replace(least=read_whole_number(value, "moves"))
        case "maxmoves":
            return asked._replace(most=read_whole_number(value, "moves"))
        case _ if key in _WITHOUT_EFFECT:
            return asked
    raise GtpFailure(f"syntax error: expected interval, minmoves or maxmoves, got {key!r}")


def _interval(centiseconds: str) -> float:
    return max(
        _LEAST_INTERVAL, read_whole_number(centiseconds, "an interval in hundredths of a second") / 100
    )
