"""What was played in a position, however it came about."""

from __future__ import annotations

from beeline import Board
from beeline.arena.opening_index import Explored, IndexedGame, OpeningIndex
from beeline.limits import EXPLORED_PLIES
from beeline.rules.game import Colour


def played(moves: str, size: int = 5) -> Board:
    board = Board(size, swap_rule=True)
    for move in moves.split():
        board.play(move)
    return board


def index_of(*games: tuple[str, Colour | None], size: int = 5) -> OpeningIndex:
    index = OpeningIndex()
    for number, (moves, winner) in enumerate(games):
        game = IndexedGame(source="here", key=str(number), black="Ada", white="Bob", winner=winner)
        index.add(game, played(moves, size))
    return index


def counts(found: Explored) -> dict[str, tuple[int, int, int]]:
    return {each.move: (each.games, each.black_wins, each.white_wins) for each in found.moves}


def test_moves_are_counted_with_how_the_games_ended() -> None:
    index = index_of(("a2 c3", "black"), ("a2 c3 b4", "white"), ("a2 d2", None))
    assert counts(index.look_up(played("a2"))) == {"c3": (2, 1, 1), "d2": (1, 0, 0)}
    assert [each.move for each in index.look_up(played("a2")).moves] == ["c3", "d2"]


def test_the_order_of_moves_does_not_matter() -> None:
    index = index_of(("a2 c3 b4", "black"), ("b4 c3 a2 e5", "white"))
    found = index.look_up(played("a2 c3 b4"))
    assert counts(found) == {"e5": (1, 0, 1)}
    assert [game.key for game in found.games] == ["1", "0"], "the later game first"


def test_a_half_turn_of_the_board_is_the_same_position() -> None:
    index = index_of(("a2 c3 b4", "black"))
    # a2 turned is e4, c3 stays, b4 turned is d2.
    assert counts(index.look_up(played("e4 c3"))) == {"d2": (1, 1, 0)}
    assert counts(index.look_up(played("a2 c3"))) == {"b4": (1, 1, 0)}


def test_cells_that_a_half_turn_exchanges_are_one_first_move() -> None:
    index = index_of(("a2", "black"), ("e4", "white"))
    assert counts(index.look_up(Board(5))) == {"a2": (2, 1, 1)}


def test_boards_of_other_sizes_are_others() -> None:
    assert index_of(("a2", "black"), size=6).look_up(Board(5)).games == []


def test_a_swap_is_a_move_like_others() -> None:
    index = index_of(("b2 swap-pieces c3", "white"))
    assert counts(index.look_up(played("b2"))) == {"swap-pieces": (1, 0, 1)}
    assert counts(index.look_up(played("b2 swap-pieces"))) == {"c3": (1, 0, 1)}


def test_the_end_of_a_long_game_is_not_indexed() -> None:
    cells = [f"{col}{row}" for row in (1, 5, 2, 4) for col in "abcdefgh"][: EXPLORED_PLIES + 4]
    index = index_of((" ".join(cells), "black"), size=8)
    assert index.look_up(played(" ".join(cells[:EXPLORED_PLIES]), 8)).games
    assert not index.look_up(played(" ".join(cells[: EXPLORED_PLIES + 1]), 8)).games
