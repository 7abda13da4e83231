"""GTP about connections, inferior cells, resistance and solving, on positions whose answers are known."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest

from beeline import _core
from beeline.interfaces.gtp.commands_knowledge import table
from beeline.rules.board import Board
from tests.interfaces.gtp.gtp_talk import DOCS, converse, results


def ask(command: str, *, stones: str, size: int) -> str:
    """The answer after the stones, each a colour's letter and a cell, are on the board."""
    moves = "".join(f"play {stone[0]} {stone[1:]}\n" for stone in stones.split())
    return results(f"{moves}{command}\n", size=size)[-1]


def codes(answer: str) -> dict[str, str]:
    words = answer.split()
    return dict(zip(words[::2], words[1::2], strict=True))


# Connections

BRIDGE = "bc3 bb5"
MUST_PLAY = "bb4 wc6 bc2"  # a chain of bridges from the top down to b4, which lacks one move to the bottom


def test_a_bridge_is_a_full_connection_with_its_two_cells_as_carrier() -> None:
    answer = ask("vc-between-cells-full b c3 b5", stones=BRIDGE, size=7)
    assert answer == "\nblack c3 b5 full or [ b4 c4 ] [ ]"


def test_a_bridge_with_an_intrusion_is_a_semi_connection_with_the_reply_as_key() -> None:
    stones = f"{BRIDGE} wb4"
    full = ask("vc-between-cells-full b c3 b5", stones=stones, size=7)
    semi = ask("vc-between-cells-semi black C3 B5", stones=stones, size=7)
    assert "[ c4 ]" not in full
    assert semi.startswith("\nblack c3 b5 semi and [ c4 ] [ ] c4")


def test_both_kinds_come_with_the_full_ones_first() -> None:
    lines = ask("vc-between-cells b c3 south", stones="bc3", size=5).strip().split("\n")
    kinds = [line.split()[3] for line in lines]
    assert kinds == sorted(kinds)
    assert set(kinds) == {"full", "semi"}


def test_the_ziggurat_joins_a_stone_on_the_third_row_to_the_edge() -> None:
    answer = ask("vc-between-cells-full b d5 south", stones="bd5", size=7)
    right, left = answer.strip().split("\n")[:2]
    assert right == "black d5 south full or [ e5 c6 d6 e6 b7 c7 d7 e7 ] [ ]"
    assert left == "black d5 south full or [ c5 b6 c6 d6 a7 b7 c7 d7 ] [ ]"
    assert "south" in ask("vc-connected-to-full b d5", stones="bd5", size=7).split()


def test_what_a_stone_is_connected_to_has_its_neighbours_and_bridges() -> None:
    joined = ask("vc-connected-to-full b d4", stones="bd4", size=7).split()
    assert {"d3", "e3", "c4", "e4", "c5", "d5", "e2", "c6", "f3", "b5", "c3", "e5"} <= set(joined)
    assert "a1" not in joined
    assert "d1" in ask("vc-connected-to-semi b d4", stones="bd4", size=7).split()


def test_stones_of_a_group_have_no_connection_to_show() -> None:
    assert ask("vc-between-cells b c3 c4", stones="bc3 bc4", size=5) == ""


def test_all_connections_of_a_bridge_to_the_edge_need_nothing_in_common() -> None:
    assert ask("vc-intersection-full b b4 south", stones="bb4", size=5) == "a5 b5"
    assert ask("vc-intersection-semi b b4 south", stones="bb4", size=5) == ""
    assert ask("vc-union-semi b b4 south", stones="bb4", size=5) == "a5 b5"


def test_the_union_has_the_connections_that_leave_out_what_the_others_need() -> None:
    links = ask("vc-between-cells-full b d5 south", stones="bd5", size=7).strip().split("\n")
    carriers = [set(link.split("[")[1].split("]")[0].split()) for link in links]
    assert set(ask("vc-intersection-full b d5 south", stones="bd5", size=7).split()) == set.intersection(
        *carriers
    )
    union = set(ask("vc-union-full b d5 south", stones="bd5", size=7).split())
    assert carriers[0] | carriers[1] <= union <= set.union(*carriers)
    assert ask("vc-union-full b c3 c4", stones="bc3 bc4", size=5) == ""


