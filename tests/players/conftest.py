"""The stage that tests of outside programs play on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.players.outside_stage import Stage, all_gone


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path)
    yield stage
    for player in stage.players:
        player.close()
    if stage.pids_file.exists():
        assert all_gone(stage.pids)
