"""The library on the page: games kept by themselves, named, found, deleted and brought back; many formats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from starlette.testclient import TestClient

from beeline.interfaces.studio.app import create_app
from beeline.interfaces.studio.token import Token
from beeline.limits import Limits
from beeline.rules.variations import read_game_trees
from tests.interfaces.studio.studio_page import StudioPage, sgf_file, studio_server

BASE = "http://127.0.0.1:8411"
ID = "0123456789abcdef" * 2
GAME = {
    "rows": 5,
    "cols": 5,
    "moves": [
        {"parent": -1, "colour": "black", "move": "c3", "comment": "the centre"},
        {"parent": 0, "colour": "white", "move": "b4", "marks": [{"kind": "LB", "cell": "a1", "text": "A"}]},
        {"parent": 0, "colour": "white", "move": "d2"},
    ],
    "black_player": "Ada",
    "root_marks": [{"kind": "TR", "cell": "e5"}],
}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(library_file=tmp_path / "library.db"), base_url=BASE) as client:
        yield client


# The API


def test_a_game_goes_round_with_variations_comments_and_marks(client: TestClient) -> None:
    kept = client.post("/api/library", json={"id": ID, "name": "A game", "game": GAME}).json()
    assert (kept["name"], kept["black"], kept["moves"]) == ("A game", "Ada", 2)
    game = client.get(f"/api/library/{ID}").json()["game"]
    assert [move["move"] for move in game["moves"]] == ["c3", "b4", "d2"]
    assert game["moves"][0]["comment"] == "the centre"
    assert game["moves"][1]["marks"] == [{"kind": "LB", "cell": "a1", "text": "A"}]
    assert game["root_marks"] == [{"kind": "TR", "cell": "e5", "text": ""}]
    everything = client.get("/api/library/sgf")
    assert len(read_game_trees(everything.json()["sgf"])) == 1
    client.post(f"/api/library/{ID}/name", json={"name": "Renamed"})
    assert client.get("/api/library", params={"query": "renamed ada"}).json()["total"] == 1
    client.post(f"/api/library/{ID}/delete", json={})
    assert client.get("/api/library").json()["games"] == []
    client.post(f"/api/library/{ID}/restore", json={})
    assert client.get("/api/library").json()["total"] == 1


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/library", None),
        ("GET", "/api/library/sgf", None),
        ("GET", f"/api/library/{ID}", None),
        ("POST", "/api/library", {"id": ID, "name": "x", "game": {}}),
        ("POST", f"/api/library/{ID}/name", {"name": "x"}),
        ("POST", f"/api/library/{ID}/delete", {}),
        ("POST", f"/api/library/{ID}/restore", {}),
        ("POST", "/api/moves/read", {"moves": "a1"}),
    ],
)
def test_the_library_is_for_those_who_have_the_token(
    tmp_path: Path, method: str, path: str, body: dict[str, object] | None
) -> None:
    app = create_app(library_file=tmp_path / "library.db", token=Token("a-secret-of-the-tests"))
    with TestClient(app, base_url=BASE) as client:
        assert client.request(method, path, json=body).status_code == 401
        headers = {"authorization": "Bearer a-secret-of-the-tests"}
        assert client.request(method, path, json=body, headers=headers).status_code in (200, 400)
        foreign = headers | {"origin": "http://evil.example"}
        if method == "POST":
            assert client.request(method, path, json=body, headers=foreign).status_code == 403


def test_what_is_too_large_or_no_game_is_refused(tmp_path: Path) -> None:
    limits = Limits(body_bytes=2000, moves=3)
    app = create_app(limits=limits, library_file=tmp_path / "library.db")
    with TestClient(app, base_url=BASE) as client:
        large = {"id": ID, "name": "x", "game": {"comment": "a" * 3000}}
        assert client.post("/api/library", json=large).status_code == 413
        assert client.post("/api/moves/read", json={"moves": "a1 " * 1000}).status_code == 413
        assert client.post("/api/moves/read", json={"moves": "a1 a2 a3 a4"}).status_code == 400
        for body in (
            {"id": "../../etc/passwd", "name": "x", "game": {}},
            {"id": ID, "name": "", "game": {}},
            {"id": ID, "name": "x" * 201, "game": {}},
            {"id": ID, "name": "x", "game": {"moves": [{"parent": 5, "colour": "black", "move": "a1"}]}},
            {
                "id": ID,
                "name": "x",
                "game": {"rows": 3, "moves": [{"parent": -1, "colour": "black", "move": "a9"}]},
            },
        ):
            assert client.post("/api/library", json=body).status_code in (400, 422)
        missing = client.get(f"/api/library/{ID}")
        assert missing.status_code == 400
        assert "has no game" in missing.json()["error"]
        assert client.get("/api/library").json()["total"] == 0


def test_a_studio_without_a_library_says_so() -> None:
    with TestClient(create_app(), base_url=BASE) as client:
        assert client.get("/api/library").json()["error"] == "this studio keeps no library"


# The page


@pytest.fixture
def shelf(page: Page, tmp_path: Path) -> Iterator[StudioPage]:
    """A studio with a library of its own."""
    with studio_server("--library", tmp_path / "library.db", "--runs", tmp_path) as server:
        yield StudioPage(page, server.address).open()


def open_library(studio: StudioPage) -> Locator:
    studio.page.locator("#files").evaluate("(details) => (details.open = true)")
    studio.page.click("#open-library")
    return studio.page.get_by_role("dialog", name="Library")


def paste(studio: StudioPage, text: str) -> None:
    studio.page.locator("#files").evaluate("(details) => (details.open = true)")
    studio.page.locator("#paste").fill(text)
    studio.page.get_by_role("button", name="Load").click()


def test_a_played_game_is_kept_by_itself_when_another_takes_its_place(
    shelf: StudioPage, weakest: str, browser: Browser
) -> None:
    shelf.new_game(level=weakest, size=5)
    shelf.click("c3")
    shelf.wait_for_moves(2)
    shelf.page.evaluate("location.hash = '#7,d4'")
    shelf.wait_for("studio.game.rows === 7")
    dialog = open_library(shelf)
    expect(dialog).to_contain_text("On the studio’s disk: 1 game")
    dialog.get_by_role("button", name=re.compile(f"^You – {weakest}, 5×5")).click()
    shelf.wait_for("studio.game.rows === 5")
    assert shelf.state()["line"][0] == "c3"
    other = browser.new_context()  # another browser has it, too
    elsewhere = StudioPage(other.new_page(), shelf.address).open()
    theirs = open_library(elsewhere)
    expect(theirs).to_contain_text(f"You – {weakest}, 5×5")
    expect(theirs).to_contain_text("In this browser: 0 games")
    other.close()


def test_games_are_named_found_deleted_and_brought_back(shelf: StudioPage) -> None:
    shelf.open("#5,c3b4")
    dialog = open_library(shelf)
    for name in ("Final of the cup", "A friendly game"):
        dialog.get_by_label("Name of this game").fill(name)
        dialog.get_by_role("button", name="Keep this game").click()
        expect(dialog.get_by_role("status")).to_contain_text(f"Kept “{name}”")
        shelf.page.evaluate("() => { studio.game.id = studio.game.id.split('').reverse().join('') }")
    expect(dialog).to_contain_text("On the studio’s disk: 2 games")
    dialog.get_by_label("Search the library").fill("final")
    expect(dialog).to_contain_text("On the studio’s disk: 1 game")
    dialog.get_by_role("button", name="Rename Final of the cup").click()
    dialog.get_by_label("New name").fill("The final")
    dialog.get_by_role("button", name="Rename", exact=True).click()
    expect(dialog.get_by_role("button", name=re.compile("^The final"))).to_be_visible()
    dialog.get_by_role("button", name="Delete The final").click()
    expect(dialog).to_contain_text("On the studio’s disk: 0 games")
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog.get_by_role("button", name=re.compile("^The final"))).to_be_visible()
    with shelf.page.expect_download() as download:
        dialog.get_by_role("button", name="Save all as SGF").click()
    assert len(read_game_trees(Path(download.value.path()).read_text(encoding="utf-8"))) == 2


def test_a_game_in_the_browser_is_deleted_and_brought_back(shelf: StudioPage) -> None:
    shelf.open("#7,d4b4c6")
    shelf.page.evaluate("location.hash = '#5,c3'")
    shelf.wait_for("studio.game.rows === 5")
    dialog = open_library(shelf)
    dialog.get_by_role("button", name="Delete 7×7, 3 moves").click()
    expect(dialog).to_contain_text("In this browser: 0 games")
    dialog.get_by_role("button", name="Undo").click()
    dialog.get_by_role("button", name=re.compile("^7×7, 3 moves")).click()
    shelf.wait_for("studio.game.rows === 7")


def test_a_file_of_several_games_is_opened_one_by_one_or_kept_whole(
    shelf: StudioPage, tmp_path: Path
) -> None:
    games = "".join(f"(;FF[4]GM[11]SZ[{size}]PB[Ada]PW[Bob {size}];B[a2];W[b2])" for size in (5, 7, 9))
    shelf.mode("Analyse")
    shelf.page.set_input_files("#sgf-file", sgf_file(tmp_path, games))
    dialog = shelf.page.get_by_role("dialog", name="3 games in game.sgf")
    dialog.get_by_role("button", name="Keep all in the library").click()
    expect(dialog).to_contain_text("Kept 3 games in the library")
    dialog.get_by_role("button", name=re.compile("^2. Ada – Bob 7, 7×7")).click()
    shelf.wait_for("studio.game.rows === 7")
    expect(open_library(shelf)).to_contain_text("On the studio’s disk: 3 games")


@pytest.mark.parametrize(
    ("text", "moves", "size"),
    [
        ("1. a3 f6 2. d4", ["a3", "f6", "d4"], 11),
        ("5x5 c3 swap b2", ["c3", "swap-pieces", "b2"], 5),
        ('[Site "PlayOK"]\n[Black "ada"]\n[White "bob"]\n\n1. c2 f13 2. g8', ["c2", "f13", "g8"], 13),
        (
            "(;FF[4]EV[hex]PB[ada]PW[bob]SZ[13]GC[ game #1];W[ah];B[swap];W[gg])",
            ["a8", "swap-pieces", "g7"],
            13,
        ),
        ("https://hexworld.org/board/#9c1,a2b3", ["a2", "b3"], 9),
    ],
)
def test_what_people_paste_is_read(studio: StudioPage, text: str, moves: list[str], size: int) -> None:
    paste(studio, text)
    studio.wait_for(f"studio.game.line().length === {len(moves)}")
    assert (studio.state()["line"], studio.state()["size"]) == (moves, size)


def test_stones_that_were_set_up_and_cleared_can_be_had_back(studio: StudioPage) -> None:
    studio.open("#5")
    page = studio.page
    page.get_by_text("Set up a position").click()
    for cell in ("a1", "b2", "c3"):
        studio.click(cell)
    page.get_by_role("button", name="Clear").click()
    assert studio.state()["stones"] == {}
    page.locator("#toast").get_by_role("button", name="Undo").click()
    assert sorted(studio.state()["stones"]) == ["a1", "b2", "c3"]


def test_a_text_that_is_no_game_leaves_the_game_and_says_why(studio: StudioPage) -> None:
    studio.open("#5,c3")
    paste(studio, "c3 and then b4")
    assert "got 'and'" in studio.notice()
    assert studio.state()["moves"] == ["c3"]


def test_the_library_can_be_used_with_a_screen_reader(shelf: StudioPage) -> None:
    from tests.interfaces.studio.test_studio_phone import violations

    shelf.open("#7,d4b4c6")
    shelf.page.evaluate("location.hash = '#5,c3'")
    shelf.wait_for("studio.game.rows === 5")
    dialog = open_library(shelf)
    dialog.get_by_role("button", name="Keep this game").click()
    expect(dialog).to_contain_text("On the studio’s disk: 1 game")
    assert violations(shelf.page) == []
