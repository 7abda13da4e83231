"""The commands of tutorials and guides run, one after the other as a reader types them, with fewer games."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from beeline import Board
from tests.interfaces.cli.command_line import beeline
from tests.test_docs import DOCS, ROOT, commands

PAGES = [*sorted(DOCS.glob("tutorials/*.md")), *sorted(DOCS.glob("how-to/*.md")), DOCS / "reference/arena.md"]

LASTING = ("serve", "reproduce")
"""Commands that do not end, or take minutes; each has tests of its own."""

OUTSIDE = re.compile(r"[A-Z]|.*(my-engine|mohex|wolve|gnugo).*")
"""``A``, ``B`` and programs that need not be installed."""

FEW = {
    "match": {"--games": "2", "--workers": "1"},
    "tournament": {"--games": "2", "--workers": "1"},
    "gauntlet": {
        "--games": "2",
        "--positions": "2",
        "--against": "newcomer",
        "--size": "5",
        "--workers": "1",
    },
    "train": {"--workers": "1"},
}
"""Options that make a command short, in the place of the page's or beside them."""

BRIEF_TRAINING = {"rounds": 1, "games": 4, "steps": 2}


def runs(words: list[str]) -> bool:
    is_preset = words[0] != "train" or "--preset" in words  # else days
    return words[0] not in LASTING and is_preset and not any(map(OUTSIDE.fullmatch, words))


RUN = [page for page in PAGES if any(map(runs, commands(page)))]


def shortened(words: list[str]) -> list[str]:
    options = FEW.get(words[0], {})
    kept = [
        word
        for before, word in zip(["", *words], words, strict=False)
        if word not in options and before not in options
    ]
    short = [*kept, *(word for option in options.items() for word in option)]
    return brief_training(short) if words[0] == "train" else short


def brief_training(words: list[str]) -> list[str]:
    settings = [f"{name}={value}" for name, value in BRIEF_TRAINING.items()]
    names = tuple(f"{name}=" for name in BRIEF_TRAINING)
    given = [at for at, word in enumerate(words) if word.startswith(names)]
    kept = [word for at, word in enumerate(words) if at not in given and at + 1 not in given]
    return [*kept, *(word for setting in settings for word in ("--set", setting))]


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a reader who has a game, and ``beeline`` on the path."""
    board = Board(5)
    for move in ("c3", "d2", "b4", "d3", "c4", "e3", "b3", "d4", "a5"):
        board.play(move)
    (tmp_path / "game.sgf").write_text(board.to_sgf(), encoding="utf-8")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    return tmp_path


def parameters() -> list[object]:
    torch = [page for page in RUN if any(words[0] == "train" for words in filter(runs, commands(page)))]
    return [
        pytest.param(page, id=str(page.relative_to(ROOT)), marks=[pytest.mark.torch] if page in torch else [])
        for page in RUN
    ]


@pytest.mark.parametrize("page", parameters())
def test_the_commands_of_a_page_run(page: Path, reader: Path) -> None:
    for words in filter(runs, commands(page)):
        beeline(*shortened(words), folder=reader)


def test_most_guides_are_run() -> None:
    assert len(RUN) >= 7


def test_commands_are_made_short() -> None:
    match = ["match", "a", "b", "--games", "50", "--size", "5"]
    assert shortened(match) == ["match", "a", "b", "--size", "5", "--games", "2", "--workers", "1"]
    train = ["train", "zero", "--set", "rounds=40", "--set", "simulations=16", "--out", "run"]
    assert shortened(train)[:6] == ["train", "zero", "--set", "simulations=16", "--out", "run"]
    assert shortened(train).count("--set") == 4
