"""Levels are players by name, wherever a player is named."""

from __future__ import annotations

import pytest

from beeline import PlayerError, make_player
from beeline.players.levels import level_player, levels
from beeline.players.registry import PlayerSpec, with_seed


@pytest.mark.parametrize("level", levels(), ids=lambda level: level.name)
def test_a_level_is_its_player(level: object) -> None:
    assert make_player(level.name).spec == make_player(level.player).spec  # type: ignore[attr-defined]


def test_letters_of_any_case_name_a_level_and_options_may_follow() -> None:
    club = PlayerSpec.parse("mcts:simulations=500,reuse=false")
    assert PlayerSpec.parse(" CLUB ") == club
    assert PlayerSpec.parse("club:simulations=7").given == {**club.given, "simulations": "7"}
    assert with_seed("club", 5) == str(club.changed("seed", "5"))


def test_an_unknown_level_is_refused_with_what_there_is() -> None:
    with pytest.raises(PlayerError, match=r"no level 'clbu'; did you mean 'club'\? Known: newcomer, "):
        level_player("clbu")
