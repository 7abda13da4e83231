"""Levels are players by name, wherever a player is named."""

from __future__ import annotations

import pytest

from beeline import Board, PlayerError, make_player
from beeline.players.levels import level_player, levels
from beeline.players.registry import PlayerSpec, with_seed
from beeline.rules.cells import fair_openings, parse_cell


@pytest.mark.parametrize("level", levels(), ids=lambda level: level.name)
def test_a_level_is_its_player(level: object) -> None:
    assert make_player(level.name).spec == make_player(level.player).spec  # type: ignore[attr-defined]


def test_letters_of_any_case_name_a_level_and_options_may_follow() -> None:
    club = PlayerSpec.parse("zero:simulations=0,temperature=0.75")
    assert PlayerSpec.parse(" CLUB ") == club
    assert PlayerSpec.parse("club:simulations=7").given == {**club.given, "simulations": "7"}
    assert with_seed("club", 5) == str(club.changed("seed", "5"))


def test_levels_are_played_by_zero_and_each_is_rated_above_the_one_before() -> None:
    assert {PlayerSpec.parse(level.player).kind for level in levels()} == {"zero"}
    ratings = [level.elo for level in levels()]
    assert ratings[0] == 0
    assert ratings == sorted(set(ratings))


@pytest.mark.parametrize("size", [3, 5, 7, 11, 14])
def test_no_level_opens_in_the_centre_under_the_swap_rule(size: int) -> None:
    for level in levels():
        for seed in range(3):
            board = Board(size, swap_rule=True)
            move = make_player(f"{level.name}:seed={seed}").choose(board).move
            assert move in fair_openings(size), level.name
            row, col = parse_cell(move)
            assert min(row, col, size - 1 - row, size - 1 - col) <= 1, "near a side"


def test_levels_do_not_always_open_alike() -> None:
    opened = {make_player(f"club:seed={seed}").choose(Board(11, swap_rule=True)).move for seed in range(12)}
    assert len(opened) > 2


def test_a_level_swaps_a_stone_in_the_centre_and_leaves_one_in_the_corner() -> None:
    for name in ("Club", "Strongest"):
        for cell, swaps in (("d4", True), ("a1", False)):
            board = Board(7, swap_rule=True)
            board.play(cell)
            assert (make_player(name).choose(board).move == "swap-pieces") is swaps, (name, cell)


def test_an_unknown_level_is_refused_with_what_there_is() -> None:
    with pytest.raises(PlayerError, match=r"no level 'clbu'; did you mean 'club'\? Known: newcomer, "):
        level_player("clbu")