def test_a_group_has_its_stones_and_the_edges_that_they_touch() -> None:
    stones = "bc3 bc6 bd6 bc7 wd3"
    assert ask("group-get D6", stones=stones, size=7) == "south c6 d6 c7"
    assert ask("group-get c3", stones=stones, size=7) == "c3"
    assert ask("group-get a1", stones=stones, size=7) == ""


def test_outside_the_must_play_region_is_x() -> None:
    shown = codes(ask("vc-get-mustplay w", stones=MUST_PLAY, size=6))
    outside = {cell for cell, code in shown.items() if code == "x"}
    inside = {"c1", "d1", "b3", "c3", "b5", "a6"}
    assert not outside & inside
    assert outside | inside | set(shown) == set(ask("all_legal_moves", stones=MUST_PLAY, size=6).split())
    assert ask("dfpn-solver-find-winning w", stones=MUST_PLAY, size=6) == "b5"


def test_a_decided_position_has_no_must_play_region() -> None:
    assert "x" not in codes(ask("vc-get-mustplay w", stones="bc3", size=5)).values()
    assert "x" not in codes(ask("vc-build b", stones="bc3", size=5)).values()


def test_vc_build_shows_inferior_cells_and_the_must_play_region() -> None:
    built = codes(ask("vc-build w", stones=MUST_PLAY, size=6))
    assert codes(ask("compute-inferior w", stones=MUST_PLAY, size=6)).items() <= built.items()
    assert "x" in built.values()


def test_connections_follow_the_board() -> None:
    script = "play b c3\nplay b b5\nvc-between-cells-full b c3 b5\nplay w b4\nvc-between-cells-semi b c3 b5\n"
    answers = results(f"{script}undo\nvc-between-cells-full b c3 b5\n", size=7)
    assert answers[2] == answers[-1]
    assert "semi" in answers[4]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("vc-between-cells b c3 east", "expected north, south, an empty cell or a stone of black"),
        ("vc-between-cells w c3 east", "expected west, east, an empty cell or a stone of white"),
        ("vc-connected-to-full b z9", "expected a letter and a number such as 'e4', from a1 to e5"),
        ("vc-connected-to-full b", "syntax error: expected vc-connected-to-full COLOUR FROM"),
        ("vc-build red", "syntax error: expected a colour"),
        ("compute-inferior", "syntax error: expected compute-inferior COLOUR"),
        ("param_dfpn timelimit -1", "syntax error: expected seconds"),
        ("param_dfpn tt_size 5", "syntax error: expected param_dfpn timelimit SECONDS"),
        ("param_dfpn use_guifx 2", "syntax error: expected param_dfpn timelimit SECONDS"),
    ],
)
def test_mistakes_are_told(command: str, message: str) -> None:
    answer = converse(f"play b c3\n{command}\n", size=5)[-1]
    assert answer.startswith("? ")
    assert message in answer


# Inferior cells


def test_a_stone_on_the_second_row_captures_two_cells_of_the_edge() -> None:
    assert ask("compute-fillin w", stones="bd6", size=7) == "c7 fcb d7 fcb"
    assert ask("compute-fillin b", stones="wb4", size=7) == "a4 fcw a5 fcw"


def test_a_cell_with_four_black_neighbours_in_a_row_is_dead() -> None:
    # Four neighbours of one colour in a row: whatever the cell could join is joined already.
    assert codes(ask("compute-fillin w", stones="bd3 be3 be4 bd5", size=7)) == {"d4": "fdb"}


def test_dominated_and_vulnerable_cells_name_the_better_move() -> None:
    shown = codes(ask("compute-inferior w", stones="bd6", size=7))
    assert shown["a7"] == "id[b6]"
    assert shown["g7"] == "iv[f7]"
    assert codes(ask("compute-dominated w", stones="bd6", size=7)) == {
        cell: code for cell, code in shown.items() if code.startswith("id")
    }
    assert codes(ask("compute-vulnerable w", stones="bd6", size=7)) == {
        cell: code for cell, code in shown.items() if code.startswith("iv")
    }


