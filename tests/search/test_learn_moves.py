"""What good moves look like is learned from the choices of the search."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from beeline import Board, SearchSettings, TreeSearch, _core

torch = pytest.importorskip("torch")
learn_moves = pytest.importorskip("tools.learn_moves")


def test_games_tell_what_the_search_chose() -> None:
    game = learn_moves.play(5, 0.01, 1)
    assert len(game["moves"]) == len(game["chosen"])
    assert game["chosen"][0] is None
    assert all(game["chosen"][1:])


def test_features_are_those_of_every_empty_cell() -> None:
    board = Board(5)
    for move in ("a1", "c3", "d2"):
        board.play(move)
    seen = _core.move_features(board._native)
    assert [board.name_of(cell) for cell, _ in seen] == [
        f"{col}{row}" for row in range(1, 6) for col in "abcde" if f"{col}{row}" not in ("a1", "c3", "d2")
    ]


def choosing(weights: dict[int, float], count: int, seed: int) -> list[str]:
    """Games whose moves are drawn in proportion to exp of the sums of weights."""
    random = np.random.default_rng(seed)
    games = []
    for _ in range(count):
        board = Board(5)
        moves: list[str] = []
        while board.winner is None:
            seen = _core.move_features(board._native)
            chances = np.exp([sum(weights.get(value, 0.0) for value in values) for _, values in seen])
            cell, _ = seen[random.choice(len(seen), p=chances / chances.sum())]
            moves.append(board.name_of(cell))
            board.play(moves[-1])
        games.append(json.dumps({"size": 5, "moves": moves, "chosen": moves}))
    return games


def test_the_weights_that_choices_were_made_by_are_found() -> None:
    nearest = min(value for _, values in _core.move_features(Board(5)._native) for value in values[3:4])
    true = {nearest + step: weight for step, weight in ((0, -1.5), (7, 1.0), (14, 2.0))}
    data = learn_moves.choices(choosing(true, 100, seed=1))
    found = learn_moves.fit(data, learn_moves.choices(choosing(true, 10, seed=2)))
    numbers = dict(zip(found.values.tolist(), found.numbers.tolist(), strict=False))
    # Weights of one feature are known up to a constant.
    assert numbers[nearest + 14] - numbers[nearest + 7] == pytest.approx(1.0, abs=0.6)
    assert numbers[nearest + 7] - numbers[nearest] == pytest.approx(2.5, abs=1.0)


def test_the_table_holds_the_weights_and_says_where_they_are_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    games.write_text("".join(f"{line}\n" for line in choosing({}, 20, seed=3)))
    monkeypatch.setattr("sys.argv", ["learn_moves", "fit", str(games), "--out", str(tmp_path / "table.inc")])
    learn_moves.main()
    table = (tmp_path / "table.inc").read_text()
    entries = re.findall(r"\{(\d+), (-?\d+)\}", table)
    assert f"{len(entries)} weights from 18 games on 5×5" in table
    values = [int(value) for value, _ in entries]
    assert values == sorted(set(values))


def test_the_shipped_weights_know_the_choice_of_a_long_search() -> None:
    """Of a search that they guide after a few visits, and that finds its own way with none."""
    board = Board(9)
    for move in ("a9", "e5", "d7", "c6"):
        board.play(move)
    long = TreeSearch(SearchSettings(seed=1)).run(board, simulations=200_000).best.move
    guided = TreeSearch(SearchSettings(prior=30, seed=1)).run(board, simulations=300)
    assert long in [move.move for move in guided.moves[:5]]
