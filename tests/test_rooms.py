"""The arrow between the rooms points one way: a lower room never imports a higher one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "beeline"
CORE = ROOT / "cpp"

# From the ground up. The empty name is the package itself, whose names belong to the people outside:
# only what stands above it may use them.
ROOMS = [
    "_core",
    "errors",
    "limits",
    "disk",
    "locks",
    "plots",
    "workers",
    "rules",
    "search",
    "knowledge",
    "learning",
    "players",
    "experiments",
    "",
    "interfaces",
    "__main__",
]
CORE_ROOMS = ["base", "rules", "connection", "learning", "tracker", "search", "solver", "bindings", "tests"]


def room_of(path: Path) -> str:
    """The first part of a module's name below the package."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "" if first == "__init__" else first


def imported_rooms(source: str, path: Path) -> Iterator[str]:
    """The rooms that a module imports from, wherever in the module it does so."""
    package = ["beeline", *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base += node.module.split(".") if node.module else []
            names = [[*base, alias.name] for alias in node.names]
        else:
            continue
        for first, *rest in names:
            if first == "beeline":
                yield rest[0] if rest and rest[0] in room_names() else ""


def room_names() -> set[str]:
    return {room_of(path) for path in PACKAGE.rglob("*.py")} | {"_core"}


def wrong_imports(source: str, path: Path) -> list[str]:
    here = room_of(path)
    floor = ROOMS.index(here)
    return [
        f"{path.relative_to(PACKAGE)} imports from {room or 'the package itself'}, which is above {here!r}"
        for room in imported_rooms(source, path)
        if ROOMS.index(room) > floor
    ]


def modules() -> Iterable[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def test_every_room_has_its_place_in_the_order() -> None:
    assert room_names() <= set(ROOMS)
    assert {path.parent.name for path in CORE.glob("*/*")} <= set(CORE_ROOMS)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_imports_from_a_higher_room(path: Path) -> None:
    assert wrong_imports(path.read_text(encoding="utf-8"), path) == []


@pytest.mark.parametrize("path", sorted(CORE.glob("*/*.?pp")), ids=lambda path: str(path.relative_to(CORE)))
def test_no_core_file_includes_from_a_higher_room(path: Path) -> None:
    for included in re.findall(r'#include "(\w+)/', path.read_text(encoding="utf-8")):
        assert CORE_ROOMS.index(included) <= CORE_ROOMS.index(path.parent.name)


@pytest.mark.parametrize(
    "source",
    [
        "import beeline.players.mcts",
        "from beeline.players import make_player",
        "from beeline.players.base import Player as P",
        "from beeline import players",
        "from beeline import _core, make_player",
        "import beeline",
        "from ..players import base",
        "from .. import players",
        "def later():\n    from beeline.players.base import Player",
    ],
)
def test_an_import_upwards_is_noticed(source: str) -> None:
    assert len(wrong_imports(source, PACKAGE / "rules" / "board.py")) == 1


@pytest.mark.parametrize(
    "source",
    [
        "import ast, os.path",
        "from beeline import _core",
        "from beeline.errors import IllegalMove",
        "from beeline.rules.cells import cell_name",
        "from . import cells",
        "from .cells import cell_name",
        "from ..errors import IllegalMove",
    ],
)
def test_an_import_downwards_is_allowed(source: str) -> None:
    assert wrong_imports(source, PACKAGE / "rules" / "board.py") == []
