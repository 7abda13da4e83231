"""Positions whose winners are known, by the analysis of the studio on one core: is it right, and how soon?

Openings of 3×3 to 6×6 by search and solver alone, the openings of 7×7 from the table of solved first moves
through the studio's WebSocket, and ten midgame positions of 9×9 and 11×11. Of a midgame the truth is what
the solver finds alone; of openings it is what benzene's solver found (``results/solver.json``).
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from beeline import Board, Solver, make_player
from beeline.interfaces.analyst import ANALYST, SEED, Analyst, Insight
from beeline.interfaces.studio.app import create_app
from benchmarks.machine import made_by
from benchmarks.midgames import midgames

SIZES = (3, 4, 5, 6)
TABLE_SIZE = 7
MIDGAMES = {9: (28, 180, 84, 146, 80), 11: (178, 176, 92, 44, 28)}
"""Positions of ``midgames.txt``, by their numbers: of those that the solver decides within 2,000 positions
the five of each size that take it most."""
MOST_ROUNDS = 400

_SOLVED = Path(__file__).parent / "results" / "solver.json"


def analysed(board: Board) -> dict[str, Any]:
    """The verdict, and the processor time until it came."""
    analyst = Analyst(board, make_player(f"{ANALYST},seed={SEED}"), openings=False)
    start = time.process_time()
    found = _proven(analyst)
    return {
        "winner": found.winner,
        "seconds": round(time.process_time() - start, 4),
        "simulations": found.simulations,
        "positions": found.positions,
    }


def _proven(analyst: Analyst) -> Insight:
    for _ in range(MOST_ROUNDS):
        found = analyst.round()
        if found.winner is not None:
            break
    return found


def peers(size: int) -> dict[str, str]:
    """The winner after each first move, by another program's solver."""
    openings = json.loads(_SOLVED.read_text())["openings"][str(size)]
    return {name: opening["peer"]["winner"] for name, opening in openings.items()}


def openings(size: int) -> dict[str, dict[str, Any]]:
    truth, found = peers(size), {}
    for name in Board(size).legal_moves:
        board = Board(size)
        board.play(name)
        found[name] = analysed(board) | {"truth": truth[name]}
    return found


def served(size: int) -> dict[str, Any]:
    """The first message of the studio about the empty board, against the truth."""
    truth = peers(size)
    with (
        TestClient(create_app(), base_url="http://127.0.0.1:8411") as client,
        client.websocket_connect("ws://127.0.0.1:8411/api/live") as socket,
    ):
        start = time.perf_counter()
        socket.send_json({"type": "analyse", "position": {"rows": size, "cols": size}})
        told = socket.receive_json()
        seconds = time.perf_counter() - start
    verdicts = {move: {"win": "black", "loss": "white"}.get(proof) for move, _, _, proof in told["moves"]}
    return {
        "size": size,
        "openings": len(truth),
        "right": sum(verdicts[name] == winner for name, winner in truth.items()),
        "done": told["done"],
        "seconds": round(seconds, 4),
    }


def solved(board: Board) -> str | None:
    return Solver(board.rows).solve(board, variation=False).winner


def solved_midgames() -> list[dict[str, Any]]:
    found = []
    for size, numbers in MIDGAMES.items():
        boards = midgames(size)
        for number in numbers:
            board = boards[number]
            about = {"size": size, "number": number, "stones": len(board), "truth": solved(board)}
            found.append(about | analysed(board))
    return found


def measure() -> dict[str, Any]:
    return {
        "made_by": made_by(seed=SEED),
        "player": ANALYST,
        "openings": {str(size): openings(size) for size in SIZES},
        "table": served(TABLE_SIZE),
        "midgames": solved_midgames(),
    }


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    lines = ["| positions | proven and right | longest | all together |", "|---|---:|---:|---:|"]
    for size, found in results["openings"].items():
        lines.append(_row(f"openings of {size}×{size}, by search", list(found.values())))
    shown = results["table"]
    size = shown["size"]
    lines.append(
        f"| openings of {size}×{size}, from the table | {shown['right']} of {shown['openings']} | "
        f"| {shown['seconds']:.2f} s |"
    )
    for size in sorted({midgame["size"] for midgame in results["midgames"]}):
        chosen = [midgame for midgame in results["midgames"] if midgame["size"] == size]
        lines.append(_row(f"midgames of {size}×{size}", chosen))
    return "\n".join(lines)


def _row(name: str, found: list[dict[str, Any]]) -> str:
    right = sum(each["winner"] == each["truth"] for each in found)
    seconds = [each["seconds"] for each in found]
    return f"| {name} | {right} of {len(found)} | {max(seconds):.2f} s | {sum(seconds):.2f} s |"
