"""One palette: who draws a board takes its colours from there."""

from __future__ import annotations

import re
from pathlib import Path

from fastapi.testclient import TestClient

from beeline.interfaces.studio.app import create_app
from beeline.palette import DARK, LIGHT, RED_AND_BLUE, style_sheet
from beeline.rules.board import Board

SOURCE = Path(__file__).parents[1] / "src" / "beeline"
DRAW_BOARDS = [
    "rules/picture.py",
    "rules/kinds/go.py",
    "rules/kinds/y.py",
    "plots.py",
    "arena/data/report.js",
    "interfaces/cli/terminal.py",
    "interfaces/studio/page/css/board.css",
    "interfaces/studio/page/js/board.js",
]


def test_who_draws_boards_names_no_colours() -> None:
    for name in DRAW_BOARDS:
        text = (SOURCE / name).read_text(encoding="utf-8")
        assert re.findall(r"#[0-9a-fA-F]{6}\b", text) == [], name


def test_every_variable_of_the_board_is_in_the_palette() -> None:
    used = set(
        re.findall(r"var\(--([a-z-]+)\)", (SOURCE / "interfaces/studio/page/css/board.css").read_text())
    )
    of_the_page = set(
        re.findall(r"--([a-z-]+):", (SOURCE / "interfaces/studio/page/css/studio.css").read_text())
    )
    assert used - of_the_page <= LIGHT.keys()
    assert {*RED_AND_BLUE, *DARK} <= LIGHT.keys()


def test_the_studio_serves_the_palette() -> None:
    with TestClient(create_app(), base_url="http://127.0.0.1") as client:
        answer = client.get("/css/palette.css")
    assert answer.headers["content-type"].startswith("text/css")
    assert answer.text == style_sheet()
    assert f"--won:{LIGHT['won']};" in answer.text


def test_the_winning_chain_has_its_own_colour() -> None:
    board = Board(2)
    for move in ("a1", "b1", "a2"):
        board.play(move)
    assert f'stroke="{LIGHT["won"]}"' in board.svg()
