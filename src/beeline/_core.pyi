"""
The native core. Private: the package around it checks every argument, this module does not.

Colours are 0 none, 1 black, 2 white; outcomes 0 undecided, 1 black, 2 white, 3 draw; a cell is
row * columns + column, and pass in Go the number after the last cell.
"""

from collections.abc import Sequence
import enum
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

class StepKind(enum.Enum):
    STONE = 0

    SET_UP = 1

    SWAP_PIECES = 2

    SWAP_SIDES = 3

class HexBoard:
    @overload
    def __init__(self, rows: int, cols: int) -> None: ...
    @overload
    def __init__(self, other: HexBoard) -> None: ...
    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...
    @property
    def empty_cells(self) -> int: ...
    @property
    def hash(self) -> int: ...
    @property
    def winner(self) -> int: ...
    @property
    def to_move(self) -> int: ...
    @to_move.setter
    def to_move(self, arg: int, /) -> None: ...
    @property
    def can_swap(self) -> bool: ...
    @property
    def history(self) -> list[tuple[StepKind, int, int]]:
        """(kind, colour, cell) of each step."""

    def at(self, cell: int) -> int: ...
    def legal_moves(self) -> list[int]: ...
    def winning_chain(self) -> list[int]: ...
    def play(self, cell: int, colour: int) -> None: ...
    def set_up(self, cell: int, colour: int) -> None: ...
    def swap_pieces(self) -> None: ...
    def swap_sides(self) -> None: ...
    def undo(self) -> bool:
        """Whether there was a step to take back."""

    def rotated(self) -> HexBoard: ...
    def reflected(self) -> HexBoard: ...

class GoIllegal(enum.Enum):
    NO = 0

    OFF_BOARD = 1

    OCCUPIED = 2

    SUICIDE = 3

    SUPERKO = 4

    GAME_OVER = 5

class GoBoard:
    @overload
    def __init__(self, size: int, komi: float) -> None: ...
    @overload
    def __init__(self, other: GoBoard) -> None: ...
    @property
    def size(self) -> int: ...
    @property
    def komi(self) -> float: ...
    @komi.setter
    def komi(self, arg: float, /) -> None: ...
    @property
    def hash(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def winner(self) -> int: ...
    @property
    def area_score(self) -> float: ...
    @property
    def to_move(self) -> int: ...
    @to_move.setter
    def to_move(self, arg: int, /) -> None: ...
    @property
    def moves(self) -> list[tuple[int, int]]:
        """(colour, point) of each move."""

    def at(self, point: int) -> int: ...
    def captures(self, by: int) -> int: ...
    def why_illegal(self, move: int, colour: int) -> GoIllegal: ...
    def play(self, move: int, colour: int) -> None: ...
    def set_up(self, point: int, colour: int) -> None: ...
    def undo(self) -> bool: ...

class Selection(enum.Enum):
    UCT = 0

    TUNED = 1

    PUCT = 2

class Update(enum.Enum):
    PATH = 0

    AMAF = 1

class GumbelSettings:
    def __init__(self, *, considered: int, noise: float, value_visits: float, value_scale: float) -> None: ...

class NetworkEvaluatorSettings:
    def __init__(self, *, batch: int, mix: float, temperature: float, action_values: bool) -> None: ...

class Network:
    """What a search may ask about positions."""

class Planes(enum.Enum):
    FRAMED = 0

    PLAIN = 1

    TRIPLES = 2

class CallbackNetwork(Network):
    def __init__(self, function: object, planes: Planes) -> None: ...

class RootPrior:
    def __init__(
        self,
        values: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        visits: int,
    ) -> None:
        """
        AMAF visits that the moves of a new root start with; a value in [0, 1] per move.
        """

class SearchSettings:
    def __init__(
        self,
        *,
        selection: Selection,
        exploration: float,
        amaf: float,
        rave: float,
        first_play: float,
        update: Update,
        expand: int,
        knowledge: int,
        prior: int,
        bias: float,
        proofs: bool,
        fill: bool,
        gumbel: GumbelSettings | None,
        threads: int,
        memory: int,
    ) -> None: ...

class ContinuationKind(enum.Enum):
    DEFAULT = 0

    LOCAL = 1

    TENUKI = 2

    PATTERNS = 3

class Continuation:
    def __init__(
        self,
        kind: ContinuationKind,
        weights: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ]
        | None = None,
    ) -> None:
        """Weights in [0, 100] are for patterns."""

