"""GTP by its answers: transcripts, the manual, the corners of the protocol, moves, files, options."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from beeline.errors import BoardSizeError, PlayerError
from beeline.interfaces.gtp import serve
from beeline.interfaces.gtp.server import make_engine
from beeline.limits import GTP_LINE_BYTES
from beeline.players import Decision, Limit, Player
from tests.interfaces.gtp.gtp_talk import (
    DATA,
    DOCS,
    converse,
    results,
)

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
    assert answers == [f"?7 syntax error: the line is longer than {GTP_LINE_BYTES:,} bytes", "= Beeline"]


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
    serve("random:seed=1", size=4, input=io.BytesIO(script.encode()), output=output)
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
    def decide(self, board: object, limit: Limit) -> Decision:
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
        def decide(self, board: object, limit: Limit) -> Decision:
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
    assert lines["[list/uct/tuned/none] selection"] == "none"
    assert lines["[list/default/local/tenuki/patterns/bridges/none] continuation"] == "none"


def test_param_changes_one_option_and_keeps_the_others() -> None:
    script = "param_mcts selection tuned\nparam_mcts reuse 0\nparam_mcts simulations none\nparam_mcts\n"
    listing = results(script, player="mcts:simulations=50,seed=3")[-1]
    assert "[list/uct/tuned/none] selection tuned" in listing
    assert "[bool] reuse 0" in listing
    assert "[string] seed 3" in listing
    assert "[string] simulations none" in listing


def test_an_option_is_explained_in_the_words_of_its_dataclass() -> None:
    (told,) = results("param_mcts simulations", player="mcts")
    assert told == (
        "simulations, a whole number, default none: "
        "Simulations per move; 10,000 when seconds are not given either."
    )


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
        ("param_mcts simulation", "did you mean 'simulations'?"),
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
        assert kind in (
            "string",
            "param",
            "group",
            "plist",
            "pspairs",
            "var",
            "varc",
            "inferior",
            "vc",
            "none",
        )
        assert label
        assert call.split(" ")[0] in names.split("\n")
