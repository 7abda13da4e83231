"""State of a conversation: a board, the player who chooses moves on it, and two clocks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from time import monotonic

from beeline.errors import GtpFailure
from beeline.interfaces.gtp.clock import Clock, TimeSettings
from beeline.interfaces.gtp.player_options import with_option
from beeline.players import Decision, Limit, make_player
from beeline.players.registry import PlayerSpec
from beeline.rules.cells import RESIGN
from beeline.rules.game import COLOURS, Colour
from beeline.rules.registry import TableGame
from beeline.search.analysis import Analysis


class Session(ABC):
    board: TableGame

    def __init__(self, player_spec: str) -> None:
        self.player = make_player(player_spec)
        self.player_spec = PlayerSpec.parse(player_spec)
        self.time: TimeSettings | None = None
        self.clocks: dict[Colour, Clock] = {}
        self.finished = False
        self.known_commands: list[str] = []
        self.menu: list[str] = []
        self.should_stop: Callable[[], bool] = lambda: False
        """Whether a search is to end, because nobody waits for it."""
        self.is_interrupted: Callable[[], bool] = lambda: True
        """Whether the next command has come, which ends a live analysis."""
        self.show: Callable[[str], object] = lambda text: None
        """Writes text beside the answers, for GUIs that draw a search while it runs."""
        self.live_graphics = False
        self._searched: tuple[TableGame, Decision] | None = None

    def close(self) -> None:
        self.player.close()

    # The game

    def start_game(self, board: TableGame) -> None:
        """Starts a game on another board, with full clocks."""
        self.player.check_game(type(board))
        self.board = board
        self.set_time(self.time)

    @abstractmethod
    def empty_board(self) -> TableGame:
        """An empty board of the present size."""

    @abstractmethod
    def play(self, colour: Colour, move: str) -> None:
        """Plays a move, in turn or out of it."""

    def undo(self) -> None:
        # Set-up and handicap stones are no moves.
        if not self.board.moves:
            raise GtpFailure("cannot undo")
        self.board.undo()

    @property
    @abstractmethod
    def final_score(self) -> str: ...

    @abstractmethod
    def load_game(self, sgf: bytes, move_number: int | None) -> None:
        """Loads the game of an SGF file."""

    # Choosing moves

    def generate_move(self, colour: Colour, *, timed: bool) -> str:
        """Has the player choose a move for a colour, without playing it."""
        if self.board.winner is not None:
            return self.move_after_end()
        if not timed:
            return self.decide(colour, seconds=None).move
        clock = self.clocks[colour]
        started = monotonic()
        decision = self.decide(colour, seconds=clock.budget(self.moves_ahead))
        clock.spend(monotonic() - started)
        return decision.move

    def make_move(self, colour: Colour, move: str) -> None:
        """Plays what ``generate_move`` gave."""
        if self.board.winner is None and move != RESIGN:
            self.board.play(move, colour=colour)

    @abstractmethod
    def move_after_end(self) -> str: ...

    @property
    @abstractmethod
    def moves_ahead(self) -> int:
        """Number of moves that one player is still expected to make."""

    @abstractmethod
    def seen_by(self, colour: Colour) -> TableGame:
        """A copy of the board with this colour to move."""

    def decide(self, colour: Colour, *, seconds: float | None) -> Decision:
        position = self.seen_by(colour)
        limit = Limit(seconds=seconds, should_stop=self.should_stop)
        decision = self._drawn(position, limit) if self.live_graphics else self.player.choose(position, limit)
        self._searched = position, decision
        return decision

    def analyse(self, colour: Colour) -> Analysis:
        """The player's search of the present position; a fresh one unless it was the last to be searched."""
        position = self.seen_by(colour)
        self.analysable()
        if self._searched is None or self._searched[0] != position:
            self._searched = position, self.player.choose(position, Limit(should_stop=self.should_stop))
        return self._shown(self._searched[1].analysis)

    def analysable(self) -> None:
        """Raises GtpFailure where there is nothing to analyse."""
        if self.board.winner is not None:
            raise GtpFailure("game over")

    def first_view(self) -> Analysis:
        """The network's evaluation of the present position, before any search."""
        self.analysable()
        found = self._shown(self.player.choose(self.board.copy(), Limit(simulations=1)).analysis)
        if not any(move.prior for move in found.moves):
            raise GtpFailure(f"player {self.player_spec.kind!r} has no network to ask; zero has one")
        return found

    @property
    def last_analysis(self) -> Analysis | None:
        return None if self._searched is None else self._searched[1].analysis

    def _shown(self, analysis: Analysis | None) -> Analysis:
        if analysis is None:
            raise GtpFailure(f"player {self.player_spec.kind!r} shows no search")
        return analysis

    def _drawn(self, position: TableGame, limit: Limit) -> Decision:
        """A move like any other, with its search drawn after every second of it."""
        from beeline.interfaces.gtp.live import graphics, slices

        for decision in slices(self.player, self.player_spec, position, limit):
            if decision.analysis is not None:
                self.show(graphics(decision.analysis))
        return decision

    # Settings

    def set_time(self, settings: TimeSettings | None) -> None:
        self.time = settings
        self.clocks = {colour: Clock(settings) for colour in COLOURS}

    def set_player_option(self, name: str, value: str | None) -> None:
        """Makes the player anew with an option changed; None takes the option back."""
        self._replace_player(
            self.player_spec.changed(name, None)
            if value is None
            else with_option(self.player_spec, name, value)
        )

    def renew_player(self) -> None:
        """The same player, which has not thought yet."""
        self._replace_player(self.player_spec)

    def _replace_player(self, spec: PlayerSpec) -> None:
        player = make_player(str(spec))
        self.player.close()
        self.player, self.player_spec = player, spec
        self.forget_search()

    def forget_search(self) -> None:
        self._searched = None
