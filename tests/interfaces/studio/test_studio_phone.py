"""A phone, the keyboard, screen readers, light and dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.interfaces.studio.studio_page import StudioPage


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[StudioPage]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True, is_mobile=True
    )
    yield StudioPage(context.new_page(), address).open()
    context.close()


def test_a_game_on_a_phone(phone: StudioPage, weakest: str) -> None:
    page = phone.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.new_game(level=weakest, size=11)
    page.locator('.board-host [data-cell="f6"]').tap()
    phone.wait_for_moves(2)
    box = page.locator(".board-host svg.board").bounding_box()
    assert box is not None
    assert box["width"] > 340
    assert box["y"] + box["height"] < 844
    cell = page.locator('.board-host [data-cell="f6"]').bounding_box()
    assert cell is not None
    assert cell["width"] >= 28  # the diamond gives cells that a finger can hit
    for mode in ("Analyse", "Arena", "Learning"):
        phone.mode(mode)
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, mode


def test_a_game_by_keyboard(studio: StudioPage) -> None:
    studio.new_game(level="A person", size=5)
    page = studio.page
    page.locator('.board-host [data-cell="a1"]').focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert studio.state()["moves"] == ["b3"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert studio.state()["moves"] == ["b3", "c3"]
    page.locator("#undo").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="How to play Hex")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{problem['id']}: {problem['help']} ({[node['html'][:120] for node in problem['nodes'][:3]]})"
        for problem in found
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(browser: Browser, address: str, weakest: str, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 860}, color_scheme=scheme)  # type: ignore[arg-type]
    studio = StudioPage(context.new_page(), address).open("#7,d4b4c6e3")
    page = studio.page
    for overlay in ("black", "white", "mustplay"):
        studio.overlay(overlay)
    page.get_by_role("switch", name="Engine").check()
    studio.wait_for("studio.game.current.analysis && studio.analyst.known.get(studio.game.current)")
    page.get_by_role("switch", name="Engine").uncheck()
    for summary in ("Set up a position", "Files and links"):
        page.get_by_text(summary).click()
    problems = {"analyse": violations(page)}
    for mode in ("Arena", "Learning", "Play"):
        studio.mode(mode)
        page.wait_for_timeout(500)
        problems[mode] = violations(page)
    for name, button in (
        ("rules", "#rules-button"),
        ("settings", "#settings-button"),
        ("new game", "#new-game"),
    ):
        page.click(button)
        problems[name] = violations(page)
        page.keyboard.press("Escape")
    context.close()
    assert {where: found for where, found in problems.items() if found} == {}


def test_themes_and_stones_are_kept(studio: StudioPage) -> None:
    page = studio.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("dark", exact=True).click()
    page.get_by_role("dialog").get_by_text("red and blue").click()
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-stones", "colour")
