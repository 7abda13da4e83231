"""The EZO-CNN paper: win rates over training (figure 3), seconds per game (table II), ways to learn."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from beeline.arena.games import GameTask
from beeline.arena.statistics import Score
from beeline.arena.store import GameStore
from beeline.arena.tournament import Tournament, run_tournament
from beeline.learning.ezo.report import yardstick_plot
from beeline.learning.ezo.system import EzoSettings, preset
from beeline.learning.metrics import in_present_words
from beeline.learning.training_run import use_torch
from beeline.papers.reproduction import (
    OnResult,
    PaperResult,
    ReproductionError,
    Results,
    Scale,
    figure_folder,
)
from beeline.players.registry import PlayerSpec
from beeline.plots import Curve, curve_plot
from beeline.provenance import described
from beeline.workers import Workers

if TYPE_CHECKING:
    from beeline.learning.ezo.training import Entry

PAPER: Final = (
    "Takada, Iizuka and Yamamoto, “Reinforcement Learning for Creating Evaluation Function using "
    "Convolutional Neural Network in Hex”, 2017"
)
STRONGEST: Final = "mcts:seconds=1,knowledge=300"
"""The strongest player of the package without a network."""

MOHEX: Final = (
    'The opponent is named by `--opponent \'gtp:command="mohex --use-logfile=0",seconds=60,setup="param_game '
    "allow_swap 0; param_mohex reuse_subtree 0; param_mohex num_threads 1; param_mohex max_time 30\"'`; "
    "without it they are against the strongest player of the package."
)
"""Sentence on how to name the paper's opponent."""

SEED: Final = 1
"""Seed of the games."""

_FOLDER: Final = Path("reproductions")
PLIES: Final = (1, 2)
_NO_END: Final = 1_000_000  # epochs


@dataclass(frozen=True)
class Match:
    """Games of a player against the opponent."""

    label: str
    epoch: int | None
    player: str
    score: Score
    seconds: float
    """Player's processor time per game, in seconds; the opponent's likewise."""
    opponent_seconds: float

    def as_dict(self) -> dict[str, Any]:
        low, high = self.score.interval
        return {
            "label": self.label,
            "epoch": self.epoch,
            "player": self.player,
            "rate": self.score.rate,
            "low": low,
            "high": high,
            "games": self.score.games,
            "seconds": round(self.seconds, 2),
            "opponent_seconds": round(self.opponent_seconds, 2),
        }


