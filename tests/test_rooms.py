"""The arrow between the rooms points one way: a lower room never imports a higher one.

Inside a room with one package per system, or per interface, those packages do not import each other.
"""

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
    "fields",
    "checks",
    "limits",
    "portable",
    "versioned",
    "disk",
    "locks",
    "files",
    "palette",
    "plots",
    "provenance",
    "notebook",
    "workers",
    "rules",
    "search",
    "knowledge",
    "networks",
    "players",
    "arena",
    "learning",
    "papers",
    "",
    "interfaces",
    "__main__",
]
SIDE_BY_SIDE = ["networks", "learning", "papers", "interfaces"]
"""Rooms of packages that do not import each other; single modules there are shared."""
PAPERS_SHARE = {"reproduction"}
MAY_START = {"cli": {"gtp", "studio"}}
"""The command line starts the servers."""
CORE_ROOMS = [
    "base",
    "rules",
    "connection",
    "inferior",
    "circuit",
    "network",
    "knowledge",
    "tracker",
    "search",
    "solver",
    "selfplay",
    "benchmark",
    "bindings",
    "tests",
    "fuzz",
]


def room_of(path: Path) -> str:
    """The first part of a module's name below the package."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "" if first == "__init__" else first


def imported_names(source: str, path: Path) -> Iterator[list[str]]:
    """What a module imports of the package, as parts of dotted names, wherever in the module it does so."""
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
                yield rest


def imported_rooms(source: str, path: Path) -> Iterator[str]:
    """The rooms that a module imports from."""
    for name in imported_names(source, path):
        yield name[0] if name and name[0] in room_names() else ""


def siblings_in(room: str) -> set[str]:
    """The packages that stand side by side in a room; of papers, the modules too."""
    if room not in SIDE_BY_SIDE:
        return set()
    found = {path.parent.name for path in (PACKAGE / room).glob("*/__init__.py")}
    if room == "papers":
        found |= {path.stem for path in (PACKAGE / room).glob("*.py")} - PAPERS_SHARE - {"__init__"}
    return found


def imported_siblings(source: str, path: Path) -> list[str]:
    """What a module imports from beside the package that it belongs to."""
    room, *inside = path.relative_to(PACKAGE).with_suffix("").parts
    siblings = siblings_in(room)
    if not inside or inside[0] not in siblings:
        return []
    foreign = siblings - {inside[0]} - MAY_START.get(inside[0], set())
    return [
        f"{path.relative_to(PACKAGE)} imports from {name[1]}, which stands beside it"
        for name in imported_names(source, path)
        if len(name) > 1 and name[0] == room and name[1] in foreign
    ]


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


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_imports_from_beside_its_package(path: Path) -> None:
    assert imported_siblings(path.read_text(encoding="utf-8"), path) == []


def test_systems_papers_and_interfaces_stand_side_by_side() -> None:
    assert {"ezo", "hivemind", "neurodynamic", "neurohex", "oldezo"} <= siblings_in("learning")
    assert {"ezo", "hivemind", "neurodynamic", "neurohex", "oldezo"} <= siblings_in("networks")
    assert {"ezo", "hivemind", "neurodynamic", "neurohex"} <= siblings_in("papers")
    assert siblings_in("interfaces") == {"cli", "gtp", "studio"}


@pytest.mark.parametrize("path", sorted(CORE.glob("*/*.?pp")), ids=lambda path: str(path.relative_to(CORE)))
def test_no_core_file_includes_from_a_higher_room(path: Path) -> None:
    for included in re.findall(r'#include "(\w+)/', path.read_text(encoding="utf-8")):
        assert CORE_ROOMS.index(included) <= CORE_ROOMS.index(path.parent.name)


@pytest.mark.parametrize(
    "source",
    [
        "import beeline.players.kinds.mcts",
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


@pytest.mark.parametrize(
    "source",
    [
        "from beeline.learning.ezo.system import preset",
        "from beeline.learning import ezo",
        "import beeline.learning.ezo",
        "from ..ezo import settings",
        "from .. import ezo",
    ],
)
def test_an_import_from_beside_is_noticed(source: str) -> None:
    assert len(imported_siblings(source, PACKAGE / "learning" / "neurohex" / "training.py")) == 1


@pytest.mark.parametrize(
    "source",
    [
        "from beeline.learning.training_run import TrainingRun",
        "from beeline.learning.neurohex.system import preset",
        "from beeline.networks.ezo.architecture import Architecture",
        "from . import settings",
    ],
)
def test_what_a_room_shares_may_be_imported(source: str) -> None:
    assert imported_siblings(source, PACKAGE / "learning" / "neurohex" / "training.py") == []
