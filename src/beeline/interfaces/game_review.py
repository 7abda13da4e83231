"""The review of a game, for the studio and the command line.

Positions are assessed from the end backwards, as what comes later is known already: by the exact solver where
it finds the winner within some positions, else by a search of some simulations. Seeds are fixed and every
position gets the same effort, so that a game is reviewed the same twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final, Literal

from beeline.errors import NotationError
from beeline.interfaces.analyst import effort_of, proof_of, solver_for
from beeline.interfaces.reasons import Reason, reason_for
from beeline.knowledge.connections import connections
from beeline.knowledge.solver import Answer
from beeline.players import Limit, Player
from beeline.rules.board import Board
from beeline.rules.cells import SPECIAL_MOVES
from beeline.rules.game import COLOURS, Colour, opponent
from beeline.search.analysis import Analysis

Kind = Literal["only", "good", "inaccuracy", "mistake", "blunder", "lost", "hopeless", "opening"]
KINDS: Final[dict[Kind, str]] = {
    "only": "the only winning move",
    "good": "good",
    "inaccuracy": "inaccuracy",
    "mistake": "mistake",
    "blunder": "blunder",
    "lost": "lost the won game",
    "hopeless": "already lost",
    "opening": "opening",
}
"""Classes of moves by their names. ``only``, ``lost`` and ``hopeless`` are proven."""
MARKED: Final[tuple[Kind, ...]] = ("inaccuracy", "mistake", "blunder", "lost")
"""The classes of moves that should have been others."""

NODES: Final = 400
"""Positions of the solver per position of the game, as long as proofs come."""
_NODES_BEYOND: Final = 40
"""The same once none came for some moves: earlier positions are harder still."""
_PROOFS_MISSED: Final = 4
"""Positions without a proof after which none is expected."""
_LOSSES: Final[tuple[tuple[float, Kind], ...]] = ((0.35, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy"))
_SECOND_LOOK: Final = 4
"""A move that would be marked is looked at again with so many times the simulations."""
_SECOND_PROOF: Final = 25
"""Factor of the solver's positions in the second look: the solver must refute no mark."""
_MOVES_OF_THE_SWAP_RULE: Final = 2
"""Moves whose value the rule makes even."""
_ONLY_NODES: Final = 16
"""Solver positions per other move, to find out whether it wins as well."""