@dataclass(frozen=True, kw_only=True)
class WinRateOverTraining(PaperResult):
    """The snapshots of a training, searching one and two plies, against one opponent (figure 3)."""

    presets: Mapping[Scale, str]
    """The training, in the folder ``training`` of the paper."""
    every: Mapping[Scale, int]
    """Epochs from one snapshot that plays to the next."""
    games: Mapping[Scale, int]
    """Games of each player: every cell within two rows of a side, with either colour."""
    constants: Mapping[str, str] = field(
        default_factory=lambda: {"EZO-2ply": "oldezo:ply=2", "Wolve-2ply": "wolve:ply=2"}
    )
    """Players that do not learn."""
    opponent: str = STRONGEST
    paper_seconds: Mapping[str, float] = field(default_factory=dict)
    """Seconds a game in table II."""
    remarks: str = ""

    @property
    def focus_player(self) -> str:
        return next(iter(self.constants.values()))

    def against(self, opponent: str | None) -> Self:
        return self if opponent is None else replace(self, opponent=opponent)

    @property
    def _named_opponent(self) -> str:
        """The option that names the opponent, where it is not the one that is played without."""
        return "" if self.opponent == STRONGEST else f" --opponent '{self.opponent}'"

    def total(self, scale: Scale) -> int:
        players = len(PLIES) * len(self._epochs(scale, figure_folder(_FOLDER, self.name))) + len(
            self.constants
        )
        return players * 2 * ((self.games[scale] + 1) // 2)

    def training(self, scale: Scale, folder: Path) -> Path:
        """The folder that the training is in; reproductions of the paper share it."""
        return folder.parent / "training" / self.presets[scale]

    def run(self, scale: Scale, folder: Path, workers: Workers, *, on_result: OnResult = None) -> Results:
        """Plays what is missing in the stores beside the results; writes the results and returns them."""
        place = self.place(scale, folder)
        place.mkdir(parents=True, exist_ok=True)
        self._train(scale, folder, workers)
        matches = [
            play_match(
                label,
                (player, self.opponent),
                epoch=epoch,
                preset_name=self.presets[scale],
                games=self.games[scale],
                store=place / f"{label}{'' if epoch is None else f'-{epoch}'}.games",
                workers=workers,
                on_result=on_result,
            )
            for label, epoch, player in self._players(scale, folder)
        ]
        last = self._epochs(scale, folder)[-1]
        measured = _measured(self.training(scale, folder), last)
        results = self._results(scale, matches) | {"yardstick": measured}
        self.write(folder, results, {"plot": self.plot(results), "yardstick": _yardstick_plot(results)})
        return results

    def _train(self, scale: Scale, folder: Path, workers: Workers) -> None:
        """A training that takes hours must be there; its snapshots so far are enough."""
        place, name = self.training(scale, folder), self.presets[scale]
        if scale == "quick":
            from beeline.learning.ezo.training import Training

            Training(preset(name), place, workers, resume=True).run()
        elif not (self._epochs(scale, folder) and (place / "history.jsonl").exists()):
            raise ReproductionError(
                f"this needs a training with a snapshot or more: beeline train ezo --preset {name} "
                f"--out {place}"
            )

    def _epochs(self, scale: Scale, folder: Path) -> list[int]:
        """Epochs of the snapshots that play."""
        files = (self.training(scale, folder) / "snapshots").glob("epoch-*.onnx")
        found = sorted(int(path.stem.removeprefix("epoch-")) for path in files)
        return [epoch for epoch in found if epoch % self.every[scale] == 0 or epoch == found[-1]]

    def _players(self, scale: Scale, folder: Path) -> list[tuple[str, int | None, str]]:
        snapshots = self.training(scale, folder) / "snapshots"
        learning: list[tuple[str, int | None, str]] = [
            (f"EZO-CNN-{ply}ply", epoch, _player(ply, snapshots / f"epoch-{epoch}.onnx"))
            for ply in PLIES
            for epoch in self._epochs(scale, folder)
        ]
        return [*((name, None, player) for name, player in self.constants.items()), *learning]

    def _results(self, scale: Scale, matches: Sequence[Match]) -> dict[str, Any]:
        made = self.made_by(scale, seed=SEED)
        return made | {
            "preset": self.presets[scale],
            "size": preset(self.presets[scale]).side,
            "opponent": self.opponent,
            "command": made["command"] + self._named_opponent,
            "matches": [match.as_dict() for match in matches],
        }

    def markdown(self, results: Mapping[str, Any]) -> str:
        lines = [*self.head(results), "![win rate over epochs](plot.svg)", ""]
        lines += [
            "| player | epoch | win rate | 95% interval | games | s/game |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        for match in results["matches"]:
            epoch = "–" if match["epoch"] is None else match["epoch"]
            lines.append(
                f"| {match['label']} | {epoch} | {match['rate']:.1%} | {match['low']:.1%} – "
                f"{match['high']:.1%} | {match['games']} | {match['seconds']:.2f} |"
            )
        lines += ["", *_seconds_table(results, self.paper_seconds), ""]
        lines += ["![solved positions whose winner the value tells](yardstick.svg)", ""]
        lines.append(
            f"{results['size']}×{results['size']}, openings `edge2`, against `{results['opponent']}`; "
            f"training `{results['preset']}`. {described(results)}"
        )
        return "\n".join([*lines, *(["", self.remarks] if self.remarks else [])]) + "\n"

    def plot(self, results: Mapping[str, Any]) -> str:
        learned = [match for match in results["matches"] if match["epoch"] is not None]
        last = max((match["epoch"] for match in learned), default=1)
        curves = [
            Curve(
                label,
                [(match["epoch"], match["rate"]) for match in learned if match["label"] == label],
                dots=True,
            )
            for label in (f"EZO-CNN-{ply}ply" for ply in PLIES)
        ]
        curves += [
            Curve(match["label"], [(0, match["rate"]), (last, match["rate"])])
            for match in results["matches"]
            if match["epoch"] is None
        ]
        title = f"Win rate against {results['opponent']}, {results['size']}×{results['size']} (figure 3)"
        return curve_plot(curves, title=title, x_label="epoch", bounds=(0.0, 1.0))


def _measured(training: Path, last: int) -> list[dict[str, Any]]:
    """Yardstick of the training up to that epoch, where it was measured."""
    entries = [json.loads(line) for line in (training / "history.jsonl").read_text().splitlines()]
    return [
        {
            "epoch": entry["epoch"],
            "accuracy": {side: round(found["accuracy"], 4) for side, found in entry["yardstick"].items()},
        }
        for entry in entries
        if entry["yardstick"] and entry["epoch"] <= last
    ]


def _yardstick_plot(results: Mapping[str, Any]) -> str:
    title = f"Solved positions whose winner the value tells ({results['preset']})"
    return yardstick_plot(title, {entry["epoch"]: entry["accuracy"] for entry in results["yardstick"]})


def _seconds_table(results: Mapping[str, Any], paper: Mapping[str, float]) -> list[str]:
    """Table II: the last snapshot stands for what learned, and all games for the opponent."""
    ours = {match["label"]: match["seconds"] for match in results["matches"]}
    games = sum(match["games"] for match in results["matches"])
    opponent = sum(match["opponent_seconds"] * match["games"] for match in results["matches"]) / games
    lines = [
        "Seconds of processor time a game (table II):",
        "",
        "| player | paper | ours |",
        "|---|---:|---:|",
    ]
    for label, seconds in {**ours, _opponent_label(results["opponent"]): opponent}.items():
        told = f"{paper[label]:.1f}" if label in paper else "–"
        lines.append(f"| {label} | {told} | {seconds:.2f} |")
    return lines


def _opponent_label(player: str) -> str:
    """The name of the opponent in table II; a player of ours has none there."""
    return "MoHex" if player.startswith("gtp:") and "mohex" in player else f"`{player}`"


def play_match(
    label: str,
    players: tuple[str, str],
    *,
    preset_name: str,
    games: int,
    store: Path,
    workers: Workers,
    epoch: int | None = None,
    on_result: OnResult = None,
) -> Match:
    """The first player's games from openings near the sides, on a preset's board; the store keeps them."""
    side = preset(preset_name).side
    match = Tournament(
        players=players,
        games=games,
        opening_set="edge2",
        template=GameTask(key="", rows=side, cols=side),
        seed=SEED,
    )
    with GameStore(store) as kept:
        found = run_tournament(match, kept, workers, on_result=on_result)
    player = players[0]
    own = [game.cpu_seconds[game.task.black != player] for game in found]
    other = [game.cpu_seconds[game.task.black == player] for game in found]
    return Match(
        label, epoch, player, Score.of(found, player), sum(own) / len(found), sum(other) / len(found)
    )


@dataclass(frozen=True, kw_only=True)
class LearningVariants(PaperResult):
    """Trainings of equally many games, or of equal processor time, that differ in how they learn, each
    against one opponent at the end."""

    presets: Mapping[Scale, Mapping[str, str]]
    """The trainings by the name in the table, in the folder ``training`` of the paper."""
    games: Mapping[Scale, int]
    """Games of each network, with one ply and with two."""
    hours: Mapping[Scale, float] = field(default_factory=dict)
    """Processor hours that end each training, in the place of its epochs."""
    opponent: str = "wolve:ply=2"
    remarks: str = ""

    @property
    def focus_player(self) -> str:
        return self.opponent

    def _settings(self, scale: Scale, name: str) -> EzoSettings:
        if scale not in self.hours:
            return preset(name)
        return replace(preset(name), epochs=_NO_END, hours=self.hours[scale])

    def total(self, scale: Scale) -> int:
        return len(PLIES) * len(self.presets[scale]) * 2 * ((self.games[scale] + 1) // 2)

    def run(self, scale: Scale, folder: Path, workers: Workers, *, on_result: OnResult = None) -> Results:
        """Trains what is not trained yet, plays the games that are missing, and writes the comparison."""
        use_torch()
        from beeline.learning.ezo.training import Training

        place = self.place(scale, folder)
        place.mkdir(parents=True, exist_ok=True)
        runs = {}
        for label, name in self.presets[scale].items():
            settings = self._settings(scale, name)
            timed = f"-{settings.hours:g}h" if settings.hours else ""
            trained = folder.parent / "training" / f"{name}{timed}"
            training = Training(settings, trained, workers, resume=True)
            training.run(on_entry=_teller(label))
            matches = [
                play_match(
                    f"{ply} ply",
                    (_player(ply, trained / "trained.onnx"), self.opponent),
                    preset_name=name,
                    games=self.games[scale],
                    store=place / f"{label}-{ply}.games",
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
        results = self.made_by(scale, seed=SEED) | {"opponent": self.opponent, "runs": runs}
        self.write(folder, results, self.plots(results))
        return results

    def markdown(self, results: Mapping[str, Any]) -> str:
        plies = [f"{ply} ply" for ply in PLIES]
        lines = self.head(results)
        lines += [
            f"| | games | seconds | values right | wins kept | {' | '.join(plies)} |",
            f"|---|---:|---:|---:|---:|{'---:|' * len(plies)}",
        ]
        for label, run in results["runs"].items():
            last = in_present_words(run["history"][-1])
            side, found = list(last["yardstick"].items())[-1]
            seconds = sum(entry["cpu_playing"] for entry in run["history"])
            rates = (f"{each['rate']:.1%} [{each['low']:.1%}, {each['high']:.1%}]" for each in run["matches"])
            lines.append(
                f"| {label} (`{run['preset']}`) | {last['games']:,} | {seconds:,.0f} "
                f"| {found['accuracy']:.1%} | {found['wins_kept']:.1%} | {' | '.join(rates)} |"
            )
        lines += [
            "",
            f"Win rates of {self.games[results['scale']]} games against `{results['opponent']}`, openings "
            f"`edge2`; seconds of processor time for self-play; values and wins of the yardstick of "
            f"{side}×{side}.",
            "",
            *(f"![{kind}]({kind}.svg)" for kind in self.plots(results)),
            "",
            described(results),
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
            "win-rate": plot("Win rate of one ply against Wolve at two", lambda entry: entry["win_rate"]),
            "accuracy": plot(
                "Solved positions whose winner the value tells",
                lambda entry: [found["accuracy"] for found in entry["yardstick"].values()][-1],
            ),
        }


def _teller(label: str) -> Callable[[Entry], None]:
    def tell(entry: Entry) -> None:
        print(f"{label}: epoch {entry.epoch}, loss {entry.loss:.4f}", file=sys.stderr, flush=True)

    return tell


def _player(ply: int, network: Path) -> str:
    """The player string; its path may hold anything that a path may."""
    return str(PlayerSpec("ezo", {"ply": str(ply), "weights": str(network)}))
