"""GTP by its answers: transcripts, the protocol's corners, time, files, real processes, GNU Go."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from beeline.errors import BoardSizeError, PlayerError
from beeline.interfaces.gtp import serve
from beeline.interfaces.gtp.clock import Clock, TimeSettings
from beeline.interfaces.gtp.handicap import fixed_handicap, free_handicap, most_fixed_stones
from beeline.interfaces.gtp.protocol import MAX_LINE
from beeline.interfaces.gtp.server import make_engine
from beeline.players import Decision, Player
from beeline.rules.cells import parse_go
from beeline.rules.go import GoBoard

DATA = Path(__file__).parents[1] / "data"
DOCS = Path(__file__).parents[2] / "docs" / "gtp.md"
GNU_GO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
needs_gnu_go = pytest.mark.skipif(GNU_GO is None, reason="GNU Go (gnugo) is not installed")


def converse(text: str | bytes, *, player: str = "random:seed=1", game: str = "hex", size: int | None = None):
    """The answers to some lines, without the empty lines that end them."""
    data = text.encode() if isinstance(text, str) else text
    output = io.BytesIO()
    serve(player, game=game, size=size, input=io.BytesIO(data), output=output)
    written = output.getvalue().decode()
    assert not written or written.endswith("\n\n")
    return written.split("\n\n")[:-1]


def results(text: str, **options):
    """The answers to lines that all succeed, without the sign."""
    answers = converse(text, **options)
    assert all(answer.startswith("= ") for answer in answers), answers
    return [answer.removeprefix("= ") for answer in answers]


# Transcripts


def read_transcript(text: str) -> list[tuple[str, str]]:
    """The inputs of a transcript, lines after ``>``, each with the answer expected."""
    exchanges: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith(">"):
            exchanges.append((line[1:].removeprefix(" "), []))
        elif exchanges and not line.startswith("#"):
            exchanges[-1][1].append(line.rstrip())
    return [(command, "\n".join(answer).strip("\n")) for command, answer in exchanges]


def options_of(arguments: str) -> dict[str, object]:
    words = shlex.split(arguments)
    options: dict[str, object] = {
        word.removeprefix("--"): value for word, value in zip(words[::2], words[1::2], strict=True)
    }
    return {**options, "size": int(str(options["size"]))}


def check_transcript(text: str, arguments: str) -> None:
    exchanges = read_transcript(text)
    answers = converse("\n".join(command for command, _ in exchanges), **options_of(arguments))
    got = ["\n".join(line.rstrip() for line in answer.split("\n")) for answer in answers]
    expected = [(command, answer) for command, answer in exchanges if answer]
    commands = [command for command, _ in expected]
    assert len(got) == len(expected), f"{len(expected)} answers expected, got {len(got)}"
    assert list(zip(commands, got, strict=True)) == expected


@pytest.mark.parametrize("path", sorted((DATA / "gtp").glob("*.txt")), ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    text = path.read_text()
    check_transcript(text, text.splitlines()[0].removeprefix("# "))


def test_the_conversation_of_the_manual() -> None:
    found = re.search(r"^```gtp (.*?)\n(.*?)^```", DOCS.read_text(), re.DOTALL | re.MULTILINE)
    assert found is not None
    check_transcript(found[2], found[1])


# The manual


def documented(heading: str) -> list[str]:
    """The first column of the table under a heading."""
    section = DOCS.read_text().split(f"### {heading}\n")[1].split("\n#")[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)


@pytest.mark.parametrize(("game", "heading"), [("hex", "Hex"), ("go", "Go")])
def test_the_manual_has_every_command_with_its_arguments(game: str, heading: str) -> None:
    engine = make_engine("mcts", game=game)
    usages = documented("Every game") + documented(heading)
    assert sorted(usages) == sorted(command.usage for command in engine.commands.values())
    names = results("list_commands", player="mcts", game=game)[0].split("\n")
    assert sorted(usage.split(" ")[0] for usage in usages) == names


# The protocol


def test_control_characters_are_dropped_and_tabs_are_blanks() -> None:
    assert converse(b"\x00n\x01am\x7fe\x00\r\n\t12\tplay\tb\tA1\t\r\n") == ["= Beeline", "=12 "]


def test_the_last_line_needs_no_newline() -> None:
    assert converse("name") == ["= Beeline"]


def test_invalid_utf8_is_an_unknown_command_like_any_other() -> None:
    answers = converse(b"\xff\xfe\nplay b \xff\n\xe2\x80\xa8 name\nname\n")
    assert [answer[0] for answer in answers] == ["?", "?", "?", "="]
    assert "unknown command" in answers[0]
    assert answers[1].startswith("? illegal move: expected a letter")


def test_a_line_of_a_megabyte_gets_one_error_and_its_id_back() -> None:
    answers = converse(b"7 play b " + b"a" * 1_000_000 + b"\nname\n")
    assert answers == [f"?7 syntax error: the line is longer than {MAX_LINE:,} bytes", "= Beeline"]


@pytest.mark.parametrize("line", [b"#" + b"x" * 1_000_000, b" \t\0" * 400_000, b"\0" * 1_000_000])
def test_a_megabyte_without_a_command_gets_no_answer(line: bytes) -> None:
    assert converse(line + b"\n name # " + b"y" * 1_000_000 + b"\n") == ["= Beeline"]


def test_a_megabyte_of_digits_is_an_id_too_long() -> None:
    assert converse(b"1" * 1_000_000 + b" name\nname\n")[-1] == "= Beeline"


def test_errors_do_not_repeat_a_whole_line() -> None:
    (answer,) = converse("play b " + "a" * 50_000)
    assert len(answer) < 600


def test_answers_have_no_empty_lines_and_errors_one_line() -> None:
    commands = results("list_commands")[0].split("\n")
    script = "".join(f"{command}\n{command} b\n" for command in commands if command != "quit")
    output = io.BytesIO()
    serve("random:seed=1", input=io.BytesIO(script.encode()), output=output)
    assert len(output.getvalue().split(b"\n\n")) - 1 == 2 * (len(commands) - 1)
    for answer in output.getvalue().decode().split("\n\n")[:-1]:
        assert answer[0] in "=?"
        assert "\n" not in answer or answer.startswith("=")


def test_nothing_is_answered_after_quit() -> None:
    assert converse("quit\nname\n") == ["= "]


def test_every_answer_is_flushed() -> None:
    flushed = []

    class Output(io.BytesIO):
        def flush(self) -> None:
            flushed.append(self.getvalue())

    serve("random", input=io.BytesIO(b"name\nundo\nfoo\n"), output=Output())
    assert [text.count(b"\n\n") for text in flushed] == [1, 2, 3]


class Broken(Player):
    def choose(self, board: object, *, seconds: float | None = None) -> Decision:
        raise ZeroDivisionError("no luck\n\ntoday")


def test_a_bug_in_a_command_is_told_and_the_conversation_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("beeline.interfaces.gtp.session.make_player", lambda spec: Broken())
    answers = converse("3 genmove b\nname\n")
    assert answers == ["?3 internal error: ZeroDivisionError: no luck today", "= Beeline"]
    assert "Traceback" in capsys.readouterr().err


def test_a_bad_player_or_size_is_an_error_before_the_conversation() -> None:
    with pytest.raises(PlayerError, match="did you mean 'mcts'"):
        converse("name", player="mtcs")
    with pytest.raises(BoardSizeError):
        converse("name", size=20)


# Moves


def test_colours_and_cells_in_any_case() -> None:
    *_, board = results("play BLACK A1\nplay White b1\nplay B a2\nplay w C3\nshowboard\n", size=3)
    assert board == "\n  a b c\n1  B W .\n 2  B . .\n  3  . . W"


def test_both_boards_start_at_their_usual_size() -> None:
    assert len(results("showboard")[0].split("\n")) == 1 + 1 + 11
    assert len(results("showboard", game="go")[0].split("\n")) == 1 + 1 + 9


def test_boardsize_takes_columns_first() -> None:
    assert results("boardsize 3 2\nshowboard\n")[1] == "\n  a b c\n1  . . .\n 2  . . ."


ONE_MOVE_WINS_FOR_WHITE = "boardsize 3\nplay b a3\nplay w a2\nplay b b1\nplay w c1\n"


def test_genmove_for_the_side_that_is_not_to_move() -> None:
    """Black is to move, and White's genmove finds White's winning move."""
    *_, move, score = results(
        f"{ONE_MOVE_WINS_FOR_WHITE}genmove w\nfinal_score\n", player="mcts:simulations=500"
    )
    assert (move, score) == ("b2", "W+")


def test_reg_genmove_does_not_play() -> None:
    *_, before, _, after = results("play b a1\nshowboard\nreg_genmove w\nshowboard\n", size=4)
    assert before == after


def test_only_the_one_who_answers_is_offered_the_swap() -> None:
    script = "param_game allow_swap 1\nplay b c3\nall_legal_moves w\nall_legal_moves b\n"
    *_, white, black = results(script, size=5)
    assert white.endswith("swap-pieces")
    assert "swap" not in black


def test_allow_swap_stays_for_later_games() -> None:
    assert results("param_game allow_swap 1\nclear_board\nplay b c3\nall_legal_moves\n", size=5)[-1].endswith(
        "swap-pieces"
    )
    off = "param_game allow_swap 1\nparam_game allow_swap 0\nplay b c3\nall_legal_moves\n"
    assert "swap" not in results(off, size=5)[-1]


def test_a_player_may_resign(monkeypatch: pytest.MonkeyPatch) -> None:
    class Quitter(Player):
        def choose(self, board: object, *, seconds: float | None = None) -> Decision:
            return Decision("resign")

    monkeypatch.setattr("beeline.interfaces.gtp.session.make_player", lambda spec: Quitter())
    assert results("genmove b\nall_legal_moves\n", size=2) == ["resign", "a1 b1 a2 b2"]


def test_undo_takes_back_moves_of_a_game_read_from_a_file_but_no_set_up_stones() -> None:
    file = DATA / "sgf" / "hexgui-set-up.sgf"
    answers = converse(f"loadsgf {file} 0\nundo\n")
    assert answers == ["= ", "? cannot undo"]


# Files


SGF = "(;FF[4]GM[11]SZ[3];B[a1];W[b2];B[c3];W[resign])"


def test_loadsgf_plays_so_many_moves_of_hex(tmp_path: Path) -> None:
    file = tmp_path / "a game.sgf"
    file.write_text(SGF)
    script = f'loadsgf "{file}"\nall_legal_moves\nloadsgf "{file}" 1\nall_legal_moves\n'
    _, whole, _, part = results(script)
    assert whole == "b1 c1 a2 c2 a3 b3"
    assert part == "b1 c1 a2 b2 c2 a3 b3 c3"


def test_loadsgf_stops_before_a_move_of_go(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[5]KM[0.5]AB[aa:ba];W[ee];B[];W[tt])")
    _, board, score, _, part, _ = results(
        f"loadsgf {file}\nshowboard\nfinal_score\nloadsgf {file} 1\nshowboard\nfinal_score\n", game="go"
    )
    assert board.split("\n")[2:] == [
        " 5 X X . . .",
        " 4 . . . . .",
        " 3 . . . . .",
        " 2 . . . . .",
        " 1 . . . . O",
    ]
    assert score == "B+0.5"
    assert part.split("\n")[6] == " 1 . . . . ."


@pytest.mark.parametrize(
    ("sgf", "problem"),
    [
        ("(;GM[11];B[a1])", "expected Go"),
        ("(;GM[1]SZ[20])", "expected a size"),
        ("(;GM[1]KM[nan])", "expected a komi"),
        ("(;GM[1]SZ[5];B[fa])", "expected a point from aa to ee"),
        ("(;GM[1]SZ[5];B[aa];W[aa])", "the point is taken"),
        ("(;GM[1]SZ[5];B[aa];AW[bb])", "before the first move"),
        ("(;GM[1]SZ[5]AB[aa]AE[aa])", "AE"),
        ("hello", "found no game tree"),
    ],
)
def test_a_go_file_that_cannot_be_read_leaves_the_game(tmp_path: Path, sgf: str, problem: str) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(sgf)
    *_, before, answer, after = converse(f"play b a1\nshowboard\nloadsgf {file}\nshowboard\n", game="go")
    assert answer.startswith("? cannot load file: ")
    assert problem in answer
    assert before == after


@pytest.mark.parametrize("file", ["/no/such/file.sgf", "/dev/zero", "/", "x" * 5_000, '""'])
def test_a_hex_file_that_is_none_leaves_the_game(file: str) -> None:
    *_, before, answer, after = converse(f"play b a1\nshowboard\nloadsgf {file}\nshowboard\n")
    assert answer.startswith("? cannot load file: ")
    assert before == after


# The player


def test_param_lists_the_options_as_hexgui_reads_them() -> None:
    listing = results("param_mcts", player="mcts:simulations=50,reuse=false")[0]
    assert listing.startswith("\n")
    lines = dict(re.fullmatch(r"(\[[^\]]+\] \w+) (.*)", line).groups() for line in listing[1:].split("\n"))
    assert lines["[string] simulations"] == "50"
    assert lines["[string] seconds"] == "none"
    assert lines["[bool] reuse"] == "0"
    assert lines["[list/uct/tuned] selection"] == "uct"
    assert lines["[list/default/local/tenuki/patterns/none] continuation"] == "none"


def test_param_changes_one_option_and_keeps_the_others() -> None:
    script = "param_mcts selection tuned\nparam_mcts reuse 0\nparam_mcts simulations none\nparam_mcts\n"
    listing = results(script, player="mcts:simulations=50,seed=3")[-1]
    assert "[list/uct/tuned] selection tuned" in listing
    assert "[bool] reuse 0" in listing
    assert "[string] seed 3" in listing
    assert "[string] simulations none" in listing


def test_param_changes_how_the_player_plays() -> None:
    """As many visits as simulations: the tree is new, and so is its size."""
    script = "mcts-values\nparam_mcts simulations 40\nmcts-values\n"
    first, _, second = results(script, player="mcts:simulations=90,expand=1", size=3)
    visits = [sum(int(count) for count in re.findall(r"@(\d+)", answer)) for answer in (first, second)]
    assert visits[1] < visits[0] <= 90
    assert visits[1] <= 40


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("param_mcts simulation 5", "did you mean 'simulations'?"),
        ("param_mcts simulations many", "needs a whole number, not 'many'"),
        ("param_mcts simulations -1", "must be 1 or more"),
        ("param_mcts simulations 1,threads=2", "needs a whole number"),
        ("param_mcts simulations", "syntax error"),
        ("param_mcts simulations a'\"b", "needs a whole number"),
        ("param_random seed 1", "unknown command"),
        ("param_game allow_swap yes", "syntax error"),
        ("param_game no_such_thing 1", "syntax error"),
    ],
)
def test_a_bad_parameter_changes_nothing(command: str, problem: str) -> None:
    before, answer, after = converse(f"param_mcts\n{command}\nparam_mcts\n", player="mcts:simulations=7")
    assert answer.startswith("? ")
    assert problem in answer
    assert before == after


def test_values_are_pairs_of_every_cell_and_a_number() -> None:
    (values,) = results("mcts-values", player="mcts:simulations=2000", size=3)
    words = values.split(" ")
    assert sorted(words[::2]) == sorted(col + row for col in "abc" for row in "123")
    assert all(re.fullmatch(r"0|\.\d{3}@\d+k?|[WL]@\d+k?", value) for value in words[1::2])


def test_values_are_of_the_position_after_the_move() -> None:
    move, values = results("genmove b\nmcts-values\n", player="mcts:simulations=100", size=4)
    assert move not in values.split(" ")[::2]


def test_values_of_a_won_position_are_proven() -> None:
    *_, values = results(f"{ONE_MOVE_WINS_FOR_WHITE}mcts-values w\n", player="mcts:simulations=500")
    assert re.search(r"\bb2 W@\d", values)


def test_the_variation_is_a_line_of_moves() -> None:
    *_, line = results("play b c3\nmcts-variation\n", player="mcts:simulations=500", size=5)
    assert re.fullmatch(r"[a-e][1-5]( [a-e][1-5])*", line)


def test_a_player_without_a_search_has_no_values() -> None:
    assert converse("mcts-values") == ["? player 'random' shows no search"]


@pytest.mark.parametrize(("game", "command"), [("hex", "hexgui"), ("go", "gogui")])
def test_the_menu_offers_commands_that_exist(game: str, command: str) -> None:
    menu, names = results(f"{command}-analyze_commands\nlist_commands\n", game=game)
    for line in menu.split("\n"):
        kind, label, call = line.split("/")
        assert kind in ("string", "param", "plist", "pspairs", "var", "varc")
        assert label
        assert call.split(" ")[0] in names.split("\n")


# Time


def test_absolute_time_is_shared_among_the_moves_to_come() -> None:
    clock = Clock(TimeSettings(100))
    assert clock.budget(10) == pytest.approx(9)
    clock.spend(60)
    assert clock.budget(10) == pytest.approx(3.6)
    clock.spend(60)
    assert clock.budget(10) == 0.01  # too late, so quickly


def test_main_time_goes_over_into_canadian_byo_yomi() -> None:
    clock = Clock(TimeSettings(10, 30, 3))
    assert clock.budget(20) == pytest.approx(9)  # a move has 10 seconds in byo-yomi
    clock.spend(14)
    assert (clock.seconds, clock.moves) == (26, 2)
    assert clock.budget(20) == pytest.approx(0.9 * 13)
    clock.spend(1)
    assert clock.budget(20) == pytest.approx(0.9 * 25)
    clock.spend(1)
    assert (clock.seconds, clock.moves) == (30, 3)


def test_byo_yomi_from_the_start() -> None:
    clock = Clock(TimeSettings(0, 30, 3))
    assert (clock.seconds, clock.moves) == (30, 3)


@pytest.mark.parametrize("settings", [None, TimeSettings(0), TimeSettings(100, 5, 0), TimeSettings(0, 5, 0)])
def test_no_limit(settings: TimeSettings | None) -> None:
    clock = Clock(settings)
    clock.spend(1_000)
    assert clock.budget(10) is None


def test_the_controllers_clock_counts() -> None:
    clock = Clock()
    clock.set(20, 4)
    assert clock.budget(99) == pytest.approx(4.5)
    clock.set(20, 0)
    assert clock.budget(10) == pytest.approx(1.8)


@pytest.mark.parametrize("game", ["hex", "go"])
@pytest.mark.parametrize("setting", ["time_settings 0 2 4", "time_settings 4 0 0", "time_left b 1 2"])
def test_genmove_keeps_to_the_clock(game: str, setting: str) -> None:
    started = time.monotonic()
    *_, left = results(f"{setting}\ngenmove b\ntime_left b\n", player="mcts:seconds=60", game=game)
    assert time.monotonic() - started < 2.0
    assert 0 < float(left) < 4


def test_a_new_game_has_full_clocks() -> None:
    script = "time_settings 600 0 0\ntime_left b 5\ntime_left\nclear_board\ntime_left\ntime_left w\n"
    _, _, *shown = results(script)
    assert shown == ["Black: 5, White: 600", "", "Black: 600, White: 600", "600"]
    assert results("param_game game_time 60\ntime_left\n")[1] == "Black: 60, White: 60"
    assert results("time_left") == ["Black: no limit, White: no limit"]


@pytest.mark.parametrize(
    "command", ["time_settings -1 0 0", "time_settings 1e3 0 0", "time_left b x", "time_left b 1 y"]
)
def test_time_that_is_none(command: str) -> None:
    assert converse(command)[0].startswith("? syntax error: expected ")


# Go


def test_the_engine_passes_when_the_opponent_has_and_the_area_is_won() -> None:
    script = "play b c3\nplay w pass\ngenmove b\n"
    assert results(script, player="mcts:simulations=50", game="go", size=5)[-1] == "pass"


def test_the_engine_does_not_pass_when_that_would_lose() -> None:
    script = "play b c3\nplay b pass\ngenmove w\n"
    assert results(script, player="mcts:simulations=500", game="go", size=5)[-1] != "pass"


def test_genmove_for_the_other_side_in_go(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class First(Player):
        def choose(self, board: GoBoard, *, seconds: float | None = None) -> Decision:
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


# Processes


SERVE = (
    "import sys; from beeline.interfaces.gtp import serve; "
    "serve(sys.argv[1], game=sys.argv[2], size=int(sys.argv[3]), "
    "input=sys.stdin.buffer, output=sys.stdout.buffer)"
)


class Program:
    """A GTP program that runs as a process."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert None not in (self.process.stdin, self.process.stdout, self.process.stderr)
        self.stdin, self.stdout, self.stderr = self.process.stdin, self.process.stdout, self.process.stderr
        # A program that hangs shall not hang the tests.
        self.watchdog = threading.Timer(60, self.process.kill)
        self.watchdog.start()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.watchdog.cancel()
        self.process.kill()
        self.process.wait()
        for stream in (self.stdin, self.stdout, self.stderr):
            stream.close()

    def send(self, command: str) -> None:
        self.stdin.write(f"{command}\n".encode())
        self.stdin.flush()

    def ask(self, command: str) -> str:
        """The result of a command that must succeed."""
        self.send(command)
        lines = []
        while line := self.stdout.readline().rstrip(b"\r\n"):
            lines.append(line.decode())
        answer = "\n".join(lines)
        assert answer.startswith("="), f"{command} was answered {answer!r}"
        return answer[1:].strip()

    def end(self) -> tuple[int, str]:
        """Ends the input; the exit code, and what is on standard error."""
        self.stdin.close()
        return self.process.wait(timeout=20), self.stderr.read().decode()


