"""What holds for the whole suite."""

from __future__ import annotations

import importlib.util
import signal
from collections.abc import Generator, Iterator

import pytest

from beeline.errors import MissingExtra

# A shell starts its background jobs with Ctrl-C ignored, and the tests of Ctrl-C would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _ctrl_c() -> Iterator[None]:
    """A test leaves Ctrl-C as it found it."""
    yield
    left, _ = signal.getsignal(signal.SIGINT), signal.signal(signal.SIGINT, signal.default_int_handler)
    assert left is signal.default_int_handler


NO_TORCH = "PyTorch is not installed: pip install 'beeline-hex[train]'"
WITHOUT_TORCH = importlib.util.find_spec("torch") is None
"""Tests that need PyTorch are skipped then: modules that import it, and tests that come to need it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if WITHOUT_TORCH and item.get_closest_marker("torch"):
            item.add_marker(pytest.mark.skip(reason=NO_TORCH))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if WITHOUT_TORCH and report.failed and "No module named 'torch'" in str(report.longrepr):
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, f"Skipped: {NO_TORCH}")
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if WITHOUT_TORCH and report.failed and call.excinfo is not None and _lacks_torch(call.excinfo.value):
        report.outcome = "skipped"
        report.longrepr = (str(item.path), (item.location[1] or 0) + 1, f"Skipped: {NO_TORCH}")
    return report


def _lacks_torch(error: BaseException) -> bool:
    return isinstance(error, ModuleNotFoundError | MissingExtra) and (
        getattr(error, "name", None) == "torch" or "package torch" in str(error)
    )
