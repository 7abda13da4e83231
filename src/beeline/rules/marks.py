"""Marks on cells: the letters, triangles and circles of a commented game, as SGF has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from beeline.errors import NotationError, SgfError
from beeline.rules.sgf_tree import Node

MarkKind = Literal["LB", "TR", "CR", "SQ", "MA"]
"""SGF's names: a label, a triangle, a circle, a square, a cross."""

LABEL: Final = "LB"
SHAPES: Final[tuple[MarkKind, ...]] = ("TR", "CR", "SQ", "MA")


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a cell; ``text`` is that of a label."""

    kind: MarkKind
    cell: str
    text: str = ""


def read_marks(node: Node, cells: Callable[[Node, str, str], list[str]]) -> Iterator[Mark]:
    """The marks of a node; ``cells`` reads what a value of a property stands for.

    Marks change no game: one that is on no cell of the board is left out.
    """
    for value in node.properties.get(LABEL, ()):
        place, _, text = value.partition(":")
        yield from (Mark(LABEL, cell, text) for cell in _readable(cells, node, LABEL, place)[:1])
    for kind in SHAPES:
        for value in node.properties.get(kind, ()):
            yield from (Mark(kind, cell) for cell in _readable(cells, node, kind, value))


def mark_properties(marks: Iterable[Mark]) -> dict[str, list[str]]:
    """Marks as properties of a node."""
    found: dict[str, list[str]] = {}
    for mark in marks:
        value = f"{mark.cell}:{mark.text}" if mark.kind == LABEL else mark.cell
        found.setdefault(mark.kind, []).append(value)
    return found


def _readable(cells: Callable[[Node, str, str], list[str]], node: Node, name: str, value: str) -> list[str]:
    try:
        return cells(node, name, value)
    except (SgfError, NotationError):
        return []
