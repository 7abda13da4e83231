"""The review of a game: the same twice, and never against the solver."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from beeline import Board, connections, solve
from beeline.interfaces import game_review
from beeline.interfaces.analyst import ANALYST
from beeline.interfaces.game_review import MARKED, Assessment, Review, Reviewer, opening_length, positions_of
from beeline.interfaces.review_sgf import board_at_end, reviewed_sgf
from beeline.players import make_player
from beeline.rules.variations import read_game_trees

GAMES = Path(__file__).parents[2] / "benchmarks" / "results" / "games"
ONLY = ("a1", "c3", "b3")
"""On 4×4, the third move is the only one that wins."""
RECORDED = GAMES / "match_mohex_7x7_1s.sgf"


def review(moves: str, *, size: int, swap_rule: bool = False) -> Review:
    board = Board(size, swap_rule=swap_rule)
    for move in moves.split():
        board.play(move)
    reviewer = Reviewer(board, make_player(f"{ANALYST},seed=0"), simulations=500)
    assert list(reviewer.steps()) == list(range(len(board.moves), -1, -1))
    return reviewer.review()


def review_in_a_fresh_process(*arguments: object) -> dict[str, Any]:
    command = [sys.executable, "-m", "beeline", "review", str(RECORDED), "--number", "3", "--json"]
    done = subprocess.run([*command, *map(str, arguments)], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def recorded() -> dict[str, Any]:
    return review_in_a_fresh_process()


def test_a_recorded_game_is_reviewed_the_same_twice(recorded: dict[str, Any]) -> None:
    assert review_in_a_fresh_process() == recorded


def test_no_mark_contradicts_the_solver(recorded: dict[str, Any]) -> None:
    boards = positions_of(board_at_end(read_game_trees(RECORDED.read_bytes())[2]))
    winners = [board.winner or solve(board, nodes=3000, variation=False).winner for board in boards]
    assert None not in winners[8:], "the solver should know how most of the game goes"
    for winner, position in zip(winners, recorded["positions"], strict=True):
        assert position["winner"] in (None, winner or position["winner"])
    for before, after, move in zip(winners[:-1], winners[1:], recorded["moves"], strict=True):
        if move["kind"] in MARKED:
            assert before in (None, move["colour"]), move
            assert after != move["colour"], move
        if move["kind"] == "only":
            assert after == move["colour"]


def test_a_thrown_away_win_is_named_with_the_move_that_wins() -> None:
    found = review("e5 b4 a4 d2", size=5)
    first = found.moves[0]
    assert (first.kind, first.proven, first.better_wins) == ("lost", True, True)
    board = Board(5)
    assert first.better in (solve(board, all_moves=True).winning_moves or ())
    assert first.line[0] == first.better
    assert found.turning_point == first
    assert "The turning point was move 1: Black’s e5 lost the won game" in found.summary
    assert [move.kind for move in found.moves[1:]] == ["good", "hopeless", "good"]


def test_moves_in_a_lost_position_cost_nothing() -> None:
    found = review("c3 a1 c5 b1", size=5)
    assert [move.kind for move in found.moves if move.colour == "white"] == ["hopeless", "hopeless"]
    assert found.accuracy("white") is None
    assert found.accuracy("black") == 1.0


def test_the_only_winning_move_is_named() -> None:
    board = Board(4)
    for move in ONLY[:2]:
        board.play(move)
    assert solve(board, all_moves=True).winning_moves == ONLY[2:]
    assert review(" ".join(ONLY), size=4).moves[2].kind == "only"


def test_openings_under_the_swap_rule_are_not_marked() -> None:
    found = review("e5 b4 a4 d2", size=5, swap_rule=True)
    assert [move.kind for move in found.moves[:2]] == ["opening", "opening"]


def test_the_written_game_has_comments_and_better_lines() -> None:
    tree = read_game_trees("(;FF[4]GM[11]SZ[5]TR[c3];B[e5]C[My first.];W[b4];B[a4];W[d2])")[0]
    found = review("e5 b4 a4 d2", size=5)
    read = read_game_trees(reviewed_sgf(tree, found))[0]
    assert read.moves[0].comment.startswith("My first.\n\nLost the won game.")
    better = next(move for move in read.moves if move.comment == "Better than e5.")
    assert (better.parent, better.move) == (-1, found.moves[0].better)
    assert found.summary in read.record.comment
    assert read.marks == tree.marks != ()


def test_moves_of_a_set_opening_are_not_marked() -> None:
    board = Board(5)
    for move in ("e5", "b4", "a4", "d2"):
        board.play(move)
    assert opening_length(board, ("e5", "b4", "c3")) == 2
    assert opening_length(board, ("a1",)) == 0
    reviewer = Reviewer(board, make_player(f"{ANALYST},seed=0"), simulations=50, opening=1)
    assert list(reviewer.steps())
    assert reviewer.review().moves[0].kind == "opening"


def test_a_move_that_is_proven_to_lose_has_its_reason() -> None:
    found = review("e5 b4 a4 d2", size=5)
    reason = found.reasons[1]
    assert list(found.reasons) == [1]
    assert (reason.winner, reason.line) == ("white", ("c3",))
    assert "White answers e5 with c3." in reason.sentence
    board = Board(5)
    for move in ("e5", *reason.line):
        board.play(move)
    winning = connections(board).white.winning
    assert winning is not None
    assert reason.carrier == winning.carrier != ()


def test_a_refutation_on_13x13_is_followed_to_the_connection_that_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = read_game_trees((GAMES / "match_mohex_13x13.sgf").read_bytes())
    end = board_at_end(games[0])
    start = positions_of(end)[45]
    board = Board(13)
    board.set_up(black=start.stones("black"), white=start.stones("white"), to_move="white")
    for move in end.moves[45:]:
        board.play(move)

    def even(board: Board, _: object) -> Assessment:
        return Assessment(to_move=board.to_move, winner=None, black=0.5, best="a1", line=("a1",))

    monkeypatch.setattr(game_review, "_searched", even)  # a search that does not see that White is lost
    reviewer = Reviewer(board, make_player("mcts:simulations=1"), simulations=1, nodes=100)
    assert list(reviewer.steps())[-1] == 0
    mistake, reason = reviewer.moves[1], reviewer.reasons[1]
    assert (mistake.move, mistake.kind, mistake.proven) == ("k11", "blunder", True)
    assert "Black answers k11 with j11." in reason.sentence
    assert "Black’s top and bottom are joined, whoever moves: the bridge j9–k10" in reason.sentence
    after = reviewer.boards[1].copy()
    for move in reason.line:
        after.play(move)
    winning = connections(after).black.winning
    assert winning is not None
    assert reason.carrier == winning.carrier != ()


def test_the_written_game_has_the_reason_and_its_carrier() -> None:
    tree = read_game_trees("(;FF[4]GM[11]SZ[5];B[e5];W[b4];B[a4];W[d2])")[0]
    found = review("e5 b4 a4 d2", size=5)
    read = read_game_trees(reviewed_sgf(tree, found))[0]
    assert found.reasons[1].sentence in read.moves[0].comment
    (circled,) = (move for move in read.moves if move.marks)
    assert {mark.cell for mark in circled.marks} == set(found.reasons[1].carrier)
    assert board_at_end(read).moves == ["e5", "b4", "a4", "d2"], "the main line is that of the game"
    german = read_game_trees(reviewed_sgf(tree, found, language="de"))[0]
    assert "Weiß antwortet auf e5 mit c3." in german.moves[0].comment
    assert any(move.comment == "Besser als e5." for move in german.moves)


def test_a_game_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "beeline", "review", str(RECORDED), "--number", "999"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "has 60 games, so there is no game 999" in done.stderr


def test_the_page_shows_the_mistakes_on_boards_and_escapes_names(tmp_path: Path) -> None:
    game, page = tmp_path / "game.sgf", tmp_path / "review.html"
    game.write_text("(;FF[4]GM[11]SZ[5]PB[Ann]PW[<b>Bob];B[e5];W[b4];B[a4];W[d2])")
    command = [sys.executable, "-m", "beeline", "review", str(game), "--html", str(page)]
    subprocess.run(command, capture_output=True, check=True)
    text = page.read_text(encoding="utf-8")
    assert "<title>Review: Ann – &lt;b&gt;Bob</title>" in text
    assert "1. e5, the turning point" in text
    assert "The turning point was move 1: Black’s e5 lost the won game" in text
    assert text.count('role="img"') == 3, "the graph, and of the mistake its board and the carrier"
    assert "White answers e5 with c3." in text
    assert "all that White needs to win" in text


def test_the_terminal_and_the_page_speak_german(tmp_path: Path) -> None:
    game, page = tmp_path / "game.sgf", tmp_path / "review.html"
    game.write_text("(;FF[4]GM[11]SZ[5];B[e5];W[b4];B[a4];W[d2])")
    command = [sys.executable, "-m", "beeline", "review", str(game), "--html", str(page)]
    done = subprocess.run([*command, "--language", "de"], capture_output=True, text=True, check=True)
    assert "1. e5: Weiß antwortet auf e5 mit c3." in done.stdout
    assert "Der Wendepunkt war Zug 1, e5 von Schwarz" in done.stdout
    text = page.read_text(encoding="utf-8")
    assert '<html lang="de">' in text
    english = re.compile(r"\b(move|better|black|white|wins|played|Black|White|needs|turning)\b")
    words = re.sub(r"<style>.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL)
    assert english.search(words) is None
    unknown = subprocess.run([*command, "--language", "xx"], capture_output=True, text=True, check=False)
    assert (unknown.returncode, "the languages are en and de" in unknown.stderr) == (2, True)


def test_the_command_line_reads_the_opening_of_a_match_from_its_file(tmp_path: Path) -> None:
    game = tmp_path / "game.sgf"
    game.write_text("(;FF[4]GM[11]SZ[5]GC[win; opening: e5; seed 1];B[e5];W[b4];B[a4];W[d2])")
    command = [sys.executable, "-m", "beeline", "review", str(game), "--json"]
    for options, kind in (([], "opening"), (["--opening", "0"], "lost")):
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=True)
        assert json.loads(done.stdout)["moves"][0]["kind"] == kind
