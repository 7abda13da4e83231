"""The signature of the searches: what one thread with a fixed seed finds in fixed positions.

A change that means to keep every search as it is leaves ``tests/data/golden_searches.json`` equal. One that
does not records it again, in a commit that says why:

    python -m benchmarks.signature --record
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from docs.examples.connect_four import ConnectFour

from beeline import Board, GoBoard, SearchSettings, TicTacToe, TreeSearch, solve
from beeline.search.alpha_beta import AlphaBetaSettings, alpha_beta
from beeline.search.games import GO_PATTERNS, HEX_PATTERNS, SearchNetwork
from beeline.search.settings import NetworkSettings

GOLDEN = Path(__file__).parent.parent / "tests" / "data" / "golden_searches.json"
SHOWN_MOVES = 5

Found = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class TreeCase:
    """One or more tree searches of a game, the later ones after moves that the search knows already."""

    board: Callable[[], Any]
    moves: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    simulations: int = 2_000
    patterns: int = 0
    """How many pattern weights to make up, for playouts by patterns."""
    then: str = ""
    """Moves played after the first search, before a second one on the tree that is left."""
    network: NetworkSettings | None = None
    """How leaves are valued by the hash network; None for playouts."""
    function: Callable[[Any], Any] | None = None
    """The network, where it is another than the hash network."""

    def find(self) -> Found:
        board = self.board()
        for move in self.moves.split():
            board.play(move)
        weights = np.random.default_rng(7).uniform(0, 100, self.patterns).astype(np.float32)
        network = self.network and SearchNetwork(self.function or hash_network, self.network)
        search = TreeSearch(
            SearchSettings(seed=3, **self.settings),
            weights=weights if self.patterns else None,
            network=network,
        )
        found = _told(search.run(board, simulations=self.simulations))
        if self.then:
            for move in self.then.split():
                board.play(move)
            found["then"] = _told(search.run(board, simulations=self.simulations))
        return found


def hash_network(planes: Any, *, action_values: bool = False) -> tuple[Any, ...]:
    """A network whose answers are a hash of what it sees: the same on every machine, and without a pattern.

    Values are in 64ths, logits of the policy in quarters from 0 to 4: single precision has them exactly.
    """
    batch, _, height, width = planes.shape
    moves = height * width + 1
    rows = [np.frombuffer(_bytes_of(view, 2 * moves + 1), np.uint8) for view in planes]
    values = np.array([row[0] % 65 / 64 for row in rows], np.float32)
    logits = np.array([row[1 : moves + 1] % 17 / 4 for row in rows], np.float32).reshape(batch, moves)
    if not action_values:
        return values, logits
    return values, logits, np.array([row[moves + 1 :] % 65 / 64 for row in rows], np.float32)


def _bytes_of(view: Any, count: int) -> bytes:
    return hashlib.shake_128(np.packbits(view > 0.5).tobytes()).digest(count)


def _connect_four_network(games: list[Any]) -> list[tuple[float, dict[str, float]]]:
    """The hash network of a game written in Python, by its columns of stones."""
    answers = []
    for game in games:
        told = hashlib.shake_128(json.dumps(game.columns).encode()).digest(1 + len(game.legal_moves))
        weights = [1 + byte % 8 for byte in told[1:]]
        priors = {move: weight / sum(weights) for move, weight in zip(game.legal_moves, weights, strict=True)}
        answers.append((told[0] % 65 / 64, priors))
    return answers


_EMPTY_7 = partial(Board, 7)
_MIDGAME_11 = "a3 f6 d7 e5 g4 h6 i5 c9 d8 b9"
_KNOWING = {"knowledge": 30}

TREES: dict[str, TreeCase] = {
    "hex 7, defaults": TreeCase(board=_EMPTY_7, simulations=5_000),
    "hex 7, default continuation": TreeCase(board=_EMPTY_7, settings={"continuation": "default"}),
    "hex 7, tenuki": TreeCase(board=_EMPTY_7, settings={"continuation": "tenuki"}),
    "hex 7, bridges": TreeCase(board=_EMPTY_7, settings={"continuation": "bridges"}),
    "hex 7, patterns": TreeCase(board=_EMPTY_7, patterns=HEX_PATTERNS),
    "hex 7, uct": TreeCase(board=_EMPTY_7, settings={"update": "path"}),
    "hex 7, tuned": TreeCase(board=_EMPTY_7, settings={"update": "path", "selection": "tuned"}),
    "hex 7, amaf gathered, not weighed": TreeCase(board=_EMPTY_7, settings={"update": "amaf", "rave": 0.0}),
    "hex 7, constant amaf": TreeCase(board=_EMPTY_7, settings={"amaf": 0.5, "exploration": 0.3}),
    "hex 7, tuned rave": TreeCase(
        board=_EMPTY_7, settings={"rave": 300.0, "selection": "tuned", "exploration": 0.2}
    ),
    "hex 7, first play": TreeCase(board=_EMPTY_7, settings={"update": "path", "first_play": 0.6}),
    "hex 7, expanded at once": TreeCase(board=_EMPTY_7, settings={"expand": 1}),
    "hex 7, one megabyte": TreeCase(board=_EMPTY_7, settings={"expand": 1, "memory": 1}, simulations=20_000),
    "hex 7, tree kept": TreeCase(board=_EMPTY_7, moves="c2", then="d4 c5"),
    "hex 3, proven": TreeCase(board=partial(Board, 3), settings={"expand": 1}, simulations=20_000),
    "hex 4×7": TreeCase(board=partial(Board, 4, 7), moves="d2"),
    "hex 11": TreeCase(board=partial(Board, 11), moves=_MIDGAME_11),
    "hex 11, default uct": TreeCase(
        board=partial(Board, 11), moves=_MIDGAME_11, settings={"continuation": "default", "update": "path"}
    ),
    "hex 7, knowledge": TreeCase(board=_EMPTY_7, moves="c2 d4", settings=_KNOWING),
    "hex 7, knowledge, tree kept": TreeCase(board=_EMPTY_7, moves="c2 d4", settings=_KNOWING, then="c5 d5"),
    "hex 7, knowledge alone": TreeCase(
        board=_EMPTY_7, moves="c2 d4", settings=_KNOWING | {"prior": 0, "fill": False}
    ),
    "hex 7, prior alone": TreeCase(board=_EMPTY_7, settings={"prior": 40, "bias": 0.5}),
    "hex 7, fill-in alone": TreeCase(board=_EMPTY_7, moves="c2 d4 e3 b5 a6", settings={"fill": True}),
    "hex 11, knowledge": TreeCase(
        board=partial(Board, 11), moves=_MIDGAME_11, settings={"knowledge": 300}, simulations=5_000
    ),
    "hex 13, knowledge": TreeCase(board=partial(Board, 13), moves="a3 g7 j5", settings=_KNOWING),
    "go 9": TreeCase(board=partial(GoBoard, 9)),
    "go 9, local": TreeCase(board=partial(GoBoard, 9), settings={"continuation": "local"}),
    "go 5, patterns": TreeCase(board=partial(GoBoard, 5), patterns=GO_PATTERNS, settings={"rave": 100.0}),
    "go 5, tree kept": TreeCase(board=partial(GoBoard, 5), moves="c3", then="c4 d4", simulations=4_000),
    "tic-tac-toe": TreeCase(board=TicTacToe, simulations=500),
    "tic-tac-toe, proven": TreeCase(board=TicTacToe, simulations=50_000),
    "connect four, in Python": TreeCase(board=ConnectFour, simulations=300),
    "hex 7, network": TreeCase(board=_EMPTY_7, moves="c2", network=NetworkSettings(), simulations=800),
    "hex 7, network, tree kept": TreeCase(
        board=_EMPTY_7, moves="c2", network=NetworkSettings(), then="d4 c5", simulations=300
    ),
    "hex 7, network, batches of 8": TreeCase(
        board=_EMPTY_7, moves="c2", network=NetworkSettings(batch=8), simulations=800
    ),
    "hex 7, network, no cache": TreeCase(
        board=_EMPTY_7, moves="c2", network=NetworkSettings(cache=0), simulations=300
    ),
    "hex 7, network, tempered": TreeCase(
        board=_EMPTY_7,
        network=NetworkSettings(temperature=1.5),
        settings={"first_play": 0.3},
        simulations=300,
    ),
    "hex 7, network, action values": TreeCase(
        board=_EMPTY_7,
        moves="c2",
        network=NetworkSettings(),
        function=partial(hash_network, action_values=True),
        simulations=300,
    ),
    "hex 7, network mixed with playouts": TreeCase(
        board=_EMPTY_7, moves="c2", network=NetworkSettings(mix=0.5, batch=4), simulations=800
    ),
    "hex 7, network with knowledge": TreeCase(
        board=_EMPTY_7, moves="c2 d4", network=NetworkSettings(batch=4), settings=_KNOWING, simulations=800
    ),
    "hex 7, gumbel": TreeCase(
        board=_EMPTY_7, moves="c2", network=NetworkSettings(root="gumbel"), simulations=64
    ),
    "hex 7, gumbel, batches of 8": TreeCase(
        board=_EMPTY_7,
        moves="c2",
        network=NetworkSettings(root="gumbel", batch=8, considered=8),
        simulations=200,
    ),
    "go 5, network": TreeCase(board=partial(GoBoard, 5), network=NetworkSettings(batch=4), simulations=500),
    "tic-tac-toe, network": TreeCase(board=TicTacToe, network=NetworkSettings(), simulations=300),
    "connect four, network in Python": TreeCase(
        board=ConnectFour, network=NetworkSettings(batch=4), function=_connect_four_network, simulations=200
    ),
}


def _told(analysis: Any) -> Found:
    """The first moves with their visits, and a digest of all that the analysis says but the time."""
    said = [
        (move.move, move.visits, f"{move.value:.6g}", move.amaf_visits, f"{move.amaf_value:.6g}", move.proof)
        for move in analysis.moves
    ]
    whole = [said, analysis.variation, analysis.simulations, analysis.nodes, analysis.stopped]
    if any(move.prior or move.policy for move in analysis.moves):
        whole.append([(f"{move.prior:.5g}", f"{move.policy:.5g}") for move in analysis.moves])
    return {
        "moves": {move.move: move.visits for move in analysis.moves[:SHOWN_MOVES]},
        "nodes": analysis.nodes,
        "stopped": analysis.stopped,
        "digest": _digest(whole),
    }


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


def _alpha_beta(moves: str, settings: AlphaBetaSettings) -> Found:
    board = Board(9)
    for move in moves.split():
        board.play(move)
    return _told(alpha_beta(board, settings))


def _openings_solved(size: int) -> Found:
    found = {}
    for move in Board(size).legal_moves:
        board = Board(size)
        board.play(move)
        answer = solve(board, variation=False)
        found[move] = (answer.winner, answer.nodes)
    return {"nodes": sum(nodes for _, nodes in found.values()), "digest": _digest(found)}


def cases() -> Iterator[tuple[str, Callable[[], Found]]]:
    for name, case in TREES.items():
        yield name, case.find
    yield "alpha-beta 9", partial(_alpha_beta, "a3 e5", AlphaBetaSettings(ply=2, width=12))
    yield "alpha-beta 9, bridges", partial(_alpha_beta, "a3 e5", AlphaBetaSettings(ply=2, connections=False))
    yield "openings of hex 5, solved", partial(_openings_solved, 5)


def signature() -> dict[str, Found]:
    """What every search of the table finds."""
    return {name: find() for name, find in cases()}


def measure() -> dict[str, Any]:
    """The digest of the whole table, for the record of the benchmarks."""
    from benchmarks.machine import made_by

    found = signature()
    return {
        "made_by": made_by(seed=3),
        "signature": {"searches": len(found), "digest": _digest(found), "equals_golden": found == golden()},
    }


def table(results: dict[str, Any]) -> str:
    told = results["signature"]
    state = "as recorded" if told["equals_golden"] else "NOT as recorded in tests/data/golden_searches.json"
    return f"Signature of {told['searches']} searches: `{told['digest']}`, {state}."


def golden() -> dict[str, Found]:
    recorded: dict[str, Found] = json.loads(GOLDEN.read_text())
    return recorded


if __name__ == "__main__":
    searches = signature()
    if "--record" in sys.argv:
        GOLDEN.write_text(json.dumps(searches, indent=1, ensure_ascii=False) + "\n")
    print(_digest(searches))
