"""Learns what good moves look like, `cpp/knowledge/move_weights.inc`, from the choices of the tree search.

    python -m tools.learn_moves play GAMES [--size 11] [--games 100] [--seconds 0.07] [--seed 1]
    python -m tools.learn_moves fit GAMES... [--out FILE]

`play` adds games of the search with itself to a file, a line each: a random first move, the search's choice
from then on until it sees the end, and among the first moves now and then one of its ten favourites at
random, so that the games differ; the choice is what is learned there too. `fit` looks for the weights of the
features of moves (`cpp/knowledge/move_features.hpp`) under which those choices are likeliest: a move is
chosen in proportion to exp of the sum of the weights of its features. Values of features that are seen seldom
have no weight. The last games of each file are kept apart, to tell how often the choice is the likeliest.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from beeline import Board, _core
from beeline.search.settings import SearchSettings
from beeline.search.tree import TreeSearch

TABLE = Path(__file__).parent.parent / "cpp" / "knowledge" / "move_weights.inc"

NOISY_MOVES = 16
NOISE = 0.12
"""The chance of a random move among the first."""

SEEN = 30
"""How often a value of a feature must be seen to have a weight."""
APART = 0.1
EPOCHS = 8
BATCH = 64
RIDGE = 3e-5


def play(size: int, seconds: float, seed: int) -> dict[str, object]:
    """A game, with what the search chose before each move: nothing before the first."""
    chance = random.Random(f"{size}/{seed}")
    search = TreeSearch(SearchSettings(knowledge=300, seed=seed))
    board = Board(size)
    board.play(chance.choice(board.legal_moves))
    chosen: list[str | None] = [None]
    while board.winner is None:
        moves = search.run(board, seconds=seconds).moves
        if moves[0].proof is not None:
            break
        chosen.append(moves[0].move)
        noisy = len(board) < NOISY_MOVES and chance.random() < NOISE
        board.play(chance.choice([move.move for move in moves[:10]]) if noisy else moves[0].move)
    return {"size": size, "moves": board.moves, "chosen": chosen}


@dataclass(frozen=True)
class Choices:
    """Positions in which a move was chosen: the features of all moves, one position after the other."""

    values: NDArray[np.int32]
    """``int[moves, features]``."""
    counts: NDArray[np.int64]
    """Moves of each position."""
    chosen: NDArray[np.int64]
    """The place of the choice among the moves of its position."""

    def __len__(self) -> int:
        return len(self.counts)


def choices(games: Sequence[str]) -> Choices:
    values: list[NDArray[np.int32]] = []
    places: list[int] = []
    for line in games:
        game = json.loads(line)
        board = Board(game["size"])
        for move, chosen in zip(game["moves"], game["chosen"], strict=True):
            if chosen is not None:
                seen = _core.move_features(board._native)
                places.append([cell for cell, _ in seen].index(board.cell_of(chosen)))
                values.append(np.array([numbers for _, numbers in seen], dtype=np.int32))
            board.play(move)
    counts = np.array([len(moves) for moves in values])
    return Choices(np.concatenate(values), counts, np.array(places))


class Weights:
    """Weights of the values that are seen often enough in some choices."""

    def __init__(self, data: Choices) -> None:
        values, counts = np.unique(data.values, return_counts=True)
        self.values = values[counts >= SEEN]
        self.numbers = torch.zeros(
            len(self.values) + 1, requires_grad=True
        )  # the last is of all others, and 0

    def sums(self, values: NDArray[np.int32]) -> torch.Tensor:
        places = np.searchsorted(self.values, values).clip(max=len(self.values) - 1)
        places[self.values[places] != values] = len(self.values)
        padded = torch.cat([self.numbers[:-1], torch.zeros(1)])
        return padded[torch.from_numpy(places)].sum(dim=1)


def batches(data: Choices, order: NDArray[np.int64]) -> Iterator[Choices]:
    ends = np.cumsum(data.counts)
    for first in range(0, len(order), BATCH):
        some = order[first : first + BATCH]
        rows = np.concatenate([np.arange(ends[k] - data.counts[k], ends[k]) for k in some])
        yield Choices(data.values[rows], data.counts[some], data.chosen[some])


def surprise(data: Choices, weights: Weights) -> tuple[torch.Tensor, torch.Tensor]:
    """Of each choice -log of its chance, and how many moves were likelier."""
    of_position = torch.repeat_interleave(torch.arange(len(data)), torch.from_numpy(data.counts))
    sums = weights.sums(data.values)
    most = torch.full((len(data),), -1e9).scatter_reduce(0, of_position, sums.detach(), "amax")
    total = torch.zeros(len(data)).index_add(0, of_position, torch.exp(sums - most[of_position])).log() + most
    chosen = sums[torch.from_numpy(np.cumsum(data.counts) - data.counts + data.chosen)]
    likelier = torch.zeros(len(data)).index_add(0, of_position, (sums > chosen[of_position]).float())
    return total - chosen, likelier


def fit(data: Choices, apart: Choices) -> Weights:
    weights = Weights(data)
    optimiser = torch.optim.Adam([weights.numbers], lr=0.05)
    decay = torch.optim.lr_scheduler.ExponentialLR(optimiser, 0.6)
    print(f"{len(data):,} choices, {len(weights.values):,} weights, {len(apart):,} choices apart")
    for epoch in range(EPOCHS):
        order = np.random.default_rng(epoch).permutation(len(data))
        for batch in batches(data, order):
            loss = surprise(batch, weights)[0].mean() + RIDGE * weights.numbers.square().sum()
            (weights.numbers.grad,) = torch.autograd.grad(loss, [weights.numbers])
            optimiser.step()
        decay.step()
        with torch.no_grad():
            parts = [surprise(batch, weights) for batch in batches(apart, np.arange(len(apart)))]
        nats = torch.cat([part[0] for part in parts]).mean()
        likelier = torch.cat([part[1] for part in parts])
        first, five = (100 * (likelier < n).float().mean() for n in (1, 5))
        print(f"epoch {epoch + 1}: {nats:.3f} nats; the choice is first {first:.1f}%, of five {five:.1f}%")
    return weights


def table(weights: Weights, note: str) -> str:
    hundredths = (100 * weights.numbers.detach().numpy()[:-1]).round().astype(int)
    entries = [f"{{{value}, {number}}}" for value, number in zip(weights.values, hundredths, strict=True)]
    lines = [", ".join(entries[k : k + 6]) for k in range(0, len(entries), 6)]
    body = "".join(f"    {line},\n" for line in lines)
    return f"// Written by tools/learn_moves.py: {note}.\n\nconstexpr Weight kWeights[] = {{\n{body}}};\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--size", type=int, default=11)
    playing.add_argument("--games", type=int, default=100)
    playing.add_argument("--seconds", type=float, default=0.07)
    playing.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--out", type=Path, default=TABLE)
    at = parser.parse_args()
    if at.command == "play":
        for number in range(at.games):
            with at.file.open("a") as file:
                file.write(json.dumps(play(at.size, at.seconds, at.seed + number)) + "\n")
        return
    torch.set_num_threads(1)
    learned: list[str] = []
    apart: list[str] = []
    for path in at.files:
        try:
            games = path.read_text().splitlines()
        except (OSError, UnicodeDecodeError) as error:
            parser.error(f"{str(path)!r} holds no games: {error}")
        last = max(1, round(APART * len(games)))
        learned += games[:-last]
        apart += games[-last:]
    if not learned:
        parser.error("there are no games but those kept apart: play more")
    weights = fit(choices(learned), choices(apart))
    sizes = sorted({json.loads(line)["size"] for line in learned})
    boards = ", ".join(f"{size}×{size}" for size in sizes)
    at.out.write_text(table(weights, f"{len(weights.values)} weights from {len(learned)} games on {boards}"))


if __name__ == "__main__":
    main()
