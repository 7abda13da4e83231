"""A coach whose verdicts can be trusted: proofs at the board, the review in words, why a move loses."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from beeline import Board, connections, solve
from beeline.interfaces.puzzles import puzzles
from tests.interfaces.studio.studio_page import StudioPage


def review(studio: StudioPage) -> None:
    studio.page.get_by_role("button", name="Review game").click()
    studio.wait_for("!studio.analyst.review && studio.game.summary", seconds=60)


def test_the_engine_says_that_a_position_is_won_and_ends(studio: StudioPage) -> None:
    studio.open("#5,c3")
    studio.page.get_by_role("switch", name="Engine").check()
    expect(studio.page.locator("#engine-state")).to_have_text("proven")
    expect(studio.page.locator("#evaluation")).to_contain_text("Black wins, proven")
    expect(studio.page.locator("#candidates tbody tr").first).to_contain_text("loses")
    studio.wait_for("!studio.analyst.live.request")


def test_a_click_on_a_losing_candidate_plays_its_refutation(studio: StudioPage) -> None:
    studio.open("#5")
    page = studio.page
    page.get_by_role("switch", name="Engine").check()
    expect(page.locator("#engine-state")).to_have_text("proven")
    wins = solve(Board(5), all_moves=True).winning_moves or ()
    first = page.locator("#candidates tbody button").first
    expect(first).to_have_text(re.compile("|".join(wins)))
    studio.open("#5,c3")
    page.get_by_role("switch", name="Engine").check()
    expect(page.locator("#engine-state")).to_have_text("proven")
    losing = page.locator("#candidates tbody button").first.inner_text()
    page.locator("#candidates tbody button").first.click()
    expect(page.locator("#verdict .why")).to_contain_text("Black’s top and bottom are joined, whoever moves")
    assert studio.state()["moves"][:2] == ["c3", losing]
    expect(page.locator(".board-host .shade.black").first).to_be_attached()


def test_the_review_is_a_sentence_and_names_the_better_move(studio: StudioPage) -> None:
    studio.open("#5,e5b4a4d2")
    page = studio.page
    expect(page.locator("#graph")).to_contain_text("Review game")
    review(studio)
    expect(page.locator("#summary")).to_contain_text(
        "The turning point was move 1: Black’s e5 lost the won game"
    )
    marks = page.evaluate("studio.game.line(studio.game.root).map((node) => node.verdict.kind)")
    assert marks == ["lost", "good", "hopeless", "good"]
    page.get_by_role("button", name="To the turning point, move 1").click()
    assert studio.state()["moves"] == ["e5"]
    expect(page.locator("#verdict")).to_contain_text("Lost the won game. It loses, proven.")
    page.get_by_role("button", name="Show why it loses").click()
    expect(page.locator("#verdict .why")).to_contain_text("White answers e5 with")
    assert studio.state()["moves"][0] == "e5"
    page.get_by_role("button", name="To the turning point, move 1").click()
    better = page.get_by_role("button", name=re.compile("^Better: "))
    move = better.inner_text().removeprefix("Better: ")
    assert move in (solve(Board(5), all_moves=True).winning_moves or ())
    better.click()
    assert studio.state()["moves"] == [move]
    assert page.evaluate("studio.game.root.children[0].move") == "e5", "the game stays the main line"


def test_the_must_play_region_is_drawn_with_the_reason(studio: StudioPage) -> None:
    number, puzzle = next(
        (number, each)
        for number, each in enumerate(puzzles(), start=1)
        if each.size == 9 and "ladder" in each.themes
    )
    page, region = studio.page, connections(puzzle.board()).must_play
    page.evaluate("studio.trainer.list = { puzzles: [], themes: [] }")
    page.evaluate("(number) => studio.trainer.toPuzzle(number)", number)
    studio.wait_for("studio.trainer.task")
    wrong = next(move for move in puzzle.board().legal_moves if move not in region)
    page.evaluate("(cell) => studio.cell(cell)", wrong)
    studio.wait_for("studio.trainer.state === 'wrong'", seconds=30)
    expect(page.locator("#trainer .why")).to_contain_text("had to play")
    expect(page.locator("#legend")).to_contain_text("where White had to play")
    played = studio.state()["moves"]
    drawn = page.locator(".board-host .outline.must").count()
    assert drawn == len(region)
    assert played[0] == wrong


def test_live_values_leave_the_review_alone_and_reviews_agree(studio: StudioPage) -> None:
    studio.open("#5,e5b4a4d2")
    kinds = "JSON.stringify(studio.game.nodes().map((node) => [node.value, node.verdict]))"
    review(studio)
    first = studio.page.evaluate(kinds)
    studio.page.get_by_role("switch", name="Engine").check()
    for _ in range(3):
        studio.page.keyboard.press("ArrowLeft")
        studio.wait_for("studio.game.current.analysis")
    assert studio.page.evaluate(kinds) == first
    studio.page.get_by_role("switch", name="Engine").uncheck()
    review(studio)
    assert studio.page.evaluate(kinds) == first
    studio.page.reload()
    studio.wait_for("studio.game.summary")
    assert studio.page.evaluate(kinds) == first, "a reviewed game is kept"
