"""Games of many runs: the mirrored boards of the study, and each run's own chance."""

from __future__ import annotations

import numpy as np
import torch

from beeline import Board
from beeline.learning.neurodynamic.batch_runs import ReplayRing
from beeline.learning.neurodynamic.history import Trajectories
from beeline.learning.neurodynamic.self_play import Choice, RandomStreams, SelfPlay, starting_positions
from beeline.networks.positions import empty_cells, positions_of


def chosen(actions: list[int]) -> Choice:
    moves = np.array([actions]).T
    return Choice(moves, moves, np.ones(moves.shape))


def test_successive_positions_come_from_mirrored_boards() -> None:
    """The study's pair: White begins on one board, Black on its transpose, with mirrored moves."""
    play = SelfPlay([1], side=3)
    play.positions = positions_of([Board(3)])
    one, other = Board(3), Board(3)
    one.set_up(to_move="white")
    cells = [(0, 1), (2, 0), (1, 1), (0, 2)]  # as White sees them on the board that is looked at
    for number, (row, col) in enumerate(cells):
        # White is to move on this copy and Black on the other, and the network looks at this one.
        here, there = (one, other) if number % 2 == 0 else (other, one)
        assert (here.to_move, there.to_move) == ("white", "black")
        assert (play.positions == positions_of([here])).all()
        here.play(here.name_of(3 * row + col))
        there.play(there.name_of(3 * col + row))
        play.play(chosen([3 * row + col]))


def test_a_won_game_begins_anew_from_a_random_position() -> None:
    play = SelfPlay([1, 2], side=3)
    won = Board.from_text(". . .\nW W .\n. B B", to_move="white")
    going = Board.from_text(". . .\nW W .\n. B B", to_move="white")
    play.positions = positions_of([won, going])
    ended = play.play(chosen([5, 0]))
    assert ended.tolist() == [[True], [False]]
    assert play.begins.tolist() == [[True], [False]]
    starts = {position.tobytes() for position in starting_positions(3)}
    assert play.positions[0].tobytes() in starts
    assert np.bitwise_count(play.positions[1]).sum() == 5


def test_starting_positions_have_from_no_stones_to_all_but_two() -> None:
    stones = np.bitwise_count(starting_positions(3)).sum(axis=(1, 2))
    assert set(stones.tolist()) == set(range(8))
    assert empty_cells(starting_positions(3)).any(axis=1).all()


def test_a_run_draws_the_same_whoever_is_beside_it() -> None:
    alone, beside = RandomStreams([7], (2,)), RandomStreams([3, 7, 4], (2,))
    for _ in range(600):
        assert (alone.draw()[0] == beside.draw()[1]).all()


def test_exploration_is_as_frequent_as_asked_and_uniform() -> None:
    runs = 4000
    play = SelfPlay(list(range(runs)), side=3)
    play.positions = np.repeat(positions_of([Board(3)]), runs, axis=0)
    play._look()
    values = torch.zeros(runs, 1, 9)
    values[..., 4] = 1
    found = play.choose(values, np.full(runs, 0.45))
    counts = np.bincount(found.actions[:, 0], minlength=9)
    assert abs(counts[4] - runs * (0.55 + 0.05)) < 4 * np.sqrt(runs * 0.6 * 0.4)
    others = np.delete(counts, 4)
    assert (abs(others - runs * 0.05) < 4 * np.sqrt(runs * 0.05)).all()
    assert (found.best == 4).all()
    ratio = np.where(found.actions == 4, 1 / 0.6, 0)
    assert np.allclose(found.best_ratio, ratio)


def test_a_policy_is_sampled_by_its_probabilities() -> None:
    runs = 3000
    play = SelfPlay(list(range(runs)), side=3)
    play.positions = np.repeat(positions_of([Board(3)]), runs, axis=0)
    play._look()
    chances = torch.tensor([0.5, 0.25, 0.25, 0, 0, 0, 0, 0, 0]).expand(runs, 1, 9)
    found = play.sample(torch.eye(9)[1].expand(runs, 1, 9), chances)
    counts = np.bincount(found.actions[:, 0], minlength=9)
    assert counts[3:].sum() == 0
    assert (abs(counts[:3] - runs * np.array([0.5, 0.25, 0.25])) < 4 * np.sqrt(runs * 0.25)).all()
    assert np.allclose(found.best_ratio, np.where(found.actions == 1, 4, 0))


def test_a_policy_that_has_diverged_still_makes_legal_moves() -> None:
    play = SelfPlay([1], side=3)
    play.positions = positions_of([Board.from_text("B . .\n. W .\n. . B", to_move="white")])
    play._look()
    nothing = torch.full((1, 1, 9), torch.nan)
    assert play.legal[0, 0, play.sample(nothing, nothing).actions[0, 0]]
    assert play.legal[0, 0, play.choose(nothing, np.zeros(1)).actions[0, 0]]


def test_trajectories_tell_the_mean_of_a_game_when_it_ends() -> None:
    games = Trajectories(2, 1)
    games.add(np.array([[0.2], [1.0]]))
    assert games.ended(np.array([[False], [True]]))[0].tolist() == [0, 1]
    games.add(np.array([[0.4], [0.5]]))
    sums, counts = games.ended(np.array([[True], [True]]))
    assert np.allclose(sums, [0.3, 0.5])
    assert counts.tolist() == [1, 1]


def test_streams_keep_moves_in_their_order_when_the_ring_turns() -> None:
    streams = ReplayRing(2, 3, side=3, rounds=5)
    for number in range(12):
        actions = np.full((2, 3), number) + 100 * np.arange(3) + 1000 * np.arange(2)[:, None]
        won = np.full((2, 3), number % 4 == 0)
        streams.add(np.full((6, 2, 3), number, dtype=np.uint32), actions, won, ~won)
    assert len(streams) == 5
    chances = np.array([[[0.0, 0.0], [0.99, 0.99]], [[0.5, 0.4], [0.0, 0.9]]])
    drawn = streams.drawn(chances, 2)
    assert drawn.actions.tolist() == [
        [[7, 8, 9], [209, 210, 211]],
        [[1108, 1109, 1110], [1207, 1208, 1209]],
    ]
    assert drawn.won[0, 0].tolist() == [False, True, False]
    assert (drawn.positions[0, 0, :, 0, 0] == [7, 8, 9]).all()
