"""The game of Y: its rules by exhaustive play, and its place among the games by one file."""

from __future__ import annotations

import io
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from beeline import GameOver, IllegalMove, make_player
from beeline.arena.games import GameTask
from beeline.arena.referee import play_game
from beeline.arena.tournament import Tournament
from beeline.errors import BoardSizeError, NotationError
from beeline.interfaces.gtp import serve
from beeline.rules.registry import game_kind, game_names
from beeline.rules.y import YBoard
from tests.interfaces.cli.command_line import beeline as run_beeline

STEPS = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))


def joins_all_sides(stones: set[tuple[int, int]], size: int) -> bool:
    """Whether a chain of these stones reaches all sides, by growing each chain as a set."""
    todo = set(stones)
    while todo:
        chain = {todo.pop()}
        grown = True
        while grown:
            near = {
                (r + a, c + b)
                for r, c in chain
                for a, b in ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))
            }
            grown = bool(near & todo)
            chain |= near & todo
            todo -= near
        sides = ({c == 0 for _, c in chain}, {c == r for r, c in chain}, {r == size - 1 for r, _ in chain})
        if all(True in side for side in sides):
            return True
    return False


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_exactly_one_player_joins_all_sides_of_a_full_board(size: int) -> None:
    cells = [(row, col) for row in range(size) for col in range(row + 1)]
    for colours in product((True, False), repeat=len(cells)):
        black = {cell for cell, is_black in zip(cells, colours, strict=True) if is_black}
        assert joins_all_sides(black, size) != joins_all_sides(set(cells) - black, size)


def test_every_game_on_a_side_of_three_ends_with_the_winner_of_the_referee() -> None:
    """All positions that play can reach; every one of them is decided as soon as someone has joined."""

    @cache
    def first_to_move_wins(black: frozenset[str], white: frozenset[str], mover: str) -> bool:
        board = YBoard(3)
        for cell in black:
            board.play(cell, colour="black")
        for cell in white:
            board.play(cell, colour="white")
        assert board.winner is None
        found = False
        for move in board.legal_moves:
            after = board.copy()
            after.play(move, colour=mover)  # type: ignore[arg-type]
            mine = {*(black if mover == "black" else white), move}
            coordinates = {(int(cell[1:]) - 1, ord(cell[0]) - ord("a")) for cell in mine}
            assert (after.winner == mover) == joins_all_sides(coordinates, 3)
            if after.winner == mover:
                assert set(after.winning_chain) <= mine
                found = True
                continue
            sides = (black | {move}, white) if mover == "black" else (black, white | {move})
            found |= not first_to_move_wins(*map(frozenset, sides), "white" if mover == "black" else "black")
        return found

    assert first_to_move_wins(frozenset(), frozenset(), "black")


def test_moves_are_checked_and_taken_back() -> None:
    board = YBoard(2)
    assert board.legal_moves == ["a1", "a2", "b2"]
    assert board.neighbours("a1") == ["a2", "b2"]
    board.play("a1")
    with pytest.raises(IllegalMove, match="holds a black stone"):
        board.play("a1")
    with pytest.raises(IllegalMove, match="there is no cell 'b1': row 1 ends with a1"):
        board.play("b1")
    with pytest.raises(NotationError):
        board.play("c3")
    board.play("a2")
    board.play("b2")
    assert (board.winner, board.winning_chain, board.legal_moves) == ("black", ["a1", "b2"], [])
    with pytest.raises(GameOver):
        board.play("a2")
    assert board.undo() == "b2"
    assert (board.winner, board.to_move, board.moves) == (None, "black", ["a1", "a2"])
    assert board == board.copy()
    assert str(board) == " 1  B\n 2 W ."
    with pytest.raises(BoardSizeError):
        YBoard(0)


def test_mcts_finds_the_winning_moves_of_small_boards() -> None:
    board = YBoard(2)
    board.play("a1")
    board.play("a2")
    assert make_player("mcts:simulations=200").choose(board).move == "b2"


def test_games_are_found_by_existing() -> None:
    assert {"go", "hex", "y"} <= set(game_names())
    assert game_kind("y").TITLE == "Y"
    with pytest.raises(NotationError, match="unknown game 'hx'; did you mean 'hex'"):
        game_kind("hx")


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_board_its_cells_and_a_picture(name: str) -> None:
    kind = game_kind(name)
    board = kind.new_board(5, 5)
    assert isinstance(board, kind.BOARD)
    names = kind.cell_names(5, 5)
    assert set(names) <= set(board.legal_moves)
    assert kind.empty_picture(5, 5).count('class="c') >= len(names)
    assert isinstance(kind.new_board(kind.SIZE, kind.SIZE), kind.BOARD)


def test_y_is_played_in_matches() -> None:
    task = GameTask(key="x", game="y", rows=4, cols=4, black="mcts:simulations=50", white="random", seed=1)
    result = play_game(task)
    assert result.reason == "win"
    board = YBoard(4)
    for move in result.moves:
        board.play(move)
    assert board.winner == result.winner
    with pytest.raises(NotationError, match="Y begins from 'empty'"):
        Tournament(players=["random", "mcts"], games=2, opening_set="edge2", template=task)
    with pytest.raises(BoardSizeError, match="three equal sides, not 4×5"):
        Tournament(players=["random", "mcts"], games=2, template=GameTask(key="", game="y", rows=4, cols=5))


def test_y_is_played_over_gtp() -> None:
    output = io.BytesIO()
    talk = b"boardsize 3\nplay b b2\ngenmove w\nundo\nundo\nplay b a1\nplay w b1\nshowboard\nfinal_score\n"
    serve("mcts:simulations=20", game="y", input=io.BytesIO(talk), output=output)
    answers = output.getvalue().decode().split("\n\n")
    assert answers[1] == "= "
    assert answers[2].startswith("= ")
    assert answers[6].startswith("? illegal move") or "no cell 'b1'" in answers[6]
    assert answers[8] == "= cannot score"


def test_y_is_played_from_the_command_line(tmp_path: Path) -> None:
    match = ["match", "mcts:simulations=20", "random", "--game", "y", "--size", 4, "-n", 2, "--workers", 1]
    assert "2 games of Y 4×4" in run_beeline(*match, "--html", "report.html", folder=tmp_path)