class Limits:
    def __init__(
        self,
        *,
        simulations: int | None,
        seconds: float | None,
        decided: bool,
        should_stop: object | None,
        lines: int = 1,
    ) -> None: ...

class Proof(enum.Enum):
    UNKNOWN = 0

    LOSS = 1

    DRAW = 2

    WIN = 3

class StopReason(enum.Enum):
    SIMULATIONS = 0

    PLY = 1

    NODES = 2

    SECONDS = 3

    PROVEN = 4

    DECIDED = 5

    INTERRUPTED = 6

class MoveReport:
    @property
    def move(self) -> int: ...
    @property
    def visits(self) -> int: ...
    @property
    def value(self) -> float: ...
    @property
    def amaf_visits(self) -> int: ...
    @property
    def amaf_value(self) -> float: ...
    @property
    def prior(self) -> float: ...
    @property
    def policy(self) -> float: ...
    @property
    def proof(self) -> Proof:
        """What is proven, for the player who moves."""

class SearchReport:
    @property
    def moves(self) -> list[MoveReport]: ...
    @property
    def variation(self) -> list[int]: ...
    @property
    def lines(self) -> list[list[int]]: ...
    @property
    def simulations(self) -> int: ...
    @property
    def root_value(self) -> float: ...
    @property
    def root_proof(self) -> Proof: ...
    @property
    def seconds(self) -> float: ...
    @property
    def children(self) -> int: ...
    @property
    def tree_full(self) -> bool: ...
    @property
    def stopped(self) -> StopReason: ...

class HexSearch:
    def __init__(self, settings: SearchSettings, seed: int) -> None: ...
    def reset(self) -> None: ...
    def advance(self, moves: Sequence[int]) -> bool:
        """
        Keeps the tree below these moves from the last root; False if nothing was known there.
        """

    def run(
        self, board: HexBoard, continuation: Continuation, limits: Limits, prior: RootPrior | None = None
    ) -> SearchReport: ...
    @staticmethod
    def pattern_code(board: HexBoard, patterns: Continuation, point: int) -> int:
        """
        The states of the neighbours of an empty point, as playouts by patterns see them.
        """

class GoSearch:
    def __init__(self, settings: SearchSettings, seed: int) -> None: ...
    def reset(self) -> None: ...
    def advance(self, moves: Sequence[int]) -> bool:
        """
        Keeps the tree below these moves from the last root; False if nothing was known there.
        """

    def run(
        self, board: GoBoard, continuation: Continuation, limits: Limits, prior: RootPrior | None = None
    ) -> SearchReport: ...
    @staticmethod
    def pattern_code(board: GoBoard, patterns: Continuation, point: int) -> int:
        """
        The states of the neighbours of an empty point, as playouts by patterns see them.
        """

class TicTacToeSearch:
    def __init__(self, settings: SearchSettings, seed: int) -> None: ...
    def reset(self) -> None: ...
    def advance(self, moves: Sequence[int]) -> bool:
        """
        Keeps the tree below these moves from the last root; False if nothing was known there.
        """

    def run(self, black: int, white: int, to_move: int, limits: Limits) -> SearchReport: ...

class HexNetworkSearch:
    def __init__(
        self,
        settings: SearchSettings,
        seed: int,
        network: Network,
        evaluator: NetworkEvaluatorSettings,
        cache: int,
    ) -> None: ...
    def reset(self) -> None: ...
    def advance(self, moves: Sequence[int]) -> bool:
        """
        Keeps the tree below these moves from the last root; False if nothing was known there.
        """

    def run(self, board: HexBoard, continuation: Continuation, limits: Limits) -> SearchReport: ...

class GoNetworkSearch:
    def __init__(
        self,
        settings: SearchSettings,
        seed: int,
        network: Network,
        evaluator: NetworkEvaluatorSettings,
        cache: int,
    ) -> None: ...
    def reset(self) -> None: ...
    def advance(self, moves: Sequence[int]) -> bool:
        """
        Keeps the tree below these moves from the last root; False if nothing was known there.
        """

    def run(self, board: GoBoard, continuation: Continuation, limits: Limits) -> SearchReport: ...

