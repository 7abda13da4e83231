"""Commands of every game: about the program, the moves, the time."""

from __future__ import annotations

from beeline.errors import BeelineError, GtpFailure, IllegalMove, NotationError
from beeline.interfaces.gtp.clock import TimeSettings, seconds_text
from beeline.interfaces.gtp.commands import (
    CommandTable,
    read_colour,
    read_seconds,
    read_whole_number,
)
from beeline.interfaces.gtp.session import Session
from beeline.limits import SGF_BYTES
from beeline.rules.game import COLOURS, Colour

table: CommandTable[Session] = CommandTable()


# The program


@table.command("protocol_version")
def protocol_version(session: Session) -> str:
    return "2"


@table.command("name")
def name(session: Session) -> str:
    return "Beeline"


@table.command("version")
def version(session: Session) -> str:
    from beeline import __version__

    return __version__


@table.command("known_command NAME")
def known_command(session: Session, name: str) -> str:
    return "true" if name in session.known_commands else "false"


@table.command("list_commands")
def list_commands(session: Session) -> str:
    return "\n".join(session.known_commands)


@table.command("quit")
def quit_(session: Session) -> None:
    session.finished = True


# The moves


@table.command("clear_board")
def clear_board(session: Session) -> None:
    session.start_game(session.empty_board())


@table.command("play COLOUR MOVE")
def play(session: Session, colour: str, move: str) -> None:
    mover = read_colour(colour)
    try:
        session.play(mover, move)
    except (IllegalMove, NotationError) as error:
        raise GtpFailure(f"illegal move: {str(error).removeprefix('illegal move ')}") from None


@table.command("genmove COLOUR")
def genmove(session: Session, colour: str) -> str:
    mover = read_colour(colour)
    move = session.generate_move(mover, timed=True)
    session.make_move(mover, move)
    return move


@table.command("reg_genmove COLOUR", menu="varc/Reg GenMove/%c")
def reg_genmove(session: Session, colour: str) -> str:
    return session.generate_move(read_colour(colour), timed=False)


@table.command("undo")
def undo(session: Session) -> None:
    session.undo()


@table.command("showboard", menu="string/ShowBoard/")
def showboard(session: Session) -> str:
    return f"\n{session.board}"


@table.command("final_score", menu="string/Final Score/")
def final_score(session: Session) -> str:
    return session.final_score


@table.command("all_legal_moves [COLOUR]", menu="plist/All Legal Moves/%c")
def all_legal_moves(session: Session, colour: str = "") -> str:
    board = session.seen_by(read_colour(colour)) if colour else session.board
    return " ".join(board.legal_moves)


@table.command("loadsgf FILE [MOVE_NUMBER]")
def loadsgf(session: Session, file: str, move_number: str = "") -> None:
    number = read_whole_number(move_number, "a move number") if move_number else None
    try:
        session.load_game(_file_bytes(file), number)
    except (BeelineError, OSError) as error:
        raise GtpFailure(f"cannot load file: {error}") from None


def _file_bytes(name: str) -> bytes:
    from pathlib import Path

    path = Path(name)
    if not path.is_file():  # nor a device or pipe, which might never end
        raise FileNotFoundError(f"there is no file {name!r}")
    if path.stat().st_size > SGF_BYTES:
        raise OSError(f"{name!r} is larger than {SGF_BYTES:,} bytes")
    return path.read_bytes()


# The time


@table.command("time_settings MAIN_SECONDS PERIOD_SECONDS PERIOD_MOVES")
def time_settings(session: Session, main: str, period: str, moves: str) -> None:
    session.set_time(
        TimeSettings(read_seconds(main), read_seconds(period), read_whole_number(moves, "moves"))
    )


@table.command("time_left [COLOUR] [SECONDS] [PERIOD_MOVES]")
def time_left(session: Session, colour: str = "", seconds: str = "", moves: str = "0") -> str | None:
    if not colour:
        return ", ".join(f"{c.capitalize()}: {_shown(session, c)}" for c in COLOURS)
    mover = read_colour(colour)
    if not seconds:
        return _shown(session, mover)
    session.clocks[mover].set(read_seconds(seconds), read_whole_number(moves, "moves"))
    return None


def _shown(session: Session, colour: Colour) -> str:
    seconds = session.clocks[colour].seconds
    return "no limit" if seconds is None else seconds_text(seconds)
