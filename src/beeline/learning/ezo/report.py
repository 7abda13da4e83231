"""The report of a training run: its curves, its figures, and how it was made, in one page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from beeline.learning.ezo.system import EzoSettings
from beeline.learning.training_run import report_page, round_top, table
from beeline.plots import Curve, curve_plot

if TYPE_CHECKING:  # it needs PyTorch, which plots do not
    from beeline.learning.ezo.training import Entry


def yardstick_plot(title: str, found: Mapping[int, Mapping[str, float]]) -> str:
    """A curve for each size of board, of what was found after so many epochs."""
    sides = sorted({side for by_side in found.values() for side in by_side})
    lines = [
        Curve(f"{side}×{side}", [(epoch, by_side[side]) for epoch, by_side in found.items()], dots=True)
        for side in sides
    ]
    return curve_plot(lines, title=title, x_label="epoch", bounds=(0.0, 1.0))


def curves(history: Sequence[Entry]) -> dict[str, str]:
    """The plots of a run by name, as SVG: loss, value accuracy, wins kept, and win rate over the epochs."""

    def plot(title: str, lines: list[Curve], top: float = 1.0) -> str:
        return curve_plot(lines, title=title, x_label="epoch", bounds=(0.0, top))

    def found(name: str) -> dict[int, dict[str, float]]:
        return {
            entry.epoch: {side: numbers[name] for side, numbers in entry.yardstick.items()}
            for entry in history
            if entry.yardstick
        }

    losses = [(float(entry.epoch), entry.loss) for entry in history]
    rates = [(float(entry.epoch), entry.win_rate) for entry in history if entry.win_rate is not None]
    return {
        "accuracy": yardstick_plot("Solved positions whose winner the value tells", found("accuracy")),
        "keeps": yardstick_plot("Won positions kept by the best move of one ply", found("wins_kept")),
        "win_rate": plot("Win rate of one ply against Wolve at two", [Curve("win rate", rates)]),
        "loss": plot("Loss", [Curve("mean of an epoch", losses)], round_top(y for _, y in losses)),
    }


def report_html(settings: EzoSettings, history: Sequence[Entry], *, title: str) -> str:
    """A page that needs nothing else."""
    parts = [
        *curves(history).values(),
        "<h2>Yardstick</h2>",
        _yardstick_table(history),
        "<h2>Where the time went</h2>",
        f"<p>{speed(history)}</p>" if history else "",
    ]
    return report_page(title, summary(history), parts, settings)


def summary(history: Sequence[Entry]) -> str:
    """Summary of a run, in a sentence."""
    if not history:
        return "Nothing has been learned yet."
    last = history[-1]
    rates = [entry.win_rate for entry in history if entry.win_rate is not None]
    rate = f"; {rates[-1]:.0%} of games won by one ply against Wolve at two" if rates else ""
    return f"{last.epoch:,} epochs and {last.games:,} games, loss {last.loss:.4f}{rate}."


def speed(history: Sequence[Entry]) -> str:
    """Games a second, and what the processor was busy with."""
    total, playing = (
        sum(entry.seconds for entry in history),
        sum(entry.self_play_seconds for entry in history),
    )
    cpu, networks, solver = (
        sum(getattr(entry, name) for entry in history)
        for name in ("cpu_playing", "cpu_networks", "cpu_solver")
    )
    games, valued = history[-1].games, sum(entry.positions_evaluated for entry in history)
    learned = sum(entry.positions_learned for entry in history)
    return (
        f"{games / playing:.1f} games of self-play a second; {games / cpu:.1f} for each second of processor "
        f"time, of which the networks took {networks / cpu:.0%} and the solver {solver / cpu:.0%}. "
        f"{valued / games:.0f} positions valued and {learned / games:.0f} learned from for each game. "
        f"{total / 3600:.1f} hours, {playing / total:.0%} of them self-play."
    )


def _yardstick_table(history: Sequence[Entry]) -> str:
    last = next((entry for entry in reversed(history) if entry.yardstick), None)
    rows = [
        (
            f"{side}×{side}",
            f"{found['accuracy']:.1%}",
            f"{found['wins_kept']:.1%}",
            f"{found['chance']:.1%}",
            f"{found['squared_error']:.3f}",
        )
        for side, found in (last.yardstick if last else {}).items()
    ]
    return table(("board", "values right", "wins kept", "by chance", "squared error"), rows)


def line(at: Entry) -> str:
    """An epoch for the terminal."""
    rate = "" if at.win_rate is None else f"  {at.win_rate:.0%} against Wolve"
    found = "".join(f"  {side}×{side} {found['accuracy']:.0%}" for side, found in at.yardstick.items())
    right = f"  values right{found}" if found else ""
    start = f"epoch {at.epoch:,}  {at.games:,} games  loss {at.loss:.4f}  {at.mean_moves:.0f} moves"
    return f"{start}  {at.seconds:.0f} s{rate}{right}"
