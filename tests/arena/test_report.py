"""Reports of matches and tournaments: numbers, text, JSON and HTML."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import pytest

from beeline.arena.games import GameResult, GameTask, Reason
from beeline.arena.report import report, signed
from beeline.arena.report_html import report_html
from beeline.arena.statistics import Score, bradley_terry
from beeline.rules.board import Board
from beeline.rules.game import Result

MOVES = ("b2", "a2", "c1", "a3", "b3")
"""On 3×3, won by Black."""


def game(
    black: str,
    white: str,
    *,
    winner: Result = "black",
    reason: Reason = "win",
    moves: tuple[str, ...] = MOVES,
    key: str = "0-1/00000/ab",
    size: int = 3,
    kind: str = "hex",
    detail: str = "",
) -> GameResult:
    task = GameTask(
        key=key,
        game="go" if kind == "go" else "hex",
        rows=size,
        cols=size,
        black=black,
        white=white,
        opening=moves[:1],
    )
    return GameResult(
        task=task,
        winner=winner,
        reason=reason,
        moves=moves,
        seconds=(0.1,) * (len(moves) - 1),
        cpu_seconds=(1.5, 0.5),
        versions=("one 1", "two 2"),
        started=1.7e9,
        detail=detail,
    )


def tournament() -> list[GameResult]:
    """A beats B 3–1, B beats C 3–1, A beats C 4–0, with a crash and a loss on time of C's."""
    games = [game("A", "B"), game("A", "B"), game("B", "A"), game("B", "A", winner="white")]
    games += [game("B", "C"), game("B", "C"), game("C", "B"), game("C", "B", winner="white")]
    games += [game("A", "C"), game("A", "C", reason="time")]
    games += [
        game("C", "A", winner="white", reason="crash", detail="it ended"),
        game("C", "A", winner="white"),
    ]
    return games


# Numbers


def test_scores_are_kept_by_opponent_and_by_colour() -> None:
    made = report(tournament())
    assert made.games == 12
    assert made.moves == 60
    assert made.black == Score(8, 0, 4)
    assert made.cross["A", "B"] == Score(3, 0, 1)
    assert made.cross["B", "A"] == Score(1, 0, 3)
    assert made.cross["C", "A"] == Score(0, 0, 4)
    best = made.players[0]
    assert (best.player, best.total) == ("A", Score(7, 0, 1))
    assert best.colours == {"black": Score(4), "white": Score(3, 0, 1)}
    assert best.cpu_seconds == 4 * 1.5 + 4 * 0.5


def test_players_come_with_the_ratings_of_all_games() -> None:
    made = report(tournament())
    expected = bradley_terry({("A", "B"): Score(3, 0, 1), ("B", "C"): Score(3, 0, 1), ("A", "C"): Score(4)})
    assert [player.rating for player in made.players] == expected


def test_anchor_is_rated_zero() -> None:
    ratings = {player.player: player.rating for player in report(tournament(), anchor="B").players}
    assert ratings["B"] is not None
    assert ratings["B"].elo == 0


def test_forfeits_are_the_losers() -> None:
    lost = {player.player: player for player in report(tournament()).players}
    assert lost["C"].lost_by == {"time": 1, "crash": 1, "win": 5}
    assert lost["C"].forfeits == 2
    assert lost["A"].forfeits == 0


def test_a_drawn_game_is_nobodys_loss() -> None:
    made = report([game("A", "B", winner="draw", kind="go", moves=("pass", "pass"))])
    assert made.cross["A", "B"] == made.cross["B", "A"] == Score(draws=1)
    assert not made.players[0].lost_by


def test_games_of_a_player_against_itself_count_for_the_colours_alone() -> None:
    made = report([game("A", "A"), game("A", "B")])
    assert made.black == Score(2)
    assert {player.player: player.total.games for player in made.players} == {"A": 1, "B": 1}


