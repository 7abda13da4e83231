"""Fit and finish: pictures that move, paper, an installed page, a board on other pages."""

from __future__ import annotations

import json
import re
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from beeline.interfaces.studio.app import PAGE, create_app
from beeline.interfaces.studio.token import Token
from tests.interfaces.studio.studio_page import StudioPage, studio_server

BASE = "http://127.0.0.1:8411"
SECRET = "a-secret-of-the-tests"


def frames_of(gif: bytes) -> int:
    """The frames of a GIF, read block by block as a viewer does."""
    assert gif[:6] == b"GIF89a"
    assert gif[10] == 0xF7, "a palette of 256 colours"
    at, frames = 13 + 3 * 256, 0
    while gif[at] != 0x3B:
        if gif[at] == 0x2C:
            frames += 1
            at += 10 + 1
        else:
            assert gif[at] == 0x21
            at += 2
        while gif[at]:
            at += 1 + gif[at]
        at += 1
    assert at == len(gif) - 1
    return frames


def test_a_game_is_saved_as_a_picture_that_moves(studio: StudioPage) -> None:
    studio.open("#5,c3b4a5d2")
    page = studio.page
    page.get_by_text("Files and links").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save GIF").click()
    gif = Path(download.value.path()).read_bytes()
    assert struct.unpack("<H", gif[6:8]) == (480,)
    assert frames_of(gif) == 5
    # A browser decodes it, the last frame included: LZW that is wrong would stop it.
    size = page.evaluate(
        """async (bytes) => {
            const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: "image/gif" });
            await decoder.tracks.ready;
            const sizes = [];
            for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
                const { image } = await decoder.decode({ frameIndex });
                sizes.push([image.displayWidth, image.displayHeight]);
            }
            return sizes;
        }""",
        list(gif),
    )
    assert len(size) == 5
    assert {tuple(one) for one in size} == {tuple(size[0])}


def test_paper_has_the_board_and_the_moves_alone(studio: StudioPage) -> None:
    studio.open("#5,c3b4a5d2")
    page = studio.page
    page.emulate_media(media="print", color_scheme="dark")
    for shown in (".board-host svg.board", "#moves", "#player-top"):
        expect(page.locator(shown)).to_be_visible()
    for hidden in (".bar", "#files", ".walk", ".engine", "#overlays"):
        expect(page.locator(hidden)).to_be_hidden()
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    page.evaluate("() => { window.print = () => (window.printed = true) }")
    page.get_by_text("Files and links").click()
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed")


def test_the_page_can_be_installed_and_opens_without_its_studio(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    with studio_server("--runs", tmp_path) as server:
        studio = StudioPage(page, server.address).open("#5,c3b4")
        manifest = page.evaluate(
            "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())"
        )
        assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        studio.wait_for("navigator.serviceWorker.controller && studio.info.levels.length > 0")
        page.wait_for_timeout(500)
        kept = page.evaluate(
            "caches.open('beeline-studio-1').then((cache) => cache.keys())"
            ".then((keys) => keys.map(({ url }) => url))"
        )
        assert any(url.endswith("/js/studio.js") for url in kept)
        assert not [url for url in kept if "token" in url or "/api/" in url], (
            "no secret and no answer is kept"
        )
    page.reload()
    expect(page.locator(".board-host .cell")).to_have_count(25)
    expect(page.locator("#connection")).to_be_visible()
    assert studio.state()["moves"] == ["c3", "b4"]
    context.close()


# Languages


def test_the_page_speaks_german_where_the_browser_does(browser: Browser, address: str) -> None:
    context = browser.new_context(locale="de-DE", viewport={"width": 1280, "height": 860})
    studio = StudioPage(context.new_page(), address).open()
    page = studio.page
    studio.wait_for("studio.info.levels.length > 0")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#status")).to_have_text("Dein Zug: verbinde oben und unten.")
    expect(page.locator("#guide")).to_contain_text("Neu bei Hex?")
    for lesson in range(4):
        page.evaluate(f"studio.guide.to({lesson})")
        page.wait_for_timeout(100)
    for button in ("#new-game", "#rules-button", "#settings-button"):
        page.click(button)
        page.keyboard.press("Escape")
    studio.open("#5,c3")
    page.evaluate("studio.prefer({ stones: 'colour' })")
    for overlay in ("black", "white", "mustplay", "solver"):
        studio.overlay(overlay)
    page.locator("#engine").check()
    expect(page.locator("#evaluation")).to_contain_text("Rot gewinnt, bewiesen")
    expect(page.locator("#solver-answer")).to_contain_text(re.compile(r"Rot gewinnt, bewiesen \(\d"))
    expect(page.locator("#legend")).to_contain_text("alles, was Rot zum Sieg braucht")
    for details in ("notes", "editor", "files"):
        page.locator(f"#{details}").evaluate("(node) => (node.open = true)")
    page.locator("#editor").evaluate("(node) => (node.open = false)")
    page.click("#open-library")
    expect(page.get_by_role("dialog", name="Sammlung")).to_contain_text("In diesem Browser")
    missing = page.evaluate("import('./js/i18n.js').then(({ untranslated }) => [...untranslated])")
    named = [text for text in missing if "Jan" not in text and "202" not in text and "Game, 5×5" not in text]
    context.close()
    assert named == []


def test_the_language_is_chosen_in_the_settings_and_the_game_stays(studio: StudioPage) -> None:
    page = studio.page
    studio.open("#5,c3b4")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("button", name="Partie durchsehen")).to_be_visible()
    assert studio.state()["moves"] == ["c3", "b4"]
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_role("dialog").get_by_text("English").click()
    expect(page.get_by_role("button", name="Review game")).to_be_visible()


