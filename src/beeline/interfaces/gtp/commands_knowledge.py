"""Commands of Hex about connections, inferior cells, resistance and exact solving.

Names, arguments and answers are those of benzene, so that HexGui draws them; ``vc-between-cells``
alone is ours. An answer of HexGui's type ``inferior`` has pairs of a cell and a code: ``fdb``
dead (filled black), ``fcb`` and ``fcw`` captured by a colour, ``iv[c3]`` vulnerable to a move there,
``id[c3]`` dominated by one there, ``x`` outside the must-play region. One of type ``vc`` has a line for each
connection.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, log
from typing import Final

from beeline.errors import GtpFailure
from beeline.interfaces.gtp.clock import seconds_text
from beeline.interfaces.gtp.commands import CommandTable, read_colour, read_seconds
from beeline.interfaces.gtp.hex_knowledge import not_solved
from beeline.interfaces.gtp.hex_session import HexSession
from beeline.knowledge.connections import Connection
from beeline.knowledge.inferior import InferiorCells, inferior
from beeline.knowledge.resistance import Circuit, resistance
from beeline.rules.board import Board
from beeline.rules.game import EDGES, Colour, Edge, opponent

_EDGES: Final[dict[Colour, dict[str, Edge]]] = {
    "black": dict(zip(("north", "south"), EDGES["black"], strict=True)),
    "white": dict(zip(("west", "east"), EDGES["white"], strict=True)),
}
"""Names of a colour's edges in GTP, and ours."""

table: CommandTable[HexSession] = CommandTable()


# Connections


@table.command("vc-build COLOUR", menu="inferior/VC Build/%m")
def vc_build(session: HexSession, colour: str) -> str:
    board = _position(session, colour)
    found = inferior(board)
    codes = _fillin(found) | _vulnerable(found) | _dominated(found)
    return _pairs(board, _outside_must_play(session, board) | codes)


@table.command("vc-get-mustplay COLOUR", menu="inferior/VC Get Mustplay/%m")
def vc_get_mustplay(session: HexSession, colour: str) -> str:
    board = _position(session, colour)
    return _pairs(board, _outside_must_play(session, board) | _fillin(inferior(board)))


@table.command("vc-between-cells COLOUR FROM TO", menu="vc/VC Between Cells/%c %P")
def vc_between_cells(session: HexSession, colour: str, a: str, b: str) -> str:
    return _between(session, colour, a, b, kinds=("full", "semi"))


@table.command("vc-between-cells-full COLOUR FROM TO", menu="vc/VC Between Cells Full/%c %P")
def vc_between_cells_full(session: HexSession, colour: str, a: str, b: str) -> str:
    return _between(session, colour, a, b, kinds=("full",))


@table.command("vc-between-cells-semi COLOUR FROM TO", menu="vc/VC Between Cells Semi/%c %P")
def vc_between_cells_semi(session: HexSession, colour: str, a: str, b: str) -> str:
    return _between(session, colour, a, b, kinds=("semi",))


@table.command("vc-connected-to-full COLOUR FROM", menu="plist/VC Connected To Full/%c %P")
def vc_connected_to_full(session: HexSession, colour: str, a: str) -> str:
    return _connected_to(session, colour, a, kind="full")


@table.command("vc-connected-to-semi COLOUR FROM", menu="plist/VC Connected To Semi/%c %P")
def vc_connected_to_semi(session: HexSession, colour: str, a: str) -> str:
    return _connected_to(session, colour, a, kind="semi")


@table.command("vc-intersection-full COLOUR FROM TO", menu="plist/VC Intersection Full/%c %P")
def vc_intersection_full(session: HexSession, colour: str, a: str, b: str) -> str:
    return _joined(session, _common(_carriers(session, colour, a, b, kind="full")))


@table.command("vc-intersection-semi COLOUR FROM TO", menu="plist/VC Intersection Semi/%c %P")
def vc_intersection_semi(session: HexSession, colour: str, a: str, b: str) -> str:
    return _joined(session, _common(_carriers(session, colour, a, b, kind="semi")))


@table.command("vc-union-full COLOUR FROM TO", menu="plist/VC Union Full/%c %P")
def vc_union_full(session: HexSession, colour: str, a: str, b: str) -> str:
    return _joined(session, _greedy_union(_carriers(session, colour, a, b, kind="full")))


@table.command("vc-union-semi COLOUR FROM TO", menu="plist/VC Union Semi/%c %P")
def vc_union_semi(session: HexSession, colour: str, a: str, b: str) -> str:
    return _joined(session, _greedy_union(_carriers(session, colour, a, b, kind="semi")))


