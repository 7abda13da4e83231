"""``beeline analyse --overlay``: what is known of a position as data, in the terminal, and as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from beeline.interfaces.studio.knowledge import _overlays
from beeline.interfaces.studio.turns import Turns
from beeline.knowledge import overlays as package
from beeline.knowledge.overlay import one_drawing, overlay_names, overlays
from beeline.knowledge.overlays.connections import ConnectionsOverlay
from beeline.knowledge.overlays.inferior import InferiorOverlay
from beeline.knowledge.overlays.resistance import ResistanceOverlay
from beeline.rules.board import Board
from beeline.rules.picture import CellStyle, Drawing, Line
from tests.interfaces.cli.command_line import beeline

NS = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parents[2] / "docs"

# Black has a bridge, and a template to the top; either side comes through at c6.
RACE = "d3 e5 c5 b6"
MUST_PLAY = """
      a b c d e f
    1  . . . . . .
     2  . . B . . .
      3  . . . . . .
       4  . B . . . .
        5  . . . . . .
         6  . . W . . .
"""


def race() -> Board:
    board = Board(7)
    for move in RACE.split():
        board.play(move)
    return board


def after(*moves: str, size: int) -> Board:
    board = Board(size)
    for move in moves:
        board.play(move)
    return board


# Connections


def test_stones_and_edges_are_joined_by_the_connections_that_hold() -> None:
    overlay = ConnectionsOverlay(race())
    assert set(overlay.drawing().lines) == {
        Line(("d3", "c5"), "black"),
        Line(("top", "d3"), "black"),
        Line(("bottom", "c5"), "black", via="c6"),
        Line(("left", "b6"), "white"),
        Line(("right", "e5"), "white"),
        Line(("e5", "b6"), "white", via="c6"),
    }


def test_carriers_are_shaded_and_the_winning_move_is_marked() -> None:
    cells = ConnectionsOverlay(race()).drawing().cells
    assert cells["c4"].shades == cells["d4"].shades == {"black"}  # the bridge
    assert cells["a6"].shades == cells["a7"].shades == {"white"}  # the stone on the second row
    assert cells["c6"].mark == "★"
    assert not any(style.outlined for style in cells.values())  # who wins need not defend
    assert "black wins with c6" in ConnectionsOverlay(race()).lines()


def test_the_must_play_region_is_outlined() -> None:
    board = Board.from_text(MUST_PLAY, to_move="white")
    overlay = ConnectionsOverlay(board)
    outlined = {cell for cell, style in overlay.drawing().cells.items() if style.outlined}
    assert outlined == {"c1", "d1", "b3", "c3", "b5", "a6"}
    assert "white must play c1 d1 b3 c3 b5 a6" in overlay.lines()


def test_without_a_threat_there_is_no_region_to_show() -> None:
    assert not any(style.outlined for style in ConnectionsOverlay(Board(7)).drawing().cells.values())


def test_a_won_side_shows_what_it_needs_and_the_other_where_it_obstructs() -> None:
    overlay = ConnectionsOverlay(after("c3", size=5))
    winning = overlay.report.black.winning
    assert winning is not None
    assert overlay.carrier("black") == set(winning.carrier)
    lines = "\n".join(overlay.lines())
    assert "black wins: its edges are connected" in lines
    assert f"most obstructive for white: {overlay.report.most_obstructive}" in lines


def test_a_cell_that_both_need_is_half_and_half() -> None:
    board = after("b3", "c2", "d2", "b4", size=5)
    overlay = ConnectionsOverlay(board)
    both = overlay.carrier("black") & overlay.carrier("white")
    cells, symbols = overlay.drawing().cells, overlay.symbols()
    assert both
    assert all(cells[cell].shades == {"black", "white"} for cell in both)
    assert {symbols[cell][0] for cell in both} <= {"◪", "+", "◆", "★"}


def test_a_group_at_the_edge_is_part_of_the_edge() -> None:
    board = Board(5)
    board.set_up(black=["c3", "b5"], to_move="white")
    overlay = ConnectionsOverlay(board)
    assert {link.ends for link in overlay.links["black"].tree} == {("top", "c3"), ("bottom", "c3")}
    assert Line(("b5", "c3"), "black") in overlay.drawing().lines


# Inferior cells and resistance


def test_captured_cells_are_small_stones_and_the_others_letters() -> None:
    board = after("d6", size=7)
    cells = InferiorOverlay(board).drawing().cells
    assert {cell for cell, style in cells.items() if style.stone == "black"} == {"c7", "d7"}
    assert cells["a1"].mark == "v"
    assert cells["a7"].mark == "d"
    assert InferiorOverlay(board).symbols()["c7"][0] == "•"


def test_the_hottest_cell_has_full_heat_and_every_move_its_value() -> None:
    board = race()
    overlay = ResistanceOverlay(board)
    cells = overlay.drawing().cells
    assert set(cells) == set(board.legal_moves)
    assert max(overlay.heat().values()) == 1
    assert cells["c6"].heat == max(style.heat for style in cells.values())
    assert cells["c6"].mark == f"{round(100 * overlay.report.action_values['c6']):+d}"
    assert overlay.symbols()["c6"][0] == "9"


def test_drawings_lie_over_each_other() -> None:
    below = Drawing(
        {"a1": CellStyle(heat=0.5, mark="7"), "b1": CellStyle(mark="8")}, legend=[(CellStyle(), "x")]
    )
    above = Drawing({"a1": CellStyle(stone="black", outlined=True), "c1": CellStyle(mark="9")})
    both = one_drawing([below, above])
    assert both.cells["a1"] == CellStyle(heat=0.5, stone="black", outlined=True)
    assert (both.cells["b1"].mark, both.cells["c1"].mark) == ("8", "9")
    assert list(both.legend) == [(CellStyle(), "x")]


# The registry

CORNERS = """
from beeline.knowledge.overlay import Layer, Overlay
from beeline.rules.picture import CellStyle, Drawing

