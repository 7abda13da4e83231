from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beeline.errors import BoardSizeError, NotationError, SgfError
from beeline.rules.cells import cell_name
from beeline.rules.game import COLOURS, Colour, opponent
from beeline.rules.sgf import GameRecord, Node, parse_sgf, read_hex_sgf, write_sgf

GOLDEN = Path(__file__).parents[1] / "data" / "sgf"
SAMPLES = {path.stem: path.read_bytes() for path in sorted(GOLDEN.glob("*.sgf"))}

NASTY = st.text(st.one_of(st.sampled_from("[]\\();: \n\r\tAé\ufeff"), st.characters()), max_size=12)
NAMES = st.from_regex(r"[A-Z][A-Z0-9]{0,2}", fullmatch=True)
PROPERTIES = st.dictionaries(NAMES, st.lists(NASTY, min_size=1, max_size=3), max_size=3)


@st.composite
def trees(draw: st.DrawFn) -> Node:
    nodes = [Node(draw(PROPERTIES))]
    for properties in draw(st.lists(PROPERTIES, max_size=12)):
        parent = nodes[draw(st.integers(0, len(nodes) - 1))]
        nodes.append(Node(properties))
        parent.children.append(nodes[-1])
    return nodes[0]


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    rows, cols = draw(st.integers(1, 19)), draw(st.integers(1, 19))
    cells = st.builds(cell_name, st.integers(0, rows - 1), st.integers(0, cols - 1))
    stones = draw(st.lists(cells, unique=True, max_size=8))
    names = draw(st.lists(st.one_of(cells, st.sampled_from(["swap-pieces", "pass"])), max_size=20))
    first = draw(st.sampled_from(COLOURS))
    line = st.text(st.characters(exclude_characters="\t\v\f\r\n"), max_size=8)
    return GameRecord(
        rows=rows,
        cols=cols,
        moves=[(opponent(first) if number % 2 else first, name) for number, name in enumerate(names)],
        black_stones=stones[::2],
        white_stones=stones[1::2],
        to_move=draw(st.sampled_from([None, *COLOURS])),
        black_player=draw(line),
        white_player=draw(line),
        result=draw(line),
        event=draw(line),
        date=draw(line),
        comment=draw(st.text(st.characters(exclude_characters="\t\v\f\r"))),
    )


def only(text: str | bytes) -> GameRecord:
    [record] = read_hex_sgf(text)
    return record


def names(record: GameRecord) -> list[str]:
    return [move for _, move in record.moves]


# The raw layer


def test_a_tree_has_properties_children_and_variations() -> None:
    [root] = parse_sgf("(;GM[11]AB[a1][b2];B[c3](;W[d4];B[e5])(;W[f6]))")
    assert root.properties == {"GM": ["11"], "AB": ["a1", "b2"]}
    assert [child.first("W") for child in root.children[0].children] == ["d4", "f6"]
    assert [node.first("B") for node in root.main_line()] == [None, "c3", None, "e5"]


def test_escapes_and_soft_line_breaks_are_resolved() -> None:
    [root] = parse_sgf("(;C[a\\]b \\\\ \\: soft\\\nsoft\\\r\nhard\nend])")
    assert root.first("C") == "a]b \\ : softsofthard\nend"


def test_blanks_are_allowed_everywhere_between_the_pieces() -> None:
    spread = parse_sgf("\n ( \t; AB \r\n [a1]\n[b2] GM\v[11] ( ; B [c3] )\n)\n\n( ; )\n")
    assert spread == parse_sgf("(;AB[a1][b2]GM[11];B[c3])(;)")


def test_only_capitals_of_a_name_count_and_repeated_properties_join() -> None:
    [root] = parse_sgf("(;CoPyright[me]AddBlack[a1]AB[b2])")
    assert root.properties == {"CP": ["me"], "AB": ["a1", "b2"]}


def test_text_before_the_first_tree_is_skipped() -> None:
    assert parse_sgf("From: (someone)\n\n(;C[hi])") == [Node({"C": ["hi"]})]


@pytest.mark.parametrize(
    "data",
    [
        "(;C[é])".encode(),
        "\ufeff(;C[é])".encode(),
        "(;C[é])".encode("latin-1"),
        "\ufeff(;C[é])".encode("utf-16-le"),
    ],
)
def test_bytes_are_decoded_by_what_they_are(data: bytes) -> None:
    assert parse_sgf(data) == [Node({"C": ["é"]})]


