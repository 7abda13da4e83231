"""A studio and a browser for the tests, each started once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    ViewportSize,
    sync_playwright,
)

from beeline.interfaces.studio.cast import levels
from tests.interfaces.studio.studio_page import CHROMIUM_FLAGS, StudioPage, at, chromium, studio_server

VIEWPORT: ViewportSize = {"width": 1280, "height": 860}


@pytest.fixture(scope="session", autouse=True)
def _token_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Studios keep their token and their library in folders of the tests, not in those of the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished tournament and a short evolution."""
    from beeline.arena.games import GameTask
    from beeline.arena.store import GameStore
    from beeline.arena.tournament import Tournament, run_tournament
    from beeline.learning.hivemind.evolution import Evolution
    from beeline.learning.hivemind.system import EvolutionSettings
    from beeline.workers import make_workers

    folder = tmp_path_factory.mktemp("runs")
    tournament = Tournament(
        players=["random", "mcts:simulations=50", "mcts:simulations=400"],
        games=2,
        opening_set="empty",
        template=GameTask(key="", rows=5, cols=5),
        seed=1,
    )
    settings = EvolutionSettings(size=4, generations=2, simulations=20, games=1, gauge_every=1, gauge_games=4)
    with make_workers(count=1, ray=None) as workers:
        with GameStore(folder / "small.db") as store:
            run_tournament(tournament, store, workers)
        Evolution(settings, folder / "evolution", workers).run()
    return folder


@pytest.fixture(scope="session")
def address(run_folder: Path) -> Iterator[str]:
    with studio_server("--runs", run_folder) as server:
        yield server.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


def new_context(browser: Browser) -> BrowserContext:
    # The worker that keeps the page for times without a studio has tests of its own; here it would fetch
    # every file of every page a second time.
    context = browser.new_context(viewport=VIEWPORT, accept_downloads=True, service_workers="block")
    context.set_default_timeout(15_000)
    return context


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = new_context(browser)
    yield context
    context.close()


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Page]:
    """One tab for all tests that want a single page: to open another takes as long as most tests."""
    context = new_context(browser)
    yield context.new_page()
    context.close()


def forget(tab: Page, address: str) -> None:
    """Makes a tab as new: nothing stored, allowed, emulated or opened beside."""
    for other in tab.context.pages:
        if other != tab:
            other.close()
    tab.goto(at(address, "/embed/embed.css"))  # of the same origin, without scripts
    tab.evaluate("localStorage.clear(); sessionStorage.clear()")
    tab.context.clear_cookies()
    tab.context.clear_permissions()
    tab.set_viewport_size(VIEWPORT)
    tab.emulate_media(media="null", color_scheme="null")


@contextmanager
def must_not_fail(page: Page) -> Iterator[Page]:
    """Errors of the page's scripts fail the test."""
    problems: list[str] = []

    def note(error: Error) -> None:
        problems.append(str(error))

    page.on("pageerror", note)
    yield page
    page.remove_listener("pageerror", note)
    assert problems == []


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page in a browser that has seen none before."""
    with must_not_fail(context.new_page()) as page:
        yield page


@pytest.fixture
def studio(tab: Page, address: str) -> Iterator[StudioPage]:
    """The studio in a tab that is as new."""
    forget(tab, address)
    with must_not_fail(tab):
        yield StudioPage(tab, address).open()


@pytest.fixture(scope="session")
def weakest() -> str:
    return levels()[0].name
