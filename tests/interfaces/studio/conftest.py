"""A studio and a browser for the tests, each started once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from beeline.interfaces.studio.cast import levels
from tests.interfaces.studio.studio_page import CHROMIUM_FLAGS, StudioPage, chromium, studio_server


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


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 860}, accept_downloads=True)
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that must not fail: errors of its scripts fail the test."""
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    assert problems == []


@pytest.fixture
def studio(page: Page, address: str) -> StudioPage:
    return StudioPage(page, address).open()


@pytest.fixture(scope="session")
def weakest() -> str:
    return levels()[0].name
