"""Common parts of the reproductions of NeuroHex: training runs, and where networks are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from beeline.learning.metrics import in_present_words
from beeline.learning.neurohex.system import open_training, preset
from beeline.learning.training_run import RunOptions
from beeline.papers.reproduction import OnResult, PaperResult, ReproductionError, Results, Scale
from beeline.plots import Curve, curve_plot
from beeline.provenance import described
from beeline.workers import Workers

if TYPE_CHECKING:
    from beeline.learning.neurohex.training import Entry

PAPER: Final = "Young, Vasan and Hayward, NeuroHex: A Deep Q-learning Hex Agent (2016)"

HOW_MOHEX: Final = (
    "The first of two players is Black in every game. MoHex is named by `--opponent "
    '\'gtp:command="mohex --use-logfile=0",seconds=90,setup="param_mohex max_time SECONDS"\'`.'
)

SIZE_FREE: Final = (
    "The network has the filters and planes of the paper and an output without weights per cell, so that it "
    "could begin with those of smaller boards (presets `size-free-7` to `size-free-13`)."
)

_NETWORKS: Final = Path("reproductions/networks")


def network_file(name: str) -> Path:
    """Path of the network of this name, from the folder that the source of Beeline is in."""
    return _NETWORKS / f"{name}.onnx"


def needing(
    name: str, preset_name: str, *, file: str = "trained.onnx"
) -> Callable[[Scale, Path, Workers], None]:
    """Raises an error if a network, a file of a run, is missing and would take too long to train here."""

    def prepare(scale: Scale, folder: Path, workers: Workers) -> None:
        if not network_file(name).exists():
            raise ReproductionError(
                f"this needs the network {network_file(name)}: train it by `beeline train neurohex "
                f"--preset {preset_name} --out run` and copy run/{file} there"
            )

    return prepare


@dataclass(frozen=True, kw_only=True)
class TrainingCurves(PaperResult):
    """Training runs side by side: value magnitude (figure 9), cost (figure 10), win rate and yardstick."""

    runs: Mapping[Scale, Mapping[str, str]]
    """The presets to train, by the name in the plots."""
    remarks: str = ""

    @property
    def focus_player(self) -> str:
        return preset(next(iter(self.runs["paper"].values()))).database_player

    def total(self, scale: Scale) -> int:
        return sum(preset(name).database_games for name in self.runs[scale].values())

    def run(self, scale: Scale, folder: Path, workers: Workers, *, on_result: OnResult = None) -> Results:
        """Trains what is not trained yet, run by run, and writes the curves."""
        histories: dict[str, list[Entry]] = {}
        for label, preset_name in self.runs[scale].items():
            place = folder.parent / "training" / preset_name
            run = RunOptions(folder=place, workers=workers, resume=True, on_result=on_result)
            training = open_training(preset(preset_name), run)
            training.run(on_entry=_teller(label))
            histories[label] = training.history
        seeds = [preset(name).seed for name in self.runs[scale].values()]
        results = self.made_by(scale, seed=seeds) | {
            "presets": dict(self.runs[scale]),
            "history": {label: [asdict(entry) for entry in history] for label, history in histories.items()},
        }
        self.write(folder, results, _plots(histories))
        return results

    def markdown(self, results: Mapping[str, Any]) -> str:
        """The runs after the same number of episodes, with what they were made by."""
        lines = self.head(results)
        lines += [
            "| run | updates | episodes | cost | value magnitude | against resistance | wins kept |",
            "|---|---:|---:|---:|---:|---:|---|",
        ]
        for label, history in results["history"].items():
            lines.append(_row(label, history[-1]))
        lines += ["", *(f"![{kind}]({kind}.svg)" for kind in ("magnitude", "cost", "win-rate")), ""]
        presets = ", ".join(f"{label}: `{name}`" for label, name in results["presets"].items())
        lines.append(f"Presets: {presets}. {described(results)}")
        return "\n".join([*lines, *(["", self.remarks] if self.remarks else [])]) + "\n"


def _teller(label: str) -> Callable[[Entry], None]:
    def tell(entry: Entry) -> None:
        if entry.win_rate is not None:
            told = f"{entry.phase}, update {entry.updates}, episode {entry.games}, {entry.win_rate:.0%}"
            print(f"{label}: {told}", file=sys.stderr, flush=True)

    return tell


def _row(label: str, entry: Mapping[str, Any]) -> str:
    entry = in_present_words(entry)
    kept = ", ".join(f"{side}×{side} {found['wins_kept']:.1%}" for side, found in entry["yardstick"].items())
    return (
        f"| {label} | {entry['updates']:,} | {entry['games']:,} | {entry['loss']:.4f} "
        f"| {entry['magnitude']:.2f} | {entry['win_rate']:.1%} | {kept} |"
    )


def _plots(histories: Mapping[str, list[Entry]]) -> dict[str, str]:
    from beeline.learning.neurohex.report import running_mean, win_rate_points
    from beeline.learning.training_run import round_top

    learned = {
        label: [entry for entry in history if entry.phase == "q-learning"]
        for label, history in histories.items()
    }

    def plot(title: str, curves: list[Curve], top: float) -> str:
        return curve_plot(curves, title=title, x_label="episode", bounds=(0.0, top))

    costs = [Curve(label, running_mean(entries, "loss")) for label, entries in learned.items()]
    magnitudes = [Curve(label, running_mean(entries, "magnitude")) for label, entries in learned.items()]
    win_rates = [Curve(label, win_rate_points(history), dots=True) for label, history in histories.items()]
    return {
        "magnitude": plot("Magnitude of the value (figure 9)", magnitudes, 1.0),
        "cost": plot(
            "Cost of updates (figure 10)", costs, round_top(y for curve in costs for _, y in curve.points)
        ),
        "win-rate": plot("Win rate against the resistance heuristic, all first moves", win_rates, 1.0),
    }
