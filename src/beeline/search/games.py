"""The kinds of games on the tree search: which native search each uses, and what its moves are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from beeline import _core
from beeline.checks import require
from beeline.errors import ArgumentError
from beeline.rules.board import Board
from beeline.rules.cells import cell_name, go_name, parse_cell, parse_go
from beeline.rules.game import Game, colour_number
from beeline.rules.go import GoBoard
from beeline.rules.tictactoe import TicTacToe
from beeline.search.bridge_replies import bridge_weights
from beeline.search.settings import EXPAND, Continuation, NetworkSettings, SearchSettings, Update

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Weights: TypeAlias = "Sequence[float] | NDArray[np.float32]"
"""A number in [0, 100] for each local pattern."""

PlayoutSearchT = TypeVar("PlayoutSearchT")
NetworkSearchT = TypeVar("NetworkSearchT")

HEX_PATTERNS: Final = 2 * 4**6
GO_PATTERNS: Final = 2 * 4**8
_NO_MOVE: Final = 0xFFFF
_SELECTIONS: Final = {
    "uct": _core.Selection.UCT,
    "tuned": _core.Selection.TUNED,
}
_CONTINUATIONS: Final[dict[str, _core.ContinuationKind]] = {
    "default": _core.ContinuationKind.DEFAULT,
    "local": _core.ContinuationKind.LOCAL,
    "tenuki": _core.ContinuationKind.TENUKI,
    "patterns": _core.ContinuationKind.PATTERNS,
}


MOST_PRIOR_VISITS: Final = 1_000_000
"""AMAF visits that the prior of a root can count."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RootPrior:
    """Prior values of the moves of a position, in a search that gathers AMAF values.

    ``values`` has the chance to win by each cell, 1/2 where there is none, and each counts as so many AMAF
    ``visits``.
    """

    values: Mapping[str, float]
    visits: int

    def __post_init__(self) -> None:
        most = MOST_PRIOR_VISITS
        require(1 <= self.visits <= most, "visits", f"from 1 to {most}", self.visits)

    def native(self, board: Board) -> _core.RootPrior:
        import numpy as np

        by_cell = np.full(board.rows * board.cols, 0.5, dtype=np.float32)
        for name, chance in self.values.items():
            by_cell[board.cell_of(name)] = min(max(chance, 0.0), 1.0)
        return _core.RootPrior(by_cell, self.visits)


@dataclass(frozen=True)
class SearchNetwork:
    """A network and how it is used.

    ``function`` maps planes, float32[batch, planes, height, width], to values[batch], policy logits [batch,
    moves] and, if it has them, action values[batch, moves]: of the player to move and in his view. In Hex
    he joins top and bottom there, and the planes are own stones, opposing stones, cells of the board and
    the last move, on the board with a frame of one cell that belongs to the owners of the sides. In other
    games they are own stones, opposing stones and the last move. A game written in Python has a function
    from a list of games to a list of pairs, the value of each and the prior of each move by name.
    """

    function: Callable[[Any], Any] | _core.Network
    settings: NetworkSettings = field(default_factory=NetworkSettings)

    def native(self, planes: _core.Planes) -> _core.Network:
        if isinstance(self.function, _core.Network):
            return self.function
        return _core.CallbackNetwork(self.function, planes)

    def evaluator(self) -> _core.NetworkEvaluatorSettings:
        return _core.NetworkEvaluatorSettings(
            batch=self.settings.batch,
            mix=self.settings.mix,
            temperature=self.settings.temperature,
            action_values=self.settings.action_values,
        )


class GameSearch:
    """A native search and the names of its moves."""

    native: Any

    def fits(self, board: Game) -> bool:
        """Whether the tree could be of the same game, by kind and size of the board."""
        raise NotImplementedError

    def position(self, board: Any) -> tuple[Any, ...]:
        """The arguments by which ``native.run`` is told the position."""
        raise NotImplementedError

    def check_prior(self) -> None:
        """Raises ArgumentError unless a root can have a prior in this search."""
        raise ArgumentError("a root has a prior in a search of Hex by playouts that gathers AMAF values")

    def name(self, move: int) -> str:
        raise NotImplementedError

    def number(self, move: str) -> int:
        raise NotImplementedError

    def reset(self) -> None:
        self.native.reset()

    def advance(self, moves: list[str]) -> None:
        self.native.advance([self.number(move) for move in moves])