class TicTacToeNetworkSearch:
    def __init__(
        self,
        settings: SearchSettings,
        seed: int,
        network: Network,
        evaluator: NetworkEvaluatorSettings,
        cache: int,
    ) -> None: ...
    def reset(self) -> None: ...
    def advance(self, moves: Sequence[int]) -> bool:
        """
        Keeps the tree below these moves from the last root; False if nothing was known there.
        """

    def run(self, black: int, white: int, to_move: int, limits: Limits) -> SearchReport: ...

class PythonSearch:
    def __init__(self, settings: SearchSettings, seed: int) -> None: ...
    def reset(self) -> None: ...
    def advance(self, moves: Sequence[int]) -> bool:
        """
        Keeps the tree below these moves from the last root; False if nothing was known there.
        """

    def number_of(self, move: str) -> int: ...
    def name_of(self, move: int) -> str: ...
    def run(self, game: object, limits: Limits) -> SearchReport: ...

class PythonNetworkSearch:
    def __init__(self, settings: SearchSettings, seed: int, network: object, batch: int) -> None: ...
    def reset(self) -> None: ...
    def advance(self, moves: Sequence[int]) -> bool:
        """
        Keeps the tree below these moves from the last root; False if nothing was known there.
        """

    def number_of(self, move: str) -> int: ...
    def name_of(self, move: int) -> str: ...
    def run(self, game: object, limits: Limits) -> SearchReport: ...

def move_features(board: HexBoard) -> list[tuple[int, list[int]]]:
    """Each empty cell with the numbers of its features."""

class Circuit:
    @property
    def current(self) -> float: ...
    @property
    def potential(self) -> list[float]: ...
    @property
    def through(self) -> list[float]: ...
    @property
    def energy(self) -> list[float]: ...

class Link:
    @property
    def a(self) -> int: ...
    @property
    def b(self) -> int: ...
    @property
    def resistance(self) -> float: ...

def circuit_links(board: HexBoard, colour: int, kind: int) -> list[Link]:
    """
    Ends are cells, then the two edges. Kinds of links: 0 none, 1 bridges, 2 virtual connections.
    """

def solve_circuit(board: HexBoard, colour: int, links: Sequence[Link]) -> Circuit: ...
def estimated_action_values(board: HexBoard, own: Circuit, other: Circuit) -> list[float]:
    """NaN on stones."""

def exact_action_values(board: HexBoard, kind: int) -> list[float]:
    """NaN on stones."""

class ValuedMove:
    @property
    def move(self) -> int: ...
    @property
    def score(self) -> float: ...
    @property
    def positions(self) -> int: ...

