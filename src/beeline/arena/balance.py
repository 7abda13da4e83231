"""Looks for two-move openings after which both players have even chances, by our own search.

Every two-move opening of a board, or a sample of them, is searched briefly; those that look nearly even are
searched again, longer and twice, with different seeds. An opening is balanced if both long searches give
Black, who is to move, 0.5 ± epsilon. Openings that a half turn of the board makes equal count once.

The file that ``openings("balanced", ...)`` reads was made by

.. code-block:: python

    write_balanced([5, 6], settings=BalanceSettings(epsilon=0.1))  # few openings of small boards are even
    write_balanced([7, 8, 9, 11, 13])
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from beeline.arena.openings import BALANCED_FILE, BALANCED_VERSION, Opening
from beeline.rules.board import Board
from beeline.rules.cells import cell_name
from beeline.search.settings import SearchSettings
from beeline.search.tree import TreeSearch
from beeline.versioned import read_json


@dataclass(frozen=True, kw_only=True, slots=True)
class BalanceSettings:
    """Search effort and the openings to look for."""

    simulations: int = 20_000
    """Simulations of each of the two long searches."""
    screening: int = 2_000
    """Simulations of the brief search."""
    sample: int = 3_000
    """Openings searched briefly: all, if the board has no more of them."""
    candidates: int = 300
    """Openings searched long: those that the brief search finds most even."""
    epsilon: float = 0.05
    """The most that the value of a balanced opening differs from 0.5 in either long search."""
    most: int = 60
    """Openings kept: those with the smallest difference."""
    seed: int = 1
    """Seed of the sample and of the brief searches; the long ones use the next two."""
    search: SearchSettings = field(
        default=SearchSettings(update="amaf", rave=1000, exploration=0, expand=1, continuation="local")
    )
    """Our strongest settings so far at equal simulations."""


@dataclass(frozen=True, slots=True)
class BalancedOpening:
    moves: Opening
    values: tuple[float, float]
    """Black's value by either long search."""

    @property
    def difference(self) -> float:
        """Distance of the worse of the two values from 0.5."""
        return max(abs(value - 0.5) for value in self.values)


def balanced_openings(
    rows: int,
    cols: int,
    *,
    settings: BalanceSettings | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[BalancedOpening]:
    """The balanced openings found, the most even first. ``progress`` hears of the searches done and to do."""
    chosen = settings or BalanceSettings()
    openings = two_move_openings(rows, cols)
    if len(openings) > chosen.sample:
        openings = random.Random(chosen.seed).sample(openings, chosen.sample)
    total = len(openings) + min(chosen.candidates, len(openings))

    brief = []
    for opening in openings:
        brief.append(_value(opening, rows, cols, chosen.search, chosen.screening, chosen.seed))
        progress(len(brief), total)
    order = sorted(range(len(openings)), key=lambda index: abs(brief[index] - 0.5))

    found = []
    for done, index in enumerate(order[: chosen.candidates], start=len(openings) + 1):
        first, second = (
            _value(openings[index], rows, cols, chosen.search, chosen.simulations, chosen.seed + later)
            for later in (1, 2)
        )
        found.append(BalancedOpening(openings[index], (first, second)))
        progress(done, total)
    even = [opening for opening in found if opening.difference <= chosen.epsilon]
    return sorted(even, key=lambda opening: opening.difference)[: chosen.most]


def two_move_openings(rows: int, cols: int) -> list[Opening]:
    """Every opening of a black and a white stone, one of each two that are a half turn of each other."""
    last = rows * cols - 1
    pairs = ((black, white) for black in range(last + 1) for white in range(last + 1) if black != white)
    return [
        (cell_name(*divmod(black, cols)), cell_name(*divmod(white, cols)))
        for black, white in pairs
        if (black, white) <= (last - black, last - white)
    ]


def write_balanced(
    sizes: Iterable[int], *, path: Path = BALANCED_FILE, settings: BalanceSettings | None = None
) -> None:
    """Looks for balanced openings on boards of these sizes and puts them into the file, size by size."""
    chosen = settings or BalanceSettings()
    entries: dict[str, Any] = _known(path)
    for size in sizes:
        found = balanced_openings(size, size, settings=chosen)
        entries[f"{size}x{size}"] = {
            "settings": _recorded(chosen),
            "openings": [
                {"moves": " ".join(opening.moves), "values": [round(value, 4) for value in opening.values]}
                for opening in found
            ],
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_lines(entries), encoding="utf-8")


def _known(path: Path) -> dict[str, Any]:
    """The boards that a file has already."""
    return dict(read_json(path, version=BALANCED_VERSION)["boards"]) if path.exists() else {}


def _value(
    opening: Opening, rows: int, cols: int, search: SearchSettings, simulations: int, seed: int
) -> float:
    """Black's value after an opening of two moves."""
    board = Board(rows, cols)
    for move in opening:
        board.play(move)
    if board.winner is not None:
        return float(board.winner == "black")
    return TreeSearch(replace(search, seed=seed)).run(board, simulations=simulations).best.value


def _recorded(settings: BalanceSettings) -> dict[str, Any]:
    recorded = asdict(settings)
    del recorded["search"]["seed"]  # the searches take theirs from settings.seed
    return recorded


def _lines(entries: dict[str, Any]) -> str:
    """JSON with a line for each opening, sizes in order."""
    blocks = []
    for size in sorted(entries, key=lambda size: [int(side) for side in size.split("x")]):
        openings = ",\n".join(f"    {json.dumps(opening)}" for opening in entries[size]["openings"])
        settings = json.dumps(entries[size]["settings"])
        blocks.append(f'  "{size}": {{\n   "settings": {settings},\n   "openings": [\n{openings}\n   ]\n  }}')
    return f'{{\n "version": {BALANCED_VERSION},\n "boards": {{\n' + ",\n".join(blocks) + "\n }\n}\n"