def test_bytes_are_decoded_as_ca_says() -> None:
    text = "(;CA[{}]PB[橋本表])"  # 表 ends in a backslash byte in Shift-JIS
    for charset in ("Shift_JIS", "EUC-JP", "GB18030", "UTF-8"):
        [root] = parse_sgf(text.format(charset).encode(charset))
        assert root.first("PB") == "橋本表"
    [root] = parse_sgf(text.format("no-such-charset").encode())
    assert root.first("PB") == "橋本表"


@given(st.lists(trees(), min_size=1, max_size=3))
def test_every_collection_reads_back(collection: list[Node]) -> None:
    text = write_sgf(collection)
    assert parse_sgf(text) == collection
    assert write_sgf(parse_sgf(text)) == text


def test_trees_that_differ_anywhere_are_not_equal() -> None:
    tree = "(;C[x];B[a1](;W[b2])(;W[c3]))"
    others = ["(;C[x];B[a1](;W[b2])(;W[c4]))", "(;C[x];B[a1];W[b2])", "(;C[y];B[a1](;W[b2])(;W[c3]))"]
    assert all(parse_sgf(tree) != parse_sgf(other) for other in others)


def test_long_records_are_written_in_short_lines() -> None:
    text = GameRecord(moves=[("black", "a1"), ("white", "b2")] * 60).to_sgf()
    assert max(map(len, text.splitlines())) <= 78


def test_depth_is_no_limit() -> None:
    nested = parse_sgf("(;B[a1]" * 100_000 + ")" * 100_000)
    assert parse_sgf(write_sgf(nested)) == nested
    forked = parse_sgf("(;B[a1](;)" * 20_000 + ")" * 20_000)
    assert parse_sgf(write_sgf(forked)) == forked


