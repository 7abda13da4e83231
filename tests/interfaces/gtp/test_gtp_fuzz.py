"""GTP against chance: a plain model of each game that must agree, and bytes of every kind."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from beeline.interfaces.gtp.protocol import read_requests
from beeline.interfaces.gtp.server import make_engine, serve

COLOURS = st.sampled_from(["black", "white"])
LETTERS = "abcdefghijklmnopqrs"
GO_LETTERS = "ABCDEFGHJKLMNOPQRST"

Cell = tuple[int, int]
Stones = dict[Cell, str]


def other(colour: str) -> str:
    return "white" if colour == "black" else "black"


class Conversation(RuleBasedStateMachine):
    """An engine that is asked one line at a time."""

    game = "hex"
    player = "random:seed=1"

    @initialize()
    def start(self) -> None:
        self.engine = make_engine(self.player, game=self.game, size=3)
        self.new_game(3, 3)

    def teardown(self) -> None:
        if hasattr(self, "engine"):
            self.engine.session.close()

    def new_game(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.stones: Stones = {}
        self.to_move = "black"
        self.past: list[tuple[Stones, str, str]] = []

    def ask(self, line: str) -> tuple[bool, str]:
        (request,) = read_requests(io.BytesIO(line.encode()))
        answer = self.engine.answer(request).decode()
        assert answer.endswith("\n\n")
        return answer[0] == "=", answer[2:-2]

    def make(self, stones: Stones, move: str, to_move: str) -> None:
        self.past.append((self.stones, self.to_move, move))
        self.stones, self.to_move = stones, to_move

    @rule()
    def clear(self) -> None:
        assert self.ask("clear_board") == (True, "")
        self.new_game(self.rows, self.cols)

    @rule()
    def undo(self) -> None:
        succeeded, _ = self.ask("undo")
        assert succeeded == bool(self.past)
        if self.past:
            self.stones, self.to_move, _ = self.past.pop()

    def shown(self, black: str, white: str) -> Stones:
        """The stones that showboard draws, by row and column from the top."""
        succeeded, text = self.ask("showboard")
        assert succeeded
        rows = [re.sub(r"^ *\d+ +", "", line).split(" ") for line in text.split("\n")[2:]]
        assert [len(row) for row in rows] == [self.cols] * self.rows
        symbols = {black: "black", white: "white"}
        return {
            (row, col): symbols[symbol]
            for row, line in enumerate(rows)
            for col, symbol in enumerate(line)
            if symbol != "."
        }


class HexConversation(Conversation):
    @property
    def winner(self) -> str | None:
        for colour in ("black", "white"):
            axis, far = (0, self.rows - 1) if colour == "black" else (1, self.cols - 1)
            front = [cell for cell in self.stones if self.stones[cell] == colour and cell[axis] == 0]
            for row, col in front:  # grows as it goes
                steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)]
                near = [(row + down, col + right) for down, right in steps]
                front += [cell for cell in near if self.stones.get(cell) == colour and cell not in front]
            if any(cell[axis] == far for cell in front):
                return colour
        return None

    @property
    def can_swap(self) -> bool:
        return len(self.past) == 1 and self.winner is None and "black" in self.stones.values()

    @property
    def empty(self) -> list[str]:
        cells = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        return [f"{LETTERS[col]}{row + 1}" for row, col in cells if (row, col) not in self.stones]

    def play_stone(self, colour: str, name: str) -> None:
        cell = int(name[1:]) - 1, LETTERS.index(name[0])
        self.make({**self.stones, cell: colour}, name, other(colour))

    @rule(rows=st.integers(0, 5), cols=st.integers(0, 5), square=st.booleans())
    def boardsize(self, rows: int, cols: int, square: bool) -> None:
        rows = cols if square else rows
        succeeded, _ = self.ask(f"boardsize {cols}" if square else f"boardsize {cols} {rows}")
        assert succeeded == (rows > 0 and cols > 0)
        if succeeded:
            self.new_game(rows, cols)

    @rule(colour=COLOURS, row=st.integers(0, 5), col=st.integers(0, 5), capitals=st.booleans())
    def play(self, colour: str, row: int, col: int, capitals: bool) -> None:
        name = f"{LETTERS[col]}{row + 1}"
        legal = name in self.empty and self.winner is None
        line = f"play {colour} {name}"
        succeeded, text = self.ask(line.upper().replace("PLAY", "play") if capitals else line)
        assert succeeded == legal
        assert succeeded or text.startswith("illegal move: ")
        if legal:
            self.play_stone(colour, name)

    @rule(colour=COLOURS, sides=st.booleans())
    def swap(self, colour: str, sides: bool) -> None:
        move = "swap-sides" if sides else "swap-pieces"
        legal = self.can_swap and colour == "white" and (sides or self.rows == self.cols)
        succeeded, _ = self.ask(f"play {colour} {move}")
        assert succeeded == legal
        if legal and sides:
            self.make(self.stones, move, "white")
        elif legal:
            self.make({(col, row): "white" for row, col in self.stones}, move, "black")

    @rule(colour=COLOURS, regression=st.booleans())
    def genmove(self, colour: str, regression: bool) -> None:
        succeeded, move = self.ask(f"{'reg_' if regression else ''}genmove {colour}")
        assert succeeded == (self.winner is None)
        if succeeded:
            assert move in self.empty
        if succeeded and not regression:
            self.play_stone(colour, move)

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "engine"):
            return
        assert self.shown("B", "W") == self.stones
        score = {"black": "B+", "white": "W+", None: "cannot score"}[self.winner]
        assert self.ask("final_score") == (True, score)
        legal = self.empty if self.winner is None else []
        assert self.ask("all_legal_moves") == (True, " ".join(legal))


class MctsConversation(HexConversation):
    player = "mcts:simulations=20,expand=2,memory=1"


class GoConversation(Conversation):
    """Go by its rules: captures, no suicide, no position twice, area."""

    game = "go"

    def new_game(self, rows: int, cols: int) -> None:
        super().new_game(rows, cols)
        self.komi = getattr(self, "komi", 7.5)

    def region(self, stones: Stones, start: Cell) -> tuple[set[Cell], set[str | None]]:
        """The points joined to one by points like it, and what they touch."""
        region, border = [start], set()
        for row, col in region:  # grows as it goes
            for cell in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
                if not (0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols) or cell in region:
                    continue
                if stones.get(cell) == stones.get(start):
                    region.append(cell)
                else:
                    border.add(stones.get(cell))
        return set(region), border

    def after(self, colour: str, cell: Cell) -> Stones | None:
        """The stones after a move, or None if it is illegal."""
        if cell in self.stones or not (cell[0] < self.rows and cell[1] < self.cols) or self.over:
            return None
        stones = {**self.stones, cell: colour}
        for neighbour in [at for at in stones if abs(at[0] - cell[0]) + abs(at[1] - cell[1]) == 1]:
            if stones.get(neighbour) == other(colour):
                chain, border = self.region(stones, neighbour)
                if None not in border:
                    stones = {at: stone for at, stone in stones.items() if at not in chain}
        suicide = None not in self.region(stones, cell)[1]
        repeats = any(stones == earlier for earlier, _, _ in self.past)
        return None if suicide or repeats else stones

    @property
    def over(self) -> bool:
        return [move for _, _, move in self.past[-2:]] == ["pass", "pass"]

    @property
    def score(self) -> float:
        total = -self.komi
        for cell in ((row, col) for row in range(self.rows) for col in range(self.cols)):
            owners = {self.stones[cell]} if cell in self.stones else self.region(self.stones, cell)[1]
            total += {frozenset({"black"}): 1, frozenset({"white"}): -1}.get(frozenset(owners), 0)
        return total

    def cell(self, name: str) -> Cell:
        return self.rows - int(name[1:]), GO_LETTERS.index(name[0])

    def name(self, cell: Cell) -> str:
        return f"{GO_LETTERS[cell[1]]}{self.rows - cell[0]}"

    @rule(size=st.integers(0, 4))
    def boardsize(self, size: int) -> None:
        succeeded, _ = self.ask(f"boardsize {size}")
        assert succeeded == (size > 0)
        if succeeded:
            self.new_game(size, size)

    @rule(komi=st.sampled_from([0, 0.5, -2, 7.5, 9]))
    def set_komi(self, komi: float) -> None:
        assert self.ask(f"komi {komi}") == (True, "")
        self.komi = komi

    @rule(colour=COLOURS, row=st.integers(0, 3), col=st.integers(0, 3))
    def play(self, colour: str, row: int, col: int) -> None:
        if row >= self.rows:
            return
        stones = self.after(colour, (row, col))
        succeeded, text = self.ask(f"play {colour} {self.name((row, col))}")
        assert succeeded == (stones is not None)
        assert succeeded or text.startswith("illegal move: ")
        if stones is not None:
            self.make(stones, self.name((row, col)), other(colour))

    @rule(colour=COLOURS)
    def play_pass(self, colour: str) -> None:
        succeeded, _ = self.ask(f"play {colour} pass")
        assert succeeded == (not self.over)
        if succeeded:
            self.make(self.stones, "pass", other(colour))

    @rule(colour=COLOURS)
    def genmove(self, colour: str) -> None:
        succeeded, move = self.ask(f"genmove {colour}")
        assert succeeded
        if self.over:
            assert move == "pass"
        elif move == "pass":
            self.make(self.stones, move, other(colour))
        else:
            stones = self.after(colour, self.cell(move))
            assert stones is not None
            self.make(stones, move, other(colour))

    @rule(stones=st.integers(0, 9))
    def handicap(self, stones: int) -> None:
        succeeded, points = self.ask(f"place_free_handicap {stones}")
        empty = not self.stones and not self.past
        assert succeeded == (empty and 2 <= stones < self.rows * self.cols)
        if succeeded:
            self.stones = {self.cell(point): "black" for point in points.split(" ")}
            assert len(self.stones) == stones
            self.to_move = "white"

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "engine"):
            return
        assert self.shown("X", "O") == self.stones
        score = self.score
        text = "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score):g}"
        assert self.ask("final_score") == (True, text)
        cells = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        legal = [self.name(cell) for cell in cells if self.after(self.to_move, cell) is not None]
        assert self.ask("all_legal_moves") == (True, " ".join([] if self.over else [*legal, "pass"]))


MACHINES = pytest.mark.parametrize("machine", [HexConversation, MctsConversation, GoConversation])


@MACHINES
def test_answers_agree_with_a_plain_model(machine: type[Conversation]) -> None:
    budget = settings(max_examples=40, stateful_step_count=25, deadline=None)
    run_state_machine_as_test(machine, settings=budget)


@pytest.mark.slow
@MACHINES
def test_answers_agree_with_a_plain_model_for_long(machine: type[Conversation]) -> None:
    budget = settings(max_examples=500, stateful_step_count=50, deadline=None)
    run_state_machine_as_test(machine, settings=budget)


# Bytes

ANSWERS = re.compile(rb"(?:[=?][0-9]* [^\n]*\n(?:[^\n]+\n)*\n)*")
ARGUMENTS = (
    "b w black white pass resign swap-pieces a1 b2 k11 c3 T19 0 1 3 19 20 -1 1e9 nan inf 0.5 alive dead "
    'allow_swap game_time seed "" " "a b" # \t \r \x00 é \u2028 99999999999999999999 / /dev/null'
)
WORDS = st.sampled_from(ARGUMENTS.split(" "))


def lines_of(game: str) -> st.SearchStrategy[bytes]:
    """Commands, most of them nearly right."""
    names = st.sampled_from(make_engine("random:seed=1", game=game).session.known_commands)
    ids = st.sampled_from(["", "", "1 ", "00 ", "123456789012345678901234567890 "])
    line = st.builds(
        lambda number, name, words: " ".join([number + name, *words]).encode(),
        ids,
        names,
        st.lists(WORDS, max_size=4),
    )
    spoilt = st.builds(
        lambda good, at, junk, skip: good[: at % len(good)] + junk + good[at % len(good) + skip :],
        line,
        st.integers(0, 200),
        st.binary(max_size=3),
        st.integers(0, 2),
    )
    return line | spoilt


def check_conversation(data: bytes, game: str) -> None:
    """Each request has one answer, well formed, and after it all the engine still listens."""
    data += b"\n77 protocol_version\n"
    output = io.BytesIO()
    serve("random:seed=1", game=game, size=3, input=io.BytesIO(data), output=output)
    answers = output.getvalue()
    assert ANSWERS.fullmatch(answers)
    answers.decode("utf-8")
    requests = list(read_requests(io.BytesIO(data)))
    quits = [
        at for at, request in enumerate(requests) if (request.command, request.arguments) == ("quit", [])
    ]
    if quits:
        requests = requests[: quits[0] + 1]
    else:
        assert answers.endswith(b"\n\n=77 2\n\n") or answers == b"=77 2\n\n"
    assert answers.count(b"\n\n") == len(requests)
    assert b"internal error" not in answers


GAMES = pytest.mark.parametrize("game", ["hex", "go"])


def fuzz(game: str, examples: int) -> None:
    budget = settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )

    @budget
    @given(st.binary(max_size=400))
    def any_bytes(data: bytes) -> None:
        check_conversation(data, game)

    @budget
    @given(st.lists(lines_of(game), max_size=30))
    def near_commands(lines: list[bytes]) -> None:
        check_conversation(b"\n".join(lines), game)

    any_bytes()
    near_commands()


@GAMES
def test_no_bytes_end_the_conversation(game: str) -> None:
    fuzz(game, 120)


@pytest.mark.slow
@GAMES
def test_no_bytes_end_the_conversation_for_long(game: str) -> None:
    fuzz(game, 4_000)
