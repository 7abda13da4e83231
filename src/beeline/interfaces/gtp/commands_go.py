"""Commands of Go."""

from __future__ import annotations

from beeline.errors import BoardSizeError, GtpFailure, IllegalMove, NotationError
from beeline.interfaces.gtp.commands import CommandTable, read_number, read_whole_number
from beeline.interfaces.gtp.go_session import GoSession
from beeline.interfaces.gtp.handicap import fixed_handicap, free_handicap, most_fixed_stones

_MAX_KOMI = 1000

table: CommandTable[GoSession] = CommandTable()


@table.command("boardsize SIZE")
def boardsize(session: GoSession, size: str) -> None:
    try:
        session.resize(read_whole_number(size, "a size"))
    except BoardSizeError as error:
        raise GtpFailure(f"unacceptable size: {error}") from None


@table.command("komi POINTS")
def komi(session: GoSession, points: str) -> None:
    komi = read_number(points, "komi")
    if abs(komi) > _MAX_KOMI:
        raise GtpFailure(f"syntax error: expected a komi from -{_MAX_KOMI} to {_MAX_KOMI}, got {points}")
    session.set_komi(komi)


@table.command("fixed_handicap STONES")
def place_fixed_handicap(session: GoSession, stones: str) -> str:
    size = session.board.size
    number = _checked_number(session, stones, most=most_fixed_stones(size))
    return _place(session, fixed_handicap(number, size))


@table.command("place_free_handicap STONES")
def place_free_handicap(session: GoSession, stones: str) -> str:
    size = session.board.size
    number = _checked_number(session, stones, most=size**2 - 1)
    return _place(session, free_handicap(number, size))


@table.command("set_free_handicap POINT POINT [POINT]...")
def set_free_handicap(session: GoSession, *points: str) -> None:
    _check_empty(session)
    try:
        session.place_handicap(points)
    except (IllegalMove, NotationError) as error:
        raise GtpFailure(f"bad vertex list: {error}") from None


@table.command("final_status_list STATUS")
def final_status_list(session: GoSession, status: str) -> str:
    """The area is counted as it lies, so every stone on the board is alive."""
    if status not in ("alive", "dead", "seki"):
        raise GtpFailure(f"syntax error: expected alive, dead or seki, got {status!r}")
    return "\n".join(" ".join(chain) for chain in session.board.chains()) if status == "alive" else ""


def _checked_number(session: GoSession, stones: str, *, most: int) -> int:
    number = read_whole_number(stones, "stones")
    _check_empty(session)
    if most < 2:
        raise GtpFailure("invalid number of stones: the board is too small for a handicap")
    if not 2 <= number <= most:
        raise GtpFailure(f"invalid number of stones: expected 2 to {most}, got {number}")
    return number


def _check_empty(session: GoSession) -> None:
    if not session.is_empty:
        raise GtpFailure("board not empty")


def _place(session: GoSession, points: list[str]) -> str:
    session.place_handicap(points)
    return " ".join(points)