def test_the_catalogue_has_a_place_for_every_value() -> None:
    catalogue = (PAGE / "js" / "lang" / "de.js").read_text(encoding="utf-8")
    pairs = re.findall(
        r'^  "((?:[^"\\\\]|\\\\.)*)":\s*\n?\s*"((?:[^"\\\\]|\\\\.)*)",$', catalogue, re.MULTILINE
    )
    assert len(pairs) > 150
    for english, german in pairs:
        assert len(re.findall(r"\{\d?\}", german)) == english.count("{}"), english


# The board on other pages


def test_the_board_for_other_pages_needs_no_token_and_has_no_powers() -> None:
    with TestClient(create_app(token=Token(SECRET)), base_url=BASE) as client:
        page = client.get("/embed/", headers={"sec-fetch-site": "cross-site"})
        assert page.status_code == 200
        policy = page.headers["content-security-policy"]
        assert "frame-ancestors *" in policy
        assert "connect-src 'none'" in policy
        assert "set-cookie" not in page.headers
        for name in ("embed.js", "board.js", "game.js", "palette.css", "board.css"):
            assert client.get(f"/embed/{name}").status_code == 200, name
        for path in ("/embed/studio.js", "/embed/../api/info", "/embed/%2e%2e/api/info", "/embed/api.js"):
            assert client.get(path).status_code in (401, 404), path
        assert client.post("/embed/", json={}).status_code == 401
        assert client.get("/").status_code == 401
        framed = client.get("/", headers={"authorization": f"Bearer {SECRET}"})
        assert "frame-ancestors 'none'" in framed.headers["content-security-policy"]


@contextmanager
def another_site(folder: Path, html: str) -> Iterator[str]:
    """A page of someone else's, at another address of this machine."""
    (folder / "index.html").write_text(html)
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{site.server_port}/"
        site.shutdown()
        thread.join()


def test_a_game_is_walked_through_on_another_page(page: Page, tmp_path: Path) -> None:
    with studio_server("--runs", tmp_path) as server:
        origin = server.address.split("/?")[0]
        html = f'<h1>My blog</h1><iframe src="{origin}/embed/#5,c3b4,a5" width="640" height="480"></iframe>'
        with another_site(tmp_path, html) as blog:
            page.goto(blog)
            frame = page.frame_locator("iframe")
            expect(frame.locator(".cell")).to_have_count(25)
            expect(frame.locator("#where")).to_have_text("move 2 of 3")
            frame.get_by_role("button", name="One move forward").click()
            expect(frame.locator('[data-stone="a5"]')).to_be_attached()
            frame.get_by_role("button", name="To the start").click()
            expect(frame.locator("[data-stone]")).to_have_count(0)
            blocked = page.frames[1].evaluate("fetch('/api/info').then(() => 'let in', () => 'kept out')")
            assert blocked == "kept out"
            page.goto("about:blank")


def test_the_embedding_is_copied(studio: StudioPage) -> None:
    studio.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    studio.open("#5,c3b4")
    studio.page.get_by_text("Files and links").click()
    studio.page.get_by_role("button", name="Copy embedding").click()
    expect(studio.page.locator("#toast")).to_have_text("Embedding copied")
    text = studio.page.evaluate("navigator.clipboard.readText()")
    assert "/embed/#5,c3b4" in text
    assert "token" not in text


@pytest.mark.parametrize("size", [(844, 390), (1280, 800)])
def test_the_board_stays_in_view_while_the_panel_is_scrolled(
    browser: Browser, address: str, size: tuple[int, int]
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = StudioPage(context.new_page(), address).open("#11,f6").page
    for card in ("#files", "#notes", "#explorer", "#editor"):
        page.locator(f"{card} > summary").click()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 200
    board = page.locator(".board-host svg.board").bounding_box()
    context.close()
    assert board is not None
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= size[1]


def test_on_a_phone_moves_are_walked_with_the_board_in_view(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    studio = StudioPage(context.new_page(), address).open("#11,f6d7e8")
    studio.page.get_by_role("button", name="One move back", exact=True).click()
    studio.wait_for_moves(2)
    assert studio.page.evaluate("scrollY") == 0
    context.close()


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (390, 844), (1024, 768), (1440, 900), (2560, 1440)])
def test_the_board_fills_the_screen(browser: Browser, address: str, size: tuple[int, int]) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    studio = StudioPage(context.new_page(), address).open("#11,f6")
    box = studio.page.locator(".board-host svg.board").bounding_box()
    assert box is not None
    overflow = studio.page.evaluate("document.documentElement.scrollWidth") - size[0]
    context.close()
    assert overflow <= 0
    assert box["y"] + box["height"] <= size[1]
    across, down = box["width"] / size[0], box["height"] / size[1]
    assert max(across, down) > 0.6 or across * down > 0.35, json.dumps([across, down])
