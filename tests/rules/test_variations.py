"""SGF with variations as trees of moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beeline.errors import NotationError, SgfError
from beeline.rules.sgf import GameRecord, read_hex_sgf
from beeline.rules.variations import (
    ROOT,
    GameTree,
    TreeMove,
    board_of,
    play_step,
    read_game_trees,
    write_game_tree,
)


def moves_of(sgf: str) -> list[tuple[int, str, str]]:
    (tree,) = read_game_trees(sgf)
    return [(move.parent, move.colour[0], move.move) for move in tree.moves]


def test_variations_follow_the_move_they_depart_from() -> None:
    sgf = "(;GM[11]SZ[5];B[c3](;W[b2];B[d1])(;W[a1](;B[e5])(;B[e4])))"
    assert moves_of(sgf) == [
        (-1, "b", "c3"),
        (0, "w", "b2"),
        (1, "b", "d1"),
        (0, "w", "a1"),
        (3, "b", "e5"),
        (3, "b", "e4"),
    ]


def test_comments_stay_with_their_moves() -> None:
    (tree,) = read_game_trees("(;GM[11]SZ[5]C[a game];B[c3]C[the centre])")
    assert tree.record.comment == "a game"
    assert tree.moves == [TreeMove(ROOT, "black", "c3", "the centre")]


def test_the_dialects_are_read_in_variations_too() -> None:
    # Little Golem: letter pairs, and the first player labelled W.
    assert moves_of("(;GM[11]SZ[5];W[cc](;B[bb])(;B[aa]))") == [
        (-1, "b", "c3"),
        (0, "w", "b2"),
        (0, "w", "a1"),
    ]
    # A swap after which the same colour plays is one of sides.
    sgf = "(;GM[11]SZ[5];B[c3](;W[swap-pieces];B[a1])(;W[swap-pieces];W[a1]))"
    assert [move for _, _, move in moves_of(sgf)] == ["c3", "swap-pieces", "a1", "swap-sides", "a1"]


def test_a_resignation_is_the_result_and_no_move() -> None:
    (tree,) = read_game_trees("(;GM[11]SZ[5];B[c3];W[resign])")
    assert len(tree.moves) == 1
    assert tree.record.result == "B+R"


def test_set_up_stones_and_the_side_to_move() -> None:
    (tree,) = read_game_trees("(;GM[11]SZ[5]AB[a1]AW[b2]PL[W];W[c3])")
    board = board_of(tree.record)
    assert (board.stones("black"), board.stones("white"), board.to_move) == (["a1"], ["b2"], "white")


@pytest.mark.parametrize(
    ("sgf", "complaint"),
    [
        ("(;GM[11]SZ[5];B[c3](;W[b2])(;W[c3]))", r"holds a black stone.*line 1, column 30"),
        ("(;GM[11]SZ[1];B[a1];W[a1])", "black has won"),
        ("(;GM[11]SZ[5];B[c3];W[b2];B[swap-pieces])", "a swap answers the first move"),
        ("(;GM[11]SZ[5];B[c3](;W[b2])(;W[z9]))", "expected a cell"),
    ],
)
def test_a_move_against_the_rules_is_shown_where_it_stands(sgf: str, complaint: str) -> None:
    with pytest.raises(SgfError, match=complaint):
        read_game_trees(sgf)


def test_too_many_moves_are_refused() -> None:
    with pytest.raises(NotationError, match="more than 2 moves"):
        read_game_trees("(;GM[11]SZ[5];B[a1];W[a2];B[a3])", most_moves=2)


def test_a_long_line_is_read_without_recursion() -> None:
    passes = ";B[pass];W[pass]" * 3000
    assert len(read_game_trees(f"(;GM[11]SZ[3];B[a1]{passes})")[0].moves) == 6001


def test_a_move_must_follow_one_before_it() -> None:
    tree = GameTree(GameRecord(rows=3, cols=3), [TreeMove(0, "black", "a1")])
    with pytest.raises(NotationError, match="not before it"):
        write_game_tree(tree)


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """Random trees of legal moves, in the order in which they are read."""
    record = GameRecord(rows=4, cols=5, event="ev[en]t", comment="a\\b")
    children: dict[int, list[int]] = {ROOT: []}
    moves: list[TreeMove] = []
    boards = {ROOT: board_of(record)}
    for _ in range(draw(st.integers(0, 12))):
        parent = draw(st.sampled_from(sorted(boards)))
        legal = [move for move in boards[parent].legal_moves if not move.startswith("swap")]
        if not legal:
            continue
        board = boards[parent].copy()
        move = TreeMove(
            parent, board.to_move, draw(st.sampled_from(legal)), draw(st.sampled_from(["", "x]y"]))
        )
        play_step(board, move.colour, move.move)
        boards[len(moves)] = board
        children[parent].append(len(moves))
        children[len(moves)] = []
        moves.append(move)
    order: list[int] = []
    todo = children[ROOT][::-1]
    while todo:
        order.append(at := todo.pop())
        todo += children[at][::-1]
    place = {ROOT: ROOT} | {old: new for new, old in enumerate(order)}
    return GameTree(
        record,
        [
            TreeMove(place[moves[at].parent], moves[at].colour, moves[at].move, moves[at].comment)
            for at in order
        ],
    )


@given(trees())
def test_writing_and_reading_gives_the_same_tree(tree: GameTree) -> None:
    text = write_game_tree(tree)
    (again,) = read_game_trees(text)
    assert again.moves == tree.moves
    assert again.record.event == tree.record.event
    assert len(read_hex_sgf(text)) == 1
