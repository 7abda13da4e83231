"""``beeline games``: the report of a file of games again, and its games in other formats."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from beeline.errors import printable
from beeline.interfaces.cli.options import HtmlOption, JsonOption, app, example


@app.command(epilog=example("beeline games match.db --html report.html --sgf games.sgf"))
def games(
    store: Annotated[Path, typer.Argument(help="A file of games.")],
    sgf: Annotated[Path | None, typer.Option(help="Write the games as an SGF collection.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the games as a table.")] = None,
    html: HtmlOption = None,
    import_sgf: Annotated[
        Path | None, typer.Option(help="Read the games of an SGF collection into it.")
    ] = None,
    repair: Annotated[
        bool,
        typer.Option(
            "--repair",
            help="Rebuild a damaged file from its intact games; the damaged file is kept beside it.",
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Report on a finished match or tournament, and write its games in other formats."""
    if repair:
        repair_games(store)
    use_store(store, sgf=sgf, csv=csv, html=html, import_sgf=import_sgf, json=json)


def repair_games(path: Path) -> None:
    """Puts what is whole of a store in its place."""
    from beeline.arena.store_repair import repair_store

    done = repair_store(path)
    print(
        f"{done.kept:,} games kept, {done.lost:,} lost; the file as it was is {done.damaged_file}",
        file=sys.stderr,
    )


def use_store(
    path: Path, *, sgf: Path | None, csv: Path | None, html: Path | None, import_sgf: Path | None, json: bool
) -> None:
    """Reports, exports and imports; a store is written only to take in games."""
    from beeline.arena.exchange import from_sgf, write_csv, write_sgf
    from beeline.arena.store import GameStore, StoreError
    from beeline.interfaces.cli.matches import print_report

    if import_sgf is None and not path.exists():
        raise StoreError(f"there is no game store {str(path)!r}")
    with GameStore(path, read_only=import_sgf is None) as store:
        store.check_pages()
        if import_sgf is not None:
            games = from_sgf(import_sgf.read_bytes(), source=import_sgf.name)
            store.add(games)
            print(f"{len(games)} games read from {printable(str(import_sgf))}", file=sys.stderr)
        results = list(store.results())
    if sgf is not None:
        write_sgf(results, sgf)
    if csv is not None:
        write_csv(results, csv)
    print_report(results, players=None, json=json, html=html)
