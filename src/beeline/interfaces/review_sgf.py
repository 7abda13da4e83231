"""A reviewed game as SGF: comments on its moves, better lines and refutations as variations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from beeline.interfaces.catalogue import catalogue
from beeline.interfaces.game_review import MARKED, Review
from beeline.rules.board import Board
from beeline.rules.cells import SPECIAL_MOVES
from beeline.rules.game import Colour, opponent
from beeline.rules.marks import Mark
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


def reviewed_sgf(tree: GameTree, review: Review, *, language: str = "en") -> str:
    """The game with the review in it; comments that it had before come first.

    Better lines are variations, and so are refutations: at their end circles are on the carrier.
    """
    say = catalogue(language).translate
    moves, line = list(tree.moves), main_line(tree)
    for at, found in zip(line, review.moves, strict=True):
        reason = review.reasons.get(found.ply)
        if found.kind in (*MARKED, "only"):
            told = f"{found.comment} {reason.sentence}" if reason else found.comment
            moves[at] = replace(moves[at], comment=_joined(moves[at].comment, say(told)))
        if found.line:
            before = moves[at].parent
            better = _followed(moves, before, found.colour, found.line)[0]
            _note(moves, better, say(f"Better than {found.move}."))
        if reason and reason.line and at != line[-1]:  # after the last move it would be the main line
            last = _followed(moves, at, opponent(found.colour), reason.line)[-1]
            _note(moves, last, "", marks=[Mark("CR", cell) for cell in reason.carrier])
    record = replace(tree.record, comment=_joined(tree.record.comment, say(review.summary)))
    return write_game_tree(replace(tree, record=record, moves=moves))


def _followed(moves: list[TreeMove], parent: int, colour: Colour, line: Sequence[str]) -> list[int]:
    """The numbers of the moves of a line after a move, with those that the tree lacks put into it."""
    numbers: list[int] = []
    for move in line:
        known = (at for at, each in enumerate(moves) if (each.parent, each.move) == (parent, move))
        number = next(known, len(moves))
        if number == len(moves):
            moves.append(TreeMove(parent, colour, move))
        numbers.append(number)
        parent = number
        colour = opponent(colour)
    return numbers


def _note(moves: list[TreeMove], at: int, comment: str, *, marks: Sequence[Mark] = ()) -> None:
    made = moves[at]
    moves[at] = replace(made, comment=_joined(made.comment, comment), marks=(*made.marks, *marks))


def _joined(*texts: str) -> str:
    return "\n\n".join(filter(None, texts))
