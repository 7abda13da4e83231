"""Laws of the game, on random boards of every size."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beeline.rules.board import Board
from beeline.rules.cells import MAX_SIZE, cell_name, parse_cell
from beeline.rules.game import COLOURS, Colour, opponent
from tests.rules.hex_referee import all_cells, everything, joining_chains, set_up, winners

law = settings(max_examples=300, deadline=None)

sides = st.integers(1, MAX_SIZE)
colours = st.sampled_from(COLOURS)
# One seed for a whole shuffled board: hundreds of single draws would be slow and shrink no better.
randoms = st.integers(0, 2**32 - 1).map(random.Random)


def shuffled_cells(rows: int, cols: int, chance: random.Random) -> list[str]:
    cells = all_cells(rows, cols)
    chance.shuffle(cells)
    return cells


@st.composite
def full_boards(draw: st.DrawFn) -> Board:
    rows, cols, chance = draw(sides), draw(sides), draw(randoms)
    cells = shuffled_cells(rows, cols, chance)
    black = draw(st.integers(0, len(cells)))
    board = Board(rows, cols)
    board.set_up(black=cells[:black], white=cells[black:], to_move=draw(colours))
    return board


@st.composite
def played_boards(draw: st.DrawFn) -> Board:
    """A game of some random moves, ended at the latest by a win."""
    rows, cols, chance = draw(sides), draw(sides), draw(randoms)
    cells = shuffled_cells(rows, cols, chance)
    most = draw(st.just(len(cells)) | st.integers(0, len(cells)))
    board = Board(rows, cols)
    while len(board) < most and board.winner is None:
        board.play(cells.pop())
    return board


boards = st.one_of(played_boards(), full_boards())


@law
@given(full_boards())
def test_a_full_board_has_exactly_one_winner(board: Board) -> None:
    assert winners(board) == [board.winner]
    assert board.legal_moves == []


@law
@given(sides, sides, randoms)
def test_a_game_ends_with_the_move_that_joins_two_sides(rows: int, cols: int, chance: random.Random) -> None:
    board = Board(rows, cols)
    moves = shuffled_cells(rows, cols, chance)
    while board.winner is None:
        board.play(moves.pop())
    assert winners(board) == [board.winner]
    assert board.steps[-1].colour == board.winner
    board.undo()
    assert winners(board) == []
    assert board.winner is None


@law
@given(st.integers(1, 7), st.integers(1, 7), randoms)
def test_the_winner_is_known_after_every_move(rows: int, cols: int, chance: random.Random) -> None:
    board = Board(rows, cols)
    for move in shuffled_cells(rows, cols, chance):
        set_up(board, chance.choice(COLOURS), [move])
        assert winners(board) == ([board.winner] if board.winner else [])


@law
@given(boards)
def test_the_winning_chain_joins_the_sides_and_holds_only_such_stones(board: Board) -> None:
    chain = [parse_cell(name) for name in board.winning_chain]
    expected = set().union(*joining_chains(board, board.winner)) if board.winner else set()
    assert chain == sorted(expected)


def turned(name: str, board: Board) -> str:
    row, col = parse_cell(name)
    return cell_name(board.rows - 1 - row, board.cols - 1 - col)


def mirrored(name: str, board: Board) -> str:
    row, col = parse_cell(name)
    return cell_name(col, row)


@law
@given(boards)
def test_half_a_turn_keeps_the_game(board: Board) -> None:
    other = board.rotated()
    assert (other.rows, other.cols) == (board.rows, board.cols)
    for colour in COLOURS:
        assert set(other.stones(colour)) == {turned(name, board) for name in board.stones(colour)}
    assert other.to_move == board.to_move
    assert other.winner == board.winner
    assert set(other.winning_chain) == {turned(name, board) for name in board.winning_chain}
    assert other.rotated() == board


@law
@given(boards)
def test_a_reflection_exchanges_the_players(board: Board) -> None:
    other = board.reflected()
    assert (other.rows, other.cols) == (board.cols, board.rows)
    for colour in COLOURS:
        assert set(other.stones(opponent(colour))) == {mirrored(name, board) for name in board.stones(colour)}
    assert other.to_move == opponent(board.to_move)
    assert other.winner == (opponent(board.winner) if board.winner else None)
    assert set(other.winning_chain) == {mirrored(name, board) for name in board.winning_chain}
    assert other.reflected() == board


@pytest.mark.parametrize("symmetry", [Board.rotated, Board.reflected])
def test_a_symmetric_copy_keeps_the_swap_rule(symmetry: Callable[[Board], Board]) -> None:
    assert symmetry(Board(3, swap_rule=True)).swap_rule
    assert not symmetry(Board(3)).swap_rule


@law
@given(played_boards(), randoms)
def test_equal_positions_have_equal_hashes_whatever_the_order(board: Board, chance: random.Random) -> None:
    by_colour: dict[Colour, list[str]] = {colour: board.stones(colour) for colour in COLOURS}
    for stones in by_colour.values():
        chance.shuffle(stones)
    reordered = Board(board.rows, board.cols)
    for ply in range(len(board)):
        colour = COLOURS[ply % 2]
        set_up(reordered, colour, [by_colour[colour].pop()])
    reordered.set_up(to_move=board.to_move)
    assert reordered.hash == board.hash
    assert reordered == board
    assert reordered.winner == board.winner
    reordered.set_up(to_move=opponent(board.to_move))
    assert reordered.hash != board.hash
    assert reordered != board


@law
@given(played_boards(), randoms)
def test_one_stone_more_or_of_another_colour_is_another_position(board: Board, chance: random.Random) -> None:
    cell = chance.choice(all_cells(board.rows, board.cols))
    stones = {colour: set(board.stones(colour)) for colour in COLOURS}
    hashes = set()
    for held_by in (None, *COLOURS):
        other = Board(board.rows, board.cols)
        for colour in COLOURS:
            set_up(other, colour, (stones[colour] - {cell}) | ({cell} if colour == held_by else set()))
        other.set_up(to_move=board.to_move)
        assert (other == board) == (other.hash == board.hash) == (held_by == board[cell])
        hashes.add(other.hash)
    assert len(hashes) == 3


def random_step(board: Board, chance: random.Random) -> None:
    """A move, out of turn now and then; a swap where there is one to make; or a set-up stone."""
    empty = [cell for cell in all_cells(board.rows, board.cols) if board[cell] is None]
    if board.can_swap and chance.random() < 0.5:
        board.swap("pieces" if board.rows == board.cols and chance.random() < 0.5 else "sides")
    elif board.winner is not None or chance.random() < 0.2:
        set_up(board, chance.choice(COLOURS), [chance.choice(empty)])
    elif chance.random() < 0.1:
        board.play(chance.choice(empty), colour=opponent(board.to_move))
    else:
        board.play(chance.choice(empty))


@law
@given(st.integers(1, 7), st.integers(1, 7), randoms, st.booleans())
def test_undo_restores_everything(rows: int, cols: int, chance: random.Random, swap_rule: bool) -> None:
    board = Board(rows, cols, swap_rule=swap_rule)
    past = []
    while len(board) < rows * cols:
        past.append(everything(board))
        random_step(board, chance)
    while past:
        board.undo()
        assert everything(board) == past.pop()


@law
@given(st.integers(1, MAX_SIZE), randoms, st.integers(0, 12))
def test_undo_of_a_swap_restores_everything(side: int, chance: random.Random, replies: int) -> None:
    for kind in ("pieces", "sides") if side > 1 else ():
        board = Board(side, swap_rule=True)
        board.play(chance.choice(board.legal_moves))
        before = everything(board)
        board.swap(kind)
        for _ in range(replies):
            if board.winner is None:
                board.play(chance.choice(board.legal_moves))
        while len(board.steps) > 1:
            board.undo()
        assert everything(board) == before


@law
@given(played_boards())
def test_a_drawn_game_reads_back(board: Board) -> None:
    assert Board.from_text(str(board)) == board


@law
@given(boards, colours)
def test_a_drawn_position_reads_back_with_its_side_to_move(board: Board, to_move: Colour) -> None:
    board.set_up(to_move=to_move)
    again = Board.from_text(str(board), to_move=to_move)
    assert again == board
    assert (again.winner, again.winning_chain) == (board.winner, board.winning_chain)


@law
@given(played_boards(), randoms)
def test_a_copy_goes_its_own_way(board: Board, chance: random.Random) -> None:
    board.swap_rule = chance.random() < 0.5
    before = everything(board)
    copy = board.copy()
    assert everything(copy) == before
    if moves := copy.legal_moves:
        copy.play(chance.choice(moves))
        assert everything(board) == before
        copy.undo()
        changed = everything(copy)
        board.play(chance.choice(moves))
        assert everything(copy) == changed
    if copy.steps:
        copy.undo()
        assert copy != board
