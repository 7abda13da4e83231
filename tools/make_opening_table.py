"""Makes the table of solved first moves that comes with the package.

    python tools/make_opening_table.py

Every opening of 3×3 to 7×7 is solved here, one of each two that are one by a half turn, with a winning reply
where White wins. Those of 8×8 are read from the record of ``beeline solve --size 8 --all-openings``, and a
reply that it lacks is looked for. It takes some minutes of one core.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from beeline import Board, Solver
from beeline.interfaces.cli.solved_openings import read_openings
from beeline.knowledge.opening_table import OPENING_FILE, OPENING_VERSION
from beeline.networks.zero.packaged import small_network
from beeline.provenance import provenance

SIZES = (3, 4, 5, 6, 7)
EIGHT = Path(__file__).parents[1] / "benchmarks" / "results" / "openings_8x8.json"

Table = dict[str, str | None]
"""White's winning reply by Black's first move; None where Black wins."""


def table_of(size: int) -> Table:
    solver = Solver(size, network=small_network().native if size >= 7 else None)
    names = Board(size).legal_moves
    table: Table = {}
    for at, name in enumerate(names[: (len(names) + 1) // 2]):
        reply = reply_to(name, size=size, solver=solver)
        turned = None if reply is None else names[-1 - names.index(reply)]
        table |= {name: reply, names[-1 - at]: turned}
        print(f"{size}×{size} {name}: {reply or 'wins'}", file=sys.stderr, flush=True)
    return {name: table[name] for name in names}


def reply_to(opening: str, *, size: int, solver: Solver) -> str | None:
    board = Board(size)
    board.play(opening)
    answer = solver.solve(board, variation=False)
    return answer.winning_moves[0] if answer.winning_moves else None


def recorded_eight() -> Table:
    """The openings of 8×8 that are solved, and their half turns."""
    names = Board(8).legal_moves
    turned = dict(zip(names, reversed(names), strict=True))
    solver = Solver(8, network=small_network().native)
    found: Table = {}
    for name, opening in read_openings(EIGHT, 8, 8).items():
        if name not in found:
            reply = None
            if opening.winner == "white":
                reply = opening.reply or reply_to(name, size=8, solver=solver)
            found |= {name: reply, turned[name]: reply and turned[reply]}
    return {name: found[name] for name in names if name in found}


def main() -> None:
    boards = {str(size): table_of(size) for size in SIZES} | {"8": recorded_eight()}
    lines = ",\n".join(f'  "{size}": {json.dumps(table)}' for size, table in boards.items())
    made = json.dumps(provenance("python tools/make_opening_table.py"))
    head = f' "version": {OPENING_VERSION},\n "made_by": {made},\n'
    OPENING_FILE.write_text(f'{{\n{head} "boards": {{\n{lines}\n }}\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
