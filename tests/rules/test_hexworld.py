import pytest
from hypothesis import given
from hypothesis import strategies as st

from beeline.errors import BoardSizeError, NotationError
from beeline.rules.cells import cell_name
from beeline.rules.hexworld import HexWorldLink, format_hexworld, parse_hexworld


@st.composite
def links(draw: st.DrawFn) -> HexWorldLink:
    rows, cols = draw(st.integers(1, 19)), draw(st.integers(1, 19))
    cells = st.builds(cell_name, st.integers(0, rows - 1), st.integers(0, cols - 1))
    moves = draw(st.lists(st.one_of(cells, st.sampled_from(["swap-pieces", "swap-sides", "pass"]))))
    result = draw(st.sampled_from(["", "B+R", "W+R", "B+F", "W+F"]))
    last = len(moves) if result else len(moves) - 1
    cursors = st.one_of(st.none(), st.integers(0, last)) if last >= 0 else st.none()
    return HexWorldLink(
        rows=rows,
        cols=cols,
        moves=moves,
        options=tuple(draw(st.lists(st.sampled_from(["r9", "r12", "m", "c1", "n"]), max_size=3))),
        cursor=draw(cursors),
        result=result,
    )


def test_a_link_gives_size_options_and_moves() -> None:
    link = parse_hexworld("https://hexworld.org/board/#11r9c1,a2:sb3:pc11")
    assert (link.rows, link.cols) == (11, 11)
    assert link.options == ("r9", "c1")
    assert link.moves == ["a2", "swap-pieces", "b3", "pass", "c11"]
    assert link.cursor is None
    assert link.played == link.moves
    assert link.ahead == []


@pytest.mark.parametrize(
    "text", ["https://hexworld.org/board/#5n,a2b3", "#5n,a2b3", " 5n,a2b3\n", "5n%2ca2b3"]
)
def test_whole_links_and_their_tails_read_the_same(text: str) -> None:
    assert parse_hexworld(text) == HexWorldLink(rows=5, cols=5, options=("n",), moves=["a2", "b3"])


def test_an_oblong_board_names_its_columns_first() -> None:
    link = parse_hexworld("#11x9,k9")
    assert (link.rows, link.cols) == (9, 11)
    assert format_hexworld(link) == "https://hexworld.org/board/#11x9,k9"


def test_the_second_comma_is_the_cursor() -> None:
    link = parse_hexworld("#13,d10j9,d5:S")
    assert link.cursor == 2
    assert link.played == ["d10", "j9"]
    assert link.ahead == ["d5", "swap-sides"]
    assert parse_hexworld("#13,,d10").cursor == 0
    assert parse_hexworld("#13,d10,").cursor is None


@pytest.mark.parametrize(("code", "result"), [(":rb", "W+R"), (":rw", "B+R"), (":fb", "W+F"), (":fw", "B+F")])
def test_the_end_of_the_game_is_a_result(code: str, result: str) -> None:
    link = parse_hexworld(f"11,a2b3{code}")
    assert (link.moves, link.result, link.cursor) == (["a2", "b3"], result, None)
    assert parse_hexworld(f"11,a2,b3%3A{code[1:]}").result == result
    assert format_hexworld(link).endswith(f"#11,a2b3{code}")


def test_an_empty_board() -> None:
    assert parse_hexworld("11").moves == []
    assert format_hexworld(HexWorldLink(rows=7, cols=7)) == "https://hexworld.org/board/#7"


@given(links())
def test_every_link_reads_back(link: HexWorldLink) -> None:
    assert parse_hexworld(format_hexworld(link)) == link


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a board size from 1 to 19, .* got the end at character 1 "),
        ("https://hexworld.org/board/", "a board size .* got 'https://hexw' at character 1 "),
        ("#21,a2", "a board size .* got '21,a2' at character 2 "),
        ("#0,a2", "a board size .* got '0,a2' at character 2 "),
        ("#11x,a2", "an option .* got 'x,a2' at character 4 "),
        ("#11q1,a2", "an option .* or a comma, got 'q1,a2' at character 4 "),
        ("#11r,a2", "an option .* got 'r,a2' at character 4 "),
        ("#11,a2:xb3", "a move .* or a comma, got ':xb3' at character 7 "),
        ("#11,a2b3,c4,d5", "a move .* or the end, got ',d5' at character 12 "),
        ("#11,a2z9", "a cell from a1 to k11, got 'z9' at character 7 "),
        ("#11x9,a2a10", "a cell from a1 to k9, got 'a10' at character 9 "),
        ("#11,a2aa3", "a move .* got 'aa3' at character 7 "),
        ("#11,a2:rbc4", "the end after a resignation or forfeit, got 'c4' at character 10 "),
        ("#11,a2:rb,c4", "the end after a resignation or forfeit, got 'c4' at character 11 "),
    ],
)
def test_an_unknown_piece_is_named_with_its_place(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=f"^expected {problem}of the link$"):
        parse_hexworld(text)


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        (HexWorldLink(moves=["a2", "resign"]), "expected a resignation in result"),
        (HexWorldLink(moves=["l1"]), "from a1 to k11, got 'l1'"),
        (HexWorldLink(moves=["a1"], cursor=2), "expected a cursor from 0 to 1 or None, got 2"),
        (HexWorldLink(options=("z",)), "got 'z'"),
        (HexWorldLink(result="B+"), "expected one of .*, got 'B\\+'"),
    ],
)
def test_what_no_link_can_say_is_refused(link: HexWorldLink, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        format_hexworld(link)


def test_board_sizes_have_limits() -> None:
    with pytest.raises(BoardSizeError, match="got 20x11"):
        format_hexworld(HexWorldLink(rows=20))


@given(st.one_of(st.text(), st.text(alphabet="#0123456789x,:srRbwfpSnmcaAkz%2C")))
def test_any_text_is_a_link_or_a_notation_error(text: str) -> None:
    try:
        link = parse_hexworld(text)
    except NotationError:
        return
    assert parse_hexworld(format_hexworld(link)) == link
