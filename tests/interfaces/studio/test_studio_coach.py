"""A coach whose verdicts can be trusted: proofs at the board, the review in words, why a move loses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from beeline import Board, connections, solve
from beeline.interfaces.game_review import positions_of
from beeline.interfaces.puzzles import puzzles
from beeline.interfaces.review_sgf import board_at_end
from beeline.rules.game import COLOURS
from beeline.rules.variations import read_game_trees
from tests.interfaces.studio.studio_page import StudioPage, sgf_file
from tests.interfaces.studio.test_studio_phone import violations

GAMES = Path(__file__).parents[3] / "benchmarks" / "results" / "games"


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


def test_a_file_is_reviewed_and_its_worst_mistake_explained_in_three_clicks(
    studio: StudioPage, tmp_path: Path
) -> None:
    page, clicks = studio.page, 0
    file = sgf_file(tmp_path, "(;FF[4]GM[11]SZ[5]PB[Ada]PW[Bob];B[e5];W[b4];B[a4];W[d2])")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open…").click()
    chooser.value.set_files(file)
    clicks += 1
    page.get_by_role("button", name="Review this game").click()
    clicks += 1
    page.get_by_role("button", name="Show why", exact=True).click(timeout=60_000)
    clicks += 1
    expect(page.locator("#verdict .why")).to_contain_text("White answers e5 with")
    expect(page.locator("#verdict .why")).to_contain_text("joined, whoever moves")
    assert studio.state()["moves"][0] == "e5"
    assert clicks <= 3
    print(f"{clicks} clicks from the first screen to the reason of the worst mistake")


def ending(name: str, number: int, *, start: int) -> str:
    """The rest of a recorded game as SGF, with the stones of its first moves set up."""
    end = board_at_end(read_game_trees((GAMES / name).read_bytes())[number - 1])
    board = positions_of(end)[start]
    setup = "".join(
        f"A{colour[0].upper()}" + "".join(f"[{cell}]" for cell in board.stones(colour)) for colour in COLOURS
    )
    moves = "".join(f";{step.colour[0].upper()}[{step.move}]" for step in end.steps[start:])
    return f"(;FF[4]GM[11]SZ[{end.rows}]{setup}PL[{board.to_move[0].upper()}]{moves})"


def test_the_mistake_of_a_recorded_game_is_explained_by_the_connection_that_decides(
    studio: StudioPage, tmp_path: Path
) -> None:
    page, file = studio.page, ending("match_wolve_outside_11x11_1s.sgf", 37, start=32)
    page.route("**/api/why", lambda route: route.abort())
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open…").click()
    chooser.value.set_files(sgf_file(tmp_path, file))
    page.get_by_role("button", name="Review this game").click()
    page.get_by_role("button", name="Show why", exact=True).click(timeout=300_000)
    why = page.locator("#verdict .why")
    expect(why).to_contain_text("White answers b4 with c2.")
    expect(why).to_contain_text("2nd row ladder along the right edge")
    expect(why).to_contain_text("are joined, whoever moves")
    expect(page.locator(".board-host .shade").first).to_be_attached()
    expect(page.locator("#legend")).to_contain_text("needs to win")
    page.unroute("**/api/why")


def test_of_a_mistake_that_is_not_proven_the_answer_is_shown(studio: StudioPage) -> None:
    studio.open("#11,a10:sd7e8g6f4g4g5h5i3i4h4j3")
    page = studio.page
    verdict = {
        "ply": 11, "colour": "black", "move": "i4", "kind": "mistake", "before": 0.6, "after": 0.3,
        "loss": 0.3, "proven": False, "better": "c9", "better_wins": False, "line": ["c9"],
        "reply": ["g3", "c9"], "comment": "Mistake. 60% → 30%: White answers g3. c9 was better.",
    }  # fmt: skip
    summary = {"text": "White stands better.", "turning_point": 11, "accuracy": {"black": 0.9, "white": 0.9}}
    page.evaluate(
        "([verdict, summary]) => { studio.game.line(studio.game.root)[10].verdict = verdict;"
        " studio.game.summary = summary; studio.changed(); }",
        [verdict, summary],
    )
    page.get_by_role("button", name="Show why", exact=True).click()
    expect(page.locator("#verdict")).to_contain_text("White answers g3")
    expect(page.locator(".board-host g.ghost")).to_have_count(2)
    assert len(studio.state()["moves"]) == 11, "nothing is played that nobody played"


def test_the_reason_of_a_review_needs_no_proof_anew(studio: StudioPage) -> None:
    studio.open("#5,e5b4a4d2")
    page = studio.page
    review(studio)
    page.route("**/api/why", lambda route: route.abort())
    page.get_by_role("button", name="Show why", exact=True).click()
    expect(page.locator("#verdict .why")).to_contain_text("White answers e5 with c3.")
    expect(page.locator(".board-host .shade.white").first).to_be_attached()
    page.unroute("**/api/why")


def test_what_a_stopped_review_has_proven_is_shown_where_the_solver_alone_is_too_slow(
    studio: StudioPage,
) -> None:
    studio.open("#5,e5b4a4d2")
    page = studio.page
    review(studio)
    page.evaluate("studio.game.nodes().forEach(({ verdict }) => delete verdict?.why)")
    unproven = {"winner": None, "line": [], "carrier": [], "must_play": [], "sentence": "Not proven in 10 s."}
    page.route("**/api/why", lambda route: route.fulfill(json=unproven))
    page.get_by_role("button", name="Show why", exact=True).click()
    expect(page.locator("#verdict .why")).to_contain_text("The review has proven it")
    assert studio.state()["moves"][:2] == ["e5", "b4"], "the game's own answer wins"
    page.unroute("**/api/why")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_coach_can_be_used_with_a_screen_reader(studio: StudioPage, scheme: str) -> None:
    page, problems = studio.page, {}
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    studio.open("#5,e5b4a4d2")
    review(studio)
    problems["review"] = violations(page)
    page.get_by_role("button", name="Show why", exact=True).click()
    expect(page.locator("#verdict .why")).to_be_visible()
    problems["why"] = violations(page)
    page.get_by_role("button", name="Puzzles").click()
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator("#trainer .why")).to_be_visible()
    problems["puzzle"] = violations(page)
    studio.open("#9")
    page.get_by_role("button", name="Swap map").click()
    studio.wait_for("studio.game.root.analysis?.simulations > 0")
    problems["swap map"] = violations(page)
    assert {where: found for where, found in problems.items() if found} == {}


def test_the_swap_map_is_on_the_empty_board(studio: StudioPage) -> None:
    studio.open("#9")
    page = studio.page
    page.get_by_role("button", name="Swap map").click()
    studio.wait_for("studio.game.root.analysis?.simulations > 0")
    expect(page.locator("#legend")).to_contain_text("about 50 is fair with the swap rule")
    marks = page.locator(".board-host .mark:not(.detail)")
    expect(marks).to_have_count(81)
    studio.click("a9")
    expect(page.get_by_role("button", name="All moves")).to_be_visible()


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
