"""Commands that GUIs offer in a menu: what the player thinks, and its options.

HexGui asks ``hexgui-analyze_commands`` for the menu, GoGui ``gogui-analyze_commands``; the answers have the
formats that benzene gave them.
"""

from __future__ import annotations

from beeline.interfaces.gtp.commands import CommandTable, read_colour
from beeline.interfaces.gtp.player_options import help_of, listing
from beeline.interfaces.gtp.session import Session
from beeline.rules.cells import PASS
from beeline.search.analysis import Analysis, MoveAnalysis

table: CommandTable[Session] = CommandTable()


def analyze_commands(session: Session) -> str:
    return "\n".join(session.menu)


@table.command("mcts-values [COLOUR]", menu="pspairs/MCTS Values/%m")
def values(session: Session, colour: str = "") -> str:
    moves = [move for move in _analysis(session, colour).moves if move.move != PASS]
    return " ".join(f"{move.move} {_value(move)}" for move in moves)


@table.command("mcts-variation [COLOUR]", menu="var/MCTS Variation/%m")
def variation(session: Session, colour: str = "") -> str:
    return " ".join(_analysis(session, colour).variation)


def param_player(session: Session, option: str = "", value: str = "") -> str | None:
    """Lists the player's options, tells what one is, or makes the player anew with it changed."""
    if not option:
        return f"\n{listing(session.player_spec)}"
    if not value:
        return help_of(session.player_spec, option)
    session.set_player_option(option, value)
    return None


def _analysis(session: Session, colour: str) -> Analysis:
    return session.analyse(read_colour(colour) if colour else session.board.to_move)


def _value(move: MoveAnalysis) -> str:
    """The win rate in thousandths and the visits, ``.512@1k``; W, D or L instead where it is proven."""
    if move.proof is not None:
        return f"{move.proof[0].upper()}@{_count(move.visits)}"
    if move.visits == 0:
        return "0"
    return f".{min(999, round(1000 * move.value)):03}@{_count(move.visits)}"


def _count(visits: int) -> str:
    if visits < 1_000:
        return str(visits)
    return f"{visits // 1_000}k" if visits < 1_000_000 else f"{visits / 1_000_000:.2f}m"