@pytest.mark.parametrize(
    ("command", "stones", "cell", "code"),
    [
        # The killer captures two cells together, and with them the killed one.
        ("compute-vulnerable black", "bd4 wa3 wb1", "b2", r"iv\[(b3|c1)\]"),
        # b3 is better than a4, and c3 than b3.
        ("compute-dominated black", "bb2 wd2", "a4", r"id\[c3\]"),
    ],
)
def test_a_better_move_is_named_at_the_end_of_a_chain_too(
    command: str, stones: str, cell: str, code: str
) -> None:
    assert re.fullmatch(code, codes(ask(command, stones=stones, size=4))[cell])


@pytest.mark.parametrize("command", ["compute-inferior", "compute-fillin", "vc-build", "vc-get-mustplay"])
@pytest.mark.parametrize("stones", ["ba1 ba2 ba3 ba4 ba5", "wa3 wb3 wc3 wd3 we3"])
def test_every_empty_cell_is_dead_after_the_game(command: str, stones: str) -> None:
    for colour in ("b", "w"):
        shown = codes(ask(f"{command} {colour}", stones=stones, size=5))
        assert len(shown) == 20
        assert set(shown.values()) == {"fdb"}
    assert ask("compute-vulnerable w", stones=stones, size=5) == ""
    assert ask("compute-dominated w", stones=stones, size=5) == ""


def random_stones(chance: random.Random, *, size: int) -> str:
    board = Board(size)
    for _ in range(chance.randrange(size * size)):
        if board.winner is None:
            board.play(chance.choice(board.legal_moves), colour=chance.choice(("black", "white")))
    return " ".join(f"{step.colour[0]}{step.move}" for step in board.steps)


def test_inferior_cells_have_the_shape_that_hexgui_reads() -> None:
    chance = random.Random(1)
    positions = [random_stones(chance, size=4) for _ in range(100)]
    for stones, size in [("be5 wd6 bg4", 9), *((stones, 4) for stones in positions)]:
        for code in codes(ask("vc-build b", stones=stones, size=size)).values():
            assert re.fullmatch(r"f[dc][bw]|i[vd]\[[a-i]\d\]|x", code), stones


# Resistance


def test_resistance_is_the_difference_of_the_logarithms() -> None:
    words = codes(ask("eval-resist b", stones="bc3", size=5))
    assert list(words) == ["res", "rew", "reb"]
    assert float(words["res"]) == pytest.approx(float(words["rew"]) - float(words["reb"]), abs=0.002)


@pytest.mark.parametrize(("stones", "sign"), [("bd4", 1), ("wd4 wc2", -1), ("bd4 be6 wc5", 1)])
def test_the_side_with_less_resistance_is_better_as_in_benzene(stones: str, sign: int) -> None:
    # On 8×8, MoHex answers "res 0.635 rew -1.205 reb -1.840", "res -1.005 rew -2.107 reb -1.102" and
    # "res 0.887 rew -1.300 reb -2.187": the circuits differ from ours, the signs must not.
    words = codes(ask("eval-resist b", stones=stones, size=8))
    assert float(words["res"]) * sign > 0
    assert (float(words["rew"]) - float(words["reb"])) * sign > 0


def test_joined_sides_have_no_resistance() -> None:
    assert ask("eval-resist", stones="bb2 bb1", size=2) == "res inf rew inf reb -inf"
    assert ask("eval-resist", stones="wa1 wb1", size=2) == "res -inf rew -inf reb inf"


def test_energy_is_given_for_every_empty_cell_of_a_colour() -> None:
    black = codes(ask("eval-resist-cells b", stones="bc3", size=5))
    white = codes(ask("eval-resist-cells w", stones="bc3", size=5))
    assert len(black) == len(white) == 24
    assert "c3" not in black
    assert black != white


# Solving