def test_named_players_are_listed_without_a_game() -> None:
    made = report([game("A", "B")], players=["B", "A", "late"])
    assert [player.player for player in made.players] == ["A", "B", "late"]
    assert made.players[2].rating is None
    assert "late" in made.text()
    assert "late" in report_html(made, [])


def test_groups_that_never_met_get_a_note_instead_of_ratings() -> None:
    games = [game("A", "B"), game("C", "D")]
    made = report(games)
    assert "rate each group alone: A, B; C, D" in made.note
    assert [player.rating for player in made.players] == [None] * 4
    assert made.note in made.text()
    assert made.as_dict()["note"] == made.note
    assert "rate each group alone" in report_html(made, games)


# Text and JSON


def test_text_of_a_match() -> None:
    games = [game("A", "B")] * 3 + [game("B", "A"), game("B", "A", winner="white", reason="crash")]
    lines = [" ".join(line.split()) for line in report(games).text().splitlines()]
    assert lines == [
        "5 games of Hex 3×3, 5.0 moves on average. Black scored 80.0% [37.6, 96.4]. Intervals are 95%.",
        "",
        "1 A",
        "2 B",
        "",
        "Elo score as Black as White CPU s/game",
        "1 +105 [−65, +276] 80.0% [37.6, 96.4] of 5 100.0% [43.9, 100.0] of 3 50.0% [9.5, 90.5] of 2 1.10",
        "2 −105 [−276, +65] 20.0% [3.6, 62.4] of 5 50.0% [9.5, 90.5] of 2 0.0% [0.0, 56.1] of 3 0.90",
        "",
        "score Elo difference LOS",
        "1 – 2 4–1 80.0% [37.6, 96.4] of 5 +241 [−88, +570] 89.1%",
        "",
        "Lost games by how they ended:",
        "1 on the board 1",
        "2 on the board 3, crash 1 (1 forfeited)",
    ]


def test_text_has_a_cross_table_for_three() -> None:
    rows = [line.split() for line in report(tournament()).text().splitlines()]
    assert ["1", "·", "3/4", "4/4"] in rows
    assert ["2", "1/4", "·", "3/4"] in rows
    assert ["3", "0/4", "1/4", "·"] in rows


def test_report_of_no_games() -> None:
    assert report([]).text() == "No games."
    assert "No games." in report_html(report([]), [])


def test_data_is_plain_json() -> None:
    data = json.loads(json.dumps(report(tournament()).as_dict(), allow_nan=False))
    assert data["games"] == 12
    assert data["boards"] == {"Hex 3×3": 12}
    first = data["players"][0]
    assert (first["player"], first["wins"], first["losses"]) == ("A", 7, 1)
    assert first["as_white"]["rate"] == 0.75
    assert first["elo_interval"][0] < first["elo"] < first["elo_interval"][1]
    [swept] = [pair for pair in data["pairings"] if (pair["first"], pair["second"]) == ("A", "C")]
    assert swept["elo"] is None
    assert swept["superiority"] == pytest.approx(31 / 32)


@pytest.mark.parametrize(
    ("elo", "text"), [(0.2, "0"), (31.4, "+31"), (-4.0, "−4"), (float("inf"), "+∞"), (-float("inf"), "−∞")]
)
def test_signed_elo(elo: float, text: str) -> None:
    assert signed(elo) == text


# HTML

VOID = {"meta", "input"}
BAD_NAME = """</script><script>alert("x")</script><img src=x onerror='alert(1)'>&"""


