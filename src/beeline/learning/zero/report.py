"""The report of a training run of zero: its curves, its figures, and how it was made, in one page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from beeline.learning.report_page import report_page, round_top, table
from beeline.learning.zero.settings import ZeroSettings
from beeline.plots import Curve, curve_plot

if TYPE_CHECKING:  # it needs PyTorch, which plots do not
    from beeline.learning.zero.training import Entry


def line(entry: Entry) -> str:
    """A round for the terminal."""
    loss = "" if entry.loss is None else f"  loss {entry.loss:.3f}"
    known = "".join(
        f"  {side}×{side} {found['first']:.0%} {found['value_right']:.0%}"
        for side, found in entry.new.items()
    )
    said = f"  policy and value right{known}" if known else ""
    return f"round {entry.round:,}  {entry.games:,} games{loss}{said}  {entry.seconds:.0f} s"


def summary(history: Sequence[Entry]) -> str:
    """How a run ended, in a sentence."""
    if not history:
        return "Nothing has been learned yet."
    last = history[-1]
    hours = sum(entry.seconds for entry in history) / 3600
    loss = "" if last.loss is None else f", loss {last.loss:.3f}"
    return f"{last.round:,} rounds and {last.games:,} games in {hours:.1f} hours{loss}."


def curves(history: Sequence[Entry]) -> dict[str, str]:
    """The plots of a run by name, as SVG."""

    def by_side(name: str) -> list[Curve]:
        sides = sorted({side for entry in history for side in entry.new}, key=int)
        return [
            Curve(
                f"{side}×{side}",
                [(float(entry.round), entry.new[side][name]) for entry in history if side in entry.new],
            )
            for side in sides
        ]

    def plot(title: str, lines: list[Curve], top: float = 1.0) -> str:
        return curve_plot(lines, title=title, x_label="round", bounds=(0.0, top))

    losses = [(float(entry.round), entry.loss) for entry in history if entry.loss is not None]
    plies = [
        Curve(f"{side}×{side}", [(float(e.round), e.plies[side]) for e in history if side in e.plies])
        for side in sorted({side for entry in history for side in entry.plies}, key=int)
    ]
    most = round_top(number for entry in history for number in entry.plies.values())
    return {
        "value": plot("New positions whose winner the value tells", by_side("value_right")),
        "policy": plot("New positions where the search chose the first move of the policy", by_side("first")),
        "calibration": plot("Calibration error of the value on new positions", by_side("calibration_error")),
        "plies": plot("Plies until the result is proven", plies, most),
        "loss": plot("Loss", [Curve("mean of a round", losses)], round_top(y for _, y in losses)),
    }


def report_html(settings: ZeroSettings, history: Sequence[Entry], *, title: str) -> str:
    """A page that needs nothing else."""
    parts = [*curves(history).values(), "<h2>New positions</h2>", _last_measures(history)]
    return report_page(title, summary(history), parts, settings)


def _last_measures(history: Sequence[Entry]) -> str:
    last = next((entry for entry in reversed(history) if entry.new), None)
    rows = [
        (
            f"{side}×{side}",
            f"{found['positions']:,}",
            f"{found['first']:.1%}",
            f"{found['first_five']:.1%}",
            f"{found['value_right']:.1%}",
            f"{found['calibration_error']:.3f}",
        )
        for side, found in (last.new if last else {}).items()
    ]
    heads = ("board", "positions", "first move", "first five", "value right", "calibration error")
    return table(heads, rows)
