"""Choice of the connections to draw: those of a colour's stones and edges, no more than a tree."""

from __future__ import annotations

from itertools import combinations

from beeline.knowledge.connections import Connection, ConnectionReport
from beeline.rules.board import Board
from beeline.rules.game import EDGES, Colour
from beeline.rules.picture import Line, Place, place


class Links:
    """The smallest connection for every two of a colour's edges and groups.

    A group goes by its first stone. One that touches an edge is part of that edge.
    """

    def __init__(self, board: Board, report: ConnectionReport, colour: Colour) -> None:
        self._board, self._colour = board, colour
        self._members: dict[str, list[str]] = {edge: [] for edge in EDGES[colour]}
        for chain in board.chains(colour):
            touched: list[str] = [
                edge for edge in EDGES[colour] if any(board.touches(cell, edge) for cell in chain)
            ]
            for end in touched or [chain[0]]:
                self._members.setdefault(end, []).extend(chain)
        found = [report.between(colour, a, b)[:1] for a, b in combinations(self._members, 2)]
        self.all = [links[0] for links in found if links]
        """Full where there is one, else semi."""
        self.tree = self._spanning_tree()
        """Spanning tree of what can be joined, full connections first and small carriers before large."""

    def lines(self) -> list[Line]:
        """The tree, each connection between what is nearest to its key or the middle of its carrier."""
        return [
            Line((self._nearest(a, link), self._nearest(b, link)), self._colour, via=link.key)
            for link in self.tree
            for a, b in [link.ends]
        ]

    def _spanning_tree(self) -> list[Connection]:
        """Kruskal's algorithm. The two edges are left apart: what joins them is the stones between."""
        tree: list[Connection] = []
        part = {end: end for end in self._members}
        for link in sorted(self.all, key=lambda link: (link.key is not None, len(link.carrier))):
            a, b = (part[end] for end in link.ends)
            if a != b and link.ends != EDGES[self._colour]:
                tree.append(link)
                part = {end: a if name == b else name for end, name in part.items()}
        return tree

    def _nearest(self, end: str, link: Connection) -> str:
        middle = _middle(self._board, (link.key,) if link.key else link.carrier)
        spots = [*self._members[end], *([end] if end in EDGES[self._colour] else [])]
        return min(spots, key=lambda spot: _distance(place(self._board, spot, near=middle), middle))


def _middle(board: Board, cells: tuple[str, ...]) -> Place:
    spots = [place(board, cell, near=(0.0, 0.0)) for cell in cells]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _distance(a: Place, b: Place) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