class _HexSearch(GameSearch):
    native: _core.HexSearch | _core.HexNetworkSearch

    def __init__(
        self,
        board: Board,
        settings: SearchSettings,
        weights: Weights | None,
        network: SearchNetwork | None,
    ) -> None:
        self.native = _native_search(
            _core.HexSearch, _core.HexNetworkSearch, settings, network, planes=_core.Planes.FRAMED
        )
        if settings.continuation == "bridges":
            settings, weights = replace(settings, continuation="patterns"), bridge_weights()
        self._continuation = _native_continuation(settings, weights, patterns=HEX_PATTERNS)
        self._gathers_amaf = settings.update == "amaf"
        self._board = board.copy()

    def fits(self, board: Game) -> bool:
        return isinstance(board, Board) and (board.rows, board.cols) == (self._board.rows, self._board.cols)

    def position(self, board: Board) -> tuple[Any, ...]:
        return board._native, self._continuation

    def check_prior(self) -> None:
        if not self._gathers_amaf or not isinstance(self.native, _core.HexSearch):
            super().check_prior()

    def name(self, move: int) -> str:
        return self._board.name_of(move)

    def number(self, move: str) -> int:
        # No tree goes on below a swap: its number is that of no move.
        return self._board.cell_of(move) if not move.startswith("swap") else _NO_MOVE


class _GoSearch(GameSearch):
    native: _core.GoSearch | _core.GoNetworkSearch

    def __init__(
        self,
        board: GoBoard,
        settings: SearchSettings,
        weights: Weights | None,
        network: SearchNetwork | None,
    ) -> None:
        self.native = _native_search(
            _core.GoSearch, _core.GoNetworkSearch, settings, network, planes=_core.Planes.PLAIN
        )
        self._continuation = _native_continuation(settings, weights, patterns=GO_PATTERNS)
        self._size, self._komi = board.size, board.komi

    def fits(self, board: Game) -> bool:
        return isinstance(board, GoBoard) and (board.size, board.komi) == (self._size, self._komi)

    def position(self, board: GoBoard) -> tuple[Any, ...]:
        return board._native, self._continuation

    def name(self, move: int) -> str:
        return go_name(move, self._size)

    def number(self, move: str) -> int:
        return parse_go(move, self._size)


class _TicTacToeSearch(GameSearch):
    native: _core.TicTacToeSearch | _core.TicTacToeNetworkSearch

    def __init__(self, settings: SearchSettings, network: SearchNetwork | None) -> None:
        self.native = _native_search(
            _core.TicTacToeSearch, _core.TicTacToeNetworkSearch, settings, network, planes=_core.Planes.PLAIN
        )

    def fits(self, board: Game) -> bool:
        return isinstance(board, TicTacToe)

    def position(self, board: TicTacToe) -> tuple[Any, ...]:
        return board.bits("black"), board.bits("white"), colour_number(board.to_move)

    def name(self, move: int) -> str:
        return cell_name(*divmod(move, 3))

    def number(self, move: str) -> int:
        row, col = parse_cell(move, rows=3, cols=3)
        return row * 3 + col


class _PythonSearch(GameSearch):
    native: _core.PythonSearch | _core.PythonNetworkSearch

    def __init__(self, board: Game, settings: SearchSettings, network: SearchNetwork | None) -> None:
        require(settings.threads == 1, "threads", "1 for a game written in Python", settings.threads)
        require(
            settings.continuation == "default",
            "continuation",
            "default for a game written in Python",
            settings.continuation,
        )
        if network is None:
            self.native = _core.PythonSearch(_native_settings(settings), settings.seed)
        else:
            require(network.settings.mix == 0, "mix", "0 for a game written in Python", network.settings.mix)
            self.native = _core.PythonNetworkSearch(
                _native_settings(settings, network.settings),
                settings.seed,
                network.function,
                network.settings.batch,
            )
        self._kind = type(board)

    def fits(self, board: Game) -> bool:
        return type(board) is self._kind

    def position(self, board: Game) -> tuple[Any, ...]:
        return (board,)

    def name(self, move: int) -> str:
        return self.native.name_of(move)

    def number(self, move: str) -> int:
        return self.native.number_of(move)


