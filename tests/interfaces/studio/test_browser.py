"""Where there is no browser, its tests are skipped, and fail where one is required."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interfaces.studio.studio_page import chromium


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("BEELINE_REQUIRE_BROWSER", raising=False)


def test_without_a_browser_its_tests_are_skipped_with_a_sentence() -> None:
    with pytest.raises(pytest.skip.Exception, match="install the package chromium"):
        chromium()


def test_where_a_browser_is_required_its_tests_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEELINE_REQUIRE_BROWSER", "1")
    with pytest.raises(pytest.fail.Exception, match="install the package chromium"):
        chromium()


@pytest.mark.parametrize("folder", ["chrome-linux", "chrome-linux64"])
def test_the_browser_of_playwright_is_found(folder: str, tmp_path: Path) -> None:
    program = tmp_path / "chromium-1200" / folder / "chrome"
    program.parent.mkdir(parents=True)
    program.touch()
    assert chromium() == str(program)
