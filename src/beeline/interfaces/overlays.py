"""What connections, inferior cells and resistance say of a position: as pictures, in the terminal, as data.

An overlay computes once and shows itself in three ways; ``analyse`` prints them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from beeline.interfaces.overlay_links import Links
from beeline.knowledge.connections import Connection, connections
from beeline.knowledge.inferior import inferior
from beeline.knowledge.resistance import resistance
from beeline.rules.board import Board
from beeline.rules.game import COLOURS, Colour
from beeline.rules.picture import CellStyle, Drawing, Line

Symbols = dict[str, tuple[str, str]]
"""What stands on a cell in the terminal, and its style."""


class Overlay(ABC):
    name: ClassVar[str]

    @abstractmethod
    def drawing(self) -> Drawing:
        """For the picture."""

    @abstractmethod
    def symbols(self) -> Symbols:
        """For the board in the terminal."""

    @abstractmethod
    def lines(self) -> list[str]:
        """What is written below that board."""

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """For JSON."""


class ConnectionsOverlay(Overlay):
    """What holds each colour's stones and edges together, and where the side to move must play."""

    name = "connections"

    def __init__(self, board: Board) -> None:
        self.to_move = board.to_move
        self.report = connections(board)
        self.sides = {"black": self.report.black, "white": self.report.white}
        self.links: dict[Colour, Links] = {colour: Links(board, self.report, colour) for colour in COLOURS}
        # Whoever wins need not defend, and where there is no threat every empty cell is in the region.
        empty = board.rows * board.cols - len(board)
        own = self.sides[board.to_move]
        region = () if own.winning or own.threat else self.report.must_play
        self.must_play = region if len(region) < empty else ()

    def carrier(self, colour: Colour) -> set[str]:
        """The cells that a colour's connections need; once it has won, those of the winning one."""
        winning = self.sides[colour].winning
        links = [winning] if winning else [link for link in self.links[colour].tree if link.key is None]
        return {cell for link in links for cell in link.carrier}

    @property
    def winning_key(self) -> str | None:
        """The move with which the side to move wins, if it needs one."""
        own = self.sides[self.to_move]
        return own.threat.key if own.threat and not own.winning else None

    def drawing(self) -> Drawing:
        carriers = {colour: self.carrier(colour) for colour in COLOURS}
        keys = self._keys()
        cells = {
            cell: CellStyle(
                shades=frozenset(colour for colour in COLOURS if cell in carriers[colour]),
                outlined=cell in self.must_play,
                mark=keys.get(cell, ""),
            )
            for cell in {*carriers["black"], *carriers["white"], *self.must_play, *keys}
        }
        lines = [line for links in self.links.values() for line in links.lines()]
        return Drawing(cells, lines, self._legend(cells.values(), lines))

    def _keys(self) -> dict[str, str]:
        """Cells that make a semi-connection full, with their marks."""
        keys = {link.key: "◆" for links in self.links.values() for link in links.tree if link.key}
        return keys | ({self.winning_key: "★"} if self.winning_key else {})

    def _legend(
        self, styles: Iterable[CellStyle], lines: Iterable[Line]
    ) -> list[tuple[CellStyle | Line, str]]:
        ends = ("", "")
        shaded = {colour for style in styles for colour in style.shades}
        entries: list[tuple[CellStyle | Line, str]] = []
        for colour in COLOURS:
            name = colour.capitalize()
            if colour in shaded:
                text = f"all that {name} needs to win" if self.sides[colour].winning else f"needed by {name}"
                entries.append((CellStyle(shades=frozenset([colour])), text))
        keys = {line.via is not None for line in lines}
        if False in keys:
            entries.append((Line(ends, "black"), "connected"))
        if True in keys:
            entries.append((Line(ends, "black", via=""), "connected by one more move"))
        if self.must_play:
            entries.append((CellStyle(outlined=True), f"where {self.to_move.capitalize()} must play"))
        if self.winning_key:
            entries.append((CellStyle(mark="★"), f"{self.to_move.capitalize()} wins here"))
        return entries

    def symbols(self) -> Symbols:
        black, white = self.carrier("black"), self.carrier("white")
        symbols: Symbols = dict.fromkeys(black, ("■", "red")) | dict.fromkeys(white, ("□", "blue"))
        symbols |= dict.fromkeys(black & white, ("◪", "magenta"))
        symbols |= dict.fromkeys(self.must_play, ("+", "bold green"))
        return symbols | {cell: (mark, "bold green") for cell, mark in self._keys().items()}

    def lines(self) -> list[str]:
        shown = ["■ needed by black, □ by white, ◪ by both; ◆ key of a semi-connection; + must-play"]
        for colour in COLOURS:
            if self.sides[colour].winning:
                shown.append(f"{colour} wins: its edges are connected")
            links = [
                f"{'–'.join(link.ends)}{f' with {link.key}' if link.key else ''}"
                for link in self.links[colour].tree
            ]
            shown.append(f"{colour} connections: {', '.join(links) or 'none'}")
        if self.winning_key:
            shown.append(f"{self.to_move} wins with {self.winning_key}")
        elif self.must_play:
            shown.append(f"{self.to_move} must play {' '.join(self.must_play)}")
        elif self.report.most_obstructive:
            shown.append(f"most obstructive for {self.to_move}: {self.report.most_obstructive}")
        return shown

    def as_dict(self) -> dict[str, Any]:
        sides: dict[str, Any] = {
            colour: {
                "winning": _link_dict(self.sides[colour].winning),
                "threat": _link_dict(self.sides[colour].threat),
                "links": [_link_dict(link) for link in self.links[colour].all],
            }
            for colour in COLOURS
        }
        return {
            **sides,
            "must_play": self.report.must_play,
            "most_obstructive": self.report.most_obstructive,
        }


