"""The report of a training run: its curves, its figures, and how it was made, in one page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from beeline.learning.neurohex.system import NeuroHexSettings
from beeline.learning.training_run import report_page, round_top, table
from beeline.plots import Curve, curve_plot

if TYPE_CHECKING:  # it imports this
    from beeline.learning.neurohex.training import Entry

_WINDOW = 200  # episodes, as in the paper's figures


def curves(history: Sequence[Entry]) -> dict[str, str]:
    """The plots of a run by name, as SVG: figures 9 and 10 of the paper, win rate and yardstick."""
    learned = [entry for entry in history if entry.phase == "q-learning"]
    points = _measured(history)
    sides = sorted({side for _, entry in points for side in entry.yardstick})

    def plot(title: str, lines: list[Curve], top: float) -> str:
        return curve_plot(lines, title=title, x_label="episode", bounds=(0.0, top))

    loss = running_mean(learned, "loss")
    keeps = [
        Curve(f"{side}×{side}", [(x, entry.yardstick[side]["wins_kept"]) for x, entry in points], dots=True)
        for side in sides
    ]
    return {
        "magnitude": plot(
            "Magnitude of the value (figure 9)", [Curve("|max Q|", running_mean(learned, "magnitude"))], 1.0
        ),
        "loss": plot(
            "Cost of updates (figure 10)",
            [Curve("(Q - target)²", loss)],
            round_top(y for _, y in loss),
        ),
        "win_rate": plot(
            "Win rate against the resistance heuristic, all first moves",
            [Curve("win rate", win_rate_points(history), dots=True)],
            1.0,
        ),
        "yardstick": plot("Won positions kept, by size of the board", keeps, 1.0),
    }


def win_rate_points(history: Sequence[Entry]) -> list[tuple[float, float]]:
    """The win rate by episode, after mentoring at episode 0."""
    return [(x, entry.win_rate) for x, entry in _measured(history) if entry.win_rate is not None]


def _measured(history: Sequence[Entry]) -> list[tuple[float, Entry]]:
    """Measurements by episode: the end of mentoring, then Q-learning."""
    found = [entry for entry in history if entry.win_rate is not None]
    mentored = [entry for entry in found if entry.phase == "mentoring"][-1:]
    learned = [entry for entry in found if entry.phase == "q-learning"]
    return [(float(entry.games), entry) for entry in [*mentored, *learned]]


def running_mean(entries: Sequence[Entry], name: str) -> list[tuple[float, float]]:
    """Running mean over the entries of the last 200 episodes."""
    points = []
    for number, entry in enumerate(entries):
        recent = [other for other in entries[: number + 1] if other.games > entry.games - _WINDOW]
        values = [value for other in recent if (value := getattr(other, name)) is not None]
        if values:
            points.append((float(entry.games), sum(values) / len(values)))
    return points


def report_html(settings: NeuroHexSettings, history: Sequence[Entry], *, title: str) -> str:
    """A page that needs nothing else."""
    learned = [entry for entry in history if entry.phase == "q-learning"]
    parts = [
        *curves(history).values(),
        "<h2>Yardstick</h2>",
        _yardstick_table(history),
        f"<p>{speed(learned)}</p>" if learned else "",
    ]
    return report_page(title, summary(history), parts, settings)


def summary(history: Sequence[Entry]) -> str:
    """Summary of a run, in a sentence."""
    if not history:
        return "Nothing has been learned yet."
    last = history[-1]
    rates = [entry.win_rate for entry in history if entry.win_rate is not None]
    rate = f"; {rates[-1]:.0%} of games won against the resistance heuristic" if rates else ""
    done = f"{last.updates:,} updates and {last.games:,} episodes of {last.phase}"
    return f"{done}, loss {last.loss:.4f}{rate}."


def speed(entries: Sequence[Entry]) -> str:
    """Updates a second over some entries."""
    seconds = sum(entry.seconds for entry in entries)
    updates = entries[-1].updates - (entries[0].updates if len(entries) > 1 else 0)
    counted = seconds - (entries[0].seconds if len(entries) > 1 else 0)
    return f"{updates / counted:.1f} updates a second; {seconds / 3600:.1f} hours of Q-learning."


def _yardstick_table(history: Sequence[Entry]) -> str:
    measured = [entry for entry in history if entry.yardstick]
    shown = [
        entry
        for phase in ("mentoring", "q-learning")
        for entry in [entry for entry in measured if entry.phase == phase][-1:]
    ]
    rows = [
        (
            entry.phase,
            f"{side}×{side}",
            f"{found['wins_kept']:.1%}",
            f"{found['chance']:.1%}",
            f"{found['signs_right']:.1%}",
            f"{found['squared_error']:.3f}",
        )
        for entry in shown
        for side, found in entry.yardstick.items()
    ]
    heads = ("after", "board", "wins kept", "by chance", "sign of the value right", "squared error")
    return table(heads, rows)


def line(at: Entry) -> str:
    """Some updates for the terminal."""
    magnitude = "" if at.magnitude is None else f"  |value| {at.magnitude:.2f}"
    rate = "" if at.win_rate is None else f"  {at.win_rate:.0%} against resistance"
    found = "".join(f"  {side}×{side} {found['wins_kept']:.0%}" for side, found in at.yardstick.items())
    kept = f"  kept{found}" if found else ""
    start = f"{at.phase}  update {at.updates:,}  episode {at.games:,}  loss {at.loss:.4f}{magnitude}"
    return f"{start}  {at.seconds:.0f} s{rate}{kept}"
