"""The screenshots of the README and of the pages about the studio: ``make pictures``.

A studio is started over a small tournament and a short evolution, and its page is shown in Chromium. Views
that the docs do not show go to ``build/pictures``, to be looked at. ``python -m tools.screenshots library
phone`` makes those of some functions alone.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright
from tests.interfaces.studio.studio_page import CHROMIUM_FLAGS, StudioPage, chromium, studio_server

from beeline.arena.games import GameTask
from beeline.arena.store import GameStore
from beeline.arena.tournament import Tournament, run_tournament
from beeline.interfaces.puzzles import puzzles
from beeline.learning.hivemind.evolution import Evolution
from beeline.learning.hivemind.system import EvolutionSettings
from beeline.workers import make_workers

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
LOOKED_AT = Path(__file__).parents[1] / "build" / "pictures"
GAME = "#11,a10:sd7e8g6f4g4g5h5i3i4h4j3"


def main() -> None:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        make_runs(folder)
        LOOKED_AT.mkdir(parents=True, exist_ok=True)
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        with studio_server("--runs", folder, "--library", folder / "library.db") as server:
            for view in VIEWS:
                if view.__name__ in sys.argv[1:] or not sys.argv[1:]:
                    view(browser, server.address)
        browser.close()


def make_runs(folder: Path) -> None:
    players = [f"mcts:simulations={count}" for count in (1600, 400, 100, 25)]
    tournament = Tournament(
        players=players, games=12, opening_set="balanced", template=GameTask(key="", rows=7, cols=7), seed=1
    )
    settings = EvolutionSettings(
        size=5, generations=40, simulations=30, games=2, gauge_every=4, gauge_games=60
    )
    with make_workers(count=1, ray=None) as workers:
        with GameStore(folder / "tournament.db") as store:
            run_tournament(tournament, store, workers)
        Evolution(settings, folder / "evolution", workers).run()


def page(browser: Browser, address: str, fragment: str = "", *, dark: bool = False) -> StudioPage:
    scheme = "dark" if dark else "light"
    context = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
    return StudioPage(context.new_page(), address).open(fragment)


def shot(studio: StudioPage, name: str, *, folder: Path = PICTURES) -> None:
    studio.page.wait_for_timeout(300)
    studio.page.screenshot(path=folder / f"studio-{name}.png")


def guide(browser: Browser, address: str) -> None:
    studio = page(browser, address)
    studio.wait_for("studio.info.levels.length > 0")
    studio.page.evaluate("studio.guide.to(3)")
    studio.wait_for("studio.game.root.known")
    studio.click("a1")
    studio.page.wait_for_selector(".slip")
    shot(studio, "guide")
    studio.page.context.close()


def play(browser: Browser, address: str) -> None:
    studio = page(browser, address)
    studio.new_game(level="Club", size=11, swap=False)
    for number, cell in enumerate(("f6", "d8", "h4", "e7"), start=1):
        studio.wait_for("studio.game.position.toMove === 'black'")
        free = [name for name in (cell, "g5", "c9", "i3", "b10") if name not in studio.state()["stones"]]
        studio.click(free[0])
        studio.wait_for_moves(2 * number)
    shot(studio, "play")
    studio.page.click("#rules-button")
    shot(studio, "rules")
    studio.page.keyboard.press("Escape")
    studio.page.click("#new-game")
    shot(studio, "new-game")
    studio.page.context.close()


def analyse(browser: Browser, address: str) -> None:
    studio = page(browser, address, GAME)
    studio.page.get_by_role("button", name="Review game").click()
    studio.wait_for("!studio.analyst.review && studio.game.root.value !== undefined", seconds=120)
    studio.page.get_by_role("switch", name="Engine").check()
    studio.wait_for("studio.game.current.analysis?.simulations > 2000", seconds=60)
    shot(studio, "analyse")
    studio.page.context.close()


def connections(browser: Browser, address: str) -> None:
    studio = page(browser, address, "#9,a2f5d6f3e4d4", dark=True)
    for overlay in ("black", "white", "mustplay"):
        studio.overlay(overlay)
    studio.wait_for("studio.analyst.known.get(studio.game.current)?.connections")
    shot(studio, "connections")
    studio.page.context.close()


def coach(browser: Browser, address: str) -> None:
    """Why a move lost, a puzzle, and the swap map."""
    studio = page(browser, address, "#7,d4b4c6e3a1b1c3")
    studio.page.get_by_role("button", name="Review this game").click()
    studio.page.get_by_role("button", name="Show why", exact=True).click(timeout=60_000)
    studio.page.wait_for_selector("#verdict .why")
    shot(studio, "why")
    number = next(
        at for at, each in enumerate(puzzles(), start=1) if each.size == 9 and "ladder" in each.themes
    )
    studio.page.get_by_role("button", name="Puzzles").click()
    studio.wait_for("studio.trainer.task")
    studio.page.evaluate("number => studio.trainer.toPuzzle(number)", number)
    studio.wait_for(f"studio.trainer.task.number === {number}")
    studio.page.get_by_role("button", name="Show the move").click()
    studio.page.wait_for_selector("#trainer .why")
    shot(studio, "puzzle")
    studio.open("#11")
    studio.page.get_by_role("button", name="Swap map").click()
    studio.wait_for("studio.game.root.analysis?.simulations > 500", seconds=60)
    shot(studio, "swap-map")
    studio.page.context.close()


def phone(browser: Browser, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True, is_mobile=True
    )
    studio = StudioPage(context.new_page(), address).open(GAME)
    studio.page.get_by_role("switch", name="Engine").check()
    studio.wait_for("studio.game.current.analysis?.simulations > 1000", seconds=60)
    studio.page.evaluate("scrollTo(0, 0)")
    shot(studio, "phone")
    context.close()


def runs(browser: Browser, address: str) -> None:
    studio = page(browser, address)
    for mode in ("Arena", "Learning"):
        studio.mode(mode)
        studio.page.wait_for_timeout(1500)
        shot(studio, mode.lower())
    studio.page.context.close()


def library(browser: Browser, address: str) -> None:
    studio = page(browser, address)
    games = {"Against the club": GAME, "A short one": "#5,e5b4a4d2", "Edge openings": "#9,a2f5d6f3e4d4"}
    for name, fragment in games.items():
        studio.open(fragment)
        studio.page.locator("#files").evaluate("details => details.open = true")
        studio.page.click("#open-library")
        studio.page.get_by_label("Name of this game").fill(name)
        studio.page.get_by_role("button", name="Keep this game").click()
        studio.page.wait_for_timeout(500)
    studio.page.get_by_role("dialog").screenshot(path=PICTURES / "studio-library.png")
    studio.page.context.close()


def explorer(browser: Browser, address: str) -> None:
    studio = page(browser, address, "#7")
    studio.mode("Analyse")
    studio.page.locator("#explorer summary").click()
    studio.page.wait_for_selector("#explorer table")
    shot(studio, "explorer", folder=LOOKED_AT)
    studio.page.locator("#explorer").screenshot(path=PICTURES / "studio-explorer.png")
    studio.page.context.close()


def start(browser: Browser, address: str) -> None:
    """What can be started: tournaments, and trainings."""
    studio = page(browser, address)
    for mode in ("Arena", "Learning"):
        studio.mode(mode)
        studio.page.get_by_role("button", name="Start…").click()
        dialog = studio.page.get_by_role("dialog")
        folder = PICTURES if mode == "Arena" else LOOKED_AT
        dialog.screenshot(path=folder / f"studio-start-{mode.lower()}.png")
        studio.page.keyboard.press("Escape")
    studio.page.context.close()


def watch(browser: Browser, address: str) -> None:
    """The choice of two engines, and their game."""
    studio = page(browser, address)
    studio.mode("Arena")
    studio.page.get_by_role("button", name="Watch a game…").click()
    dialog = studio.page.get_by_role("dialog")
    dialog.locator("[name=black]").select_option("resistance")
    shot(studio, "watch-choice", folder=LOOKED_AT)
    dialog.get_by_role("button", name="Watch").click()
    studio.wait_for("studio.game.path().length >= 8", seconds=120)
    shot(studio, "watch", folder=LOOKED_AT)
    studio.page.context.close()


def learn(browser: Browser, address: str) -> None:
    """Learning from the mistakes of a game."""
    studio = page(browser, address, "#5,e5b4a4d2")
    studio.page.get_by_role("button", name="Review this game").click()
    studio.page.get_by_role("button", name="Learn from the mistakes").click(timeout=120_000)
    studio.wait_for("studio.trainer.task")
    shot(studio, "learn", folder=LOOKED_AT)
    studio.page.context.close()


def german(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="de-DE")
    studio = StudioPage(context.new_page(), address).open("#7,d4b4c6e3a1b1c3")
    studio.page.get_by_role("button", name="Durchsehen").first.click()
    studio.page.get_by_role("button", name="Zeig, warum", exact=True).click(timeout=120_000)
    studio.page.wait_for_selector("#verdict .why")
    shot(studio, "german", folder=LOOKED_AT)
    context.close()


def embed(browser: Browser, address: str) -> None:
    """The board that other pages show."""
    context = browser.new_context(viewport={"width": 640, "height": 520})
    frame = context.new_page()
    frame.goto(urlsplit(address)._replace(path="/embed/", query="", fragment=GAME[1:]).geturl())
    frame.wait_for_selector(".cell")
    frame.screenshot(path=LOOKED_AT / "studio-embed.png")
    context.close()


def paper(browser: Browser, address: str) -> None:
    """A game as it is printed."""
    studio = page(browser, address, "#5,e5b4a4d2")
    studio.page.get_by_role("button", name="Review this game").click()
    studio.wait_for("!studio.analyst.review && studio.game.summary", seconds=120)
    studio.page.set_viewport_size({"width": 794, "height": 1123})
    studio.page.emulate_media(media="print")
    shot(studio, "print", folder=LOOKED_AT)
    studio.page.context.close()


def landscape(browser: Browser, address: str) -> None:
    """A phone on its side."""
    context = browser.new_context(
        viewport={"width": 844, "height": 390}, device_scale_factor=2, has_touch=True, is_mobile=True
    )
    studio = StudioPage(context.new_page(), address).open(GAME)
    studio.page.get_by_role("switch", name="Engine").check()
    studio.wait_for("studio.game.current.analysis?.simulations > 200", seconds=120)
    studio.page.evaluate("scrollTo(0, 0)")
    shot(studio, "landscape", folder=LOOKED_AT)
    context.close()


VIEWS = (
    guide,
    play,
    analyse,
    connections,
    coach,
    phone,
    runs,
    library,
    explorer,
    start,
    watch,
    learn,
    german,
    embed,
    paper,
    landscape,
)

if __name__ == "__main__":
    main()
