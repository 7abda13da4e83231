"""Derives the table of captured sets, `cpp/inferior/captured_table.inc`, by exhaustive local proof.

A *shape* is a small set of empty cells, and its *ring* the cells around it, in cyclic order: each is a
neighbour of the next, and no others of them are neighbours. The stones on the ring are all that is known.

Black has *captured* the shape if, whenever White moves in it, Black can answer in it so that the filled shape
joins Black's stones on the ring exactly as a shape full of black stones would, whatever stones come to lie on
the empty cells of the ring. Then the shape may be filled with black stones: nothing outside can tell. A
single cell is captured by both sides or by none, for no answer is possible: it is *dead*.

The proof for one ring walks through every way to fill the shape with White moving first, every way to fill
the ring, and compares the sets of ring cells that Black joins. Edges of the board are rows of stones to it.

Run it to write the table; `--check` compares the table with the file instead.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache
from itertools import product
from pathlib import Path

Cell = tuple[int, int]

TABLE = Path(__file__).parent.parent / "cpp" / "inferior" / "captured_table.inc"

AROUND: tuple[Cell, ...] = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))
"""The six neighbours, clockwise from above."""

SHAPES: dict[str, tuple[Cell, ...]] = {
    "Cell": ((0, 0),),
    "Pair": ((0, 0), (0, 1)),
    "Rhombus": ((0, 0), (0, 1), (1, 0), (1, -1)),
}
"""Shapes of three cells add little: nearly all that are captured fall apart into these."""

EMPTY, BLACK, WHITE = 0, 1, 2


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + down, cell[1] + right) for down, right in AROUND]


def ring_of(shape: tuple[Cell, ...]) -> list[Cell]:
    """The cells around the shape, clockwise from the first of its cells' neighbours outside it."""
    around = {cell for inside in shape for cell in neighbours(inside)} - set(shape)
    ring = [min(around)]
    while len(ring) < len(around):
        onward = [cell for cell in neighbours(ring[-1]) if cell in around and cell not in ring]
        ring.append(onward[0] if len(ring) > 1 else min(onward, key=lambda cell: (-cell[1], cell[0])))
    for index, cell in enumerate(ring):
        touching = {ring[index - 1], ring[(index + 1) % len(ring)]}
        assert {other for other in neighbours(cell) if other in around} == touching, "the ring has a chord"
    return ring


def joined(cells: set[Cell]) -> dict[Cell, Cell]:
    """For each of the cells, the smallest one that it is joined to within them."""
    root: dict[Cell, Cell] = {}
    for start in sorted(cells):
        pending = [] if start in root else [start]
        while pending:
            cell = pending.pop()
            if cell not in root:
                root[cell] = start
                pending += [other for other in neighbours(cell) if other in cells]
    return root


def as_good_as_black(shape: tuple[Cell, ...], ring: list[Cell]) -> list[int]:
    """For each filling of the shape (bit i: cell i is black) the set of complete rings (bit r: of ring r,
    whose bit i says that ring cell i is black) on which it joins the black ring cells as a black shape does.
    """

    def partition(filling: int, stones: int) -> list[Cell | None]:
        black = {cell for i, cell in enumerate(ring) if stones >> i & 1}
        root = joined(black | {cell for i, cell in enumerate(shape) if filling >> i & 1})
        named: dict[Cell, Cell] = {}
        return [named.setdefault(root[cell], cell) if cell in black else None for cell in ring]

    fillings, rings = range(1 << len(shape)), range(1 << len(ring))
    best = [partition(len(fillings) - 1, stones) for stones in rings]
    return [
        sum(1 << stones for stones in rings if partition(filling, stones) == best[stones])
        for filling in fillings
    ]


def captured_rings(shape: tuple[Cell, ...]) -> list[bool]:
    """For each ring code (digit i in base 3: the state of ring cell i) whether Black captured the shape."""
    ring = ring_of(shape)
    good = as_good_as_black(shape, ring)
    whole = len(good) - 1
    black_at = [sum(1 << s for s in range(1 << len(ring)) if s >> i & 1) for i in range(len(ring))]
    all_rings = (1 << (1 << len(ring))) - 1

    def captured(completions: int) -> bool:
        @cache
        def holds(black: int, white: int) -> bool:
            """Whether Black keeps the shape with White to move in it."""
            if black | white == whole:
                return completions & ~good[black] == 0
            return all(
                answered(black, white | 1 << cell)
                for cell in range(len(shape))
                if not (black | white) >> cell & 1
            )

        def answered(black: int, white: int) -> bool:
            free = [cell for cell in range(len(shape)) if not (black | white) >> cell & 1]
            if not free:
                return completions & ~good[black] == 0
            return any(holds(black | 1 << cell, white) for cell in free)

        return holds(0, 0)

    result = []
    for digits in product((EMPTY, BLACK, WHITE), repeat=len(ring)):
        completions = all_rings
        for i, state in enumerate(reversed(digits)):
            if state == BLACK:
                completions &= black_at[i]
            elif state == WHITE:
                completions &= ~black_at[i]
        result.append(captured(completions))
    return result


def lines(words: list[str], per_line: int) -> str:
    return "".join(
        "    " + " ".join(f"{word}," for word in words[i : i + per_line]) + "\n"
        for i in range(0, len(words), per_line)
    )


def cells_in_cpp(cells: list[Cell]) -> str:
    return "{{" + ", ".join(f"{{{row}, {col}}}" for row, col in cells) + "}}"


def table_of(name: str, shape: tuple[Cell, ...]) -> str:
    ring = ring_of(shape)
    captured = captured_rings(shape)
    words = [
        f"0x{sum(bit << i for i, bit in enumerate(captured[start : start + 64])):016x}"
        for start in range(0, len(captured), 64)
    ]
    return (
        f"constexpr std::array<HexPlace, {len(shape)}> k{name}Cells = {cells_in_cpp(list(shape))};\n"
        f"constexpr std::array<HexPlace, {len(ring)}> k{name}Ring = {cells_in_cpp(ring)};\n"
        f"constexpr std::array<std::uint64_t, {len(words)}> k{name}Captured = {{\n{lines(words, 5)}}};\n"
    )


def table() -> str:
    head = (
        "// Written by tools/derive_captured.py, which says what it means and proves it. Bit c of a table\n"
        "// is set if Black has captured the shape when the states of the ring (0 empty, 1 black, 2 white)\n"
        "// are the digits of c in base 3, the first cell of the ring lowest.\n"
    )
    return "\n".join([head, *(table_of(name, shape) for name, shape in SHAPES.items())])


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Derives the table of captured sets and writes it to cpp/inferior/captured_table.inc."
    )
    parser.add_argument("--check", action="store_true", help="only compare the table with the file")
    if parser.parse_args().check:
        if TABLE.read_text() == table():
            return 0
        print(f"{TABLE} is not what {Path(__file__).name} derives", file=sys.stderr)
        return 1
    TABLE.write_text(table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