def _carriers(session: HexSession, colour: str, a: str, b: str, *, kind: str) -> list[set[str]]:
    return [set(link.carrier) for link in _links(session, colour, a, b) if _kind(link) == kind]


def _common(carriers: list[set[str]]) -> set[str]:
    return set.intersection(*carriers) if carriers else set()


def _greedy_union(carriers: list[set[str]]) -> set[str]:
    """Union of the carriers that each take something away from what those before have in common, as in
    benzene."""
    if not carriers:
        return set()
    union, common = set(carriers[0]), set(carriers[0])
    for carrier in carriers[1:]:
        if not common <= carrier:
            union |= carrier
            common &= carrier
    return union


def _joined(session: HexSession, cells: Iterable[str]) -> str:
    return " ".join(sorted(cells, key=session.board.cell_of))


def _between(session: HexSession, colour: str, a: str, b: str, *, kinds: Iterable[str]) -> str:
    found = (link for link in _links(session, colour, a, b) if _kind(link) in kinds)
    return "".join(f"\n{_connection_text(read_colour(colour), a, b, link)}" for link in found)


def _links(session: HexSession, colour: str, a: str, b: str) -> list[Connection]:
    """The connections of two endpoints, full ones first, smaller before larger."""
    owner, board = read_colour(colour), _position(session, colour)
    return session.knowledge.connections(board).between(
        owner, _endpoint(board, owner, a), _endpoint(board, owner, b)
    )


def _connection_text(colour: Colour, a: str, b: str, link: Connection) -> str:
    # Where benzene tells the rule that found the connection, it says "or" and "and" for all; the second list
    # is for stones, which carriers do not hold.
    carrier = " ".join(["[", *link.carrier, "]"])
    end = f"semi and {carrier} [ ] {link.key}" if link.key else f"full or {carrier} [ ]"
    return f"{colour} {a.lower()} {b.lower()} {end}"


def _connected_to(session: HexSession, colour: str, a: str, *, kind: str) -> str:
    owner, board = read_colour(colour), _position(session, colour)
    start = _endpoint(board, owner, a)
    report = session.knowledge.connections(board)
    names = [cell for cell in _cells(board) if board[cell] != opponent(owner)]
    ends = dict(zip(names, names, strict=True)) | _EDGES[owner]
    return " ".join(
        name
        for name, end in ends.items()
        if any(_kind(link) == kind for link in report.between(owner, start, end))
    )


def _endpoint(board: Board, colour: Colour, name: str) -> str:
    edges = _EDGES[colour]
    word = name.lower()
    if word in edges:
        return edges[word]
    if word in _EDGES[opponent(colour)] or board[word] == opponent(colour):
        raise GtpFailure(
            f"expected {', '.join(edges)}, an empty cell or a stone of {colour} as an endpoint, got {name!r}"
        )
    return word


def _kind(link: Connection) -> str:
    return "full" if link.key is None else "semi"


def _outside_must_play(session: HexSession, board: Board) -> dict[str, str]:
    """The cells that a player who is not yet known to win or lose need not try."""
    report = session.knowledge.connections(board)
    own, other = report.black, report.white
    if board.to_move == "white":
        own, other = other, own
    if own.winning or own.threat or other.winning or not report.must_play:
        return {}
    return {cell: "x" for cell in _cells(board) if board[cell] is None and cell not in report.must_play}


# Inferior cells


@table.command("compute-inferior COLOUR", menu="inferior/Compute Inferior/%m")
def compute_inferior(session: HexSession, colour: str) -> str:
    board = _position(session, colour)
    found = inferior(board)
    return _pairs(board, _fillin(found) | _vulnerable(found) | _dominated(found))


@table.command("compute-fillin COLOUR", menu="inferior/Compute Fillin/%m")
def compute_fillin(session: HexSession, colour: str) -> str:
    board = _position(session, colour)
    return _pairs(board, _fillin(inferior(board)))


@table.command("compute-vulnerable COLOUR", menu="inferior/Compute Vulnerable/%m")
def compute_vulnerable(session: HexSession, colour: str) -> str:
    board = _position(session, colour)
    return _pairs(board, _vulnerable(inferior(board)))


@table.command("compute-s-reversible COLOUR", menu="inferior/Compute Strong Reversible/%m")
def compute_s_reversible(session: HexSession, colour: str) -> str:
    """The strongly reversible cells that we know are the vulnerable ones."""
    board = _position(session, colour)
    return _pairs(board, _vulnerable(inferior(board)))


@table.command("compute-reversible-cell COLOUR CELL", menu="string/Compute Reversible Cell/%c %p")
def compute_reversible_cell(session: HexSession, colour: str, cell: str) -> str:
    board = _position(session, colour)
    board.cell_of(cell)
    return inferior(board).killers.get(cell.lower(), "not reversible")