def _native_search(
    by_playouts: Callable[..., PlayoutSearchT],
    by_network: Callable[..., NetworkSearchT],
    settings: SearchSettings,
    network: SearchNetwork | None,
    *,
    planes: _core.Planes,
) -> PlayoutSearchT | NetworkSearchT:
    """The search of a native game: by playouts, or by a network that sees these planes."""
    if network is None:
        return by_playouts(_native_settings(settings), settings.seed)
    return by_network(
        _native_settings(settings, network.settings),
        settings.seed,
        network.native(planes),
        network.evaluator(),
        network.settings.cache,
    )


def game_search(
    board: Game, settings: SearchSettings, weights: Weights | None, network: SearchNetwork | None = None
) -> GameSearch:
    """A fresh search for the kind of game that ``board`` is."""
    learned: Continuation | None = None if weights is None else "patterns"

    def resolved(update: Update, continuation: Continuation, expand: int = EXPAND) -> SearchSettings:
        if network is not None:
            one_thread = network.settings.root == "puct" or settings.threads == 1
            require(one_thread, "threads", "1 with root=gumbel", settings.threads)
            return settings.resolved_for_network()
        return settings.resolved(update=update, continuation=continuation, expand=expand)

    if isinstance(board, Board):
        return _HexSearch(board, resolved("amaf", learned or "local"), weights, network)
    if isinstance(board, GoBoard):
        return _GoSearch(board, resolved("amaf", learned or "default"), weights, network)
    if isinstance(board, TicTacToe):
        return _TicTacToeSearch(resolved("path", "default", 1), network)
    return _PythonSearch(board, resolved("path", "default", 1), network)


def _native_gumbel(network: NetworkSettings | None) -> _core.GumbelSettings | None:
    if network is None or network.root != "gumbel":
        return None
    return _core.GumbelSettings(
        considered=network.considered,
        noise=network.noise,
        value_visits=network.value_visits,
        value_scale=network.value_scale,
    )


def _native_settings(
    settings: SearchSettings, network: NetworkSettings | None = None
) -> _core.SearchSettings:
    """Native settings from settings that are resolved."""
    return _core.SearchSettings(
        selection=_core.Selection.PUCT if network else _SELECTIONS[settings.selection or "uct"],
        exploration=settings.exploration or 0.0,
        amaf=settings.amaf,
        rave=settings.rave or 0.0,
        first_play=settings.first_play or 0.0,
        update=_core.Update.AMAF if settings.update == "amaf" else _core.Update.PATH,
        expand=settings.expand or 0,
        knowledge=settings.knowledge,
        prior=settings.prior or 0,
        bias=settings.bias,
        proofs=settings.proofs,
        fill=settings.fill or False,
        gumbel=_native_gumbel(network),
        threads=settings.threads,
        memory=settings.memory << 20,
    )


def _native_continuation(
    settings: SearchSettings, weights: Weights | None, *, patterns: int
) -> _core.Continuation:
    require(
        settings.continuation != "bridges", "continuation", "another in a game without bridges", "bridges"
    )
    kind = _CONTINUATIONS[settings.continuation or "default"]
    if weights is None:
        return _core.Continuation(kind)
    import numpy as np

    table = np.ascontiguousarray(weights, dtype=np.float32)
    if table.shape != (patterns,):
        raise ArgumentError(f"this game has {patterns} local patterns, but there are {len(weights)} weights")
    if not (table.min() >= 0 and table.max() <= 100):
        raise ArgumentError("pattern weights must be from 0 to 100")
    return _core.Continuation(kind, table)