@pytest.mark.parametrize(
    "piece", ["(", "( ", "(;", "(;C[", "C[\\]]", "C[a]\n", "AB[", "[", "[a]", "]", "\\", " \n"]
)
@pytest.mark.parametrize("start", ["", "(;", "(;C["])
def test_hostile_text_is_refused_in_linear_time(start: str, piece: str) -> None:
    with pytest.raises(SgfError):
        parse_sgf(start + piece * 200_000)


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "found no game tree, expected '(;'"),
        ("hello\nworld", 1, 1, "found no game tree, expected '(;'"),
        ("(;B[a1]\n;W[b2]", 2, 7, "the file ends inside a game tree, expected ')'"),
        ("(;B[a1]\r\n;W[b2", 2, 3, "this value of W never ends, expected ']'"),
        ("(;C[a\\]", 1, 4, "this value of C never ends, expected ']'"),
        ("(;B[a1]\r\r ?)", 3, 2, "expected '(' or ';' or ')', got '?'"),
        ("(;B[a1]\n  AB ;W[b2])", 2, 6, "expected '[' and a value after AB, got ';'"),
        ("(;B", 1, 4, "expected '[' and a value after B, got ''"),
        ("(;\n\n black[a1])", 3, 2, "expected a property name in capitals, got 'black'"),
        ("(;B[a1])\n)", 2, 1, "expected '(', got ')'"),
        ("(;B[a1])\nbye", 2, 1, "expected '(', got 'b'"),
        ("(;B[a1](;W[b2]);B[c3])", 1, 16, "expected '(' or ')', got ';'"),
        ("(;B[a1]((;W[b2])))", 1, 9, "expected ';', got '('"),
        ("(;B[a1]())", 1, 9, "expected ';', got ')'"),
        ("\ufeff(;[a1])", 1, 3, "expected '(' or ';' or ')', got '['"),
    ],
)
def test_broken_syntax_is_placed_exactly(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(SgfError) as caught:
        parse_sgf(text)
    assert str(caught.value) == f"{problem} (line {line}, column {column})"
    assert (caught.value.line, caught.value.column) == (line, column)


def test_what_sgf_cannot_express_is_not_written() -> None:
    with pytest.raises(NotationError, match="name in capitals, got 'Ab'"):
        write_sgf([Node({"Ab": ["x"]})])
    with pytest.raises(NotationError, match="AB has no values"):
        write_sgf([Node(children=[Node({"AB": []})])])


# The Hex layer


def test_hexgui_record() -> None:
    record = only(SAMPLES["hexgui"])
    assert (record.rows, record.cols) == (9, 11)
    assert names(record) == ["a2", "swap-pieces", "f5", "e4", "h3", "d5", "resign"]
    assert record.moves[0] == ("black", "a2")
    assert record.moves[-1] == ("black", "resign")
    assert (record.black_player, record.white_player) == ("Ada", "Béla")
    assert (record.result, record.winner) == ("W+Resign", "white")
    assert (record.event, record.date) == ("Club evening", "2019-03-02")
    assert record.comment == "A comment with a bracket ] and: a colon."


def test_the_root_keeps_variations_and_their_comments() -> None:
    record = only(SAMPLES["hexgui"])
    assert record.root is not None
    assert write_sgf([record.root]).count("(") == 5
    assert "C[worse]" in write_sgf([record.root])
    assert "C[worse]" not in record.to_sgf()


def test_set_up_stones_may_follow_the_root() -> None:
    record = only(SAMPLES["hexgui-set-up"])
    assert record.black_stones == ["b2", "c6", "d6", "c7"]
    assert record.white_stones == ["b7"]
    assert record.to_move == "white"
    assert record.moves == [("white", "d4")]
    assert record.winner is None


def test_a_swap_after_which_the_same_colour_moves_is_swap_sides() -> None:
    record = only(SAMPLES["benzene"])
    assert names(record) == ["b2", "swap-sides", "c3", "d2", "b4", "resign"]
    assert record.winner == "white"
    assert names(only("(;B[a2];W[swap-pieces];W[resign])")) == ["a2", "swap-pieces", "resign"]
    assert names(only("(;B[a2];W[swap])")) == ["a2", "swap-pieces"]
    assert names(only("(;B[a2];W[swap-sides];B[b3])")) == ["a2", "swap-sides", "b3"]


def test_little_golem_labels_the_first_player_white() -> None:
    record = only(SAMPLES["little-golem"])
    assert (record.rows, record.cols) == (13, 13)
    assert names(record) == ["a4", "swap-pieces", "g7", "d10", "j4", "resign"]
    assert [colour for colour, _ in record.moves] == ["black", "white"] * 3
    assert (record.black_player, record.white_player) == ("first one", "smile;]")
    assert (record.winner, record.comment) == ("black", "game #17")


def test_letter_pairs_with_black_first_keep_their_colours() -> None:
    assert only("(;SZ[5];B[ce];W[AB])").moves == [("black", "c5"), ("white", "a2")]
    assert only("(;SZ[5]PL[W];W[ce])").moves == [("white", "c5")]
    assert only("(;SZ[5]AB[aa];W[ce])").moves == [("white", "c5")]
    assert only("(;SZ[5];W[c5])").moves == [("white", "c5")]


def test_old_style_names_junk_and_several_games() -> None:
    first, second = read_hex_sgf(SAMPLES["ff3"])
    assert (first.rows, first.black_player, names(first)) == (6, "Zoë", ["c4", "d3"])
    assert (second.rows, second.cols, names(second)) == (11, 11, ["f6", "pass"])


def test_latin_1_names() -> None:
    record = only(SAMPLES["latin-1"])
    assert (record.black_player, record.white_player) == ("René", "Åsa")


def test_the_comment_of_the_root_stands_in_for_a_game_comment() -> None:
    assert only("(;C[node\r\nlines\tand blanks])").comment == "node\nlines and blanks"
    assert only("(;C[node]GC[game])").comment == "game"


def test_ae_on_an_empty_board_is_ignored() -> None:
    assert only("(;SZ[5]AE[a1:s19];AB[c3])").black_stones == ["c3"]


def test_go_is_read_as_a_tree_and_refused_as_hex() -> None:
    [root] = parse_sgf(SAMPLES["go"])
    assert root.children[0].properties == {"W": ["ee"], "LB": ["aa:A", "bb:a ] b"]}
    with pytest.raises(SgfError, match=r"expected Hex, GM\[11\], got GM\[1\] \(line 1, column 8\)"):
        read_hex_sgf(SAMPLES["go"])


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("(;FF[4]\nGM[1])", 2, 1, "expected Hex, GM[11], got GM[1]"),
        ("(;GM[11]SZ[20])", 1, 9, "expected a size from 1 to 19 or columns:rows, got SZ[20]"),
        ("(;GM[11] SZ[11:0])", 1, 10, "expected a size from 1 to 19 or columns:rows, got SZ[11:0]"),
        ("(;SZ[x])", 1, 3, "expected a size from 1 to 19 or columns:rows, got SZ[x]"),
        ("(;SZ[5];B[a1]\n;W[f1])", 2, 2, "expected a cell from a1 to e5 in W, got 'f1'"),
        ("(;SZ[5:4];B[a5])", 1, 11, "expected a cell from a1 to e4 in B, got 'a5'"),
        ("(;SZ[5];C[x]B[zz])", 1, 13, "expected a cell from a1 to e5 in B, got 'zz'"),
        ("(;SZ[5];B[hello])", 1, 9, "expected a cell from a1 to e5 in B, got 'hello'"),
        ("(;SZ[5]\r\nAB[a1]\r\nAW[b2][c9])", 3, 1, "expected a cell from a1 to e5 in AW, got 'c9'"),
        ("(;AB[a1:z9])", 1, 3, "expected a cell from a1 to k11 in AB, got 'z9'"),
        ("(;AB[a1:b2]AW[b1:c3])", 1, 12, "expected one colour on b1, got both AB and AW"),
        ("(;B[a1];AB[b2])", 1, 9, "expected set-up stones before the first move, got AB after it"),
        ("(;B[a1][b2])", 1, 3, "expected one move in B, got 2"),
        ("(;PL[x])", 1, 3, "expected PL[B] or PL[W], got PL[x]"),
    ],
)
def test_what_is_wrong_with_a_record_is_placed_exactly(
    text: str, line: int, column: int, problem: str
) -> None:
    with pytest.raises(SgfError) as caught:
        read_hex_sgf(text)
    assert str(caught.value) == f"{problem} (line {line}, column {column})"