class AlphaBetaReport:
    @property
    def moves(self) -> list[ValuedMove]: ...
    @property
    def variation(self) -> list[int]: ...
    @property
    def depth(self) -> int: ...
    @property
    def positions(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def stopped(self) -> StopReason: ...

class AlphaBeta:
    def __init__(
        self,
        rows: int,
        cols: int,
        *,
        connections: bool,
        network: Network | None = None,
        weights: Sequence[float] | None = None,
        thorough: bool = False,
    ) -> None:
        """
        Positions are scored by resistance, unless by the values of a `network`, or by characteristics with
        these `weights`.
        """

    def run(
        self,
        board: HexBoard,
        *,
        ply: int,
        width: int,
        exact: bool,
        seconds: float | None,
        should_stop: object | None,
    ) -> AlphaBetaReport: ...

def characteristics_after_moves(board: HexBoard) -> list[tuple[int, list[float]]]: ...

PROVEN_SCORE: float = 1000.0

class Certificate:
    def __init__(
        self, winner: int, first: int | None, promises: Sequence[Sequence[tuple[int, int]]]
    ) -> None: ...
    @property
    def winner(self) -> int: ...
    @property
    def first(self) -> int | None: ...
    @property
    def promises(self) -> list[list[tuple[int, int]]]: ...

def certificate_flaw(certificate: Certificate, board: HexBoard) -> str:
    """What is wrong with it; empty if nothing is."""

def inferior_cells(
    board: HexBoard,
) -> tuple[list[int], list[int], list[int], list[tuple[int, int]], list[tuple[int, int]]]:
    """
    Dead, captured by Black, captured by White; vulnerable with killers, dominated with better moves.
    """

class SolveLimits:
    def __init__(self, *, nodes: int | None, seconds: float | None, should_stop: object | None) -> None: ...

class Solution:
    @property
    def winner(self) -> int: ...
    @property
    def move(self) -> int | None: ...
    @property
    def carrier(self) -> list[int]: ...
    @property
    def proof(self) -> int: ...
    @property
    def disproof(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def stopped(self) -> StopReason: ...

class Solver:
    def __init__(
        self, rows: int, cols: int, table_entries: int, network: IntegerNetwork | None = None
    ) -> None: ...
    def solve(self, board: HexBoard, limits: SolveLimits) -> Solution: ...
    def variation(self, board: HexBoard, limits: SolveLimits) -> tuple[list[int], int]: ...
    def certificate(self, board: HexBoard, limits: SolveLimits) -> tuple[Certificate | None, int]: ...
    def forget(self) -> None: ...

FIRST_EDGE: int = 65534

SECOND_EDGE: int = 65535

CONNECTION_FULLS: int = 4

CONNECTION_SEMIS: int = 24

CONNECTION_OR_WIDTH: int = 2

class Connections:
    """
    Endpoints are cells, FIRST_EDGE (top, left) and SECOND_EDGE (bottom, right). A list of
    connections has a (key, carrier) each, -1 for the key of a full one, smallest first.
    """

    def __init__(
        self,
        board: HexBoard,
        *,
        fulls: int = 4,
        semis: int = 24,
        or_width: int = 2,
        over_edges: bool = False,
        captured: bool = False,
        stop_at_win: bool = True,
    ) -> None: ...
    def play(self, cell: int, colour: int) -> None: ...
    def undo(self) -> None: ...
    def full(self, colour: int, a: int, b: int) -> list[tuple[int, list[int]]]: ...
    def semi(self, colour: int, a: int, b: int) -> list[tuple[int, list[int]]]: ...
    def must_play(self, to_move: int) -> list[int]: ...
    def reply(self, colour: int, a: int, b: int, intrusion: int) -> int: ...
    def most_obstructive(self, to_move: int) -> int: ...
    def representative(self, colour: int, endpoint: int) -> int: ...
    def endpoints(self, colour: int) -> list[int]: ...
    def joined_pairs(self, colour: int) -> list[tuple[int, int]]: ...

def pack_position(
    board: HexBoard,
    positions: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
    index: int,
) -> None:
    """Writes what the player to move sees of a square board."""

def encode_neurohex(
    positions: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
    indices: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order="C", device="cpu")],
) -> None: ...
def follow_moves(
    positions: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
    indices: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    moves: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    turned: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order="C", device="cpu", writable=False)],
    after: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
    won: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order="C", device="cpu")],
) -> None:
    """
    Writes the chosen positions after a move each, as the opponent sees them.
    """

def half_turn_positions(
    positions: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
) -> None:
    """In place."""

def reflect_positions(
    positions: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
) -> None:
    """In place: the same stones with the other player to move."""

def step_boards(
    boards: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
    moves: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    won: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def draw_moves(
    boards: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
    random: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
    moves: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def mark_empty(
    boards: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
    empty: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def mark_stones(
    boards: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
    stones: Annotated[NDArray[numpy.bool_], dict(shape=(None, None, None), order="C", device="cpu")],
) -> None: ...
def value_by_resistance(
    positions: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
    links: int,
    values: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu")],
) -> None:
    """NaN on stones."""

def every_position(side: int) -> object:
    """
    Every position of a small board that goes on: Black's cells, White's, winning moves, as masks.
    """

def encode_triples(
    positions: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
    indices: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order="C", device="cpu")],
) -> None: ...
def encode_triple_children(
    positions: Annotated[NDArray[numpy.uint32], dict(shape=(None, None, None), order="C", device="cpu")],
    moves: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order="C", device="cpu")],
) -> None: ...

class SelfPlayGame:
    @property
    def moves(self) -> list[int]: ...
    @property
    def start(self) -> int:
        """The first position that is learned from."""

    @property
    def decided(self) -> int:
        """The first from there on that is decided; -1 if none is."""

    @property
    def winner(self) -> int: ...
    @property
    def networks(self) -> list[int]:
        """Of Black, of White."""

class SelfPlay:
    def __init__(
        self,
        networks: Sequence[Network],
        *,
        side: int,
        games: int,
        latest_start: int,
        ply: int,
        noise: float,
        play_out: bool,
        seed: int,
    ) -> None: ...
    def play(self, should_stop: object | None) -> None:
        """Plays all games to their ends."""

    @property
    def evaluations(self) -> int:
        """Positions that networks valued."""

    def games(self) -> list[SelfPlayGame]: ...

