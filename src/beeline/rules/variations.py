"""Hex games with their variations: SGF trees as moves that can be made, and back.

``GameRecord`` is a game's main line; here is the whole tree, each path of it checked by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from beeline.errors import IllegalMove, NotationError
from beeline.limits import SGF_PAGE, SgfLimits
from beeline.rules.board import Board
from beeline.rules.cells import PASS, RESIGN, SWAP_PIECES, SWAP_SIDES
from beeline.rules.game import Colour, opponent
from beeline.rules.marks import Mark, mark_properties, read_marks
from beeline.rules.sgf import GameRecord, Node, RecordReader, clean_text, parse_sgf, write_sgf

ROOT: Final = -1
"""The parent of the first moves."""

_PROPERTY: Final[dict[Colour, str]] = {"black": "B", "white": "W"}
_COLOURS: Final[dict[str, Colour]] = {name: colour for colour, name in _PROPERTY.items()}


@dataclass(frozen=True, slots=True)
class TreeMove:
    """A move of a tree: the number of the move before it, who made it, and which."""

    parent: int
    colour: Colour
    move: str
    comment: str = ""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class GameTree:
    """A game with its variations. Of moves with one parent, the first is on the main line."""

    record: GameRecord
    """Board, set-up stones and names; its moves are the main line."""
    moves: list[TreeMove] = field(default_factory=list)
    """Every move after its parent."""
    comment: str = ""
    """Comment on the position before the first move; ``record.comment`` is on the game, or else this one."""
    marks: tuple[Mark, ...] = ()


def read_game_trees(
    text: str | bytes, *, most_moves: int = 20_000, limits: SgfLimits = SGF_PAGE
) -> list[GameTree]:
    """The Hex games of an SGF file with their variations.

    Raises ``SgfError`` as ``read_hex_sgf`` does, and where a move is against the rules; ``NotationError`` for
    more than ``most_moves``.
    """
    trees: list[GameTree] = []
    left = most_moves
    for root in parse_sgf(text, limits=limits):
        tree = _TreeReader(root, limits).tree(left)
        if tree is None:
            raise NotationError(f"this file has more than {most_moves:,} moves")
        trees.append(tree)
        left -= len(tree.moves)
    return trees


def tree_of(record: GameRecord) -> GameTree:
    """A record without variations; raises ``SgfError`` where a move is against the rules."""
    return read_game_trees(record.to_sgf())[0]


def write_game_tree(tree: GameTree) -> str:
    """The game as FF[4] text, variations and comments included."""
    of_game = "" if tree.record.comment == tree.comment else tree.record.comment
    root = parse_sgf(replace(tree.record, moves=[], comment=of_game).to_sgf())[0]
    root.properties |= _annotations(tree.comment, tree.marks)
    nodes: list[Node] = []
    for at, made in enumerate(tree.moves):
        if not ROOT <= made.parent < at:
            raise NotationError(f"move {at} of the tree follows move {made.parent}, which is not before it")
        properties = {_PROPERTY[made.colour]: [made.move]}
        nodes.append(Node(properties | _annotations(made.comment, made.marks)))
        (root if made.parent == ROOT else nodes[made.parent]).children.append(nodes[-1])
    return write_sgf([root])


def _annotations(comment: str, marks: Iterable[Mark]) -> dict[str, list[str]]:
    return ({"C": [comment]} if comment else {}) | mark_properties(marks)


def board_of(record: GameRecord) -> Board:
    """The board before the first move."""
    board = Board(record.rows, record.cols, swap_rule=True)
    board.set_up(black=record.black_stones, white=record.white_stones, to_move=record.to_move)
    return board


def play_step(board: Board, colour: Colour, move: str) -> None:
    """Plays a move for a colour, whoever's turn it is; a pass hands over the turn."""
    if move == PASS:
        board.set_up(to_move=opponent(colour))
    else:
        board.play(move, colour=colour)


class _TreeReader(RecordReader):
    """Reads every path of a game tree; the main line has said who begins and how cells are spelled."""

    def tree(self, most_moves: int) -> GameTree | None:
        """The tree; None if it has more moves."""
        record = self.record()
        moves: list[TreeMove] = []
        self.marks_left = self.set_up_left
        start = TreeMove(ROOT, "black", "", *self._annotations(self.root))
        todo: list[tuple[Node, int, Board]] = [(self.root, ROOT, board_of(record))]
        while todo:
            node, parent, board = todo.pop()
            made_here = list(self._made(node, parent, board))
            if not made_here and node is not self.root:
                start = self._remarked(node, moves, parent, start)
            for made in made_here:
                if made.move == RESIGN:
                    record.result = record.result or f"{_PROPERTY[opponent(made.colour)]}+R"
                    continue
                parent = len(moves)
                moves.append(made)
                if len(moves) > most_moves:
                    return None
            boards = [board, *(board.copy() for _ in node.children[1:])]
            todo.extend((child, parent, boards[at]) for at, child in reversed(list(enumerate(node.children))))
        return GameTree(record, moves, start.comment, start.marks)

    def _annotations(self, node: Node) -> tuple[str, tuple[Mark, ...]]:
        """The comment and the marks of a node."""
        marks = tuple(islice(read_marks(node, self.rectangle), self.marks_left))
        self.marks_left -= len(marks)
        return clean_text(node.first("C")), marks

    def _remarked(self, node: Node, moves: list[TreeMove], parent: int, start: TreeMove) -> TreeMove:
        """A node without a move speaks of the position before it; gives back what is said of the start."""
        comment, marks = self._annotations(node)
        of = start if parent == ROOT else moves[parent]
        text = "\n".join(part for part in (of.comment, comment) if part)
        changed = replace(of, comment=text, marks=of.marks + marks)
        if parent == ROOT:
            return changed
        moves[parent] = changed
        return start

    def _made(self, node: Node, parent: int, board: Board) -> Iterator[TreeMove]:
        """The moves of a node, played."""
        names = [name for name in node.properties if name in _COLOURS]
        comment, marks = self._annotations(node) if names and node is not self.root else ("", ())
        for name in names:
            colour = _COLOURS[name]
            colour = opponent(colour) if self.little_golem else colour
            move = self.move(node, name, node.properties[name][0])
            if move == SWAP_PIECES and self._plays_again(node, name):
                move = SWAP_SIDES
            if move != RESIGN:
                try:
                    play_step(board, colour, move)
                except IllegalMove as error:
                    raise node.error(name, str(error)) from None
            yield TreeMove(parent, colour, move, comment, marks)

    @staticmethod
    def _plays_again(node: Node, name: str) -> bool:
        """Whether who swapped makes the next move too, as is so only after a swap of sides."""
        line = node.main_line()
        next(line)
        following: Iterable[str] = (key for later in line for key in later.properties if key in _COLOURS)
        return next(iter(following), None) == name
