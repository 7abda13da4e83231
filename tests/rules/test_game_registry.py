"""Games are named in their registry: a game joins by its module, and nobody else lists them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from beeline.rules.registry import game_names
from tests.interfaces.cli.command_line import beeline

SOURCE = Path(__file__).parents[2] / "src" / "beeline"
KNOW_THEIR_GAMES = {
    "rules/registry.py",
    # Policies of Hivemind are for the patterns of these two.
    "networks/hivemind/patterns.py",
    "networks/hivemind/policy.py",
    "players/kinds/hivemind.py",
    "learning/hivemind/fitness.py",
    "learning/hivemind/system.py",
    "interfaces/cli/evolve.py",
    "learning/open_spiel.py",  # what OpenSpiel calls it
}


def test_no_other_module_names_a_game() -> None:
    for path in SOURCE.rglob("*.py"):
        if (name := str(path.relative_to(SOURCE))) not in KNOW_THEIR_GAMES:
            assert re.findall(r"\"(?:hex|go)\"", path.read_text(encoding="utf-8")) == [], name


@pytest.mark.parametrize("game", game_names())
def test_a_store_gives_back_the_games_of_every_kind(tmp_path: Path, game: str) -> None:
    match = ["match", "random:seed=1", "random:seed=2", "--game", game, "--size", 5, "--games", 2]
    beeline(*match, "--openings", "empty", "--out", "games.db", folder=tmp_path)
    assert json.loads(beeline("games", "games.db", "--json", folder=tmp_path))["games"] == 2
