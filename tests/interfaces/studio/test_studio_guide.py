"""The first ten minutes: lessons, a first game with help, the swap when it happens, and after a lost game."""

from __future__ import annotations

import re
from collections import deque

from playwright.sync_api import Locator, expect

from beeline import Board, solve
from tests.interfaces.studio.studio_page import StudioPage

ANSWERS = [["b3"], ["b3", "a5", "c1"], ["c5"]]
"""Of the lessons, step by step."""


def guide(studio: StudioPage) -> Locator:
    return studio.page.locator("#guide")


def press(studio: StudioPage, name: str) -> None:
    guide(studio).get_by_role("button", name=name, exact=True).click()


def board_of(studio: StudioPage) -> Board:
    state = studio.state()
    board = Board(state["size"])
    for move in state["moves"]:
        board.play(move)
    return board


def novice_move(board: Board) -> str:
    """A cell of the shortest way across for the side to move, the first that comes to mind."""
    size, own = board.rows, board.to_move
    cost: dict[str, int] = {}
    came: dict[str, str | None] = {}
    edge = [f"{chr(97 + at)}1" if own == "black" else f"a{at + 1}" for at in range(size)]
    todo: deque[tuple[str, str | None, int]] = deque((cell, None, 0) for cell in edge)
    while todo:
        cell, before, so_far = todo.popleft()
        stone = board[cell]
        if stone not in (None, own):
            continue
        total = so_far + (stone is None)
        if cell in cost and cost[cell] <= total:
            continue
        cost[cell], came[cell] = total, before
        for beside in board.neighbours(cell):
            todo.append((beside, cell, total))
    ends = [cell for cell in cost if (cell[1:] == str(size) if own == "black" else ord(cell[0]) - 96 == size)]
    at: str | None = min(ends, key=lambda cell: cost[cell])
    way: list[str] = []
    while at is not None:
        way.append(at)
        at = came[at]
    return next(
        cell for cell in sorted(way, key=lambda cell: abs(way.index(cell) - len(way) // 2)) if not board[cell]
    )


def wait_for_own_turn(studio: StudioPage) -> None:
    """Until the opponent has moved, and the coach has looked at both moves."""
    studio.wait_for("studio.game.position.winner || studio.game.position.toMove === 'black'")
    studio.wait_for("!studio.hints.busy")


def do_lessons(studio: StudioPage) -> None:
    for answers in ANSWERS:
        for number, cell in enumerate(answers):
            studio.wait_for(f"studio.guide.step === {number} && !studio.guide.solved")
            studio.click(cell)
            studio.wait_for("studio.guide.solved")
        press(studio, "Next")


def test_a_newcomer_is_asked_in_and_someone_who_knows_the_game_is_left_alone(studio: StudioPage) -> None:
    expect(guide(studio)).to_contain_text("New to Hex?")
    press(studio, "I know Hex")
    expect(guide(studio)).to_be_hidden()
    studio.page.reload()
    studio.wait_for("studio.info.levels.length > 0")
    expect(guide(studio)).to_be_hidden()
    studio.page.get_by_role("button", name="Rules").click()
    studio.page.get_by_role("button", name="Learn it by playing").click()
    expect(guide(studio)).to_contain_text("The goal")


def test_a_wrong_answer_is_explained_and_nothing_is_lost(studio: StudioPage) -> None:
    press(studio, "Show me how")
    expect(guide(studio)).to_contain_text("Join the top of the board to the bottom")
    studio.click("a1")
    expect(guide(studio)).to_contain_text("That leaves the gap open")
    assert studio.state()["moves"] == []
    press(studio, "Point at it")
    expect(studio.page.locator(".board-host .outline.best")).to_have_count(1)
    studio.click("b3")
    expect(guide(studio)).to_contain_text("Joined")
    assert studio.state()["winner"] == "black"
    press(studio, "Next")
    expect(guide(studio)).to_contain_text("The bridge")
    studio.page.reload()
    expect(guide(studio)).to_contain_text("The bridge")
    studio.click("e1")
    expect(guide(studio)).to_contain_text("your stones would be cut")


def test_a_novice_wins_a_first_game_in_the_guided_start(studio: StudioPage) -> None:
    """Plays what comes to mind, takes back what the coach warns of, and asks for a hint then."""
    page = studio.page
    clicks = taken_back = 0
    press(studio, "Show me how")
    do_lessons(studio)
    clicks += 1 + sum(map(len, ANSWERS)) + len(ANSWERS)
    expect(guide(studio)).to_contain_text("A first game")
    studio.wait_for("studio.game.root.known")
    while not studio.state()["winner"]:
        studio.click(novice_move(board_of(studio)))
        clicks += 1
        wait_for_own_turn(studio)
        slip = page.get_by_role("button", name="Take it back")
        if slip.is_visible():
            expect(page.locator(".slip")).to_contain_text("gives the win away. White")
            slip.click()
            page.get_by_role("button", name="Hint", exact=True).click()
            hint = page.locator(".hint b")
            expect(hint).to_be_visible()
            studio.click(hint.inner_text().removeprefix("Hint: ").removesuffix(". "))
            taken_back, clicks = taken_back + 1, clicks + 3
            wait_for_own_turn(studio)
    assert studio.state()["winner"] == "black"
    expect(page.locator("#status")).to_have_text("You win!")
    expect(guide(studio)).to_contain_text("You have won!")
    expect(page.locator("#aftermath")).to_contain_text("a step harder")
    press(studio, "Next")
    studio.wait_for("studio.game.rows === 7 && studio.game.guided")
    print(f"{clicks} clicks from the first screen to the first win, {taken_back} moves taken back")
    assert clicks < 40


def test_a_move_that_gives_the_win_away_is_taken_back_with_a_reason(studio: StudioPage) -> None:
    studio.page.evaluate("studio.guide.to(3)")
    studio.wait_for("studio.game.guided && studio.game.root.known === 'black'")
    studio.click("a1")
    slip = studio.page.locator(".slip")
    expect(slip).to_contain_text("a1 gives the win away. White answers a1 with")
    slip.get_by_role("button", name="Take it back").click()
    assert studio.state()["moves"] == []
    expect(slip).to_be_hidden()
    studio.page.get_by_role("button", name="Hint", exact=True).click()
    expect(studio.page.locator(".hint")).to_contain_text("Black")
    cell = studio.page.locator(".hint b").inner_text().removeprefix("Hint: ").removesuffix(". ")
    assert cell in (solve(Board(5), all_moves=True).winning_moves or ())


def test_a_hint_on_a_large_board_is_what_a_strong_player_would_do(studio: StudioPage, weakest: str) -> None:
    studio.new_game(level=weakest, size=11)
    studio.page.get_by_role("button", name="Hint", exact=True).click()
    expect(studio.page.locator(".hint")).to_contain_text("A strong player would go here", timeout=30_000)
    expect(studio.page.locator(".board-host .outline.best")).to_have_count(1)
    studio.click("f6")
    expect(studio.page.locator(".hint")).to_be_hidden()


def test_the_swap_is_explained_when_it_happens(studio: StudioPage) -> None:
    studio.new_game(level="Strong", size=5, swap=True)
    studio.click("b3")
    studio.wait_for_moves(2)
    if studio.state()["moves"][1] != "swap-pieces":
        studio.page.evaluate(
            "() => { studio.undo(); studio.opponent.paused = true; studio.game.play('b3');"
            " studio.game.play('swap-pieces'); studio.changed(); }"
        )
    expect(guide(studio)).to_contain_text("Your stone was taken over")
    expect(guide(studio)).to_contain_text("b3, mirrored to c2, is White’s now, and it is your move")
    expect(studio.page.locator(".board-host .stone.arrives")).to_have_count(1)
    press(studio, "Got it")
    expect(guide(studio)).to_be_hidden()


def lose(studio: StudioPage) -> None:
    """A game on 3×3 that Black gives away with its first move."""
    studio.wait_for("studio.info.levels.length > 0")
    studio.page.evaluate(
        """() => {
            studio.begin({ player: "Club", name: "Club", human: "black", size: 3, swapRule: false });
            for (const move of ["a1", "b2", "a2", "a3", "c3", "c1"]) studio.game.play(move);
            studio.changed();
        }"""
    )
    expect(studio.page.locator("#status")).to_have_text("Club wins.")


def test_after_a_lost_game_one_sentence_and_one_click_lead_to_the_mistake(studio: StudioPage) -> None:
    page = studio.page
    lose(studio)
    after = page.locator("#aftermath")
    expect(after).to_contain_text(re.compile(r"Move 1, a1, lost it: \w\d was the move\."), timeout=30_000)
    after.get_by_role("button", name="Show me where").click()
    assert (studio.state()["mode"], studio.state()["moves"]) == ("analyse", ["a1"])
    expect(page.get_by_role("button", name="Show why it loses")).to_be_visible()
    studio.mode("Play")
    expect(after).to_be_visible()


def test_a_rematch_and_an_easier_opponent_are_one_click_away(studio: StudioPage) -> None:
    page = studio.page
    lose(studio)
    page.get_by_role("button", name="Rematch").click()
    studio.wait_for("studio.game.rows === 3 && !studio.game.root.children.length")
    assert page.evaluate("studio.opponent.name") == "Club"
    studio.click("b2")
    page.evaluate("studio.resign('black')")
    page.get_by_role("button", name="Easier").click()
    assert page.evaluate("studio.opponent.name") == "Improver"


def test_your_level_goes_up_after_a_win_and_down_after_a_loss(studio: StudioPage) -> None:
    page = studio.page
    names = []
    studio.new_game(level="Your level", size=5)
    for winner in ("black", "black", "white"):
        names.append(page.evaluate("studio.opponent.name"))
        studio.click("c3")
        studio.wait_for_moves(2)
        page.evaluate(f"studio.resign('{'white' if winner == 'black' else 'black'}')")
        page.get_by_role("button", name="Rematch").click()
        studio.wait_for("!studio.game.root.children.length")
    names.append(page.evaluate("studio.opponent.name"))
    assert names == ["Starter 1", "Starter 2", "Starter 3", "Starter 2"]


def test_the_guide_can_be_used_with_a_screen_reader(studio: StudioPage) -> None:
    from tests.interfaces.studio.test_studio_phone import violations

    assert violations(studio.page) == []
    press(studio, "Show me how")
    assert violations(studio.page) == []
    studio.page.evaluate("studio.guide.to(3)")
    studio.wait_for("studio.game.root.known")
    studio.click("a1")
    expect(studio.page.locator(".slip")).to_be_visible()
    assert violations(studio.page) == []