def beeline_program(player: str, *, game: str = "hex", size: int = 11) -> Program:
    return Program(sys.executable, "-c", SERVE, player, game, str(size))


def test_a_process_answers_at_once_and_ends_on_quit() -> None:
    with beeline_program("mcts:simulations=100") as program:
        assert program.ask("name") == "Beeline"
        assert re.fullmatch(r"[a-k]\d+", program.ask("genmove b"))
        assert program.ask("quit") == ""
        assert program.end() == (0, "")


def test_a_process_ends_with_its_input() -> None:
    with beeline_program("random") as program:
        assert program.ask("name") == "Beeline"
        assert program.end() == (0, "")


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("busy", [False, True])
def test_a_signal_ends_a_process_quietly(stop: signal.Signals, busy: bool) -> None:
    with beeline_program("mcts:seconds=60") as program:
        assert program.ask("name") == "Beeline"
        if busy:
            program.send("genmove b")
            time.sleep(0.2)
        program.process.send_signal(stop)
        assert program.process.wait(timeout=10) == 0
        assert program.end() == (0, "")


def test_a_process_ends_quietly_when_nobody_reads_its_answers() -> None:
    with beeline_program("random") as program:
        assert program.ask("name") == "Beeline"
        program.stdout.close()
        program.send("list_commands")
        assert program.process.wait(timeout=10) == 0
        assert program.end() == (0, "")


def test_the_package_is_light() -> None:
    """The first move waits for every import, so nothing heavy is among them."""
    heavy = "numpy", "rich", "typer", "torch", "asyncio", "json", "http"
    script = (
        "import sys, io; from beeline.interfaces.gtp import serve; "
        "serve('mcts:simulations=10', input=io.BytesIO(b'genmove b'), output=io.BytesIO()); "
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_the_first_move_costs_a_fifth_of_a_second() -> None:
    """Processor time, which other programs do not spoil, from the start of the process to its end."""
    resource = pytest.importorskip("resource")

    def seconds(*command: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-c", *command], input=b"genmove b", stdout=subprocess.PIPE, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    bare = min(seconds("pass") for _ in range(3))
    assert min(seconds(SERVE, "mcts:simulations=1000", "hex", "11") for _ in range(3)) - bare < 0.2


# GNU Go


def gnu_go(size: int, komi: float) -> Program:
    assert GNU_GO is not None
    rules = [
        "--chinese-rules",
        "--positional-superko",
        "--capture-all-dead",
        "--boardsize",
        str(size),
        "--komi",
        str(komi),
    ]
    return Program(GNU_GO, "--mode", "gtp", "--level", "1", "--seed", "1", *rules)


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
