"""Commands of Hex, as benzene has them."""

from __future__ import annotations

from beeline.errors import BoardSizeError, GtpFailure
from beeline.interfaces.gtp.clock import TimeSettings, seconds_text
from beeline.interfaces.gtp.commands import CommandTable, read_number, read_seconds, read_whole_number
from beeline.interfaces.gtp.hex_session import HexSession

table: CommandTable[HexSession] = CommandTable()


@table.command("boardsize COLUMNS [ROWS]")
def boardsize(session: HexSession, columns: str, rows: str = "") -> None:
    cols = read_whole_number(columns, "columns")
    try:
        session.resize(rows=read_whole_number(rows, "rows") if rows else cols, cols=cols)
    except BoardSizeError as error:
        raise GtpFailure(f"unacceptable size: {error}") from None


@table.command("komi POINTS")
def komi(session: HexSession, points: str) -> None:
    """GTP demands the command; in Hex it has no effect."""
    read_number(points, "komi")


@table.command("param_game [NAME] [VALUE]", menu="param/Game Param/")
def param_game(session: HexSession, name: str = "", value: str = "") -> str | None:
    main = 0 if session.time is None else session.time.main
    if not name:
        return f"\n[bool] allow_swap {int(session.allow_swap)}\n[string] game_time {seconds_text(main)}"
    if name == "allow_swap" and value in ("0", "1"):
        session.set_allow_swap(value == "1")
    elif name == "game_time" and value:
        session.set_time(TimeSettings(read_seconds(value)))
    else:
        raise GtpFailure("syntax error: expected param_game allow_swap 0|1, or param_game game_time SECONDS")
    return None
