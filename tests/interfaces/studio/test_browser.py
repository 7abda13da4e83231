"""Where there is no browser, its tests are skipped, and fail where one is required."""

from __future__ import annotations

import pytest

from tests.interfaces.studio.studio_page import chromium


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("BEELINE_REQUIRE_BROWSER", raising=False)


def test_without_a_browser_its_tests_are_skipped_with_a_sentence() -> None:
    with pytest.raises(pytest.skip.Exception, match="install the package chromium"):
        chromium()


def test_where_a_browser_is_required_its_tests_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEELINE_REQUIRE_BROWSER", "1")
    with pytest.raises(pytest.fail.Exception, match="install the package chromium"):
        chromium()
