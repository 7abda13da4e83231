"""Commands that the users of MoHex and KataHex send, PlayHex's workers among them.

https://github.com/playhex/hex-ai-distributed drives MoHex by ``param_mohex``, ``play-game`` and ``genmove``,
and KataHex by ``set_position``, ``genmove_debug`` and ``kata-raw-nn``.
"""

from __future__ import annotations

import re
from typing import Final

from beeline.errors import GtpFailure
from beeline.interfaces.gtp.commands import CommandTable, read_colour
from beeline.interfaces.gtp.hex_session import HexSession
from beeline.rules.game import COLOURS, Colour

table: CommandTable[HexSession] = CommandTable()

OPTIONS: Final = {
    "max_games": "simulations",
    "max_time": "seconds",
    "num_threads": "threads",
    "reuse_subtree": "reuse",
    "max_memory": "memory",
}
"""Parameters of MoHex and the options of our players that do the same."""

WITHOUT_EFFECT: Final = frozenset(
    [
        "backup_ice_info",
        "bias_term",
        "expand_threshold",
        "extend_unstable_search",
        "fillin_map_bits",
        "first_play_urgency",
        "knowledge_threshold",
        "lazy_delete",
        "lock_free",
        "max_nodes",
        "move_select",
        "number_playouts_per_visit",
        "perform_pre_search",
        "playout_global_gamma_cap",
        "ponder",
        "prior_pruning",
        "progressive_bias",
        "randomize_rave_frequency",
        "rave_weight_final",
        "rave_weight_initial",
        "search_singleton",
        "time_control_override",
        "uct_bias_constant",
        "use_parallel_solver",
        "use_rave",
        "use_root_data",
        "use_time_management",
        "vcm_gamma",
        "virtual_loss",
        "weight_rave_updates",
    ]
)
"""Parameters of MoHex that tune its own search."""

_MEGABYTE: Final = 1 << 20


@table.command("play-game [MOVE]...")
def play_game(session: HexSession, *moves: str) -> None:
    """A game from its beginning, Black first; a move that cannot be made leaves the game as it was."""
    board = session.empty_board()
    for move in moves:
        board.play(move)
    session.start_game(board)


@table.command("set_position [COLOUR] [CELL]...")
def set_position(session: HexSession, *words: str) -> None:
    """Stones on an empty board; the colour with fewer of them is to move, Black where there are as many."""
    if len(words) % 2:
        raise GtpFailure("syntax error: expected set_position COLOUR CELL COLOUR CELL ...")
    stones: dict[Colour, list[str]] = {colour: [] for colour in COLOURS}
    for colour, cell in zip(words[::2], words[1::2], strict=True):
        stones[read_colour(colour)].append(cell)
    board = session.empty_board()
    to_move: Colour = "white" if len(stones["black"]) > len(stones["white"]) else "black"
    board.set_up(black=stones["black"], white=stones["white"], to_move=to_move)
    board.swap_rule = False
    session.start_game(board)


@table.command("param_mohex [NAME] [VALUE]")
def param_mohex(session: HexSession, name: str = "", value: str = "") -> str | None:
    """MoHex's parameters, as far as our players have the like."""
    if not name:
        return f"\n{_listing(session)}"
    if not value:
        raise GtpFailure("syntax error: expected param_mohex [NAME VALUE]")
    if name == "use_livegfx":
        session.live_graphics = _read_bool(value)
    elif name in OPTIONS:
        _set_option(session, OPTIONS[name], _translated(name, value))
    elif name not in WITHOUT_EFFECT:
        raise GtpFailure(f"MoHex has no parameter {name!r}")
    return None


@table.command("kata-raw-nn SYMMETRY")
def kata_raw_nn(session: HexSession, symmetry: str) -> str:
    """A network's first view: who wins, and the prior of every cell; the symmetry does not matter."""
    if symmetry not in ("all", *map(str, range(8))):
        raise GtpFailure(f"syntax error: expected a symmetry, 0 to 7 or all, got {symmetry!r}")
    board, view = session.board, session.first_view()
    priors = {move.move: f"{move.prior:.6f}" for move in view.moves}
    rows = [
        " ".join(priors.get(board.name_of(row * board.cols + col), "NAN") for col in range(board.cols))
        for row in range(board.rows)
    ]
    own, other = view.root_value, 1 - view.root_value
    white, black = (own, other) if view.to_move == "white" else (other, own)
    head = ["symmetry 0", f"whiteWin {white:.6f}", f"whiteLoss {black:.6f}", "noResult 0.000000"]
    return "\n".join(["", *head, "policy", *rows, "policyPass NAN"])


def _set_option(session: HexSession, option: str, value: str) -> None:
    """A worker sends its parameters before every move; equal ones change nothing."""
    if session.player_spec.given.get(option) != value:
        session.set_player_option(option, value)


def _translated(name: str, value: str) -> str:
    if name == "reuse_subtree":
        return "true" if _read_bool(value) else "false"
    if name == "max_memory":
        return str(_megabytes(value))
    return value


def _megabytes(value: str) -> int:
    if not re.fullmatch("[0-9]{1,15}", value):
        raise GtpFailure(f"syntax error: expected bytes, a whole number, got {value!r}")
    return max(1, int(value) // _MEGABYTE)


def _listing(session: HexSession) -> str:
    given = session.player_spec.given
    lines = [f"[bool] use_livegfx {int(session.live_graphics)}"]
    lines += [f"[string] {name} {given.get(option, 'none')}" for name, option in OPTIONS.items()]
    return "\n".join(lines)


def _read_bool(value: str) -> bool:
    if value not in ("0", "1"):
        raise GtpFailure(f"syntax error: expected 0 or 1, got {value!r}")
    return value == "1"
