"""Collections of games, as the data card describes them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import self_play_games

from beeline.rules.records import replay
from beeline.rules.sgf import read_hex_sgf

GAMES = Path(__file__).parents[1] / "benchmarks" / "results" / "games"


def test_equal_seeds_make_equal_games_and_other_seeds_others() -> None:
    player = "zero:simulations=2,temperature=1"
    games = self_play_games.collection(player, size=5, games=5)
    assert self_play_games.collection(player, size=5, games=5) == games
    assert len(set(games)) == 5


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.sgf")), ids=lambda path: path.stem)
def test_the_games_of_a_collection_are_played_to_their_result(path: Path) -> None:
    games = read_hex_sgf(path.read_text(encoding="utf-8"))
    assert games
    for game in games:
        winner = replay(game).winner
        assert game.result[:2] == ("B+" if winner == "black" else "W+")
        assert game.black_player