@table.command("compute-dominated COLOUR", menu="inferior/Compute Dominated/%m")
def compute_dominated(session: HexSession, colour: str) -> str:
    board = _position(session, colour)
    return _pairs(board, _dominated(inferior(board)))


def _fillin(found: InferiorCells) -> dict[str, str]:
    codes = {"fdb": found.dead, "fcb": found.captured["black"], "fcw": found.captured["white"]}
    return {cell: code for code, cells in codes.items() for cell in cells}


def _vulnerable(found: InferiorCells) -> dict[str, str]:
    return {cell: f"iv[{killer}]" for cell, killer in found.killers.items()}


def _dominated(found: InferiorCells) -> dict[str, str]:
    return {cell: f"id[{better}]" for cell, better in found.better.items()}


# Groups


@table.command("group-get CELL", menu="group/Show Group/%p")
def group_get(session: HexSession, cell: str) -> str:
    """An edge comes first if the group touches it."""
    board = session.board
    colour = board[cell.lower()]
    if colour is None:
        return ""
    group = next(chain for chain in board.chains(colour) if cell.lower() in chain)
    edges = [
        name for name, edge in _EDGES[colour].items() if any(board.touches(stone, edge) for stone in group)
    ]
    return " ".join([*edges, *sorted(group, key=board.cell_of)])


# Resistance


@table.command("eval-resist [COLOUR]", menu="string/Show Resist/%c")
def eval_resist(session: HexSession, colour: str = "") -> str:
    """The same for both colours, as in benzene."""
    report = resistance(_position(session, colour))
    white, black = _log_resistance(report.white), _log_resistance(report.black)
    return f"res {report.score:.3f} rew {white:.3f} reb {black:.3f}"


def _log_resistance(circuit: Circuit) -> float:
    return 0.0 - log(circuit.current) if circuit.current else inf


@table.command("eval-resist-cells COLOUR", menu="pspairs/Show Cell Energy/%c")
def eval_resist_cells(session: HexSession, colour: str) -> str:
    board = _position(session, colour)
    report = resistance(board)
    energy = (report.black if board.to_move == "black" else report.white).energy
    return " ".join(f"{cell} {energy[cell]:.4f}" for cell in _cells(board) if board[cell] is None)


# Exact solving


@table.command("dfpn-solve-state [COLOUR]", menu="string/DFPN Solve State/%m")
def dfpn_solve_state(session: HexSession, colour: str = "") -> str:
    return session.knowledge.solve(_position(session, colour)).winner or "empty"


@table.command("dfpn-solver-find-winning COLOUR", menu="plist/DFPN Find Winning/%m")
def dfpn_solver_find_winning(session: HexSession, colour: str) -> str:
    answer = session.knowledge.solve(_position(session, colour), all_moves=True)
    if answer.winning_moves is None or answer.open_moves:
        raise not_solved(session.knowledge, answer)
    return " ".join(answer.winning_moves)


@table.command("dfpn-get-pv COLOUR", menu="var/DFPN Get PV/%m")
def dfpn_get_pv(session: HexSession, colour: str) -> str:
    answer = session.knowledge.solve(_position(session, colour), variation=True)
    if answer.winner is None:
        raise not_solved(session.knowledge, answer)
    return " ".join(answer.variation)


@table.command("dfpn-clear-tt", menu="none/DFPN Clear TT/")
def dfpn_clear_tt(session: HexSession) -> None:
    session.knowledge.forget_solved()


@table.command("param_dfpn [NAME] [VALUE]", menu="param/DFPN Param/")
def param_dfpn(session: HexSession, name: str = "", value: str = "") -> str | None:
    """HexGui sets ``use_guifx`` before it solves; there is nothing to be seen while the solver runs."""
    if not name:
        return f"\n[bool] use_guifx 0\n[string] timelimit {seconds_text(session.knowledge.solver_seconds)}"
    if name == "timelimit" and value:
        session.knowledge.solver_seconds = read_seconds(value)
    elif name != "use_guifx" or value not in ("0", "1"):
        raise GtpFailure("syntax error: expected param_dfpn timelimit SECONDS, or param_dfpn use_guifx 0|1")
    return None


def _position(session: HexSession, colour: str) -> Board:
    """The board with a colour to move, without the swap rule."""
    board = session.seen_by(read_colour(colour) if colour else session.board.to_move)
    board.swap_rule = False
    return board


def _cells(board: Board) -> list[str]:
    return [board.name_of(cell) for cell in range(board.rows * board.cols)]


def _pairs(board: Board, codes: dict[str, str]) -> str:
    """Cells and their codes, in reading order."""
    return " ".join(f"{cell} {codes[cell]}" for cell in sorted(codes, key=board.cell_of))
