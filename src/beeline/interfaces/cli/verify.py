"""``beeline verify``: whether certificates prove what they claim."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beeline.errors import BeelineError, FileError, NotSolved
from beeline.interfaces.cli.options import app, example

if TYPE_CHECKING:
    from beeline.knowledge.solver import Certificate
    from beeline.rules.board import Board


@app.command(epilog=example("beeline verify certificates/*.json"))
def verify(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Certificates with their positions, of solve --certificates or solve --certificate --json."
        ),
    ],
) -> None:
    """Whether certificates prove what they claim, by the rules and set intersection alone."""
    flawed = 0
    for path in files:
        board, certificate = read_certificate(path)
        flaw = certificate.flaw(board)
        flawed += flaw is not None
        claim = f"{certificate.winner} wins after {' '.join(board.moves) or 'no move'}"
        outcome = f"not proven, {flaw}" if flaw else f"proven by {len(certificate.promises):,} promises"
        print(f"{path}: {claim} on {board.rows}×{board.cols}: {outcome}")
    if flawed:
        raise NotSolved(f"{flawed} of {len(files)} certificates prove nothing")


def read_certificate(path: Path) -> tuple[Board, Certificate]:
    """A position and its certificate from a file; raises FileError for anything else."""
    from beeline.files import read_whole
    from beeline.knowledge.solver import Certificate
    from beeline.rules.board import Board

    data = read_whole(path)
    try:
        fields = json_format.loads(data)
        board = Board(fields["rows"], fields["cols"])
        for name in fields["position"]:
            board.play(name)
        return board, Certificate.from_json(json_format.dumps(fields["certificate"]))
    except (BeelineError, AttributeError, KeyError, TypeError, ValueError):
        raise FileError(f"{str(path)!r} is no certificate with its position") from None
