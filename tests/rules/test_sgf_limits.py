"""SGF files that are too much: refused with a sentence before they cost memory or time."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import replace

import pytest

from beeline.arena.exchange import from_sgf
from beeline.errors import SgfError
from beeline.limits import SGF_FILE, SGF_GTP, SGF_PAGE
from beeline.rules.go_sgf import read_go_sgf
from beeline.rules.sgf import parse_sgf, read_hex_sgf
from beeline.rules.variations import read_game_trees

FEW = replace(SGF_FILE, nodes=5, games=2, nesting=3, set_up=10)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("(;;;;;;)", r"more than 5 nodes, which is the limit here \(line 1, column 7\)"),
        ("(;)(;)(;)", "more than 2 games"),
        ("(;(;(;(;))))", "more than 3 variations within variations"),
        ("(;AB[a1:b3]AW[c1:d3])", "more cells are listed in AW"),
        ("(;AB[a1:k11])", "more cells are listed in AB"),
    ],
)
def test_more_than_the_limits_allow_is_refused_with_the_place(text: str, complaint: str) -> None:
    with pytest.raises(SgfError, match=complaint):
        read_hex_sgf(text, limits=FEW)


@pytest.mark.parametrize("text", ["(;;;;;)", "(;)(;)", "(;(;(;)))", "(;AB[a1:b3])"])
def test_what_the_limits_allow_is_read(text: str) -> None:
    assert read_hex_sgf(text, limits=FEW)


BOMBS = {
    "many games": "(;)" * 300_000,
    "many nodes": "(" + ";" * 1_000_000 + ")",
    "nesting": "(;" * 300_000 + ")" * 300_000,
    "rectangles": "(;SZ[19]AB[a1]" + ";AE[b1:s19]" * 30_000 + ")",
    "rectangles in many games": ("(;SZ[19]AB[a1]" + ";AE[b1:s19]" * 200 + ")") * 400,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_megabyte_from_a_page_costs_little(name: str) -> None:
    def read() -> None:
        with pytest.raises(SgfError, match="limit"):
            read_game_trees(BOMBS[name], limits=SGF_PAGE)

    assert peak(read) < 60e6


@pytest.mark.parametrize("read", [lambda text: read_hex_sgf(text, limits=SGF_GTP), read_go_sgf])
def test_a_game_for_gtp_is_bounded(read: Callable[[bytes], object]) -> None:
    with pytest.raises(SgfError, match="more than 100,000 nodes"):
        read(b"(" + b";" * 2_000_000 + b")")


def test_set_up_points_of_go_are_no_more_than_the_board_has() -> None:
    with pytest.raises(SgfError, match="more points than the board has"):
        read_go_sgf(b"(;SZ[19]AB" + b"[aa:ss]" * 100_000 + b")")


def peak(work: Callable[[], object]) -> int:
    """The most bytes that the work held at once."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_collection_is_read_one_game_after_the_other() -> None:
    text = ("(;GM[11]SZ[3]RE[B+R]" + ";B[b2];W[a1]" + ";C[a comment]" * 20 + ")\n") * 1_000
    assert len(from_sgf(text, source="games")) == 1_000
    assert peak(lambda: from_sgf(text, source="games")) < peak(lambda: parse_sgf(text)) / 2
