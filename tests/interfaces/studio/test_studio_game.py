"""Games against the engine, by clicking."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from beeline import Board, make_player
from tests.interfaces.studio.studio_page import StudioPage, at, studio_server


def test_a_whole_game_is_played_by_clicking(studio: StudioPage, weakest: str) -> None:
    studio.new_game(level=weakest, size=5)
    strong = make_player("mcts:simulations=3000,seed=1")
    while not (state := studio.state())["winner"]:
        board = Board(5)
        for move in state["moves"]:
            board.play(move)
        studio.click(strong.choose(board).move)
        studio.wait_for("studio.game.position.winner || studio.game.position.toMove === 'black'")
    assert state["winner"] == "black"
    expect(studio.page.locator("#status")).to_have_text("You win!")
    board = Board(5)
    for move in state["moves"]:
        board.play(move)
    assert sorted(board.winning_chain) == sorted(state["chain"])
    expect(studio.page.locator(".board-host .stone.won")).to_have_count(len(state["chain"]))


def test_the_last_move_is_marked_and_cells_have_names(studio: StudioPage, weakest: str) -> None:
    studio.new_game(level=weakest, size=5)
    studio.click("c3")
    studio.wait_for_moves(2)
    reply = studio.state()["moves"][1]
    expect(studio.page.get_by_role("button", name=f"{reply}, white, last move")).to_have_count(1)
    expect(studio.page.get_by_role("button", name="c3, black", exact=True)).to_have_count(1)
    expect(studio.page.locator(".board-host .last")).to_have_count(1)


def test_white_swaps_and_black_goes_on(studio: StudioPage, weakest: str) -> None:
    studio.new_game(level=weakest, size=5, colour="white", swap=True)
    studio.wait_for_moves(1)
    first = studio.state()["moves"][0]
    studio.page.get_by_role("button", name="Swap", exact=True).click()
    studio.wait_for_moves(3)
    state = studio.state()
    assert state["moves"][:2] == [first, "swap-pieces"]
    mirrored = f"{chr(ord('a') + int(first[1]) - 1)}{ord(first[0]) - ord('a') + 1}"
    assert state["stones"][mirrored] == "white"
    assert state["to_move"] == "white"
    expect(studio.page.get_by_role("button", name="Swap", exact=True)).to_be_disabled()


def test_the_engine_swaps_a_strong_opening(studio: StudioPage) -> None:
    studio.new_game(level="Strong", size=5, swap=True)
    studio.click("c3")
    studio.wait_for_moves(2)
    assert studio.state()["moves"] == ["c3", "swap-pieces"]
    expect(studio.page.locator("#status")).to_contain_text("swapped")


def test_without_the_rule_there_is_no_swap(studio: StudioPage, weakest: str) -> None:
    studio.new_game(level=weakest, size=5, colour="white")
    studio.wait_for_moves(1)
    expect(studio.page.get_by_role("button", name="Swap", exact=True)).to_be_hidden()


def test_undo_takes_back_both_moves(studio: StudioPage, weakest: str) -> None:
    studio.new_game(level=weakest, size=5)
    studio.click("c3")
    studio.wait_for_moves(2)
    studio.click("a1" if "a1" not in studio.state()["stones"] else "e5")
    studio.wait_for_moves(4)
    studio.page.get_by_role("button", name="Undo").click()
    studio.wait_for_moves(2)
    state = studio.state()
    assert state["nodes"] == 2
    assert state["to_move"] == "black"
    assert len(state["stones"]) == 2


def test_the_engine_can_be_stopped_and_told_to_go_on(studio: StudioPage) -> None:
    studio.page.click("#new-game")
    dialog = studio.page.get_by_role("dialog")
    dialog.get_by_label("Player string").fill("mcts:seconds=20")
    dialog.locator("[name=level][value=custom]").check()
    dialog.get_by_text("7×7", exact=True).click()
    dialog.get_by_role("button", name="Start").click()
    studio.click("d4")
    studio.wait_for("studio.opponent.thinking")
    studio.page.get_by_role("button", name="Stop").click()
    expect(studio.page.locator("#status")).to_contain_text("was stopped")
    # The server has let go of the search, too.
    queue = studio.page.request
    deadline = time.monotonic() + 5
    while queue.get(at(studio.address, "/api/queue")).json()["running"]:
        assert time.monotonic() < deadline, "the search goes on although it was stopped"
        time.sleep(0.05)
    assert studio.state()["moves"] == ["d4"]
    studio.page.get_by_role("button", name="Let it move").click()
    studio.wait_for("studio.opponent.thinking")
    studio.page.get_by_role("button", name="Stop").click()


def test_resigning_ends_the_game(studio: StudioPage, weakest: str) -> None:
    studio.new_game(level=weakest, size=5)
    studio.click("c3")
    studio.wait_for_moves(2)
    studio.page.get_by_role("button", name="Resign").click()
    studio.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(studio.page.locator("#status")).to_have_text(f"{weakest} wins by resignation.")
    assert studio.state()["result"] == "W+R"


def test_a_player_that_may_not_be_named_is_refused_with_a_sentence(studio: StudioPage) -> None:
    studio.page.click("#new-game")
    dialog = studio.page.get_by_role("dialog")
    dialog.get_by_label("Player string").fill("gtp:command=sh")
    dialog.locator("[name=level][value=custom]").check()
    dialog.get_by_role("button", name="Start").click()
    studio.click("f6")
    assert "does not play in the studio" in studio.notice()
    assert studio.state()["moves"] == ["f6"]


def test_two_people_at_one_screen(studio: StudioPage) -> None:
    studio.new_game(level="A person", size=3)
    for cell in ["b2", "a2", "c1", "a3", "b3"]:
        studio.click(cell)
    expect(studio.page.locator("#status")).to_have_text("Black wins.")


def test_the_rules_are_one_click_away(studio: StudioPage) -> None:
    studio.page.get_by_role("button", name="Rules").click()
    dialog = studio.page.get_by_role("dialog", name="How to play Hex")
    expect(dialog).to_contain_text("The goal: join your two sides")
    expect(dialog.locator("svg.board")).to_have_count(2)


def test_a_click_shows_the_stone_within_50_ms(studio: StudioPage) -> None:
    """From the event to the end of the frame that shows it, the second fastest of several clicks."""
    studio.new_game(level="A person", size=11)
    times = studio.page.evaluate(
        """async () => {
            const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
            const times = [];
            for (const name of ["a1", "f6", "k11", "c3", "d4", "e5", "g7"]) {
                await frame();
                const start = performance.now();
                const cell = document.querySelector(`.board-host [data-cell="${name}"]`);
                cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
                if (!document.querySelector(`[data-stone="${name}"]`)) throw new Error("no stone");
                await frame();
                times.push(performance.now() - start);
            }
            return times.sort((a, b) => a - b);
        }"""
    )
    assert times[1] < 50, times  # of seven: a busy machine delays some


def test_the_first_screen_comes_within_a_second_of_the_address(page: Page) -> None:
    best = float("inf")
    for _ in range(5):  # the machine may be busy
        if best < 1.0:
            break
        with studio_server() as server:
            start = time.monotonic()
            page.goto(server.address)
            expect(page.locator(".cell")).to_have_count(121)
            expect(page.locator("#status")).to_contain_text("Your move")
            best = min(best, time.monotonic() - start)
            page.goto("about:blank")
    assert best < 1.0
