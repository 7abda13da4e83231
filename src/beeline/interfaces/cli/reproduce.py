"""``beeline reproduce``: a table or figure of a paper."""

from __future__ import annotations

import json as json_format
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beeline.interfaces.cli.options import JsonOption, RayOption, WorkersOption, app, example

if TYPE_CHECKING:
    from beeline.papers.reproduction import Scale


class ScaleName(StrEnum):
    QUICK = "quick"
    PAPER = "paper"


@app.command(epilog=example("beeline reproduce hivemind-fig6 --scale quick"))
def reproduce(
    name: Annotated[str, typer.Argument(help="Which one.")] = "",
    list_all: Annotated[bool, typer.Option("--list", help="List what can be reproduced.")] = False,
    scale: Annotated[
        ScaleName, typer.Option(help="A few games for a look, or as many as the paper.")
    ] = ScaleName.QUICK,
    opponent: Annotated[
        str | None, typer.Option(help="The outside program that a table is about, as a player.")
    ] = None,
    folder: Annotated[Path, typer.Option(help="Folder of the reproductions.")] = Path("reproductions"),
    workers: WorkersOption = None,
    ray: RayOption = None,
    json: JsonOption = False,
) -> None:
    """Reproduce a table or figure of a paper, with our numbers beside the paper's."""
    if list_all or not name:
        list_reproductions(folder, json=json)
    else:
        run_reproduction(
            name,
            scale=scale.value,
            opponent=opponent,
            folder=folder,
            workers=workers,
            ray=ray,
            json=json,
        )


def list_reproductions(folder: Path, *, json: bool) -> None:
    from beeline.papers.reproduction import reproductions

    found = {name: item.title for name, item in reproductions(folder).items()}
    if json:
        print(json_format.dumps(found))
        return
    for name, title in found.items():
        print(f"{name:<20} {title}")


def run_reproduction(
    name: str,
    *,
    scale: Scale,
    opponent: str | None,
    folder: Path,
    workers: int | None,
    ray: str | None,
    json: bool,
) -> None:
    """Runs a reproduction, or what is missing of it, and prints its table."""
    from beeline.interfaces.cli.matches import progress
    from beeline.papers.reproduction import ReproductionError, figure_folder, reproductions
    from beeline.workers import make_workers

    known = reproductions(folder)
    if name not in known:
        raise ReproductionError(f"unknown reproduction {name!r}; there are {', '.join(known) or 'none'}")
    item = known[name].against(opponent)
    own = figure_folder(folder, name)
    try:
        with (
            make_workers(count=workers, ray=ray) as pool,
            progress(item.total(scale), item.focus_player, quiet=json) as tell,
        ):
            results = item.run(scale, own, pool, on_result=tell)
    except KeyboardInterrupt:
        print(f"beeline: stopped; to resume, repeat the command ({own})", file=sys.stderr)
        raise
    print(json_format.dumps(results) if json else item.markdown(results))