def test_a_record_as_text() -> None:
    record = GameRecord(
        rows=4, cols=5, moves=[("white", "C3"), ("black", "swap")], black_stones=["a1"], black_player="[me]"
    )
    assert record.to_sgf() == "(;FF[4]GM[11]CA[UTF-8]SZ[5:4]PB[[me\\]]AB[a1];W[c3];B[swap-pieces])\n"


@given(records())
def test_every_record_reads_back(record: GameRecord) -> None:
    assert only(record.to_sgf()) == record


@pytest.mark.parametrize("name", sorted(SAMPLES.keys() - {"go"}))
def test_every_sample_reads_back(name: str) -> None:
    read = read_hex_sgf(SAMPLES[name])
    assert [only(record.to_sgf()) for record in read] == read


def test_a_record_that_cannot_be_is_not_written() -> None:
    with pytest.raises(BoardSizeError, match="got 0x11"):
        GameRecord(rows=0).to_sgf()
    with pytest.raises(NotationError, match="'black' or 'white', got 'red'"):
        GameRecord(moves=[(cast(Colour, "red"), "a1")]).to_sgf()
    with pytest.raises(NotationError, match="from a1 to e5, got 'f1'"):
        GameRecord(rows=5, cols=5, white_stones=["f1"]).to_sgf()


# Fuzzing


@st.composite
def damaged_samples(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(st.sampled_from(sorted(SAMPLES.values()))))
    for _ in range(draw(st.integers(1, 4))):
        start, length = draw(st.integers(0, len(data))), draw(st.integers(0, 12))
        data[start : start + length] = draw(st.one_of(st.binary(max_size=4), st.sampled_from(PIECES)))
    return bytes(data)


PIECES = [
    b"(;",
    b")",
    b"];",
    b"[",
    b"\\",
    b"CA[utf-7]",
    b"CA[GB18030]",
    b"SZ[3]",
    b"AB[a1:s19]",
    b"B[",
    b"\xff\xfe",
]
BROKEN = st.one_of(
    st.text(),
    st.text("()[];:\\ABWSZabs19\r\n \ufeff").map(lambda text: f"(;{text}"),
    st.binary(),
    damaged_samples(),
)


def check_reads_or_refuses(data: str | bytes) -> None:
    try:
        collection = parse_sgf(data)
    except SgfError:
        return
    assert parse_sgf(write_sgf(collection)) == collection
    try:
        read = read_hex_sgf(data)
    except SgfError:
        return
    assert [only(record.to_sgf()).moves for record in read] == [record.moves for record in read]


@settings(max_examples=600, deadline=None)
@given(BROKEN)
def test_anything_reads_or_is_an_sgf_error(data: str | bytes) -> None:
    check_reads_or_refuses(data)


@pytest.mark.slow
@settings(max_examples=60_000, deadline=None)
@given(BROKEN)
def test_anything_reads_or_is_an_sgf_error_at_length(data: str | bytes) -> None:
    check_reads_or_refuses(data)
