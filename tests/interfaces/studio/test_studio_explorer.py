"""The opening explorer over the library and the runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from beeline.interfaces.studio.app import create_app
from tests.interfaces.studio.studio_page import StudioPage
from tests.interfaces.studio.test_studio_library import BASE, GAME, ID


@pytest.fixture
def client(tmp_path: Path, run_folder: Path) -> Iterator[TestClient]:
    app = create_app(library_file=tmp_path / "library.db", folders=[run_folder])
    with TestClient(app, base_url=BASE) as client:
        yield client


def explored(client: TestClient, *moves: str) -> dict[str, Any]:
    position = {"rows": 5, "cols": 5, "moves": list(moves)}
    answer = client.post("/api/explore", json={"position": position})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_games_of_the_runs_and_of_the_library_are_found_as_soon_as_they_are_there(client: TestClient) -> None:
    before = explored(client)
    assert before["known"] == before["games"] == 6, "three players, two games of each two"
    assert sum(move["games"] for move in before["moves"]) == 6
    assert {game["source"] for game in before["examples"]} != {"library"}
    client.post("/api/library", json={"id": ID, "name": "Mine", "game": {**GAME, "result": "W+R"}})
    after = explored(client, "c3")
    assert after["known"] == 7
    # c3 is the centre: b4, which was played, is d2 after a half turn, and comes later in reading order.
    assert {"move": "d2", "games": 1, "black_wins": 0, "white_wins": 1} in after["moves"]
    kept = {"source": "library", "key": ID, "black": "Ada", "white": "?", "winner": "white"}
    assert kept in after["examples"]
    client.post(f"/api/library/{ID}/delete", json={})
    assert explored(client)["known"] == 6


def test_a_damaged_store_is_left_out(tmp_path: Path, run_folder: Path) -> None:
    folder = tmp_path / "runs"
    folder.mkdir()
    data = (run_folder / "small.db").read_bytes()
    (folder / "whole.db").write_bytes(data)
    (folder / "damaged.db").write_bytes(data[:4096] + bytes(len(data) - 4096))
    with TestClient(create_app(folders=[folder]), base_url=BASE) as client:
        assert explored(client)["known"] == 6


def test_the_explorer_follows_the_board_and_opens_games(studio: StudioPage) -> None:
    page = studio.page
    studio.open("#5,a1")
    studio.page.keyboard.press("Home")
    page.get_by_text("Opening explorer").click()
    rows = page.locator("#explored tbody tr")
    expect(rows.first).to_be_visible()
    played = rows.first.get_by_role("button").inner_text()
    rows.first.hover()
    expect(page.locator(".board-host .outline.best")).to_have_count(1)
    rows.first.get_by_role("button").click()
    assert studio.state()["moves"] == [played]
    expect(page.locator("#explored")).to_contain_text("came to this position")
    page.locator("#explored .kept-game button").first.click()
    studio.wait_for("studio.game.names.black_player")
    assert len(studio.state()["line"]) > 5, "a whole game"
