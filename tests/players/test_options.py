"""What options do is written once, below them, and shown everywhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tools.player_options import PAGE, with_tables

from beeline.fields import field_docs
from beeline.players import options_of, player_kinds
from beeline.players.minimax import MinimaxOptions
from tests.interfaces.cli.command_line import beeline


@pytest.mark.parametrize("kind", player_kinds())
def test_every_option_says_what_it_does(kind: str) -> None:
    assert [option.name for option in options_of(kind) if len(option.help) < 10] == []


def test_texts_stand_below_the_fields_of_a_class_and_of_those_below_it() -> None:
    texts = field_docs(MinimaxOptions)
    assert texts["ply"] == "Moves to look ahead."
    assert texts["seconds"] == "Seconds per move; the deepest search that was finished in time counts."


def test_a_text_of_several_lines_is_one_line() -> None:
    (solve,) = (option.help for option in options_of("mcts") if option.name == "solve")
    assert "\n" not in solve
    assert "  " not in solve
    assert solve.endswith("else 0.")


def test_the_tables_of_the_guide_are_generated() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_tables(page), "run python -m tools.player_options"
    assert set(re.findall(r"<!-- options: (\w+) -->", page)) == player_kinds().keys()


def test_the_command_line_tells_what_options_do(tmp_path: Path) -> None:
    (seed,) = (option for option in options_of("random") if option.name == "seed")
    text = " ".join(beeline("players", "random", folder=tmp_path).split())
    assert seed.help in text
    told = json.loads(beeline("players", "random", "--json", folder=tmp_path))
    assert told == {"seed": {"type": "a whole number", "default": None, "help": seed.help}}