class IntegerNetwork(Network):
    def __init__(
        self,
        tensors: dict[str, object],
        *,
        channels: int,
        blocks: int,
        pooling: Sequence[int],
        hidden: int,
        kernel: str = "",
    ) -> None: ...
    @property
    def kernel(self) -> str: ...
    def evaluate(
        self,
        rows: int,
        cols: int,
        stones: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        last: int = -1,
    ) -> tuple[float, NDArray[numpy.float32], NDArray[numpy.float32]]:
        """
        Logits of the value, of each move and of each action value, in the view of the player to move.
        """

    def evaluate_many(
        self,
        rows: int,
        cols: int,
        stones: Annotated[
            NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        last: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ) -> tuple[NDArray[numpy.float32], NDArray[numpy.float32], NDArray[numpy.float32]]:
        """
        The same for an array of positions: uint8[count, cells] and int32[count].
        """

def network_kernels() -> list[str]:
    """The kernels that this processor runs, the fastest first."""

def canonical_view(
    board: HexBoard, stones: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")]
) -> tuple[int, int, int]:
    """
    Writes what the player to move sees, 0 empty, 1 own, 2 opposing.

    Tells rows, columns and the cell of the last move, or -1.
    """

def has_winograd(inputs: int, outputs: int) -> bool:
    """
    Whether this processor has a kernel for convolutions of 3×3 with so many channels.
    """

def winograd(
    x: Annotated[
        NDArray[numpy.float32], dict(shape=(None, None, None, None), order="C", device="cpu", writable=False)
    ],
    weights: Annotated[
        NDArray[numpy.float32], dict(shape=(None, None, None, None), order="C", device="cpu", writable=False)
    ],
    bias: Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    y: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order="C", device="cpu")],
) -> None:
    """
    y = conv(x, weights) + bias, with activations as [batch, rows, cols, channels].
    """

def winograd_gradients(
    x: Annotated[
        NDArray[numpy.float32], dict(shape=(None, None, None, None), order="C", device="cpu", writable=False)
    ],
    weights: Annotated[
        NDArray[numpy.float32], dict(shape=(None, None, None, None), order="C", device="cpu", writable=False)
    ],
    gy: Annotated[
        NDArray[numpy.float32], dict(shape=(None, None, None, None), order="C", device="cpu", writable=False)
    ],
    gx: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order="C", device="cpu")],
    gw: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order="C", device="cpu")],
) -> None:
    """The gradients of x and of the weights, from that of y."""

class ZeroPosition:
    @property
    def move(self) -> int: ...
    @property
    def value(self) -> float: ...
    @property
    def network_value(self) -> float: ...
    @property
    def targets(self) -> list[tuple[int, float, float]]: ...

class ZeroGame:
    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...
    @property
    def winner(self) -> int: ...
    @property
    def opening(self) -> int: ...
    @property
    def decided(self) -> int: ...
    @property
    def winning(self) -> list[int]: ...
    @property
    def positions(self) -> list[ZeroPosition]: ...

class ZeroBoard:
    def __init__(self, rows: int, cols: int, share: float) -> None: ...

class ZeroGames:
    def __init__(
        self,
        network: Network,
        *,
        boards: Sequence[ZeroBoard],
        games: int,
        simulations: int,
        quick_simulations: int,
        full_share: float,
        gumbel: GumbelSettings,
        noisy_plies: float,
        late_noise: float,
        knowledge: int,
        exploration: float,
        first_play: float,
        edge_openings: float,
        drawn_openings: float,
        opening_plies: int,
        plies_beyond: int,
        cache: int,
        seed: int,
    ) -> None: ...
    def play(self, games: int, should_stop: object | None) -> list[ZeroGame]: ...
    @property
    def evaluations(self) -> int: ...

def count_positions(rows: int, cols: int) -> tuple[int, int]:
    """
    The positions that play can reach from the empty board, and how many of them end the game.
    """

def bare_playouts(rows: int, cols: int, playouts: int, seed: int) -> int:
    """
    Fills the empty board in shuffled order and reads off the winner, so many times, with no tree:
    the limit that a search is measured against. Returns the number of Black's wins.
    """

def replay_connections(
    rows: int, cols: int, moves: Sequence[int], *, from_scratch: bool, count: bool
) -> tuple[int, int, int]:
    """
    Finds the connections of both colours after each move of a game, by increments or from scratch.
    Returns the number of positions and, if asked to count, of full and of semi-connections in all.
    """