ShouldStop = Callable[[], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class Assessment:
    """Value of a position."""

    to_move: Colour
    winner: Colour | None
    """Proven, with best play."""
    black: float
    """Black's chance to win; 1 or 0 where the winner is proven."""
    best: str | None
    """Best move; None where the game is over, or every move loses alike."""
    line: tuple[str, ...] = ()
    """Expected moves, from the best move on."""

    def chance(self, colour: Colour) -> float:
        return self.black if colour == "black" else 1 - self.black


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewedMove:
    """A move of the game and its class."""

    ply: int
    """Number of the move, from 1."""
    colour: Colour
    move: str
    kind: Kind
    before: float
    """The chance of whoever moved, before and after."""
    after: float
    loss: float
    """Loss of winning chance by the move, as far as a second look confirmed it."""
    proven: bool
    """Whether it is proven that the move loses."""
    better: str | None
    """Better move, for a marked move."""
    better_wins: bool
    """Whether that is proven."""
    line: tuple[str, ...]
    """Expected moves, from the better move on."""
    reply: tuple[str, ...] = ()
    """Expected punishment of a marked move, from the opponent's answer on."""

    @property
    def comment(self) -> str:
        """A sentence for marked moves, the name of the class for others."""
        name = _capital(KINDS[self.kind])
        if self.kind not in MARKED:
            return f"{name}."
        fell = "It loses, proven" if self.proven else self._fall
        better = f" {self.better} {'wins, proven' if self.better_wins else 'was better'}"
        line = f": {' '.join(self.line[:8])}" if len(self.line) > 1 else ""
        return f"{name}. {fell}.{better}{line}."

    @property
    def _fall(self) -> str:
        answer = f": {_capital(opponent(self.colour))} answers {self.reply[0]}" if self.reply else ""
        return f"{self.before:.0%} → {self.after:.0%}{answer}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Review:
    """A whole game."""

    assessments: tuple[Assessment, ...]
    """Assessments before the first move, after it, and so on."""
    moves: tuple[ReviewedMove, ...]
    reasons: dict[int, Reason] = field(default_factory=dict)
    """Reasons why marked moves lose, where that is proven, by the numbers of the moves."""

    @property
    def winner(self) -> Colour:
        """Winner, or the side that stood better in the end."""
        return "black" if self.assessments[-1].black > 0.5 else "white"

    @property
    def turning_point(self) -> ReviewedMove | None:
        """The marked move with which the loser's chance fell below a half for the last time, or which cost
        most."""
        marked = [move for move in self.moves if move.kind in MARKED and move.colour == opponent(self.winner)]
        fell = [move for move in marked if move.before >= 0.5 > move.after]
        return fell[-1] if fell else max(marked, key=lambda move: move.loss, default=None)

    def accuracy(self, colour: Colour) -> float | None:
        """Accuracy: 1 minus the mean loss of a player's moves while the game was open; None without any."""
        losses = [
            move.loss
            for move in self.moves
            if move.colour == colour and move.kind not in ("hopeless", "opening")
        ]
        return 1 - sum(losses) / len(losses) if losses else None

    @property
    def summary(self) -> str:
        """The game in a sentence or three."""
        return " ".join([self._turning_words(), *(self._player_words(colour) for colour in COLOURS)])

    def _turning_words(self) -> str:
        last = self.assessments[-1]
        end = f"{_capital(self.winner)} {'wins' if last.winner else 'stands better'}"
        turn = self.turning_point
        if turn is None:
            return f"{end}, and no single move decided it."
        how = KINDS[turn.kind] if turn.kind == "lost" else f"was {_with_article(KINDS[turn.kind])}"
        better = f"{turn.better} {'wins' if turn.better_wins else 'was better'}"
        move = f"{_capital(turn.colour)}’s {turn.move} {how}"
        return f"{end}. The turning point was move {turn.ply}: {move}; {better}."

    def _player_words(self, colour: Colour) -> str:
        accuracy = self.accuracy(colour)
        if accuracy is None:
            return ""
        counts = {kind: sum(m.kind == kind and m.colour == colour for m in self.moves) for kind in MARKED}
        told = [f"{count} × {KINDS[kind]}" for kind, count in counts.items() if count]
        return f"{_capital(colour)}: accuracy {accuracy:.0%}, {', '.join(told) or 'no mistake'}."


class Reviewer:
    """Reviews one game with a player that searches; a seed of its own makes it repeatable."""

    def __init__(
        self,
        board: Board,
        player: Player,
        *,
        simulations: int | None = None,
        nodes: int = NODES,
        opening: int = 0,
        should_stop: ShouldStop | None = None,
    ) -> None:
        """``simulations`` are per position that the solver does not decide; None is what suits the player.

        The first moves, so many as ``opening`` says, were set for the players and are not marked.
        """
        self.boards = positions_of(board)
        for each in self.boards:
            each.swap_rule = False  # a swap is not searched
        self._steps = board.steps
        swap_rule = board.swap_rule or any(step.move in SPECIAL_MOVES for step in self._steps)
        self._opening = max(opening, _MOVES_OF_THE_SWAP_RULE if swap_rule else 0)
        self._player, self._solver = player, solver_for(board)
        self._simulations = simulations or effort_of(player.spec).review
        self._nodes, self._should_stop = nodes, should_stop
        self.assessments: dict[int, Assessment] = {}
        self._second_looks: dict[int, Assessment] = {}
        self.moves: dict[int, ReviewedMove] = {}
        self.reasons: dict[int, Reason] = {}

    def steps(self) -> Iterator[int]:
        """Assesses the positions from the last to the first, and with each the move that follows it.

        Yields the number of the position, from the number of moves down to 0; ends early when stopped.
        """
        last = len(self._steps)
        for ply in range(last, -1, -1):
            self.assessments[ply] = self._assess(ply)
            if ply < last:
                self.moves[ply + 1] = self._judge(ply)
            if self._should_stop is not None and self._should_stop():
                return
            if ply < last:
                yield ply + 1  # which the look at the move that led to it may have changed
        self._explain()
        yield 0

    def review(self) -> Review:
        """The whole of it, once all steps are made."""
        count = len(self._steps)
        return Review(
            assessments=tuple(self.assessments[ply] for ply in range(count + 1)),
            moves=tuple(self.moves[ply] for ply in range(1, count + 1)),
            reasons=self.reasons,
        )

    # Reasons

    def _explain(self) -> None:
        """Follows every proven refutation to the connection that decides.

        That comes last: the table of the solver then knows the whole game, and no mark depends on it.
        """
        for ply, move in sorted(self.moves.items()):
            if move.kind not in MARKED or not move.proven or self.boards[ply].winner is not None:
                continue
            if self._should_stop is not None and self._should_stop():
                return
            line = self.assessments[ply].line
            self.reasons[ply] = reason_for(
                self.boards[ply],
                winner=opponent(move.colour),
                variation=line,
                solver=self._solver,
                should_stop=self._should_stop,
            )

    # Positions

    def _assess(self, ply: int) -> Assessment:
        board = self.boards[ply]
        if board.winner is not None:
            return _proven(board, board.winner, None, ())
        played = self._played_win(ply)
        if played is not None:
            return played
        answer = self._solve(board, self._nodes_at(ply), line=True)
        if answer.winner is not None:
            best = (answer.winning_moves or (None,))[0]
            return _proven(board, answer.winner, best, answer.variation)
        return _searched(board, self._search(board, self._simulations))

    def _nodes_at(self, ply: int) -> int:
        """Positions of the solver for one of the game, by whether it found the winner of the next ones."""
        later = [
            self.assessments[at] for at in range(ply + 1, ply + 1 + _PROOFS_MISSED) if at in self.assessments
        ]
        missed = len(later) == _PROOFS_MISSED and all(each.winner is None for each in later)
        return min(self._nodes, _NODES_BEYOND) if missed else self._nodes

    def _played_win(self, ply: int) -> Assessment | None:
        """A win that is proven because the move of the game leads to one."""
        later = self.assessments.get(ply + 1)
        if later is None or self._is_special(ply):
            return None
        step = self._steps[ply]
        if later.winner != step.colour or step.colour != self.boards[ply].to_move:
            return None
        return _proven(self.boards[ply], step.colour, step.move, (step.move, *later.line))

    def _solve(self, board: Board, nodes: int, *, line: bool = False) -> Answer:
        return self._solver.solve(board, nodes=nodes, variation=line, should_stop=self._should_stop)

    def _search(self, board: Board, simulations: int) -> Analysis:
        limit = Limit(simulations=simulations, should_stop=self._should_stop)
        found = self._player.choose(board, limit).analysis
        assert found is not None
        return found

    def _is_special(self, ply: int) -> bool:
        return self._steps[ply].move in SPECIAL_MOVES

    # Moves

    def _judge(self, ply: int) -> ReviewedMove:
        """The class of the move that was made in a position."""
        mover = self._steps[ply].colour
        before, after = self.assessments[ply], self.assessments[ply + 1]
        if ply < self._opening or self._is_special(ply) or before.to_move != mover:
            return self._move(ply, "opening")
        if before.winner == opponent(mover):
            return self._move(ply, "hopeless")
        if after.winner == mover:
            return self._move(ply, "only" if self._is_only(ply) else "good")
        if before.winner == mover and after.winner is not None:
            return self._move(ply, "lost", loss=1.0, better=before)
        loss = before.chance(mover) - after.chance(mover)
        return (
            self._look_again(ply) if loss >= _LOSSES[-1][0] else self._move(ply, "good", loss=max(0.0, loss))
        )

    def _look_again(self, ply: int) -> ReviewedMove:
        """A move that seems to be a mistake, with more effort before and after it."""
        self._refresh(ply + 1)
        before, after = (self._second_look(at) for at in (ply, ply + 1))
        mover, move = self._steps[ply].colour, self._steps[ply].move
        if before.winner == opponent(mover):
            return self._move(ply, "hopeless")
        if after.winner == mover or before.best == move:
            return self._move(ply, "good")
        if before.winner == mover and after.winner is not None:
            return self._move(ply, "lost", loss=1.0, better=before)
        first = self.assessments[ply].chance(mover) - self.assessments[ply + 1].chance(mover)
        loss = min(first, before.chance(mover) - after.chance(mover))
        if before.winner == mover:
            # Proven to be won, and not known whether it still is: a doubt, not a blunder.
            return self._move(ply, "inaccuracy", loss=min(loss, 0.2), better=before)
        kind: Kind = next((kind for least, kind in _LOSSES if loss >= least), "good")
        return self._move(ply, kind, loss=max(0.0, loss), better=before, proven=after.winner is not None)

    def _refresh(self, ply: int) -> None:
        """Has the solver prove what play has proven: its table then knows why, which helps a move before."""
        board = self.boards[ply]
        if self.assessments[ply].winner is not None and board.winner is None:
            self._solve(board, _SECOND_PROOF * self._nodes)

    def _second_look(self, ply: int) -> Assessment:
        """A position with more effort; a proof that it finds stays with the position."""
        if (known := self.assessments[ply]).winner is not None:
            return known
        if ply not in self._second_looks:
            self._second_looks[ply] = found = self._assess_again(ply)
            if found.winner is not None:
                self.assessments[ply] = found
                if ply + 1 in self.assessments:
                    self.moves[ply + 1] = self._judge(ply)
        return self._second_looks[ply]

    def _assess_again(self, ply: int) -> Assessment:
        board = self.boards[ply]
        answer = self._solve(board, _SECOND_PROOF * self._nodes_at(ply), line=True)
        if answer.winner is not None:
            return _proven(board, answer.winner, (answer.winning_moves or (None,))[0], answer.variation)
        return _searched(board, self._search(board, _SECOND_LOOK * self._simulations))

    def _is_only(self, ply: int) -> bool:
        """Whether every other move is proven to lose."""
        board, move = self.boards[ply], self._steps[ply].move
        return all(self._loses(board, other) for other in connections(board).must_play if other != move)

    def _loses(self, board: Board, move: str) -> bool:
        after = board.copy()
        after.play(move)
        return self._solve(after, _ONLY_NODES).winner == opponent(board.to_move)

    def _move(
        self,
        ply: int,
        kind: Kind,
        *,
        loss: float = 0.0,
        better: Assessment | None = None,
        proven: bool = False,
    ) -> ReviewedMove:
        step = self._steps[ply]
        shown = better if kind in MARKED else None
        after = self._second_looks.get(ply + 1, self.assessments[ply + 1])
        return ReviewedMove(
            ply=ply + 1,
            colour=step.colour,
            move=step.move,
            kind=kind,
            before=self.assessments[ply].chance(step.colour),
            after=self.assessments[ply + 1].chance(step.colour),
            loss=loss,
            proven=proven or self.assessments[ply + 1].winner == opponent(step.colour),
            better=shown.best if shown else None,
            better_wins=shown is not None and shown.winner == step.colour,
            line=shown.line if shown else (),
            reply=after.line if shown else (),
        )


def opening_length(board: Board, opening: Sequence[str]) -> int:
    """Number of moves of a game that are those of an opening, from its first on."""
    same = (made == given for made, given in zip(board.moves, opening, strict=False))
    return sum(takewhile(bool, same))


def positions_of(board: Board) -> list[Board]:
    """The positions of a game, from before its first move to its last."""
    if "pass" in board.moves:
        raise NotationError("a game with a pass in it cannot be reviewed")
    board = board.copy()
    boards = [board.copy()]
    for _ in board.steps:
        board.undo()
        boards.append(board.copy())
    return boards[::-1]


def _proven(board: Board, winner: Colour, best: str | None, line: Sequence[str]) -> Assessment:
    return Assessment(
        to_move=board.to_move,
        winner=winner,
        black=float(winner == "black"),
        best=best if winner == board.to_move else None,
        line=tuple(line),
    )


def _searched(board: Board, found: Analysis) -> Assessment:
    """Assessment by a search; a proof of the search counts as one."""
    value, proof = found.best.value, proof_of(found)
    if proof is not None:
        winner = board.to_move if proof == "win" else opponent(board.to_move)
        return _proven(board, winner, found.best.move, found.variation)
    black = value if board.to_move == "black" else 1 - value
    return Assessment(
        to_move=board.to_move,
        winner=None,
        black=round(black, 4),
        best=found.best.move,
        line=tuple(found.variation),
    )


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
