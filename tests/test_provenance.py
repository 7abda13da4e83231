"""Every record says where it comes from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from beeline import provenance as module
from beeline.provenance import commit, provenance
from tests.interfaces.cli.command_line import beeline


def test_a_record_says_command_version_commit_machine_and_date() -> None:
    found = provenance("beeline match a b", seed=3, programs=["MoHex 2.0", "beeline 0.1.0", "MoHex 2.0", ""])
    assert found.keys() == {
        "command", "version", "commit", "machine", "processor", "date", "seed", "programs",
    }  # fmt: skip
    assert (found["command"], found["seed"]) == ("beeline match a b", 3)
    assert found["programs"] == ["MoHex 2.0", "beeline 0.1.0"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found["date"])
    assert json.loads(json.dumps(found)) == found


def test_without_a_source_there_is_no_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commit.cache_clear()
    monkeypatch.setattr(module, "__file__", str(tmp_path / "a" / "b" / "provenance.py"))
    assert commit() is None
    monkeypatch.undo()
    commit.cache_clear()
    found = commit()
    assert found is None or re.fullmatch(r"[0-9a-f]{12}\+?", found)


def test_a_match_says_how_it_was_played(tmp_path: Path) -> None:
    match = ["match", "random:seed=1", "random:seed=2", "--size", 3, "--openings", "all", "-n", 2]
    made = json.loads(beeline(*match, "--workers", 1, "--json", folder=tmp_path))["made_by"]
    assert made["command"].startswith("beeline match random:seed=1 random:seed=2 --size 3")
    assert made["programs"] == [f"beeline {made['version']}"]
