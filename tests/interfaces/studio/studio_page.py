"""The studio as a person uses it: its server, its page, and where to find a browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Self
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def chromium() -> str:
    """Where the browser is: of the variable ``CHROMIUM``, of the system, or of Playwright.

    Where there is none, the tests that need one are skipped, or fail if ``BEELINE_REQUIRE_BROWSER`` is 1.
    """
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if name and (path := shutil.which(name))), None) or downloaded()
    if found is None:
        no_browser(required=os.environ.get("BEELINE_REQUIRE_BROWSER") == "1")
    return found


def downloaded() -> str | None:
    """The newest Chromium that ``playwright install chromium`` has left, on Linux."""
    folder = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright"
    found = Path(folder).glob("chromium-*/chrome-linux*/chrome")
    return max(map(str, found), default=None)


def no_browser(*, required: bool) -> NoReturn:
    sentence = (
        "this test needs a browser: install the package chromium, run `playwright install chromium`, "
        "or name one in the variable CHROMIUM"
    )
    if required:
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)


@dataclass
class Server:
    process: subprocess.Popen[str]
    address: str
    seconds: float
    """From the start of the program to the line with its address."""

    @property
    def port(self) -> str:
        return str(urlsplit(self.address).port)


@contextmanager
def studio_server(
    *arguments: object, port: str = "0", through: Sequence[str] = (), folder: Path | None = None
) -> Iterator[Server]:
    """``beeline serve`` in a folder, started by way of another command if need be."""
    command = [sys.executable, "-m", "beeline", "serve", "--no-browser", "--port", port, *map(str, arguments)]
    start = time.monotonic()
    process = subprocess.Popen([*through, *command], stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith(("Beeline studio: http://", "Beeline studio: https://")), line
        yield Server(process, line.split()[2], time.monotonic() - start)
    finally:
        process.terminate()
        process.wait(timeout=20)
        if process.stdout:
            process.stdout.close()


def at(address: str, path: str) -> str:
    """The address of something else in the same studio, with its token."""
    return urlsplit(address)._replace(path=path).geturl()


class StudioPage:
    """One tab."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def open(self, fragment: str = "") -> Self:
        self.page.goto(self.address + fragment)
        expect(self.page.locator(".cell").first).to_be_visible()
        return self

    def new_game(self, *, level: str, size: int, colour: str = "black", swap: bool = False) -> None:
        self.wait_for("studio.info.levels.length > 0")
        self.page.click("#new-game")
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_text(level, exact=True).click()
        dialog.get_by_text(f"{size}×{size}", exact=True).click()
        dialog.locator(f"[name=human][value={colour}]").check()
        dialog.locator("[name=swap]").set_checked(swap)
        dialog.get_by_role("button", name="Start").click()
        expect(dialog).to_be_hidden()

    def mode(self, name: str) -> None:
        self.page.get_by_role("navigation", name="What to do").get_by_role("button", name=name).click()

    def click(self, cell: str) -> None:
        self.page.locator(f'.board-host [data-cell="{cell}"]').click()

    def overlay(self, id: str) -> None:
        self.page.click(f'[data-overlay="{id}"]')

    def state(self) -> dict[str, Any]:
        """The moves up to here, the stones, whose turn it is, and the winner."""
        script = """() => {
            const { game, mode, opponent } = studio;
            const { position } = game;
            return {
                moves: game.path().map((node) => node.move), line: game.line().map((node) => node.move),
                stones: Object.fromEntries(position.stones), to_move: position.toMove, mode,
                size: game.rows, winner: position.winner, chain: position.chain, result: game.result,
                nodes: game.nodes().length, thinking: Boolean(opponent.thinking), value: game.current.value,
            };
        }"""
        state: dict[str, Any] = self.page.evaluate(script)
        return state

    def wait_for(self, condition: str, *, seconds: float = 15) -> None:
        """Until a JavaScript expression over ``studio`` is true."""
        self.page.wait_for_function(f"() => {condition}", timeout=1000 * seconds)

    def wait_for_moves(self, count: int) -> None:
        self.wait_for(f"studio.game.path().length === {count}")

    @property
    def status(self) -> str:
        return self.page.locator("#status").inner_text()

    def notice(self) -> str:
        expect(self.page.locator("#notice")).to_be_visible()
        return self.page.locator("#notice").inner_text()


def sgf_file(folder: Path, text: str) -> Path:
    path = folder / "game.sgf"
    path.write_text(text, encoding="utf-8")
    return path
