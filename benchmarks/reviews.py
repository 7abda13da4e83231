"""Reviews of recorded games with outside programs: the same twice, never against the solver, how long?

Five games of 11×11 with Wolve and five of 13×13 with MoHex, each reviewed twice by ``beeline review`` in
fresh processes without a cache. Moves of the opening that the match set are not marked. The judge is the
solver, which looks at the positions before and after a marked move ten times as long as the review's second
look does. ``python -m benchmarks.reviews`` goes on with its record.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from beeline import Board, Solver
from beeline.interfaces.game_review import MARKED, NODES, positions_of
from beeline.interfaces.review_sgf import board_at_end
from beeline.networks.zero.packaged import small_network
from beeline.rules.game import Colour
from beeline.rules.variations import read_game_trees
from benchmarks.machine import made_by

GAMES = {
    "match_wolve_outside_11x11_1s.sgf": (1, 13, 25, 37, 49),
    "match_mohex_13x13.sgf": (1, 2, 3, 4, 5),
}
"""Which games of the collections in ``results/games``."""
JUDGE = {"positions": 100_000, "seconds": 60}
"""Limits of the solver for the positions around a marked move, whichever comes first. The second look of the
review has 10,000 positions."""
AT_ONCE = 2
"""Games; what is recorded is processor time."""

RECORD = Path(__file__).parent / "results" / "reviews.json"
_FOLDER = RECORD.parent / "games"


def reviewed(path: Path, number: int) -> tuple[dict[str, Any], float]:
    """A review by a process of its own, and the processor seconds it took, start included."""
    command = [sys.executable, "-m", "beeline", "review", str(path), "--number", str(number), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    told = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, f"the review of game {number} of {path} failed"
    return json.loads(told), used.ru_utime + used.ru_stime


def judgement(review: dict[str, Any], boards: list[Board]) -> dict[str, Any]:
    """Verdicts and marks that the solver refutes, and how many positions it knows: of the whole game, and of
    the two around every marked move."""
    solver = Solver(boards[0].rows, network=small_network().native)
    marked = {move["ply"] for move in review["moves"] if move["kind"] in MARKED}
    winners: list[Colour | None] = [None] * len(boards)
    for at, board in reversed(list(enumerate(boards))):
        limits = JUDGE if {at, at + 1} & marked else {"positions": NODES // 4, "seconds": None}
        winners[at] = board.winner or _winner(solver, board, **limits)
    wrong = [
        f"position {ply}: {position['winner']}"
        for ply, (winner, position) in enumerate(zip(winners, review["positions"], strict=True))
        if position["winner"] is not None and winner is not None and position["winner"] != winner
    ]
    judged = sum(winners[at] is not None for ply in marked for at in (ply - 1, ply))
    for before, after, move in zip(winners[:-1], winners[1:], review["moves"], strict=True):
        mover = move["colour"]
        lost_before, won_after = before not in (None, mover), after == mover
        if move["kind"] in MARKED and (lost_before or won_after):
            wrong.append(f"move {move['ply']}: {move['kind']}")
    return {"contradictions": wrong, "known": sum(map(bool, winners)), "judged": judged}


def _winner(solver: Solver, board: Board, *, positions: int, seconds: int | None) -> Colour | None:
    return solver.solve(board, nodes=positions, seconds=seconds, variation=False).winner


def game(name: str, number: int) -> dict[str, Any]:
    path = _FOLDER / name
    one, seconds = reviewed(path, number)
    two, _ = reviewed(path, number)
    boards = positions_of(board_at_end(read_game_trees(path.read_bytes())[number - 1]))
    judged = judgement(one, boards)
    print(f"{name} {number}: {seconds:.0f} s, {judged}", file=sys.stderr, flush=True)
    return {
        "file": name,
        "number": number,
        "size": boards[0].rows,
        "moves": len(one["moves"]),
        "marks": {str(move["ply"]): move["kind"] for move in one["moves"] if move["kind"] in MARKED},
        "proven": sum(position["winner"] is not None for position in one["positions"]),
        "identical": one == two,
        **judged,
        "processor_seconds": round(seconds, 1),
    }


def _games() -> list[list[tuple[str, int]]]:
    return [[(name, number) for number in numbers] for name, numbers in GAMES.items()]


def measure() -> dict[str, Any]:
    """Goes on with the record that is there, if it had the same judge; it has every game as it is done."""
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    games = record["games"] if record.get("judge") == JUDGE else []
    known = {(each["file"], each["number"]) for each in games}
    chosen = [each for pair in zip(*_games(), strict=True) for each in pair]  # of both boards in turn
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for found in pool.map(lambda each: game(*each), [each for each in chosen if each not in known]):
            games.append(found)
            results = {"made_by": made_by(seed=0), "judge": JUDGE, "games": games}
            RECORD.write_text(json.dumps(results, indent=1) + "\n")
    return results if len(games) > len(known) else json.loads(RECORD.read_text())


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    lines = [
        "| board | games | moves | proven positions | marks | the same twice | against the solver "
        "| processor time per game |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for size in sorted({game["size"] for game in results["games"]}):
        games = [game for game in results["games"] if game["size"] == size]
        seconds = [game["processor_seconds"] for game in games]
        lines.append(
            f"| {size}×{size} | {len(games)} | {sum(game['moves'] for game in games)} "
            f"| {sum(game['proven'] for game in games)} | {sum(len(game['marks']) for game in games)} "
            f"| {sum(game['identical'] for game in games)} "
            f"| {sum(len(game['contradictions']) for game in games)} "
            f"| {sum(seconds) / len(seconds):.1f} s, at most {max(seconds):.1f} s |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(measure()))
