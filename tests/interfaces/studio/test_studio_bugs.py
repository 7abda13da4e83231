"""Bugs that people met in the studio, one test each (docs/dev/studio-bugs.md has the list)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from beeline.arena.database import make_database
from beeline.workers import make_workers
from tests.interfaces.studio.studio_page import StudioPage, studio_server
from tests.interfaces.studio.test_studio_coach import review


def paste(studio: StudioPage, text: str) -> None:
    studio.page.locator("#files").evaluate("(details) => (details.open = true)")
    studio.page.locator("#paste").fill(text)
    studio.page.get_by_role("button", name="Load").click()


def box(element: Locator) -> dict[str, float]:
    found = element.bounding_box()
    assert found is not None
    return dict(found)


def test_every_bug_of_the_review_has_its_test() -> None:
    here = Path(__file__)
    table = (here.parents[3] / "docs" / "dev" / "studio-bugs.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \|.*\| (`.*`) \|$", table, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 37))
    tests = "".join(path.read_text(encoding="utf-8") for path in here.parent.glob("test_*.py"))
    for number, names in rows:
        for name in re.findall(r"`(\w+)`", names):
            assert f"def {name}(" in tests, f"{number}: {name}"


# Comments and marks


def test_comments_labels_and_marks_of_a_file_are_shown_and_saved(studio: StudioPage, tmp_path: Path) -> None:
    sgf = (
        "(;FF[4]GM[11]SZ[5]EV[Cup]GC[Final]C[Before the game]TR[a1]"
        ";B[c3]C[A fine start.]LB[b2:A][d4:B]TR[c3];W[b4])"
    )
    paste(studio, sgf)
    page = studio.page
    studio.wait_for("studio.game.rows === 5")
    page.keyboard.press("Home")
    expect(page.locator("#verdict .comment")).to_have_text("Before the game")
    expect(page.locator('.board-host [data-shape="TR"]')).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#verdict .comment")).to_have_text("A fine start.")
    assert page.locator(".board-host .label").all_text_contents() == ["A", "B"]
    page.get_by_text("Comment and marks").click()
    page.get_by_label("Comment on this position").fill("A strong start.")
    page.get_by_role("button", name="Letter").click()
    page.locator('.board-host [data-cell="e5"]').click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save SGF").click()
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    for part in ("EV[Cup]", "GC[Final]", "C[Before the game]", "TR[a1]", "C[A strong start.]"):
        assert part in saved, part
    assert "LB[b2:A][d4:B][e5:C]" in saved
    assert studio.state()["line"] == ["c3", "b4"], "a click that marks plays no move"


# The exact result


def test_the_rotation_of_a_winning_opening_is_never_left_undecided(studio: StudioPage) -> None:
    studio.open("#7")
    studio.overlay("solver")
    studio.wait_for("studio.analyst.solved.get(studio.game.root)", seconds=40)
    found = studio.page.evaluate("studio.analyst.solved.get(studio.game.root)")

    def turned(cell: str) -> str:
        return f"{chr(ord('a') + ord('g') - ord(cell[0]))}{8 - int(cell[1])}"

    assert "d4" in found["winning_moves"], "what is plain does not wait for what is hard"
    for cells in (found["winning_moves"], found["open_moves"]):
        assert {turned(cell) for cell in cells} == set(cells)


# Trainings


def test_a_training_axis_tells_its_numbers_apart(page: Page, tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    entries = [
        {"generation": 1, "spread": 10.0, "win_rate": 0.85, "simulations": 350_000},
        {"generation": 2, "spread": 9.99, "simulations": 1_050_000},
    ]
    (run / "history.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    with studio_server("--runs", tmp_path) as server:
        studio = StudioPage(page, server.address).open()
        studio.mode("Learning")
        axes = {}
        for name in ("Win rate", "Step size", "Simulations"):
            chart = page.locator(".chart", has=page.get_by_role("heading", name=name, exact=True))
            expect(chart).to_be_visible()
            axes[name] = chart.locator("svg .tick").all_text_contents()
            frame = box(chart.locator("svg"))
            for text in chart.locator("svg .tick").all():
                assert box(text)["x"] >= frame["x"], "no number is cut off"
    assert axes == {
        "Win rate": ["0", "0.5", "1"],
        "Step size": ["9.990", "9.995", "10.000"],
        "Simulations": ["0", "500k", "1.0M", "1.5M"],
    }


def test_a_training_that_still_plays_its_database_is_no_tournament(page: Page, tmp_path: Path) -> None:
    run = tmp_path / "neurohex"
    run.mkdir()
    about = {"system": "neurohex", "label": "small-7", "settings": {}}
    (run / "settings.json").write_text(json.dumps(about))
    with make_workers(count=1, ray=None) as workers:
        make_database(run / "database.games", "random", side=4, games=3, seed=1, workers=workers)
    with studio_server("--runs", tmp_path) as server:
        studio = StudioPage(page, server.address).open()
        studio.mode("Arena")
        expect(page.locator("#runs-view")).to_contain_text("No tournaments")
        studio.mode("Learning")
        expect(page.get_by_role("heading", name="neurohex")).to_be_visible()
        expect(page.locator("#runs-view")).to_contain_text("3 games to learn from so far")


# The engine at the board


def test_the_value_above_the_table_is_of_the_engine_of_the_table(studio: StudioPage) -> None:
    studio.open("#5,e5b4a4d2")
    page = studio.page
    page.keyboard.press("Home")
    page.get_by_role("switch", name="Engine").check()
    studio.wait_for("studio.game.current.analysis")
    page.get_by_role("switch", name="Engine").uncheck()
    page.locator("#engine-player").select_option("hivemind")
    review(studio)
    page.keyboard.press("Home")
    expect(page.locator("#evaluation")).to_contain_text("review")
    expect(page.locator("#candidates")).to_be_hidden()
    page.locator("#engine-player").select_option(index=0)
    expect(page.locator("#candidates")).to_be_visible()
    expect(page.locator("#evaluation")).not_to_contain_text("review")


def test_the_ring_follows_the_candidate_under_the_pointer(studio: StudioPage) -> None:
    studio.open("#11,a10d4")
    page = studio.page
    page.get_by_role("switch", name="Engine").check()
    studio.wait_for("studio.game.current.analysis?.moves.length > 2")
    page.get_by_role("switch", name="Engine").uncheck()
    studio.wait_for("!studio.analyst.live.request")
    page.locator("#candidates tbody tr").nth(1).hover()
    studio.wait_for("studio.previewed?.[0] === studio.game.current.analysis.moves[1][0]")
    page.evaluate(
        """() => {
            const { analysis } = studio.game.current;
            const [first, second, third, ...rest] = analysis.moves;
            analysis.moves = [first, third, second, ...rest];
            studio.show();
        }"""
    )
    studio.wait_for("studio.previewed[0] === studio.game.current.analysis.moves[1][0]")
    second = page.evaluate("studio.game.current.analysis.moves[1][0]")
    expect(page.locator("#candidates tbody tr").nth(1).get_by_role("button")).to_have_text(second)


def test_coming_back_to_a_position_goes_on_with_its_analysis(studio: StudioPage) -> None:
    studio.open("#11,a10d4")
    studio.page.get_by_role("switch", name="Engine").check()
    studio.wait_for("studio.game.current.analysis?.simulations > 4000", seconds=30)
    studio.page.keyboard.press("ArrowLeft")
    studio.wait_for("studio.game.current.analysis", seconds=30)
    studio.page.keyboard.press("ArrowRight")
    before = studio.page.evaluate("studio.game.current.analysis.simulations")
    studio.wait_for("studio.analyst.asked === studio.game.current")
    shown = f"studio.game.current.analysis.simulations > {before}"
    studio.wait_for(shown, seconds=30)
    assert studio.page.evaluate("studio.game.current.analysis.seconds") < 20, (
        "the count goes on, not the clock"
    )
    assert before > 4000


def test_a_lost_position_on_a_large_board_is_proven_and_the_search_ends(studio: StudioPage) -> None:
    # Black's bridges join top and bottom; every move of White's is lost.
    studio.open("#13,k2a1j4a2i6a3h8a4g10a5f12")
    studio.page.get_by_role("switch", name="Engine").check()
    expect(studio.page.locator("#evaluation")).to_contain_text("Black wins, proven")
    expect(studio.page.locator("#engine-state")).to_have_text("proven", timeout=30_000)
    studio.wait_for("!studio.analyst.live.request")


def test_switching_the_engine_on_moves_nothing_and_its_name_is_whole(studio: StudioPage) -> None:
    studio.open("#11,a10d4")
    page = studio.page
    studio.wait_for("studio.info.levels.length > 0")
    before = box(page.locator("#overlays")), box(page.locator("#moves"))
    page.get_by_role("switch", name="Engine").check()
    expect(page.locator("#candidates tbody tr:visible")).to_have_count(5, timeout=30_000)
    expect(page.locator("#engine-state")).to_contain_text("simulations", timeout=30_000)
    assert (box(page.locator("#overlays")), box(page.locator("#moves"))) == before
    room = page.locator("#engine-player").evaluate(
        """(select) => {
            const context = document.createElement("canvas").getContext("2d");
            context.font = getComputedStyle(select).font;
            const widths = [...select.options].map(({ text }) => context.measureText(text).width);
            return select.clientWidth - Math.max(...widths);
        }"""
    )
    assert room >= 30, "the longest name and the arrow fit"


# Colours


def test_red_and_blue_stones_are_called_red_and_blue(studio: StudioPage) -> None:
    studio.open("#5,e5b4a4d2")
    page = studio.page
    page.evaluate("studio.prefer({ stones: 'colour' })")
    for overlay in ("black", "white", "solver"):
        studio.overlay(overlay)
    expect(page.locator("#legend")).to_contain_text("Blue needs")
    review(studio)
    page.get_by_role("button", name="To the turning point").click()
    page.get_by_role("switch", name="Engine").check()
    expect(page.locator("#evaluation")).to_contain_text("Blue wins, proven")
    expect(page.locator("#summary")).to_contain_text("Red’s e5 lost the won game")
    expect(page.locator("#solver-answer")).to_contain_text("Blue wins")
    expect(page.get_by_role("button", name="e5, red, last move")).to_have_count(1)
    for words in (page.locator("main").inner_text(), page.locator("main").aria_snapshot()):
        assert not [word for word in ("Black", "White", "black", "white") if word in words]
    for button in ("#rules-button", "#new-game"):
        if button == "#new-game":
            studio.mode("Play")
        page.click(button)
        words = page.get_by_role("dialog").inner_text()
        assert "Red" in words or "Blue" in words
        assert not [word for word in ("Black", "White") if word in words]
        page.keyboard.press("Escape")


def test_the_sides_of_the_board_are_seen_on_a_dark_page(browser: Browser, address: str) -> None:
    context = browser.new_context(color_scheme="dark")
    studio = StudioPage(context.new_page(), address).open()
    ratio = studio.page.evaluate(
        """() => {
            const light = (colour) => {
                const parts = colour.match(/\\d+/g).slice(0, 3).map((part) => part / 255);
                const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const border = light(getComputedStyle(document.querySelector(".board .side-border")).stroke);
            const page = light(getComputedStyle(document.documentElement).backgroundColor);
            return (Math.max(border, page) + 0.05) / (Math.min(border, page) + 0.05);
        }"""
    )
    context.close()
    assert ratio >= 3, "as WCAG asks of graphics"


# The board


@pytest.mark.parametrize("shape", ["flat", "diamond"])
def test_the_sides_meet_at_the_corners(studio: StudioPage, shape: str) -> None:
    page = studio.page
    page.evaluate("(shape) => studio.prefer({ shape })", shape)
    studio.open("#3")
    ends = {
        side: page.locator(f'.board-host [data-side="{side}"]').evaluate(
            "(line) => [line.points[0], line.points[line.points.length - 1]].map(({ x, y }) => [x, y])"
        )
        for side in ("top", "bottom", "left", "right")
    }
    assert ends["top"] == [ends["left"][0], ends["right"][0]]
    assert ends["bottom"] == [ends["left"][1], ends["right"][1]]
    assert page.locator(".board-host .side-border").evaluate("(line) => line.tagName") == "polygon"


def test_letters_stand_above_their_columns(studio: StudioPage) -> None:
    studio.open("#5")
    for letter in "abcde":
        label = box(studio.page.locator(".board-host .coordinate", has_text=letter))
        cell = box(studio.page.locator(f'.board-host [data-cell="{letter}1"]'))
        middle = cell["x"] + cell["width"] / 2
        assert abs(label["x"] + label["width"] / 2 - middle) < cell["width"] / 10


def test_a_phone_on_its_side_has_the_board_beside_the_panel(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 844, "height": 390}, is_mobile=True, has_touch=True)
    studio = StudioPage(context.new_page(), address).open("#11,f6")
    board = box(studio.page.locator(".board-host svg.board"))
    side = box(studio.page.locator("aside.side"))
    cell = box(studio.page.locator('.board-host [data-cell="f6"]'))
    width = studio.page.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert board["x"] + board["width"] <= side["x"]
    assert board["y"] + board["height"] <= 390
    assert cell["width"] >= 23
    assert width <= 844


def test_a_large_screen_is_filled_by_the_board(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 2560, "height": 1440})
    studio = StudioPage(context.new_page(), address).open("#11,f6")
    board = box(studio.page.locator(".board-host svg.board"))
    context.close()
    assert board["width"] * board["height"] > 0.5 * 2560 * 1440
    assert board["y"] + board["height"] <= 1440


def test_one_of_a_thing_is_not_called_many(page: Page, tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (run / "history.jsonl").write_text('{"generation": 1, "best": 0.5}\n')
    with studio_server("--runs", tmp_path) as server:
        studio = StudioPage(page, server.address).open("#5,b3c2d2")
        studio.overlay("solver")
        expect(page.locator("#solver-answer")).to_contain_text("(1 position, ")
        page.keyboard.press("Delete")
        expect(page.locator("#toast")).to_contain_text("Deleted 1 move")
        expect(page.locator("#toast")).not_to_contain_text("moves")
        studio.mode("Learning")
        expect(page.locator("#runs-view")).to_contain_text("1 generation,")


@pytest.mark.parametrize("size", [(390, 844), (1280, 860)])
def test_dots_are_round(browser: Browser, address: str, size: tuple[int, int]) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    studio = StudioPage(context.new_page(), address).open("#11,f6d8")
    names = "A player with a very long name, Champion of the Northern Isles and Beyond"
    studio.page.evaluate("(name) => ((studio.game.names = { black_player: name }), studio.show())", names)
    expect(studio.page.locator("#player-bottom")).to_contain_text("Northern Isles")
    dots = studio.page.locator(".dot").all()
    shapes = [box(dot) for dot in dots if dot.is_visible()]
    context.close()
    assert len(shapes) >= 4
    for shape in shapes:
        assert shape["width"] == shape["height"], shape
        assert shape["width"] == int(shape["width"]), "parts of pixels are drawn as an oval"
