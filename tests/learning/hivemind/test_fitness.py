"""The games that tell how good policies are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from beeline.learning.hivemind.fitness import (
    Conditions,
    FitnessGame,
    FitnessResult,
    fitness_games,
    fitness_of,
    play_fitness_game,
)
from beeline.networks.hivemind.patterns import PatternGame, pattern_count
from beeline.rules.game import opponent
from beeline.search.settings import SearchSettings
from beeline.search.tree import TreeSearch

HEX = Conditions(game="hex", size=5, simulations=60)
GO = Conditions(game="go", size=5, simulations=30)


def random_weights(game: PatternGame) -> NDArray[np.float32]:
    return np.random.default_rng(2).uniform(0, 100, (2, pattern_count(game))).astype(np.float32)


def games_of(conditions: Conditions, count: int) -> list[FitnessGame]:
    """Between a policy and the default policy, and between two policies."""
    one, other = random_weights(conditions.game)
    return [
        FitnessGame(
            number=seed,
            conditions=conditions,
            black=one,
            white=None if seed % 2 else other,
            seed=seed,
        )
        for seed in range(count)
    ]


def test_points_are_one_for_a_win_and_minus_one_for_a_loss() -> None:
    fitness = fitness_of(4, [(0, 1), (2, 0), (0, 1), (3, 2)], ["black", "white", "draw", "black"])
    assert fitness.tolist() == [2, -1, -2, 1]


def test_a_game_is_between_the_individuals_of_its_pair() -> None:
    pool = np.arange(3 * 8192, dtype=np.float32).reshape(3, 8192) % 100
    first, second = fitness_games(pool, [(2, 0), (1, 2)], conditions=HEX, seed=70)
    assert (first.number, second.number, first.seed, second.seed) == (0, 1, 70, 71)
    for game, black, white in ((first, 2, 0), (second, 1, 2)):
        assert game.conditions == HEX
        for weights, individual in ((game.black, black), (game.white, white)):
            assert weights is not None
            assert np.array_equal(weights, pool[individual])


def test_games_are_repeatable_and_seeds_change_them() -> None:
    games = games_of(HEX, 6)
    results = [play_fitness_game(game) for game in games]
    assert results == [play_fitness_game(game) for game in games]
    assert len({(result.winner, result.moves, result.simulations) for result in results}) > 1


# As the paper prints it, and as docs/papers/hivemind.md tells of Go.
SEARCHES: dict[str, dict[str, Any]] = {
    "hex": {"selection": "tuned", "exploration": 0.5, "update": "path", "expand": 50},
    "go": {"update": "amaf"},
}


def played_by_hand(game: FitnessGame) -> tuple[FitnessResult, bool]:
    """The game by a new search for each move, and whether a player resigned."""
    conditions = game.conditions
    seeds = {"black": 2 * game.seed, "white": 2 * game.seed + 1}
    searches = {
        colour: TreeSearch(
            SearchSettings(
                continuation="default" if weights is None else "patterns",
                seed=seeds[colour],
                **SEARCHES[conditions.game],
            ),
            weights=weights,
        )
        for colour, weights in (("black", game.black), ("white", game.white))
    }
    board = conditions.board()
    moves = simulations = 0
    while board.winner is None:
        search = searches[board.to_move]
        search.reset()  # every move is searched from nothing
        found = search.run(board, simulations=conditions.simulations)
        simulations += found.simulations
        if conditions.game == "go" and found.best.value < 0.1:
            winner = opponent(board.to_move)
            result = FitnessResult(number=game.number, winner=winner, moves=moves, simulations=simulations)
            return result, True
        board.play(found.best.move)
        moves += 1
    return FitnessResult(number=game.number, winner=board.winner, moves=moves, simulations=simulations), False


def test_games_of_hex_are_played_by_the_paper_s_search() -> None:
    games = games_of(HEX, 8)
    results = [play_fitness_game(game) for game in games]
    assert [played_by_hand(game) for game in games] == [(result, False) for result in results]
    assert {result.winner for result in results} == {"black", "white"}


def test_games_of_go_are_resigned_when_hopeless() -> None:
    games = games_of(GO, 8)
    results = [play_fitness_game(game) for game in games]
    by_hand = [played_by_hand(game) for game in games]
    assert [result for result, _ in by_hand] == results
    assert {result.winner for result, resigned in by_hand if resigned} == {"black", "white"}


@pytest.mark.parametrize(("size", "cell"), [(7, "c4"), (11, "c8")])
def test_hex_begins_with_the_swap_safe_move_of_the_paper(size: int, cell: str) -> None:
    board = Conditions(game="hex", size=size, simulations=1).board()
    assert board.moves == [cell]
    assert board.to_move == "white"
