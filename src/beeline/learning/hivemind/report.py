"""The report of an evolution: its curve, how it ended, and its settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from beeline.learning.hivemind.system import EvolutionSettings
from beeline.learning.training_run import report_page
from beeline.plots import Curve, curve_plot

if TYPE_CHECKING:  # it imports this
    from beeline.learning.hivemind.evolution import Generation


def line(settings: EvolutionSettings, history: Sequence[Generation]) -> str:
    """The last generation, with the last win rate known."""
    at = history[-1]
    steps = "speed" if settings.optimiser == "swarm" else "σ"
    rates = [entry.win_rate for entry in history if entry.win_rate is not None]
    return (
        f"generation {at.generation} of {settings.generations}  best {at.best:+d}  mean {at.mean:+.1f}  "
        f"{steps} {at.spread:.2f}  {at.generation_games / at.seconds:.0f} games/s"
        f"{f'  {rates[-1]:.0%} against default' if rates else ''}"
    )


def summary(settings: EvolutionSettings, history: Sequence[Generation]) -> str:
    """Summary of an evolution, in a line."""
    if not history:
        return "Nothing has been learned yet."
    at = history[-1]
    rate = ""
    if at.win_rate is not None:
        rate = f"; {at.win_rate:.0%} of {settings.gauge_games} games against the default policy"
    return f"fitness {at.best:+d} in generation {at.generation}{rate}"


def curve(history: Sequence[Generation]) -> str:
    """Fitness and win rate over the generations, as SVG."""
    rates = [(entry.generation, entry.win_rate) for entry in history if entry.win_rate is not None]
    # Points from the games of a pool, on the scale of the win rate they come from: all won is 1.
    most = max((entry.best for entry in history), default=0) or 1
    return curve_plot(
        [
            Curve("win rate against default", rates, dots=True),
            Curve(f"best fitness / {most}", [(entry.generation, entry.best / most) for entry in history]),
            Curve(f"mean fitness / {most}", [(entry.generation, entry.mean / most) for entry in history]),
        ],
        title="Evolution of a continuation policy",
        x_label="generation",
        bounds=(0.0, 1.0),
    )


def report_html(settings: EvolutionSettings, history: Sequence[Generation], *, title: str) -> str:
    """A page that needs nothing else."""
    return report_page(title, summary(settings, history), [curve(history)], settings)
