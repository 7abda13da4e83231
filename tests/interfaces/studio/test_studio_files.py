"""Files and links in and out of the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from beeline.rules.hexworld import parse_hexworld
from beeline.rules.variations import read_game_trees
from tests.interfaces.studio.studio_page import StudioPage, sgf_file

SGF = (
    "(;FF[4]GM[11]SZ[7]PB[Ada]PW[Bob]"
    "(;B[d4]C[the centre];W[b4](;B[c6])(;B[e3];W[f1]))(;B[a3];W[swap-pieces]))"
)


def open_file(studio: StudioPage, path: Path) -> None:
    studio.page.set_input_files("#sgf-file", path)


def show_files(studio: StudioPage) -> None:
    studio.mode("Analyse")
    studio.page.get_by_text("Files and links").click()


def test_sgf_goes_round(studio: StudioPage, tmp_path: Path) -> None:
    show_files(studio)
    open_file(studio, sgf_file(tmp_path, SGF))
    studio.wait_for("studio.game.rows === 7")
    assert studio.state()["line"] == ["d4", "b4", "c6"]
    assert studio.state()["nodes"] == 7
    expect(studio.page.locator("#player-bottom")).to_contain_text("Ada")
    with studio.page.expect_download() as download:
        studio.page.get_by_role("button", name="Save SGF").click()
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    before, after = read_game_trees(SGF)[0], read_game_trees(saved)[0]
    assert after.moves == before.moves
    assert after.record == before.record


def test_a_broken_sgf_is_a_sentence_and_the_game_stays(studio: StudioPage, tmp_path: Path) -> None:
    show_files(studio)
    studio.click("f6")
    open_file(studio, sgf_file(tmp_path, "(;GM[11]SZ[7];B[d4];W[z9])"))
    notice = studio.notice()
    assert "xpected a cell from a1 to g7" in notice
    assert "line 1, column" in notice
    assert studio.state()["moves"] == ["f6"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no game tree"),
        ("(;GM[1];B[aa])", "xpected Hex"),
        ("(;GM[11];B[a1];W[a1])", "holds a black stone"),
    ],
)
def test_other_broken_files(studio: StudioPage, tmp_path: Path, text: str, complaint: str) -> None:
    show_files(studio)
    open_file(studio, sgf_file(tmp_path, text))
    assert complaint in studio.notice()


def test_a_file_is_dropped_on_the_board(studio: StudioPage) -> None:
    transfer = studio.page.evaluate_handle(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "game.sgf"));
            return data;
        }""",
        SGF,
    )
    studio.page.dispatch_event("#board", "drop", {"dataTransfer": transfer})
    studio.wait_for("studio.game.rows === 7 && studio.mode === 'analyse'")


def test_hexworld_links_in_and_out(studio: StudioPage) -> None:
    studio.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    show_files(studio)
    studio.page.fill("#paste", "https://hexworld.org/board/#9c1,a2:sf5,e4")
    studio.page.get_by_role("button", name="Load").click()
    studio.wait_for("studio.game.rows === 9")
    assert studio.state()["moves"] == ["a2", "swap-pieces", "f5"]
    assert studio.state()["line"] == ["a2", "swap-pieces", "f5", "e4"]
    studio.page.get_by_role("button", name="Copy HexWorld link").click()
    expect(studio.page.locator("#toast")).to_have_text("HexWorld link copied")
    link = parse_hexworld(studio.page.evaluate("navigator.clipboard.readText()"))
    assert (link.cols, link.played, link.ahead) == (9, ["a2", "swap-pieces", "f5"], ["e4"])


def test_a_link_that_is_none_is_a_sentence(studio: StudioPage) -> None:
    show_files(studio)
    studio.page.fill("#paste", "https://example.org/")
    studio.page.get_by_role("button", name="Load").click()
    assert "board size" in studio.notice()


def test_the_address_holds_the_position(studio: StudioPage) -> None:
    studio.mode("Analyse")
    for cell in ("f6", "d8", "e5"):
        studio.click(cell)
    studio.page.keyboard.press("ArrowLeft")
    studio.wait_for("location.hash === '#11,f6d8,e5'")
    other = studio.page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    other.goto(studio.address)  # another browser of someone who has the token
    elsewhere = StudioPage(other, studio.page.url).open()
    elsewhere.wait_for_moves(2)
    assert elsewhere.state()["moves"] == ["f6", "d8"]
    assert elsewhere.state()["line"] == ["f6", "d8", "e5"]
    other.context.close()


def test_a_broken_address_gives_a_new_board_and_a_sentence(studio: StudioPage) -> None:
    page = studio.page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    broken = StudioPage(page, studio.address).open("#77,zz")
    assert "holds no position" in broken.notice()
    assert broken.state()["moves"] == []
    page.context.close()


@pytest.mark.parametrize(("button", "start"), [("Save SVG", b"<svg"), ("Save PNG", b"\x89PNG")])
def test_the_board_as_a_picture(studio: StudioPage, button: str, start: bytes) -> None:
    show_files(studio)
    studio.click("f6")
    with studio.page.expect_download() as download:
        studio.page.get_by_role("button", name=button).click()
    data = Path(download.value.path()).read_bytes()
    assert data.startswith(start)
    assert len(data) > 10_000
