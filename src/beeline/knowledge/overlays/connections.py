"""Virtual connections on the board: what they join, the cells they need, and where one must play."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from beeline.knowledge.connections import Connection, connections
from beeline.knowledge.links import Links
from beeline.knowledge.overlay import Layer, Legend, Overlay, Symbols
from beeline.palette import TERMINAL
from beeline.rules.board import Board
from beeline.rules.game import COLOURS, Colour
from beeline.rules.picture import CellStyle, Drawing, Line


class ConnectionsOverlay(Overlay):
    """Connections of each colour's stones and edges, and the must-play region of the side to move."""

    name = "connections"
    height = 2
    layers: ClassVar = {
        "black": Layer(
            "Black’s connections", "What Black can join whatever White does, with the cells it needs"
        ),
        "white": Layer(
            "White’s connections", "What White can join whatever Black does, with the cells it needs"
        ),
        "mustplay": Layer("Must-play", "Where the side to move must play to stop the other side’s threats"),
    }

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

    def layer(self, name: str) -> Drawing:
        if name == "mustplay":
            return self._must_play()
        return self._side("black" if name == "black" else "white")

    def _side(self, colour: Colour) -> Drawing:
        carrier, lines, keys = self.carrier(colour), self.links[colour].lines(), self._keys(colour)
        shades = frozenset([colour])
        cells = {
            cell: CellStyle(shades=shades if cell in carrier else frozenset(), mark=keys.get(cell, ""))
            for cell in {*carrier, *keys}
        }
        name, wins = colour.capitalize(), self.sides[colour].winning
        legend: Legend = []
        if carrier:
            text = f"all that {name} needs to win" if wins else f"cells {name} needs"
            legend.append((CellStyle(shades=shades), text))
        if any(line.via is None for line in lines):
            legend.append((Line(("", ""), "black"), "connected"))
        if any(line.via is not None for line in lines):
            legend.append((Line(("", ""), colour, via=""), f"{name} joins these with one more move"))
        return Drawing(cells, lines, legend)

    def _must_play(self) -> Drawing:
        mover = self.to_move.capitalize()
        cells = dict.fromkeys(self.must_play, CellStyle(outlined=True))
        legend: Legend = [(CellStyle(outlined=True), f"{mover} must play here")] if cells else []
        if self.winning_key:
            cells[self.winning_key] = CellStyle(mark="★")
            legend.append((CellStyle(mark="★"), f"{mover} wins here"))
        return Drawing(cells, legend=legend or [(CellStyle(), "no threat: play anywhere")])

    def _keys(self, colour: Colour) -> dict[str, str]:
        """Cells that make a semi-connection of a colour full, with their marks."""
        return {link.key: "◆" for link in self.links[colour].tree if link.key}

    def symbols(self) -> Symbols:
        black, white = self.carrier("black"), self.carrier("white")
        symbols: Symbols = dict.fromkeys(black, ("■", TERMINAL["black"]))
        symbols |= dict.fromkeys(white, ("□", TERMINAL["white"]))
        symbols |= dict.fromkeys(black & white, ("◪", TERMINAL["both"]))
        symbols |= dict.fromkeys(self.must_play, ("+", TERMINAL["must"]))
        for colour in COLOURS:
            symbols |= {cell: (mark, TERMINAL["must"]) for cell, mark in self._keys(colour).items()}
        return symbols | ({self.winning_key: ("★", TERMINAL["must"])} if self.winning_key else {})

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


def _link_dict(link: Connection | None) -> dict[str, Any] | None:
    return None if link is None else {"ends": link.ends, "carrier": link.carrier, "key": link.key}


OVERLAY: Final = ConnectionsOverlay
