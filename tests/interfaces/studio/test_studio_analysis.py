"""Live analysis, overlays, variations, set-up and the review of a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from beeline import Board, connections, inferior, solve
from tests.interfaces.studio.studio_page import StudioPage

POSITION = "#7,d4b4c6e3"
OPEN = "#11,a10d4"
"""That nobody solves in the time of a test."""


def board_of(studio: StudioPage) -> Board:
    state = studio.state()
    board = Board(state["size"])
    for move in state["moves"]:
        board.play(move)
    return board


def test_values_come_live_and_the_best_line_is_drawn(studio: StudioPage) -> None:
    studio.open(OPEN)
    page = studio.page
    page.get_by_role("switch", name="Engine").check()
    studio.wait_for("studio.game.current.analysis?.simulations > 1000")
    first = page.evaluate("studio.game.current.analysis.simulations")
    studio.wait_for(f"studio.game.current.analysis.simulations > {first}")
    expect(page.locator("#candidates tbody tr:visible")).to_have_count(5)
    expect(page.locator(".board-host .heat.search").first).to_be_attached()
    expect(page.locator(".board-host .ghost").first).to_be_attached()
    best = page.locator("#candidates tbody button").first.inner_text()
    assert best in board_of(studio).legal_moves
    expect(page.locator("#evaluation")).to_contain_text(re.compile(r"(Black|White) \d+\.\d%"))
    page.get_by_role("switch", name="Engine").uncheck()
    studio.wait_for("!studio.analyst.live.request")


def test_the_engine_follows_the_walk(studio: StudioPage) -> None:
    studio.open(POSITION)
    studio.page.get_by_role("switch", name="Engine").check()
    studio.wait_for("studio.game.current.analysis")
    studio.page.keyboard.press("ArrowLeft")
    studio.wait_for_moves(3)
    studio.wait_for("studio.game.current.analysis")
    assert studio.page.evaluate("studio.game.current.analysis.to_move") == "white"


@pytest.mark.parametrize("overlay", ["winrate", "policy"])
def test_the_overlays_of_the_search(studio: StudioPage, overlay: str) -> None:
    studio.open(OPEN)
    for shown in ("winrate", "line"):
        studio.overlay(shown)  # off
    studio.overlay(overlay)
    studio.wait_for("studio.game.current.analysis")
    marks = studio.page.locator(".board-host .marks text")
    expect(marks.first).to_be_attached()
    text = marks.first.text_content() or ""
    assert re.fullmatch(r"\d+%" if overlay == "policy" else r"\d+|won|lost", text), text


@pytest.mark.parametrize("colour", ["black", "white"])
def test_the_overlay_of_connections(studio: StudioPage, colour: str) -> None:
    studio.open(POSITION)
    studio.overlay(colour)
    expect(studio.page.locator(f".board-host .shade.{colour}").first).to_be_attached()
    expect(studio.page.locator(f".board-host .link.{colour}").first).to_be_attached()
    expect(studio.page.locator("#legend")).to_contain_text(f"cells {colour.capitalize()} needs")


def test_the_overlay_of_the_must_play_region(studio: StudioPage) -> None:
    studio.open("#7,d4b4c5d3")
    studio.overlay("mustplay")
    board = board_of(studio)
    report = connections(board)
    assert 0 < len(report.must_play) < 40
    expect(studio.page.locator(".board-host .outline.must")).to_have_count(len(report.must_play))
    expect(studio.page.locator("#legend")).to_contain_text("Black must play here")


def test_the_overlay_of_captured_cells(studio: StudioPage) -> None:
    studio.open("#7,d6")
    studio.overlay("inferior")
    captured = inferior(board_of(studio)).captured
    assert captured["black"]
    count = len(captured["black"]) + len(captured["white"])
    expect(studio.page.locator(".board-host .stone.small")).to_have_count(count)
    expect(studio.page.locator("#legend")).to_contain_text("captured by Black")


def test_the_overlay_of_resistance(studio: StudioPage) -> None:
    studio.open(POSITION)
    studio.overlay("resistance")
    expect(studio.page.locator(".board-host .heat.current")).to_have_count(45)


def test_the_exact_result(studio: StudioPage) -> None:
    studio.open("#5,a1b2")
    studio.overlay("solver")
    board = Board(5)
    board.play("a1")
    board.play("b2")
    answer = solve(board, all_moves=True)
    assert answer.winner
    assert answer.winning_moves is not None
    expect(studio.page.locator("#solver-answer")).to_contain_text(f"{answer.winner.capitalize()} wins")
    expect(studio.page.locator(".board-host .proof.win")).to_have_count(len(answer.winning_moves))


def test_an_overlay_that_is_switched_off_disappears(studio: StudioPage) -> None:
    studio.open(POSITION)
    studio.overlay("black")
    expect(studio.page.locator(".board-host .shade").first).to_be_attached()
    studio.overlay("black")
    expect(studio.page.locator(".board-host .shade")).to_have_count(0)


def test_another_move_makes_a_variation(studio: StudioPage) -> None:
    studio.open(POSITION)
    page = studio.page
    page.keyboard.press("ArrowLeft")
    studio.click("f5")
    studio.wait_for_moves(4)
    expect(page.locator(".variation .move")).to_have_count(1)
    assert studio.state()["nodes"] == 5
    page.keyboard.press("ArrowUp")
    assert studio.state()["moves"][-1] == "e3"
    page.keyboard.press("ArrowDown")
    assert studio.state()["moves"][-1] == "f5"
    page.get_by_role("button", name="Main line").click()
    assert studio.page.evaluate("studio.game.line(studio.game.root).at(-1).move") == "f5"
    page.keyboard.press("Delete")
    assert studio.state()["nodes"] == 4


def test_walking_with_keys_and_buttons(studio: StudioPage) -> None:
    studio.open(POSITION)
    page = studio.page
    page.keyboard.press("Home")
    assert studio.state()["moves"] == []
    page.keyboard.press("ArrowRight")
    assert studio.state()["moves"] == ["d4"]
    page.get_by_role("button", name="To the end").click()
    assert len(studio.state()["moves"]) == 4
    page.get_by_role("button", name="Move 2, white b4").click()
    assert studio.state()["moves"] == ["d4", "b4"]


def test_a_review_draws_the_graph_and_marks_the_blunder(studio: StudioPage) -> None:
    # To begin in the corner gives away a won board.
    studio.open("#5,e5b4a4d2")
    studio.page.get_by_role("button", name="Review game").click()
    studio.wait_for("!studio.analyst.review && studio.game.root.value !== undefined", seconds=40)
    values = studio.page.evaluate("[studio.game.root, ...studio.game.line()].map((node) => node.value)")
    assert len(values) == 5
    assert values[0] - values[1] > 0.25
    expect(studio.page.locator(".move").first).to_have_class(re.compile("blunder"))
    expect(studio.page.locator(".graph .verdict").first).to_be_attached()
    expect(studio.page.locator(".move.mistake, .move.blunder").first).to_be_visible()


def test_a_position_is_set_up_by_hand(studio: StudioPage) -> None:
    studio.open("#5")
    page = studio.page
    page.get_by_text("Set up a position").click()
    for cell in ("a1", "b2"):
        studio.click(cell)
    page.locator("#editor-tools").get_by_role("button", name="White").first.click()
    studio.click("c3")
    page.locator("#editor-tools .editor-row").nth(1).get_by_role("button", name="White").click()
    assert studio.state()["stones"] == {"a1": "black", "b2": "black", "c3": "white"}
    page.get_by_role("button", name="Done").click()
    assert studio.state()["to_move"] == "white"
    studio.overlay("solver")
    expect(page.locator("#solver-answer")).to_contain_text("wins")
    assert "B=a1b2" in page.url
    page.reload()
    assert studio.state()["stones"] == {"a1": "black", "b2": "black", "c3": "white"}


def test_setting_up_does_not_lose_the_game(studio: StudioPage) -> None:
    studio.open(POSITION)
    page = studio.page
    page.get_by_text("Set up a position").click()
    assert len(studio.state()["moves"]) == 4
    studio.click("a7")
    assert studio.state()["moves"] == []
    assert len(studio.state()["stones"]) == 5
    page.get_by_role("button", name="Back to the game").click()
    assert studio.state()["moves"] == ["d4", "b4", "c6", "e3"]