class Corners(Overlay):
    name, height = "corners", 3
    layers = {"corners": Layer("Corners", "Where the sides meet")}

    def __init__(self, board):
        self.board = board

    def layer(self, name):
        return Drawing({"a1": CellStyle(mark="L")}, legend=[(CellStyle(mark="L"), "a corner")])

    def symbols(self):
        return {"a1": ("L", "red")}

    def lines(self):
        return ["a corner"]

    def as_dict(self):
        return {"cells": ["a1"]}

OVERLAY = Corners
"""


def test_an_overlay_joins_by_existing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = overlay_names()
    assert "corners" not in before
    (tmp_path / "corners.py").write_text(CORNERS)
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    assert set(overlay_names()) == {*before, "corners"}
    assert list(overlays())[-1] == "corners"
    answer = _overlays(Board(3), overlays(["corners"]).values(), Turns(1, most=1).open())
    assert answer.layers["corners"].cells["a1"].mark == "L"
    assert [entry.text for entry in answer.layers["corners"].legend] == ["a corner"]


def test_every_overlay_says_what_its_layers_show() -> None:
    layers = [(name, layer) for overlay in overlays().values() for name, layer in overlay.layers.items()]
    assert len(dict(layers)) == len(layers)  # no name twice
    assert all(layer.title and layer.about for _, layer in layers)


def test_the_drawing_of_an_overlay_is_its_layers() -> None:
    for overlay in (kind(race()) for kind in overlays().values()):
        cells = {cell for name in overlay.layers for cell in overlay.layer(name).cells}
        assert set(overlay.drawing().cells) == cells


# The command


def test_the_overlays_as_json_without_a_search(tmp_path: Path) -> None:
    names = ("connections", "inferior", "resistance")
    options = [word for name in names for word in ("--overlay", name)]
    data = json.loads(beeline("analyse", "--size", 7, "--moves", RACE, *options, "--json", folder=tmp_path))
    assert (data["position"], data["to_move"]) == (RACE.split(), "black")
    assert "player" not in data
    assert set(data["overlays"]) == set(names)
    connections = data["overlays"]["connections"]
    assert {"ends": ["d3", "c5"], "carrier": ["c4", "d4"], "key": None} in connections["black"]["links"]
    assert connections["black"]["threat"]["key"] == "c6"
    assert data["overlays"]["inferior"]["captured"] == {"black": [], "white": ["a6", "a7"]}
    assert set(data["overlays"]["resistance"]["action_values"]) == set(race().legal_moves)


def test_an_overlay_beside_a_search(tmp_path: Path) -> None:
    arguments = ("--size", 4, "--player", "mcts:simulations=50", "--overlay", "inferior")
    data = json.loads(beeline("analyse", *arguments, "--json", folder=tmp_path))
    assert data["simulations"] == 50
    assert list(data["overlays"]) == ["inferior"]
    text = beeline("analyse", *arguments, folder=tmp_path)
    assert "50 simulations" in text
    assert "dominated, for Black" in text


def test_in_the_terminal_each_overlay_has_a_board(tmp_path: Path) -> None:
    options = ("--overlay", "connections", "--overlay", "resistance")
    text = beeline("analyse", "--size", 7, "--moves", RACE, *options, folder=tmp_path)
    assert text.count("a b c d e f g") == 4
    assert "black wins with c6" in text
    assert "simulations" not in text


def test_the_picture_in_the_manual_is_what_the_command_draws(tmp_path: Path) -> None:
    options = ("--overlay", "connections", "--overlay", "inferior", "--svg", "overlay.svg")
    beeline("analyse", "--size", 7, "--moves", RACE, *options, folder=tmp_path)
    drawn = (tmp_path / "overlay.svg").read_text()
    assert drawn == (DOCS / "pictures" / "overlay.svg").read_text()
    texts = [text.text for text in ElementTree.fromstring(drawn).iter(f"{NS}text")]
    assert {"captured by White", "Black wins here", "★"} <= set(texts)
    assert (
        f'beeline analyse --size 7 --moves "{RACE}" --overlay connections'
        in (DOCS / "explanation" / "connections.md").read_text()
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--overlay", "heat"), f"known: {', '.join(overlay_names())}"),
        (("--overlay", "inferior", "--size", "1", "--moves", "a1"), "black has won"),
    ],
)
def test_mistakes_are_told(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    assert message in beeline("analyse", *arguments, folder=tmp_path, code=2)
