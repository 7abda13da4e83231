"""Overlays: what is known of a position, drawn on its board, in the terminal, and as data.

The overlay NAME is the module ``beeline.knowledge.overlays.NAME``, which assigns its class to ``OVERLAY``:
pictures, ``beeline analyse --overlay`` and the studio find it there. It computes once and shows itself in
every way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, ClassVar, Final

from beeline.errors import NotationError
from beeline.fields import suggestion
from beeline.knowledge.overlays import overlay_names as overlay_names
from beeline.rules.board import Board
from beeline.rules.picture import CellStyle, Drawing, Line

_PACKAGE: Final = "beeline.knowledge.overlays"

Symbols = dict[str, tuple[str, str]]
"""Text of a cell in the terminal, and its style."""
Legend = list[tuple[CellStyle | Line, str]]


@dataclass(frozen=True, slots=True)
class Layer:
    """A part of an overlay that can be shown alone."""

    title: str
    about: str
    """A description, on one line."""


class Overlay(ABC):
    """Made of a board; an overlay that lies higher covers what is below it."""

    name: ClassVar[str]
    height: ClassVar[int]
    layers: ClassVar[Mapping[str, Layer]]

    @abstractmethod
    def __init__(self, board: Board) -> None: ...

    @abstractmethod
    def layer(self, name: str) -> Drawing:
        """One of its layers, with the legend."""

    @abstractmethod
    def symbols(self) -> Symbols:
        """Symbols for the board in the terminal."""

    @abstractmethod
    def lines(self) -> list[str]:
        """The text below that board."""

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""

    def drawing(self) -> Drawing:
        """All layers, for a picture."""
        return one_drawing(self.layer(name) for name in self.layers)


def overlays(names: Iterable[str] | None = None) -> dict[str, type[Overlay]]:
    """The overlays of these names, or all, from the bottom up; raises NotationError for another name."""
    chosen = overlay_names() if names is None else list(names)
    for name in chosen:
        _check(name)
    found: list[type[Overlay]] = [import_module(f"{_PACKAGE}.{name}").OVERLAY for name in chosen]
    return {overlay.name: overlay for overlay in sorted(found, key=lambda overlay: overlay.height)}


def _check(name: str) -> None:
    if name not in (known := overlay_names()):
        raise NotationError(f"unknown overlay {name!r}{suggestion(name, known)}")


def one_drawing(drawings: Iterable[Drawing]) -> Drawing:
    """Several drawings on one board. A mark covers what was marked before, and so does a stone."""
    cells: dict[str, CellStyle] = {}
    lines: list[Line] = []
    legend: Legend = []
    for drawing in drawings:
        lines += drawing.lines
        legend += [entry for entry in drawing.legend if entry not in legend]
        for cell, style in drawing.cells.items():
            cells[cell] = _over(style, cells.get(cell, CellStyle()))
    return Drawing(cells, lines, legend)


def _over(top: CellStyle, below: CellStyle) -> CellStyle:
    return replace(
        top,
        heat=top.heat or below.heat,
        shades=top.shades | below.shades,
        outlined=top.outlined or below.outlined,
        stone=top.stone or below.stone,
        mark=top.mark if top.mark or top.stone else below.mark,
        faint=top.faint if top.mark or top.stone else below.faint,
    )
