"""No click throws a game away or changes it unasked."""

from __future__ import annotations

from playwright.sync_api import expect

from beeline.rules.cells import fair_openings
from tests.interfaces.studio.studio_page import StudioPage

LOADED = "#7,d4b4c6"
"""White, the engine's colour, is to move."""


def test_the_engine_waits_in_a_game_from_elsewhere(studio: StudioPage) -> None:
    studio.open(LOADED)
    studio.mode("Play")
    studio.page.wait_for_timeout(700)
    assert studio.state()["moves"] == ["d4", "b4", "c6"]
    studio.mode("Analyse")
    studio.page.keyboard.press("n")
    expect(studio.page.get_by_role("dialog")).to_be_visible()
    studio.page.keyboard.press("Escape")
    studio.page.wait_for_timeout(500)
    assert (studio.state()["mode"], studio.state()["moves"]) == ("analyse", ["d4", "b4", "c6"])


def test_play_goes_on_from_the_game_not_from_the_analysis(studio: StudioPage, weakest: str) -> None:
    studio.new_game(level=weakest, size=7)
    studio.click("d4")
    studio.wait_for_moves(2)
    played = studio.state()["moves"]
    studio.page.get_by_role("button", name="Analyse this game").click()
    expect(studio.page.locator(".seat .who").first).to_have_text(weakest)
    studio.page.keyboard.press("ArrowLeft")
    studio.click("a1" if played[1] != "a1" else "a2")
    studio.wait_for_moves(2)
    studio.mode("Play")
    studio.page.wait_for_timeout(500)
    assert studio.state()["moves"] == played
    studio.page.keyboard.press("Home")
    studio.page.keyboard.press("ArrowRight")
    expect(studio.page.locator("#status")).to_contain_text("Looking back: move 1 of 2")
    studio.click("g7")
    assert studio.state()["moves"] == played, "a click comes back to the game"


def test_a_deletion_can_be_undone(studio: StudioPage) -> None:
    studio.open(LOADED)
    studio.page.get_by_role("button", name="Move 1, black d4").click()
    studio.page.keyboard.press("Delete")
    assert studio.state()["nodes"] == 0
    studio.page.locator("#toast").get_by_role("button", name="Undo").click()
    assert studio.state()["line"] == ["d4", "b4", "c6"]
    assert studio.state()["moves"] == ["d4"]


def test_a_link_leaves_the_game_before_it_among_the_earlier_ones(studio: StudioPage) -> None:
    studio.open(LOADED)
    studio.page.evaluate("location.hash = '#5,c3'")
    studio.wait_for("studio.game.rows === 5")
    studio.page.get_by_text("Files and links").click()
    studio.page.locator("#earlier").get_by_role("button", name="7×7, 3 moves").click()
    assert studio.state()["line"] == ["d4", "b4", "c6"]
    tab = studio.page.context.new_page()
    other = StudioPage(tab, studio.address).open("#3,b2")
    tab.get_by_text("Files and links").click()
    expect(tab.locator("#earlier").get_by_role("button", name="7×7, 3 moves")).to_be_visible()
    assert other.state()["moves"] == ["b2"]


def test_a_game_against_a_policy_asks_first_and_has_the_size_of_its_board(
    studio: StudioPage, weakest: str
) -> None:
    studio.new_game(level=weakest, size=7)
    studio.click("d4")
    studio.wait_for_moves(2)
    studio.mode("Learning")
    studio.page.get_by_role("button", name="Play against its policy").click()
    dialog = studio.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cancel").click()
    assert len(studio.state()["line"]) == 2
    studio.page.get_by_role("button", name="Play against its policy").click()
    dialog.get_by_role("button", name="Leave it").click()
    studio.wait_for("studio.game.rows === 4 && studio.mode === 'play'")


def test_back_returns_from_a_replay_to_the_arena(studio: StudioPage) -> None:
    studio.open(LOADED)
    studio.mode("Arena")
    studio.page.get_by_role("button", name="Replay").first.click()
    studio.wait_for("studio.mode === 'analyse' && studio.game.rows === 5")
    studio.page.go_back()
    studio.wait_for("studio.mode === 'arena'")
    studio.mode("Analyse")
    assert studio.state()["line"] == ["d4", "b4", "c6"]


def test_a_message_is_seen_where_one_looks_and_goes_away(studio: StudioPage) -> None:
    page = studio.page
    page.set_viewport_size({"width": 1280, "height": 500})
    studio.open(LOADED)
    place = "document.getElementById('table').getBoundingClientRect().top + scrollY"
    top = page.evaluate(place)
    page.get_by_text("Files and links").click()
    page.locator("#paste").fill("garbage")
    page.get_by_role("button", name="Load").click()
    expect(page.locator("#notice")).to_be_in_viewport()
    page.locator("#notice").get_by_role("button", name="Close").click()
    expect(page.locator("#notice")).to_be_hidden()
    page.evaluate("studio.complain('no')")
    assert page.evaluate(place) == top, "the page does not jump"
    studio.mode("Learning")
    expect(page.locator("#notice")).to_be_hidden()


def test_an_unknown_player_is_refused_at_the_start(studio: StudioPage) -> None:
    studio.wait_for("studio.info.levels.length > 0")
    studio.page.click("#new-game")
    dialog = studio.page.get_by_role("dialog")
    dialog.get_by_label("Player string").fill("mohex")
    dialog.locator("[name=level][value=custom]").check()
    dialog.get_by_role("button", name="Start").click()
    assert "mohex does not play in the studio" in studio.notice().lower()


def test_the_engine_does_not_open_in_the_centre_under_the_swap_rule(studio: StudioPage, weakest: str) -> None:
    studio.new_game(level=weakest, size=11, colour="white", swap=True)
    studio.wait_for_moves(1)
    assert studio.state()["moves"][0] in fair_openings(11)


def test_axes_and_comments_and_legends_can_be_read(studio: StudioPage) -> None:
    page = studio.page
    studio.mode("Learning")
    rate = page.locator(".chart", has_text="Win rate").first
    expect(rate.locator("svg text").nth(2)).to_be_attached()
    assert rate.locator("svg text").all_text_contents()[:3] == ["0", "0.5", "1"]
    label = "(value) => import('./js/runs.js').then(({ round }) => round(value))"
    assert page.evaluate(label, 1_050_000) == "1.05M"
    studio.open("#7,d4")
    studio.overlay("black")
    expect(page.locator("#legend")).to_contain_text("dashed: Black joins these with one more move")
    assert "idle" in (page.locator('[data-overlay="winrate"]').get_attribute("class") or "")
    page.locator("#paste").evaluate("(field) => (field.closest('details').open = true)")
    page.locator("#paste").fill("(;FF[4]GM[11]SZ[5];B[c3]C[A fine start.])")
    page.get_by_role("button", name="Load").click()
    expect(page.locator("#verdict .comment")).to_have_text("A fine start.")
