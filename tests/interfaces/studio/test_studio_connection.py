"""Lost connections, restarts and several tabs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.interfaces.studio.studio_page import StudioPage, at, studio_server


def test_a_game_survives_the_restart_of_the_server(page: Page, weakest: str) -> None:
    with studio_server() as server:
        studio = StudioPage(page, server.address).open()
        studio.new_game(level=weakest, size=5)
        studio.click("c3")
        studio.wait_for_moves(2)
        port = server.port
    expect(page.locator("#connection")).to_contain_text("The studio does not answer")
    free = next(cell for cell in ("a1", "e5", "b2") if cell not in studio.state()["stones"])
    studio.click(free)
    assert studio.state()["moves"][2] == free
    time.sleep(0.5)
    assert len(studio.state()["moves"]) == 3
    with studio_server(port=port):
        studio.wait_for_moves(4)
        expect(page.locator("#connection")).to_be_hidden()


def test_an_analysis_carries_on_after_a_lost_connection(page: Page) -> None:
    with studio_server() as server:
        studio = StudioPage(page, server.address).open("#11,a10d4")
        page.get_by_role("switch", name="Engine").check()
        studio.wait_for("studio.game.current.analysis")
        port = server.port
    studio.wait_for("studio.lost")
    page.evaluate("studio.game.current.analysis = null")
    with studio_server(port=port):
        studio.wait_for("studio.game.current.analysis?.simulations > 0")


def test_the_game_is_there_after_a_reload(studio: StudioPage, weakest: str) -> None:
    studio.new_game(level=weakest, size=5)
    studio.click("c3")
    studio.wait_for_moves(2)
    moves = studio.state()["moves"]
    studio.wait_for("sessionStorage.getItem('beeline-studio-game').includes(studio.game.fragment())")
    studio.page.reload()
    studio.wait_for_moves(2)
    assert studio.state()["moves"] == moves
    assert studio.page.evaluate("studio.opponent.player") == weakest


def test_two_tabs_play_their_own_games(context: BrowserContext, address: str, weakest: str) -> None:
    tabs = [StudioPage(context.new_page(), address).open() for _ in range(2)]
    for tab, size in zip(tabs, (5, 7), strict=True):
        tab.new_game(level=weakest, size=size)
    for tab, cell in zip(tabs, ("c3", "d4"), strict=True):
        tab.click(cell)
    for tab in tabs:
        tab.wait_for_moves(2)
        tab.mode("Analyse")
        tab.page.get_by_role("switch", name="Engine").check()
    for tab in tabs:
        tab.wait_for("studio.game.current.analysis?.moves.length > 0")
    for tab, cell, rows in zip(tabs, ("c3", "d4"), (5, 7), strict=True):
        tab.page.reload()
        tab.wait_for_moves(2)
        assert tab.state()["moves"][0] == cell
        assert tab.page.evaluate("studio.game.rows") == rows


def test_a_closed_tab_stops_its_search(context: BrowserContext, address: str) -> None:
    with studio_server() as server:
        tab = StudioPage(context.new_page(), server.address).open("#11,f6")
        tab.page.get_by_role("switch", name="Engine").check()
        tab.wait_for("studio.game.current.analysis")
        tab.page.close()
        other = context.new_page()
        deadline = time.monotonic() + 5
        while other.request.get(at(server.address, "/api/queue")).json()["running"]:
            assert time.monotonic() < deadline, "the search goes on although the tab is closed"
            time.sleep(0.05)


@pytest.fixture
def other_site(tmp_path: Path) -> Iterator[str]:
    """A page of somebody else, on another port."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Elsewhere</title>")
    handler = partial(QuietHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


ASK = """async (address) => {
    const post = (type, mode) => {
        const options = { method: "POST", body: "{}", headers: { "content-type": type }, mode };
        return fetch(`${address}api/position`, options).then(() => "answered", () => "refused");
    };
    const socket = new WebSocket(`${address.replace("http", "ws")}api/live`);
    const opened = await new Promise((done) => {
        socket.onopen = () => done("answered");
        socket.onclose = () => done("refused");
    });
    return [opened, await post("application/json", "cors"), await post("text/plain", "no-cors")];
}"""


def test_a_page_of_another_site_gets_nothing(studio: StudioPage, other_site: str) -> None:
    assert studio.page.evaluate(ASK, studio.address.partition("?")[0]) == ["answered", "answered", "answered"]
    studio.page.goto(other_site)
    assert studio.page.evaluate(ASK, studio.address.partition("?")[0]) == ["refused", "refused", "refused"]