class InferiorOverlay(Overlay):
    """Cells that do not matter, and moves that the side to move need not try."""

    name = "inferior"

    def __init__(self, board: Board) -> None:
        self.found = inferior(board)
        mover, captured = board.to_move.capitalize(), self.found.captured
        self._kinds: list[tuple[tuple[str, ...], CellStyle, str, tuple[str, str]]] = [
            (captured["black"], CellStyle(stone="black"), "captured by Black", ("•", "red")),
            (captured["white"], CellStyle(stone="white"), "captured by White", ("◦", "blue")),
            (self.found.dead, CellStyle(mark="×"), "dead", ("×", "yellow")),
            (self.found.vulnerable, CellStyle(mark="v"), f"vulnerable, for {mover}", ("v", "yellow")),
            (self.found.dominated, CellStyle(mark="d"), f"dominated, for {mover}", ("d", "yellow")),
        ]

    def drawing(self) -> Drawing:
        return Drawing(
            {cell: style for cells, style, _, _ in self._kinds for cell in cells},
            legend=[(style, text) for cells, style, text, _ in self._kinds if cells],
        )

    def symbols(self) -> Symbols:
        return {cell: symbol for cells, _, _, symbol in self._kinds for cell in cells}

    def lines(self) -> list[str]:
        shown = [
            f"{symbol} {text}: {' '.join(cells)}" for cells, _, text, (symbol, _) in self._kinds if cells
        ]
        return shown or ["no inferior cells"]

    def as_dict(self) -> dict[str, Any]:
        return {
            "dead": self.found.dead,
            "captured": dict(self.found.captured),
            "vulnerable": self.found.vulnerable,
            "dominated": self.found.dominated,
        }


class ResistanceOverlay(Overlay):
    """Where the currents of both circuits heat the board, and what they make of each move."""

    name = "resistance"

    def __init__(self, board: Board) -> None:
        self.report = resistance(board)
        self.energy = {
            cell: self.report.black.energy[cell] + self.report.white.energy[cell]
            for cell in self.report.action_values
        }

    def heat(self) -> dict[str, float]:
        """The energy of a cell as a share of the hottest."""
        most = max(self.energy.values()) or 1.0
        return {cell: energy / most for cell, energy in self.energy.items()}

    def drawing(self) -> Drawing:
        values = self.report.action_values
        cells = {
            cell: CellStyle(heat=0.85 * heat, mark=_signed(values[cell]))
            for cell, heat in self.heat().items()
        }
        mover = self.report.to_move.capitalize()
        legend: list[tuple[CellStyle | Line, str]] = [
            (CellStyle(heat=0.6), "energy of both circuits"),
            (CellStyle(mark=_signed(max(values.values()))), f"value for {mover}, to ±100"),
        ]
        return Drawing(cells, legend=legend)

    def symbols(self) -> Symbols:
        heat = self.heat()
        return {
            cell: (str(min(9, int(10 * share))), "bold yellow" if share >= 0.5 else "yellow")
            for cell, share in heat.items()
        }

    def lines(self) -> list[str]:
        report = self.report
        best = sorted(report.action_values, key=report.action_values.__getitem__, reverse=True)[:5]
        return [
            "0 to 9: energy of both circuits",
            f"current: black {report.black.current:.3f}, white {report.white.current:.3f}, "
            f"score {report.score:+.3f}",
            f"best for {report.to_move}: "
            + ", ".join(f"{cell} {_signed(report.action_values[cell])}" for cell in best),
        ]

    def as_dict(self) -> dict[str, Any]:
        report = self.report
        return {
            "score": report.score,
            "current": {"black": report.black.current, "white": report.white.current},
            "energy": {"black": report.black.energy, "white": report.white.energy},
            "action_values": report.action_values,
        }


OVERLAYS: Mapping[str, type[ConnectionsOverlay] | type[InferiorOverlay] | type[ResistanceOverlay]] = {
    overlay.name: overlay for overlay in (ResistanceOverlay, InferiorOverlay, ConnectionsOverlay)
}
"""By name, from the bottom up: where two mark the same cell, the later one is seen."""


def one_drawing(drawings: Iterable[Drawing]) -> Drawing:
    """Several drawings on one board. A mark covers what was marked before, and so does a stone."""
    cells: dict[str, CellStyle] = {}
    lines: list[Line] = []
    legend: list[tuple[CellStyle | Line, str]] = []
    for drawing in drawings:
        lines += drawing.lines
        legend += drawing.legend
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
    )


def _link_dict(link: Connection | None) -> dict[str, Any] | None:
    return None if link is None else {"ends": link.ends, "carrier": link.carrier, "key": link.key}


def _signed(value: float) -> str:
    return f"{round(100 * value):+d}".replace("-", "−").replace("+0", "0")
