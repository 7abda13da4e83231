"""Puzzles and one's own mistakes as tasks at the board."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from beeline.interfaces.puzzles import puzzles
from tests.interfaces.studio.studio_page import StudioPage


def open_puzzles(studio: StudioPage) -> None:
    studio.page.get_by_role("button", name="Puzzles").click()
    expect(studio.page.get_by_role("heading", name=re.compile("^Puzzle"))).to_be_visible()


def task(studio: StudioPage) -> int:
    number: int = studio.page.evaluate("studio.trainer.task.number")
    return number


def click(studio: StudioPage, cell: str) -> None:
    studio.page.evaluate("cell => studio.cell(cell)", cell)


def test_a_solved_puzzle_is_explained_and_kept(studio: StudioPage) -> None:
    open_puzzles(studio)
    assert task(studio) == 1
    expect(studio.page.locator("#analyse-panel")).to_be_hidden()
    click(studio, puzzles()[0].solution)
    trainer = studio.page.locator("#trainer")
    expect(trainer).to_contain_text("Solved!")
    expect(trainer).to_contain_text("is the only move that wins")
    expect(trainer).to_contain_text(f"1 of {len(puzzles())} solved")
    studio.page.get_by_role("button", name="Next").click()
    studio.wait_for("studio.trainer.task.number === 2")
    studio.page.reload()
    studio.wait_for(f"studio.trainer.progress.solved['{puzzles()[0].id}']")
    open_puzzles(studio)
    assert task(studio) == 2, "what is solved is not asked again"


def test_a_win_that_takes_a_line_is_shown_by_its_line_and_not_as_joined_already(studio: StudioPage) -> None:
    number = next(at for at, each in enumerate(puzzles(), start=1) if "ladder" in each.themes)
    open_puzzles(studio)
    studio.page.evaluate("number => studio.trainer.toPuzzle(number)", number)
    studio.wait_for(f"studio.trainer.task.number === {number}")
    click(studio, puzzles()[number - 1].solution)
    expect(studio.page.locator("#trainer")).to_contain_text("more moves", timeout=30_000)
    expect(studio.page.locator("#legend")).to_contain_text("how it goes on")
    expect(studio.page.locator("#legend")).not_to_contain_text("needs to win")
    expect(studio.page.locator(".board-host .shade")).to_have_count(0)
    expect(studio.page.locator(".board-host g.ghost")).to_have_count(8)


def test_a_wrong_move_is_refuted_on_the_board_and_can_be_tried_again(studio: StudioPage) -> None:
    open_puzzles(studio)
    found = puzzles()[0]
    wrong = next(move for move in found.board().legal_moves if move != found.solution)
    click(studio, wrong)
    expect(studio.page.locator("#trainer")).to_contain_text("That loses: here is how.")
    assert studio.state()["moves"][0] == wrong
    studio.page.get_by_role("button", name="Try again").click()
    assert studio.state()["moves"] == []
    expect(studio.page.locator("#trainer")).to_contain_text("one move wins")


def test_hints_lead_to_the_move_and_a_shown_move_does_not_count(studio: StudioPage) -> None:
    open_puzzles(studio)
    for _ in puzzles()[0].hints:
        studio.page.get_by_role("button", name="Hint", exact=True).last.click()
    expect(studio.page.locator("#trainer")).to_contain_text(puzzles()[0].hints[-1])
    studio.page.get_by_role("button", name="Show the move").click()
    expect(studio.page.locator("#trainer")).to_contain_text(f"{puzzles()[0].solution} was the move")
    expect(studio.page.locator("#trainer")).to_contain_text("0 of")


def test_themes_choose_the_puzzles(studio: StudioPage) -> None:
    open_puzzles(studio)
    studio.page.locator("#trainer select").select_option("edge template")
    first = next(at for at, each in enumerate(puzzles(), start=1) if "edge template" in each.themes)
    studio.wait_for(f"studio.trainer.task.number === {first}")


def test_a_move_that_nothing_is_proven_of_is_compared_with_the_best(studio: StudioPage) -> None:
    studio.open("#11,a10:sd7e8g6f4g4g5h5i3i4h4j3")
    page = studio.page
    verdict = {
        "kind": "mistake", "comment": "Mistake. 60% → 30%.", "before": 0.6, "better": "c9", "line": ["c9"],
    }  # fmt: skip
    page.evaluate("verdict => { studio.game.line(studio.game.root)[10].verdict = verdict }", verdict)
    value = {"chance": 0.45}  # of the other side
    page.route(
        "**/api/move",
        lambda route: route.fulfill(
            json={"colour": "white", "move": "c3", "value": value["chance"], "simulations": 1, "seconds": 1}
        ),
    )
    unproven = {"winner": None, "line": [], "carrier": [], "must_play": [], "sentence": "Not proven."}
    page.route("**/api/why", lambda route: route.fulfill(json=unproven))
    trainer = page.locator("#trainer")
    page.evaluate("studio.trainer.learn()")
    click(studio, "g3")
    expect(trainer).to_contain_text("g3 is as good as c9: 55%.")
    value["chance"] = 0.7
    page.evaluate("studio.trainer.learn()")
    click(studio, "h4")
    expect(trainer).to_contain_text("There is a better move.")
    expect(trainer).to_contain_text("h4 is not it: 30%, and c9 has 60%.")
    expect(trainer.get_by_role("button", name="Try again")).to_be_visible()
    page.unroute("**/api/move")
    page.unroute("**/api/why")


def test_after_a_game_against_an_engine_the_tasks_are_ones_own_mistakes(studio: StudioPage) -> None:
    studio.open("#5,e5b4a4d2")
    verdict = {"kind": "mistake", "comment": "Mistake.", "before": 1, "better": "c3", "line": ["c3"]}
    own = "studio.trainer.mistakes().map(({ move }) => move)"
    studio.page.evaluate(
        "v => { for (const node of studio.game.line(studio.game.root)) node.verdict = v }", verdict
    )
    assert studio.page.evaluate(own) == ["e5", "b4", "a4", "d2"]
    studio.page.evaluate("studio.opponent.human = 'white'; studio.game.played = studio.game.current")
    assert studio.page.evaluate(own) == ["b4", "d2"]


def test_the_mistakes_of_a_game_become_tasks(studio: StudioPage) -> None:
    studio.open("#5,e5b4a4d2")
    studio.page.get_by_role("button", name="Review game").click()
    studio.wait_for("!studio.analyst.review && studio.game.summary", seconds=60)
    studio.page.get_by_role("button", name="Learn from the mistakes").click()
    trainer = studio.page.locator("#trainer")
    expect(trainer).to_contain_text("Your mistakes: 1 of 1")
    expect(trainer).to_contain_text("find a better move than e5")
    click(studio, "a1")
    expect(trainer).to_contain_text("That loses")
    studio.page.get_by_role("button", name="Try again").click()
    click(studio, "c3")
    expect(trainer).to_contain_text("Right: c3")
    studio.page.get_by_role("button", name="Finish").click()
    expect(trainer).to_be_hidden()
    assert studio.page.evaluate("studio.game.root.children[0].move") == "e5", "the game stays the main line"
