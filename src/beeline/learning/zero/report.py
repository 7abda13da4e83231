"""The report of a training run of zero: its curves, its figures, and how it was made, in one page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beeline.learning.ladder import OPPONENTS, Point
from beeline.learning.training_run import report_page, round_top, table
from beeline.learning.zero.progress import Entry
from beeline.learning.zero.system import ZeroSettings
from beeline.plots import Curve, Panel, curve_plot, panel_plot


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
    """Summary of a run, in a sentence."""
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


def report_html(
    settings: ZeroSettings,
    history: Sequence[Entry],
    *,
    title: str,
    ladders: Mapping[int, Sequence[Point]] | None = None,
) -> str:
    """A page that needs nothing else. ``ladders`` has ratings of snapshots by the side of the board."""
    parts = [
        *_strength(ladders or {}),
        *curves(history).values(),
        *_reliability(history),
        "<h2>New positions</h2>",
        _last_measures(history),
    ]
    return report_page(title, summary(history), parts, settings)


def _strength(ladders: Mapping[int, Sequence[Point]]) -> list[str]:
    """Elo over rounds, as the ladder of opponents has it."""
    played = {side: points for side, points in ladders.items() if points}
    if not played:
        return []
    lines = [
        Curve(
            f"{side}×{side}",
            [(float(point.step), point.elo) for point in points],
            dots=True,
            band=[(point.low, point.high) for point in points],
        )
        for side, points in played.items()
    ]
    all_points = [point for points in played.values() for point in points]
    low, high = min(point.low for point in all_points), max(point.high for point in all_points)
    title = f"Elo above {OPPONENTS[0]}, with intervals of 95%"
    panel = panel_plot([Panel("snapshots", lines)], title=title, x_label="round", bounds=(low, high))
    return ["<h2>Strength</h2>", panel]


def _reliability(history: Sequence[Entry]) -> list[str]:
    """Share of games that the player to move won, by the chance that the value gave, at the last
    measurement."""
    measured = [entry for entry in history if any("reliability" in found for found in entry.new.values())]
    if not measured:
        return []
    even = Curve("as told", [(0.0, 0.0), (1.0, 1.0)])
    lines = [
        Curve(
            f"{side}×{side}",
            [(told, won) for told, won in zip(bins["told"], bins["won"], strict=True) if told is not None],
            dots=True,
        )
        for side, found in measured[-1].new.items()
        if (bins := found.get("reliability"))
    ]
    title = f"Wins by the chance that the value told, round {measured[-1].round}"
    return [curve_plot([even, *lines], title=title, x_label="chance told", bounds=(0.0, 1.0))]


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
