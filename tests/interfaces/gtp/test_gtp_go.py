"""Go over GTP, and whole games with GNU Go."""

from __future__ import annotations

import subprocess

import pytest

from beeline.interfaces.gtp.handicap import fixed_handicap, free_handicap, most_fixed_stones
from beeline.players import Decision, Player
from beeline.rules.cells import parse_go
from beeline.rules.go import GoBoard
from tests.interfaces.gtp.gtp_talk import (
    GNU_GO,
    beeline_program,
    converse,
    gnu_go,
    needs_gnu_go,
    results,
)


def test_the_engine_passes_when_the_opponent_has_and_the_area_is_won() -> None:
    script = "play b c3\nplay w pass\ngenmove b\n"
    assert results(script, player="mcts:simulations=50", game="go", size=5)[-1] == "pass"


def test_the_engine_does_not_pass_when_that_would_lose() -> None:
    script = "play b c3\nplay b pass\ngenmove w\n"
    assert results(script, player="mcts:simulations=500", game="go", size=5)[-1] != "pass"


def test_genmove_for_the_other_side_in_go(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class First(Player):
        def choose(self, board: GoBoard, *, seconds: float | None = None, **_: object) -> Decision:
            asked.append(board.to_move)
            return Decision(board.legal_moves[0])

    monkeypatch.setattr("beeline.interfaces.gtp.session.make_player", lambda spec: First())
    script = "play b b1\ngenmove b\ngenmove w\ngenmove w\nshowboard\n"
    *_, board = results(script, game="go", size=3)
    assert asked == ["black", "white", "white"]
    assert board == "\n   A B C\n 3 X O O\n 2 . . .\n 1 . X ."


def test_komi_stays_for_later_games() -> None:
    script = "komi 3.5\nclear_board\nfinal_score\nboardsize 7\nfinal_score\nkomi 1001\n"
    answers = converse(script, game="go")
    assert answers[2] == answers[4] == "= W+3.5"
    assert answers[5].startswith("? syntax error")


def test_handicap_stones_have_places_on_every_board() -> None:
    for size in range(1, 20):
        for stones in range(2, most_fixed_stones(size) + 1):
            points = fixed_handicap(stones, size)
            assert len({parse_go(point, size) for point in points}) == stones
        for stones in {2, min(12, size**2 - 1), size**2 - 1} - {0, 3 - size}:
            points = free_handicap(stones, size)
            assert len({parse_go(point, size) for point in points}) == stones


@needs_gnu_go
def test_handicap_stones_are_where_gnu_go_has_them() -> None:
    cases = [(size, stones) for size in range(5, 20) for stones in range(2, 11) if size != 12]
    script = "".join(f"boardsize {size}\nclear_board\nfixed_handicap {stones}\n" for size, stones in cases)
    theirs = subprocess.run(
        [GNU_GO, "--mode", "gtp"], input=script, capture_output=True, text=True, check=True, timeout=30
    ).stdout.split("\n\n")[2::3]
    ours = converse(script, game="go")[2::3]
    for case, our, their in zip(cases, ours, theirs, strict=True):
        assert our[0] == their[0], case
        assert our[0] == "?" or sorted(our.split()) == sorted(their.split()), case


@needs_gnu_go
@pytest.mark.parametrize("our_colour", ["black", "white"])
def test_a_whole_game_with_gnu_go(our_colour: str) -> None:
    """Each side accepts every move of the other, and so does our referee, until both have passed."""
    referee = GoBoard(9, komi=7.5)
    with beeline_program("mcts:simulations=100", game="go", size=9) as beeline, gnu_go(9, 7.5) as gnu:
        while referee.winner is None:
            colour = referee.to_move
            mover, other = (beeline, gnu) if colour == our_colour else (gnu, beeline)
            move = mover.ask(f"genmove {colour}")
            if move.lower() == "resign":
                pytest.fail(f"{colour} resigned: choose another seed for a game to the end")
            referee.play(move)
            other.ask(f"play {colour} {move}")
            assert len(referee.moves) < 400
        assert referee.moves[-2:] == ["pass", "pass"]
        assert len(referee.moves) > 30
        score = referee.score
        assert beeline.ask("final_score") == f"{'B' if score > 0 else 'W'}+{abs(score)}"
        if not gnu.ask("final_status_list dead"):  # GNU Go takes dead stones off, we count what lies
            assert gnu.ask("final_score") == beeline.ask("final_score")


@needs_gnu_go
@pytest.mark.parametrize("komi", [0, 5.5, 7])
def test_the_score_of_a_settled_board_is_gnu_gos(komi: float) -> None:
    walls = {"black": "D1 D2 D3 D4 D5 D6 D7 B1 B2 B3 B4 B5 B6 B7", "white": "E1 E2 E3 E4 E5 E6 E7 G4"}
    with beeline_program("random", game="go", size=7) as beeline, gnu_go(7, komi) as gnu:
        for program in (beeline, gnu):
            program.ask(f"komi {komi}")
            for colour, points in walls.items():
                for point in points.split(" "):
                    program.ask(f"play {colour} {point}")
        assert beeline.ask("final_score") == gnu.ask("final_score").replace(".0", "")