class Page(HTMLParser):
    """Checks that elements nest, and collects their names and the text of scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.scripts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data


def html_of(games: list[GameResult], title: str = "A title") -> str:
    return report_html(report(games), games, title=title)


def test_page_is_well_formed_and_self_contained() -> None:
    text = html_of(tournament())
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    assert not {"link", "img", "iframe"} & set(page.tags)
    assert set(re.findall(r"https?://[^\"'\s]*", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(src|href|@import|url)\b\s*[=(]", text)


def test_page_embeds_all_games() -> None:
    games = tournament()
    data = json.loads(Page(html_of(games)).scripts[0])
    assert len(data["games"]) == 12
    assert {entry[6] for entry in data["games"]} == {"b2 a2 c1 a3 b3"}
    assert {entry[7] for entry in data["games"]} == {"c1 b2 b3"}
    for result, (black, white, winner, *_) in zip(games, data["games"], strict=True):
        assert data["players"][black].split() == [str(black + 1), result.task.black]
        assert data["players"][white].split() == [str(white + 1), result.task.white]
        assert winner == result.winner
    assert [entry[8] for entry in data["games"] if entry[8]] == ["it ended"]


def test_page_escapes_what_others_wrote() -> None:
    games = [game(BAD_NAME, other, reason="crash", detail=BAD_NAME) for other in ("B", "C")]
    text = html_of(games, title=BAD_NAME)
    page = Page(text)
    assert page.tags.count("script") == 2
    assert "img" not in page.tags
    assert "<script>alert" not in text
    assert json.loads(page.scripts[0])["players"][0] == f"1 {BAD_NAME}"


def test_page_of_a_thousand_games_stays_small() -> None:
    board = Board(11)
    moves = tuple(move for move in board.legal_moves if move[0] in "acegik")
    names = [f"mcts:simulations={number}" for number in range(4)]
    games = [game(*pair, moves=moves, size=11) for pair in combinations(names, 2)] * 170
    assert len(html_of(games)) < 400_000


def test_captured_go_stones_follow_the_move_that_took_them() -> None:
    moves = ("A1", "B1", "C3", "A2", "pass", "pass")
    data = json.loads(Page(html_of([game("A", "B", kind="go", moves=moves, winner="white")])).scripts[0])
    assert data["games"][0][6] == "A1 B1 C3 A2xA1 pass pass"
    assert data["boards"][0]["cells"].split()[:3] == ["A3", "B3", "C3"]


def test_a_record_that_breaks_the_rules_is_shown_as_it_is() -> None:
    games = [game("A", "B", moves=("a1", "a1", "resign"), reason="illegal move")]
    assert json.loads(Page(html_of(games)).scripts[0])["games"][0][6:8] == ["a1 a1 resign", ""]


def test_long_details_keep_their_end() -> None:
    games = [game("A", "B", reason="crash", detail="x" * 5000 + "the end")]
    detail = json.loads(Page(html_of(games)).scripts[0])["games"][0][8]
    assert len(detail) == 2000
    assert detail.endswith("the end")


CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs a Chromium browser")
def test_browser_replays_the_positions_of_the_board(tmp_path: Path) -> None:
    games = [
        game("A", "B"),
        game("A", "B", moves=("a3", "swap-pieces", "b2")),
        game("A", "B", moves=("a3", "swap-sides", "b2", "c2")),
        game("A", "B", kind="go", moves=("A1", "B1", "C3", "A2", "pass")),
        game("A", "B", moves=("swap-pieces", "b2", "b2", "resign")),
    ]
    expected = [
        {"b2": "black", "c1": "black", "b3": "black", "a2": "white", "a3": "white"},
        {"c1": "white", "b2": "black"},
        {"a3": "black", "b2": "white", "c2": "black"},
        {"B1": "white", "A2": "white", "C3": "black"},
        {"b2": "black"},
    ]
    probe = """<script>document.title = JSON.stringify([
        games.map((game) => Object.fromEntries(positionAfter(game, game.moves.length).stones)),
        games[2].moves.map((_, index) => moverOf(games[2], index + 1)),
    ]);</script></body>"""
    page = tmp_path / "report.html"
    page.write_text(html_of(games).replace("</body>", probe), encoding="utf-8")
    flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
    ]
    shown = subprocess.run(
        [str(CHROMIUM), *flags, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
    found = re.search(r"<title>(.*?)</title>", shown)
    assert found is not None
    assert json.loads(found[1]) == [expected, ["Black", "White", "White", "Black"]]
    assert "5 / 5: Black b3" in shown
