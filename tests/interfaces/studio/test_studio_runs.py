"""The arena and learning on the page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from beeline.arena.games import GameTask
from beeline.arena.store import GameStore
from beeline.arena.tournament import Tournament, run_tournament
from beeline.workers import make_workers
from tests.interfaces.studio.studio_page import StudioPage, studio_server


def test_a_tournament_with_its_cross_table_and_a_replay(studio: StudioPage) -> None:
    studio.mode("Arena")
    page = studio.page
    view = page.locator("#runs-view")
    expect(view.get_by_role("heading", name="small.db")).to_be_visible()
    expect(view).to_contain_text("6 games of Hex 5×5")
    expect(view.get_by_role("heading", name="Cross table")).to_be_visible()
    view.get_by_role("button", name="Replay game").first.click()
    studio.wait_for("studio.mode === 'analyse' && studio.game.rows === 5")
    expect(page.locator("#player-bottom")).to_contain_text("random")
    page.get_by_role("button", name="To the end").click()
    assert studio.state()["winner"]


def test_a_tournament_is_watched_as_it_goes_on(page: Page, tmp_path: Path) -> None:
    def play(store: GameStore, games: int) -> None:
        tournament = Tournament(
            players=["random:seed=1", "random:seed=2"],
            games=games,
            opening_set="empty",
            template=GameTask(key="", rows=4, cols=4),
        )
        with make_workers(count=1, ray=None) as workers:
            run_tournament(tournament, store, workers)

    with studio_server("--runs", tmp_path) as server:
        with GameStore(tmp_path / "going.db") as store:
            play(store, 2)
            studio = StudioPage(page, server.address).open()
            studio.mode("Arena")
            expect(page.locator("#runs-view")).to_contain_text("2 games of Hex 4×4, running")
            play(store, 6)
            expect(page.locator("#runs-view")).to_contain_text("6 games of Hex 4×4, running", timeout=10_000)
        expect(page.locator("#runs-view")).to_contain_text("6 games of Hex 4×4, last game", timeout=10_000)


def test_an_evolution_with_its_curves_and_a_game_against_its_policy(studio: StudioPage) -> None:
    studio.mode("Learning")
    page = studio.page
    expect(page.get_by_role("img", name="best: from")).to_be_visible()
    expect(page.get_by_role("heading", name="Win rate")).to_be_visible()
    page.get_by_role("button", name="Play against its policy").click()
    studio.wait_for("studio.mode === 'play' && studio.game.rows === 4")
    studio.click("a1")
    studio.wait_for_moves(2)
    expect(page.locator("#player-top")).to_contain_text("Policy of evolution")


def test_a_studio_without_runs_says_how_to_make_some(page: Page, tmp_path: Path) -> None:
    with studio_server("--runs", tmp_path) as server:
        studio = StudioPage(page, server.address).open()
        studio.mode("Arena")
        expect(page.locator("#runs-view")).to_contain_text("beeline tournament")
        studio.mode("Learning")
        expect(page.locator("#runs-view")).to_contain_text("beeline evolve")
