"""The electrical circuits on the board: the heat of their currents, and the value of each move."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from beeline.knowledge.overlay import Layer, Legend, Overlay, Symbols
from beeline.knowledge.resistance import resistance
from beeline.palette import TERMINAL
from beeline.rules.board import Board
from beeline.rules.picture import CellStyle, Drawing


class ResistanceOverlay(Overlay):
    """Energy of the currents of both circuits per cell, and the value of each move."""

    name = "resistance"
    height = 0
    layers: ClassVar = {
        "resistance": Layer(
            "Resistance", "The position as an electrical circuit: hot cells carry the current"
        )
    }

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

    def layer(self, name: str) -> Drawing:
        values = self.report.action_values
        cells = {
            cell: CellStyle(heat=0.85 * heat, mark=_signed(values[cell]), faint=True)
            for cell, heat in self.heat().items()
        }
        mover = self.report.to_move.capitalize()
        legend: Legend = [
            (CellStyle(heat=0.6), "energy of both circuits"),
            (CellStyle(mark=_signed(max(values.values()))), f"value for {mover}, to ±100"),
        ]
        return Drawing(cells, legend=legend)

    def symbols(self) -> Symbols:
        heat = self.heat()
        return {
            cell: (str(min(9, int(10 * share))), TERMINAL["hot" if share >= 0.5 else "current"])
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


def _signed(value: float) -> str:
    return f"{round(100 * value):+d}".replace("-", "−").replace("+0", "0")


OVERLAY: Final = ResistanceOverlay