def test_who_wins_and_with_which_moves() -> None:
    answers = results("dfpn-solve-state\ndfpn-solver-find-winning black\ndfpn-get-pv b\n", size=4)
    assert answers[:2] == ["black", "d1 c2 b3 a4"]
    assert answers[2].split()[0] in answers[1].split()
    assert ask("dfpn-solve-state", stones="ba1", size=4) == "white"
    assert ask("dfpn-solve-state b", stones="ba1", size=4) == "black"  # out of turn, Black moves again
    assert ask("dfpn-solver-find-winning w", stones="bc3", size=5) == ""


def test_a_won_game_needs_no_solving() -> None:
    assert ask("dfpn-solve-state", stones="ba1 ba2", size=2) == "black"


def test_the_solver_stops_at_its_limit_and_goes_on_when_asked_again() -> None:
    started = time.monotonic()
    answers = converse("param_dfpn timelimit 0.05\ndfpn-solve-state b\ndfpn-solver-find-winning b\n", size=11)
    assert time.monotonic() - started < 10
    assert answers[1] == "= empty"
    assert answers[2].startswith("? not solved within 0.05 seconds (")
    script = "dfpn-solver-find-winning b\n" * 500
    _, *answers = converse(f"param_dfpn timelimit 0.002\n{script}", size=5)
    whole = f"= {results('dfpn-solver-find-winning b', size=5)[0]}"
    assert answers[0].startswith("? not solved")
    assert answers[-1] == whole
    assert all(answer == whole or answer.startswith("? not solved") for answer in answers)  # never a part


def test_the_parameters_of_the_solver() -> None:
    script = "param_dfpn timelimit 2.5\nparam_dfpn use_guifx 1\nparam_dfpn\n"
    assert results(script)[-1] == "\n[bool] use_guifx 0\n[string] timelimit 2.5"


def test_what_was_solved_can_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    solver = _core.Solver

    def counted(rows: int, *others: Any) -> _core.Solver:
        made.append(rows)
        return solver(rows, *others)

    monkeypatch.setattr(_core, "Solver", counted)
    solve = "dfpn-solve-state\n"
    results(f"{solve}{solve}dfpn-clear-tt\n{solve}boardsize 3\n{solve}", size=4)
    assert made == [4, 4, 3]


# Everywhere

BENZENE = {
    *("vc-build", "vc-get-mustplay", "vc-between-cells-full", "vc-between-cells-semi"),
    *("vc-connected-to-full", "vc-connected-to-semi", "vc-intersection-full", "vc-intersection-semi"),
    *("vc-union-full", "vc-union-semi", "group-get"),
    *("compute-inferior", "compute-fillin", "compute-vulnerable", "compute-dominated"),
    *("compute-s-reversible", "compute-reversible-cell"),
    *("eval-resist", "eval-resist-cells"),
    *("dfpn-solve-state", "dfpn-solver-find-winning", "dfpn-get-pv", "dfpn-clear-tt", "param_dfpn"),
}
"""Names that MoHex and Wolve both give to ``list_commands``."""


def test_the_manual_says_which_names_are_not_benzenes() -> None:
    ours = table.commands.keys() - BENZENE
    assert ours == {"vc-between-cells"}
    assert all(f"`{name}` alone is ours" in DOCS.read_text(encoding="utf-8") for name in ours)


def test_a_reversible_cell_names_the_answer() -> None:
    stones = "bd4 wa3 wb1"
    shown = codes(ask("compute-s-reversible b", stones=stones, size=4))
    assert shown["b2"] == f"iv[{ask('compute-reversible-cell b B2', stones=stones, size=4)}]"
    assert ask("compute-reversible-cell b d1", stones=stones, size=4) == "not reversible"


def test_nothing_changes_the_game() -> None:
    script = "".join(f"{command.usage.replace('COLOUR', 'w')}\n" for command in table.commands.values())
    script = (
        re.sub(r"[][]|param_dfpn.*", "", script)
        .replace("FROM", "a1")
        .replace("TO", "b1")
        .replace("CELL", "a1")
    )
    answers = results(f"play b b2\nshowboard\n{script}showboard\nundo\n", size=4)
    assert answers[1] == answers[-2]


def test_go_does_not_know_them() -> None:
    for name in table.commands:
        assert converse(f"{name} b\n", game="go", size=5) == ["? unknown command"]
