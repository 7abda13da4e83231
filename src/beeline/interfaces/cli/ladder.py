"""``beeline ladder``: how strong a training has become, measured against fixed opponents."""

from __future__ import annotations

import json as json_format
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beeline.interfaces.cli.options import JsonOption, RayOption, WorkersOption, app, example

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beeline.learning.ladder import Ladder, Point


@app.command(epilog=example("beeline ladder run --size 9 --games 20 --against mcts:seconds=1,knowledge=300"))
def ladder(
    folder: Annotated[Path, typer.Argument(help="The folder of a training that makes snapshots.")],
    size: Annotated[int, typer.Option("--size", "-s", help="The side of the board.")] = 11,
    games: Annotated[int, typer.Option("--games", "-n", help="Games per pair of players.", min=1)] = 20,
    snapshots: Annotated[
        int, typer.Option(help="Number of snapshots that play, evenly spread, the latest among them.", min=1)
    ] = 4,
    thinking: Annotated[
        str, typer.Option(help="Options of the player that has the snapshot's network.")
    ] = "simulations=200",
    against: Annotated[
        list[str] | None,
        typer.Option(help="One more opponent, such as an outside program; may be given more than once."),
    ] = None,
    workers: WorkersOption = None,
    ray: RayOption = None,
    json: JsonOption = False,
) -> None:
    """Rate snapshots of a training against a ladder of opponents, in Elo; played games are kept."""
    from beeline.interfaces.cli.matches import progress
    from beeline.interfaces.cli.options import parse_size
    from beeline.learning.ladder import OPPONENTS, Ladder, read_curve
    from beeline.workers import make_workers

    parse_size(str(size))
    players = _players(folder, snapshots, thinking)
    measured = Ladder(
        folder=folder,
        snapshots=players,
        thinking=thinking,
        side=size,
        games=games,
        opponents=(*OPPONENTS, *(against or ())),
    )
    latest = players[max(players)]
    with (
        make_workers(count=workers, ray=ray) as pool,
        progress(measured.total, latest, quiet=json) as tell,
    ):
        results = measured.play(pool, on_result=tell)
    record = measured.record(results, command=shlex.join(["beeline", *sys.argv[1:]]))
    if json:
        print(json_format.dumps(record))
    else:
        print(f"{measured.report(results).text()}\n\n{_told(measured, read_curve(folder, size))}")


def _players(folder: Path, count: int, thinking: str) -> dict[int, str]:
    """The player string of each snapshot that is to play."""
    from beeline.learning.ladder import evenly, snapshots_in
    from beeline.learning.systems import system_in
    from beeline.players.registry import PlayerSpec

    system = system_in(folder)
    suffix = ".safetensors" if system == "zero" else ".onnx"
    found = snapshots_in(folder, suffix=suffix)
    given = PlayerSpec.parse(f"{system}:{thinking}").given
    return {
        step: str(PlayerSpec(system, {"weights": str(found[step]), **given}))
        for step in evenly(list(found), count)
    }


def _told(measured: Ladder, curve: Sequence[Point]) -> str:
    from beeline.arena.report import signed, signed_interval
    from beeline.arena.statistics import Interval

    lines = [f"Elo on {measured.side}×{measured.side} above {measured.opponents[0]}:"]
    for point in curve:
        interval = signed_interval(Interval(point.low, point.high))
        lines.append(f"  {point.step:>6}  {signed(point.elo):>6}  {interval}")
    return "\n".join(lines)
