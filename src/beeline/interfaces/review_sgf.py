"""A reviewed game as SGF: comments on its moves, and the better lines as variations."""

from __future__ import annotations

from dataclasses import replace

from beeline.interfaces.game_review import MARKED, Review, ReviewedMove
from beeline.rules.board import Board
from beeline.rules.cells import SPECIAL_MOVES
from beeline.rules.game import opponent
from beeline.rules.variations import ROOT, GameTree, TreeMove, board_of, play_step, write_game_tree


def main_line(tree: GameTree) -> list[int]:
    """The numbers of the moves of the main line."""
    first: dict[int, int] = {}
    for at, made in enumerate(tree.moves):
        first.setdefault(made.parent, at)
    line: list[int] = []
    at = ROOT
    while at in first:
        at = first[at]
        line.append(at)
    return line


def board_at_end(tree: GameTree) -> Board:
    """The last position of the main line; the swap rule holds where it was made use of."""
    board = board_of(tree.record)
    for at in main_line(tree):
        made = tree.moves[at]
        play_step(board, made.colour, made.move)
    board.swap_rule = any(move in SPECIAL_MOVES for move in board.moves)
    return board


def reviewed_sgf(tree: GameTree, review: Review) -> str:
    """The game with the review in it; comments that it had before come first."""
    moves = list(tree.moves)
    for at, found in zip(main_line(tree), review.moves, strict=True):
        if found.kind in (*MARKED, "only"):
            moves[at] = replace(moves[at], comment=_joined(moves[at].comment, found.comment))
        moves += _variation(found, parent=moves[at].parent, number=len(moves))
    record = replace(tree.record, comment=_joined(tree.record.comment, review.summary))
    return write_game_tree(replace(tree, record=record, moves=moves))


def _variation(found: ReviewedMove, *, parent: int, number: int) -> list[TreeMove]:
    """The better line, after the position in which the move was made."""
    colour = found.colour
    made: list[TreeMove] = []
    for move in found.line:
        made.append(TreeMove(parent, colour, move, "" if made else f"Better than {found.move}."))
        parent, colour = number + len(made) - 1, opponent(colour)
    return made


def _joined(*texts: str) -> str:
    return "\n\n".join(filter(None, texts))
