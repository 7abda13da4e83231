"""Ways for EZO-CNN to learn, compared at equal games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beeline.learning.ezo.settings import preset
from beeline.learning.training_run import use_torch
from beeline.papers.ezo import PLIES, SEED, play_match
from beeline.papers.reproduction import PaperResult, Results, Scale, Told
from beeline.plots import Curve, curve_plot
from beeline.workers import Workers

if TYPE_CHECKING:
    from beeline.learning.ezo.training import Entry


@dataclass(frozen=True, kw_only=True)
class LearningVariants(PaperResult):
    """Trainings of equally many games that differ in how they learn, each against one opponent at the end."""

    presets: Mapping[Scale, Mapping[str, str]]
    """The trainings by the name in the table, in the folder ``training`` of the results."""
    games: Mapping[Scale, int]
    """Of each network, with one ply and with two."""
    opponent: str = "wolve:ply=2"
    remarks: str = ""

    @property
    def hero(self) -> str:
        return self.opponent

    def total(self, scale: Scale) -> int:
        return len(PLIES) * len(self.presets[scale]) * 2 * ((self.games[scale] + 1) // 2)

    def run(self, scale: Scale, folder: Path, workers: Workers, *, on_result: Told = None) -> Results:
        """Trains what is not trained yet, plays the games that are missing, and writes the comparison."""
        use_torch()
        from beeline.learning.ezo.training import Training

        runs = {}
        for label, name in self.presets[scale].items():
            place = folder / "training" / "ezo" / name
            training = Training(preset(name), place, workers, resume=True)
            training.run(on_entry=_teller(label))
            matches = [
                play_match(
                    f"{ply} ply",
                    (f"ezo:ply={ply},weights={place / 'trained.onnx'}", self.opponent),
                    preset_name=name,
                    games=self.games[scale],
                    store=folder / f"{self.stem(scale)}.{label}-{ply}.games",
                    workers=workers,
                    on_result=on_result,
                )
                for ply in PLIES
            ]
            runs[label] = {
                "preset": name,
                "history": [asdict(entry) for entry in training.history],
                "matches": [match.as_dict() for match in matches],
            }
        results = self.made_by(scale) | {"opponent": self.opponent, "runs": runs}
        self.write(folder, results, self.plots(results))
        return results

    def markdown(self, results: Mapping[str, Any]) -> str:
        stem, plies = self.stem(results["scale"]), [f"{ply} ply" for ply in PLIES]
        lines = self.head(results)
        lines += [
            f"| | games | seconds | values right | wins kept | {' | '.join(plies)} |",
            f"|---|---:|---:|---:|---:|{'---:|' * len(plies)}",
        ]
        for label, run in results["runs"].items():
            last = run["history"][-1]
            side, found = list(last["yardstick"].items())[-1]
            seconds = sum(entry["cpu_playing"] for entry in run["history"])
            rates = (f"{each['rate']:.1%} [{each['low']:.1%}, {each['high']:.1%}]" for each in run["matches"])
            lines.append(
                f"| {label} (`{run['preset']}`) | {last['games']:,} | {seconds:,.0f} "
                f"| {found['accuracy']:.1%} | {found['keeps']:.1%} | {' | '.join(rates)} |"
            )
        lines += [
            "",
            f"Win rates of {self.games[results['scale']]} games against `{results['opponent']}`, openings "
            f"`edge2`; seconds of processor time for self-play; values and wins of the yardstick of "
            f"{side}×{side}.",
            "",
            *(f"![{kind.strip('-')}]({stem}{kind}.svg)" for kind in self.plots(results)),
            "",
            f"Made by `{results['command']}` on {results['date']} ({results['machine']}), seed {SEED}.",
        ]
        return "\n".join([*lines, *(["", self.remarks] if self.remarks else [])]) + "\n"

    def plots(self, results: Mapping[str, Any]) -> dict[str, str]:
        def plot(title: str, number: Callable[[Mapping[str, Any]], float]) -> str:
            curves = [
                Curve(
                    label,
                    [(entry["epoch"], number(entry)) for entry in run["history"] if entry["yardstick"]],
                    dots=True,
                )
                for label, run in results["runs"].items()
            ]
            return curve_plot(curves, title=title, x_label="epoch", bounds=(0.0, 1.0))

        return {
            "-gauge": plot("Win rate of one ply against Wolve at two", lambda entry: entry["gauge"]),
            "-accuracy": plot(
                "Solved positions whose winner the value tells",
                lambda entry: [found["accuracy"] for found in entry["yardstick"].values()][-1],
            ),
        }


def _teller(label: str) -> Callable[[Entry], None]:
    def tell(entry: Entry) -> None:
        print(f"{label}: epoch {entry.epoch}, loss {entry.loss:.4f}", file=sys.stderr, flush=True)

    return tell
