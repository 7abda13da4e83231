"""Inferior cells on the board: dead, captured, vulnerable and dominated."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from beeline.knowledge.inferior import inferior
from beeline.knowledge.overlay import Layer, Legend, Overlay, Symbols
from beeline.palette import TERMINAL
from beeline.rules.board import Board
from beeline.rules.picture import CellStyle, Drawing


class InferiorOverlay(Overlay):
    """Cells that do not matter, and moves that the side to move need not try."""

    name = "inferior"
    height = 1
    layers: ClassVar = {
        "inferior": Layer("Captured and dead", "Cells that belong to a side already, or to nobody")
    }

    def __init__(self, board: Board) -> None:
        self.found = inferior(board)
        mover, captured = board.to_move.capitalize(), self.found.captured
        faint = TERMINAL["inferior"]
        self._kinds: list[tuple[tuple[str, ...], CellStyle, str, tuple[str, str]]] = [
            (captured["black"], CellStyle(stone="black"), "captured by Black", ("•", TERMINAL["black"])),
            (captured["white"], CellStyle(stone="white"), "captured by White", ("◦", TERMINAL["white"])),
            (self.found.dead, CellStyle(mark="×"), "dead", ("×", faint)),
            (
                self.found.vulnerable,
                CellStyle(mark="v", faint=True),
                f"vulnerable, for {mover}",
                ("v", TERMINAL["inferior"]),
            ),
            (
                self.found.dominated,
                CellStyle(mark="d", faint=True),
                f"dominated, for {mover}",
                ("d", TERMINAL["inferior"]),
            ),
        ]

    def layer(self, name: str) -> Drawing:
        legend: Legend = [(style, text) for cells, style, text, _ in self._kinds if cells]
        return Drawing(
            {cell: style for cells, style, _, _ in self._kinds for cell in cells},
            legend=legend or [(CellStyle(), "no captured or dead cells")],
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


OVERLAY: Final = InferiorOverlay
