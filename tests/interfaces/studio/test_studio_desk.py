"""The researcher's desk: totals, time left, intervals, several runs, snapshots, jobs, engines that play."""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from beeline.arena.store import GameStore
from beeline.interfaces.studio import jobs
from beeline.interfaces.studio.app import create_app
from beeline.interfaces.studio.jobs import PRESETS, Preset
from beeline.interfaces.studio.token import Token
from beeline.limits import Limits
from tests.interfaces.studio.studio_page import StudioPage, studio_server

BASE = "http://127.0.0.1:8411"
SECRET = "a-secret-of-the-tests"


def training(folder: Path, entries: int, **settings: Any) -> None:
    folder.mkdir()
    about = {"system": "hivemind", "label": "tiny, size=5", "settings": settings}
    (folder / "settings.json").write_text(json.dumps(about))
    lines = [
        {"generation": at + 1, "best": 0.4 + at / 50, "win_rate": 0.5, "seconds": 2.0, "games": 10 * (at + 1)}
        for at in range(entries)
    ]
    (folder / "history.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


# The API


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(folders=[tmp_path], job_folder=tmp_path, limits=Limits(jobs=1))
    with TestClient(app, base_url=BASE) as client:
        yield client
        app.state.studio.jobs.close()


def test_a_training_has_its_total_rate_time_left_and_intervals(client: TestClient, tmp_path: Path) -> None:
    training(tmp_path / "run", 20, generations=50, gauge_games=40)
    (run,) = client.get("/api/runs").json()["runs"]
    found = client.get(f"/api/runs/{run['id']}/curves").json()
    assert (found["steps"], found["total"], found["label"]) == (20, 50, "tiny, size=5")
    assert found["rate"] == pytest.approx(0.5)
    assert found["games_rate"] == pytest.approx(200 / 40)
    assert found["seconds_left"] == pytest.approx(60)
    (rates,) = [curve for curve in found["curves"] if curve["name"] == "win_rate"]
    place, low, high = rates["intervals"][0]
    assert (place, round(low, 2), round(high, 2)) == (1, 0.35, 0.65)


@pytest.mark.parametrize(
    "settings", ['{"settings": {"generations": -1}}', "[]", "{", '{"settings": {"generations": true}}']
)
def test_strange_settings_give_no_total(client: TestClient, tmp_path: Path, settings: str) -> None:
    training(tmp_path / "run", 2)
    (tmp_path / "run" / "settings.json").write_text(settings)
    (run,) = client.get("/api/runs").json()["runs"]
    found = client.get(f"/api/runs/{run['id']}/curves").json()
    assert (found["total"], found["seconds_left"]) == (None, None)


def test_snapshots_are_named_by_the_listing_alone(client: TestClient, tmp_path: Path) -> None:
    training(tmp_path / "run", 2)
    (tmp_path / "run" / "snapshots").mkdir()
    for name in ("epoch-20.onnx", "epoch-3.onnx", "..-5.onnx", "evil name-1.onnx", "epoch-4.txt"):
        (tmp_path / "run" / "snapshots" / name).write_bytes(b"no network")
    (tmp_path / "run" / "snapshots" / "epoch-9.onnx").symlink_to("/etc/passwd")
    (run,) = client.get("/api/runs").json()["runs"]
    assert client.get(f"/api/runs/{run['id']}/curves").json()["snapshots"] == ["epoch-3", "epoch-20"]
    for snapshot in ("epoch-9", "../../secret", "epoch-99"):
        player = f"run:id={run['id']},snapshot={snapshot}"
        answer = client.post("/api/move", json={"position": {"rows": 5, "cols": 5}, "player": player})
        assert answer.status_code in (400, 404)
        assert "no snapshot" in answer.json()["error"]


def test_jobs_are_started_from_the_list_of_presets_alone(client: TestClient) -> None:
    listed = client.get("/api/jobs").json()
    assert [preset["id"] for preset in listed["presets"]] == list(PRESETS)
    for preset in ("", "train", "evolution-5 --out /tmp/x", "../x", "gtp:command=sh"):
        answer = client.post("/api/jobs", json={"preset": preset})
        assert answer.status_code == 400
        assert "there is no preset" in answer.json()["error"]
    assert client.post("/api/jobs", json={"preset": "evolution-5", "out": "/tmp"}).status_code == 422
    assert client.post("/api/jobs/0123456789ab/stop", json={}).status_code == 400
    assert client.get("/api/jobs").json()["jobs"] == []


def test_a_match_is_between_two_players_of_the_list(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusal(preset: str, *players: str) -> str:
        answer = client.post("/api/jobs", json={"preset": preset, "players": players})
        assert answer.status_code == 400, answer.text
        return str(answer.json()["error"])

    for player in ("gtp:command=sh", "mcts:simulations=5", "--help", "ezo:weights=/etc/passwd", "gtp"):
        assert "plays no match here" in refusal("match-7", player, "Club")
    assert "two different players" in refusal("match-7", "Club", "Club")
    assert "two different players" in refusal("match-7")
    assert "has its own players" in refusal("levels-5", "Club", "Casual")
    commands: list[list[str]] = []

    class Started:
        returncode = 0

        def poll(self) -> int:
            return 0

        def wait(self, timeout: float | None = None) -> int:
            return 0

    def start(command: list[str], **_: object) -> Started:
        commands.append(command)
        return Started()

    monkeypatch.setattr("subprocess.Popen", start)
    client.post("/api/jobs", json={"preset": "match-7", "players": ["Club", "resistance"]})
    assert commands[0][3:6] == ["match", "Club", "resistance"]


def test_a_tournament_from_elsewhere_has_its_total(client: TestClient, tmp_path: Path) -> None:
    with GameStore(tmp_path / "match.db") as store:
        store.begin({"players": ["a", "b"]}, total=40)
    (run,) = client.get("/api/runs").json()["runs"]
    assert client.get(f"/api/runs/{run['id']}/table").json()["total"] == 40


def test_a_job_runs_is_stopped_and_counts(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    job = client.post("/api/jobs", json={"preset": "evolution-7"}).json()
    assert (job["running"], job["total"]) == (True, 40)
    second = client.post("/api/jobs", json={"preset": "levels-5"})
    assert (second.status_code, "1 jobs are running" in second.json()["error"]) == (400, True)
    deadline = time.monotonic() + 60
    while not [run for run in client.get("/api/runs").json()["runs"] if run["id"] == job["id"]]:
        assert time.monotonic() < deadline
        time.sleep(0.3)
    stopped = client.post(f"/api/jobs/{job['id']}/stop", json={}).json()
    assert stopped["stopped"]
    while client.get("/api/jobs").json()["jobs"][0]["running"]:
        assert time.monotonic() < deadline + 30
        time.sleep(0.2)
    assert client.get("/api/jobs").json()["jobs"][0]["error"] == ""


def test_a_job_that_fails_says_why(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Preset(kind="learning", title="x", about="x", command=("train", "nothing"), total=1)
    monkeypatch.setitem(jobs.PRESETS, "broken", broken)
    client.post("/api/jobs", json={"preset": "broken"})
    deadline = time.monotonic() + 60
    while (job := client.get("/api/jobs").json()["jobs"][0])["running"]:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    assert "no system 'nothing'" in job["error"]


@pytest.mark.parametrize("path", ["/api/jobs", "/api/jobs/0123456789ab/stop"])
def test_jobs_ask_for_the_token_and_for_the_page_itself(tmp_path: Path, path: str) -> None:
    app = create_app(job_folder=tmp_path, token=Token(SECRET), limits=Limits(body_bytes=100))
    with TestClient(app, base_url=BASE) as client:
        body = {"preset": "evolution-5"}
        assert client.post(path, json=body).status_code == 401
        headers = {"authorization": f"Bearer {SECRET}"}
        assert (
            client.post(path, json=body, headers=headers | {"origin": "http://evil.example"}).status_code
            == 403
        )
        assert client.post(path, json={"preset": "x" * 200}, headers=headers).status_code == 413
    assert app.state.studio.jobs.all == []


def test_a_studio_without_a_folder_for_jobs_starts_nothing(tmp_path: Path) -> None:
    with TestClient(create_app(folders=[tmp_path]), base_url=BASE) as client:
        assert client.get("/api/jobs").json() == {"allowed": False, "presets": [], "jobs": []}
        refused = client.post("/api/jobs", json={"preset": "evolution-5"})
    assert refused.status_code == 400
    assert "on the loopback, with a token" in refused.json()["error"]


@pytest.mark.parametrize("options", [["--token", ""], ["--allow-host", "studio.example"]])
def test_without_a_token_or_beyond_the_loopback_nothing_can_be_started(
    page: Page, tmp_path: Path, options: list[str]
) -> None:
    with studio_server("--runs", tmp_path, *options) as server:
        studio = StudioPage(page, server.address).open()
        studio.mode("Learning")
        expect(page.locator("#runs-view")).to_contain_text("Nothing that learns")
        expect(page.get_by_role("button", name="Start…")).to_be_hidden()


def test_jobs_end_with_the_studio(page: Page, tmp_path: Path) -> None:
    with studio_server("--runs", tmp_path) as server:
        studio = StudioPage(page, server.address).open()
        answer = page.evaluate(
            """() => fetch("/api/jobs", { method: "POST", headers: { "content-type": "application/json" },
                body: JSON.stringify({ preset: "evolution-7" }) }).then((response) => response.json())"""
        )
        assert answer["running"], studio.address
        page.goto("about:blank")
        server.process.send_signal(signal.SIGINT)
        server.process.wait(timeout=40)
    logs = list(tmp_path.glob(".evolution-7*.log"))
    assert logs == [], "the job was waited for, and cleared away"


# The page


def test_a_training_is_started_watched_and_played_against_without_a_terminal(
    page: Page, tmp_path: Path
) -> None:
    with studio_server("--runs", tmp_path) as server:
        studio = StudioPage(page, server.address).open()
        clicks = 0
        studio.mode("Learning")
        page.locator("#runs-view").get_by_role("button", name="Start…").click()
        page.get_by_role("dialog").get_by_role("button", name=re.compile("An evolution on 7×7")).click()
        clicks += 3
        view = page.locator("#runs-view")
        expect(view).to_contain_text(
            re.compile(r"\d+ of 40 generations, [\d.]+ generations/(s|min)"), timeout=120_000
        )
        expect(view).to_contain_text(re.compile(r"\d+:\d\d left"), timeout=60_000)
        expect(page.get_by_role("img", name=re.compile("^best: from"))).to_be_visible()
        view.get_by_role("button", name="Play against its policy").click()
        clicks += 1
        studio.wait_for("studio.mode === 'play' && studio.game.rows === 7")
        studio.click("c3")
        clicks += 1
        studio.wait_for_moves(2)
        studio.mode("Learning")
        view.get_by_role("button", name="Stop", exact=True).click()
        clicks += 2
        expect(view.get_by_role("button", name="Stop", exact=True)).to_be_hidden(timeout=60_000)
        print(f"{clicks} clicks: started, watched, played against and stopped")
        assert clicks <= 7


def test_several_runs_stand_on_one_chart_with_intervals(page: Page, tmp_path: Path) -> None:
    training(tmp_path / "first", 10, generations=20, gauge_games=40)
    training(tmp_path / "second", 15, generations=20, gauge_games=40)
    with studio_server("--runs", tmp_path) as server:
        studio = StudioPage(page, server.address).open()
        studio.mode("Learning")
        expect(page.locator(".chart .curve").first).to_be_attached()
        curves = page.locator(".chart", has=page.get_by_role("heading", name="Win rate")).locator(".curve")
        expect(curves).to_have_count(1)
        page.get_by_role("checkbox", name=re.compile("^Compare")).check()
        expect(curves).to_have_count(2)
        expect(page.locator(".legend-of-runs")).to_contain_text("first")
        expect(page.locator(".legend-of-runs")).to_contain_text("second")
        expect(page.locator(".chart .whisker")).to_have_count(25)
        expect(page.locator("#runs-view")).to_contain_text(re.compile(r"1[05] of 20 generations"))


def test_two_engines_play_each_other_and_are_watched(studio: StudioPage) -> None:
    studio.mode("Arena")
    page = studio.page
    page.get_by_role("button", name="Watch a game…").click()
    dialog = page.get_by_role("dialog", name="Engine against engine")
    dialog.locator("[name=black]").select_option("Club")
    dialog.locator("[name=white]").select_option("Strong")
    dialog.locator("[name=size]").select_option("7")
    dialog.get_by_role("button", name="Watch").click()
    studio.wait_for("studio.game.path().length >= 3")
    page.get_by_role("button", name="Stop", exact=True).click()
    at = len(studio.state()["moves"])
    page.get_by_role("button", name="Let it move").click()
    studio.wait_for("studio.game.position.winner", seconds=120)
    assert len(studio.state()["moves"]) > at or studio.state()["winner"]
    expect(page.locator("#status")).to_have_text(re.compile("^(Club|Strong) wins.$"))
    expect(page.locator("#player-bottom")).to_contain_text("Club")
    expect(page.locator("#aftermath")).to_be_hidden()


def test_a_kind_of_player_can_be_watched(studio: StudioPage) -> None:
    studio.mode("Arena")
    page = studio.page
    page.get_by_role("button", name="Watch a game…").click()
    dialog = page.get_by_role("dialog", name="Engine against engine")
    offered = dialog.locator("[name=black] option").all_inner_texts()
    assert {"Club", "resistance", "random"} <= set(offered)
    assert "gtp" not in offered
    dialog.locator("[name=black]").select_option("random")
    dialog.locator("[name=white]").select_option("resistance")
    dialog.locator("[name=size]").select_option("5")
    dialog.get_by_role("button", name="Watch").click()
    studio.wait_for("studio.game.position.winner", seconds=60)


def test_the_total_of_a_tournament_is_shown_wherever_it_was_started(studio: StudioPage) -> None:
    studio.mode("Arena")
    expect(studio.page.locator("#runs-view")).to_contain_text("6 of 6 games of Hex 5×5")


def test_the_desk_can_be_used_with_a_screen_reader(page: Page, tmp_path: Path) -> None:
    from tests.interfaces.studio.test_studio_phone import violations

    training(tmp_path / "first", 10, generations=20, gauge_games=40)
    training(tmp_path / "second", 15, generations=20, gauge_games=40)
    with studio_server("--runs", tmp_path) as server:
        studio = StudioPage(page, server.address).open()
        studio.mode("Learning")
        page.get_by_role("checkbox", name=re.compile("^Compare")).check()
        expect(page.locator(".legend-of-runs")).to_be_visible()
        assert violations(page) == []
        page.get_by_role("button", name="Start…").click()
        assert violations(page) == []
