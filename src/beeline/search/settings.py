"""The parameters of the tree search."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, Literal

from beeline.checks import require, require_types
from beeline.errors import ArgumentError

Continuation = Literal["default", "local", "tenuki", "patterns", "bridges"]
CONTINUATIONS: Final[tuple[Continuation, ...]] = ("default", "local", "tenuki", "patterns", "bridges")
"""The first four are those of the core; ``bridges`` is a table of patterns."""

Selection = Literal["uct", "tuned"]
Update = Literal["path", "amaf"]
Root = Literal["puct", "gumbel"]

_LARGEST: Final = 1e9  # of a coefficient: the core reckons in single precision, where more becomes infinite
_MOST: Final = 2**31 - 1
_MOST_PRIOR: Final = 1_000_000
_RAVE: Final = 500.0
_EXPLORATION: Final = 0.5
EXPAND: Final = 10
"""Visits before a leaf grows, unless a game or a player says otherwise."""
_PRIOR: Final = 30
_EXPAND_BY_PRIOR: Final = 20  # the prior costs as much as some simulations
_FIRST_PLAY: Final = 1e6
NETWORK_EXPLORATION: Final = 1.25
"""C of PUCT."""
NETWORK_FIRST_PLAY: Final = 0.1
"""First-play reduction: how much less than its position an unvisited move is worth, by default."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchSettings:
    """The parameters of the tree search.

    Where the default is None, the search takes what was measured to be best for the game at equal time
    (docs/explanation/search.md tells how): ``resolved`` says what that is.
    """

    selection: Selection | None = None
    """The exploration bonus: plain UCT, or with the variance term (UCB1-tuned); a network brings PUCT."""
    exploration: float | None = None
    """C, the coefficient of the bonus."""
    update: Update | None = None
    """Credit the moves of the path alone, or all moves as first (AMAF)."""
    amaf: float = 0.0
    """A constant weight of the AMAF value in selection, in [0, 1], in place of RAVE's."""
    rave: float | None = None
    """RAVE's equivalence parameter k (Gelly and Silver): the larger, the longer AMAF values are trusted."""
    expand: int | None = None
    """Visits before a leaf's children are added to the tree."""
    knowledge: int = 0
    """Visits before virtual connections and inferior cells are asked about a position of Hex; 0 is never. The
    position searched is asked about first. It brings ``prior`` and ``fill`` along."""
    prior: int | None = None
    """Weight of the prior of a move of Hex, in AMAF visits: the chance, by its neighbourhood and its place,
    that a long search chooses it; 0 is none."""
    bias: float = 1.0
    """Progressive-bias coefficient B, with ``prior``: a move with v visits and prior p has a bonus of
    B·√(p/v)."""
    fill: bool | None = None
    """Whether dead and captured cells of Hex are filled in before the playouts."""
    proofs: bool = True
    """Whether wins and losses that are certain are proven up the tree, as far as they decide moves."""
    first_play: float | None = None
    """The priority of a child not visited yet; 1e6, the default, tries every child once before any twice.
    With a network: how much less than its position an unvisited move is worth, where the network does not
    say."""
    continuation: Continuation | None = None
    """Policy of the playouts, which continue simulations after the tree."""
    threads: int = 1
    memory: int = 512
    """Megabytes for the tree; once spent it stops growing and the search goes on in it."""
    seed: int = 0
    """Seed: with one thread, equal seeds give equal searches to the bit."""

    def __post_init__(self) -> None:
        require_types(self)
        require(self.selection in ("uct", "tuned", None), "selection", "'uct' or 'tuned'", self.selection)
        require(self.update in ("path", "amaf", None), "update", "'path' or 'amaf'", self.update)
        require(
            self.continuation in (*CONTINUATIONS, None),
            "continuation",
            f"one of {', '.join(CONTINUATIONS)}",
            self.continuation,
        )
        require(0 <= (self.exploration or 0) <= _LARGEST, "exploration", "from 0 to 1e9", self.exploration)
        require(0 <= self.amaf <= 1, "amaf", "from 0 to 1", self.amaf)
        require(0 <= (self.rave or 0) <= _LARGEST, "rave", "from 0 to 1e9", self.rave)
        if (self.amaf or self.rave) and self.update == "path":
            raise ArgumentError(
                "amaf and rave weigh all-moves-as-first values, which update=path does not gather"
            )
        require(0 <= (self.first_play or 0) <= _LARGEST, "first_play", "from 0 to 1e9", self.first_play)
        require(self.expand is None or 1 <= self.expand <= _MOST, "expand", f"from 1 to {_MOST}", self.expand)
        require(0 <= (self.prior or 0) <= _MOST_PRIOR, "prior", f"from 0 to {_MOST_PRIOR}", self.prior)
        require(0 <= self.bias <= 100, "bias", "from 0 to 100", self.bias)
        require(0 <= self.knowledge <= _MOST, "knowledge", f"from 0 to {_MOST}", self.knowledge)
        if self.knowledge and not self.proofs:
            raise ArgumentError("knowledge proves results, which proofs=false leaves out")
        require(1 <= self.threads <= 256, "threads", "from 1 to 256", self.threads)
        require(1 <= self.memory <= 1 << 18, "memory", "from 1 to 262144 megabytes", self.memory)
        require(0 <= self.seed < 1 << 64, "seed", "from 0 to 2^64 - 1", self.seed)

    def resolved(self, *, update: Update, continuation: Continuation, expand: int = EXPAND) -> SearchSettings:
        """The settings without None, given what is best for the game.

        RAVE's k is 500 where AMAF values are gathered and not weighed otherwise, and C is 0 where they are
        weighed, because they explore by themselves.
        """
        if self.amaf or self.rave:
            update = "amaf"
        update = self.update or update
        rave = self.rave
        if rave is None:
            rave = _RAVE if update == "amaf" and not self.amaf else 0.0
        exploration = self.exploration
        if exploration is None:
            exploration = 0.0 if rave or self.amaf else _EXPLORATION
        prior = self.prior
        if prior is None:
            prior = _PRIOR if self.knowledge and update == "amaf" else 0
        ours = {field.name: getattr(self, field.name) for field in fields(SearchSettings)}
        return SearchSettings(
            **ours
            | {
                "selection": self.selection or "uct",
                "first_play": _FIRST_PLAY if self.first_play is None else self.first_play,
                "update": update,
                "rave": rave,
                "exploration": exploration,
                "continuation": self.continuation or continuation,
                "expand": self.expand or (_EXPAND_BY_PRIOR if prior else expand),
                "prior": prior,
                "fill": bool(self.knowledge) if self.fill is None else self.fill,
            }
        )

    def resolved_for_network(self) -> SearchSettings:
        """The settings without None for a search whose leaves a network values."""
        require(self.selection is None, "selection", "left to the network, which brings PUCT", self.selection)
        require(self.update in ("path", None), "update", "'path' with a network", self.update)
        require(
            not (self.amaf or self.rave or self.prior), "amaf, rave and prior", "0 with a network", "more"
        )
        ours = {field.name: getattr(self, field.name) for field in fields(SearchSettings)}
        return SearchSettings(
            **ours
            | {
                "update": "path",
                "rave": 0.0,
                "prior": 0,
                "exploration": NETWORK_EXPLORATION if self.exploration is None else self.exploration,
                "first_play": NETWORK_FIRST_PLAY if self.first_play is None else self.first_play,
                "continuation": self.continuation or "default",
                "fill": bool(self.fill),
            }
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class NetworkSettings:
    """Settings of a search with a network."""

    batch: int = 1
    """Leaves that are evaluated together."""
    mix: float = 0.0
    """Weight of a playout in the value of a leaf, in [0, 1]; the rest is the network's."""
    temperature: float = 1.0
    """Temperature of the network's policy as priors."""
    action_values: bool = True
    """Whether unvisited moves are worth the network's action values, where it has them."""
    cache: int = 4096
    """Positions whose predictions are kept, per thread."""
    root: Root = "puct"
    """Choice of moves at the root: as everywhere, or by Gumbel noise and sequential halving, for few
    simulations."""
    considered: int = 16
    """Moves that Gumbel selection considers."""
    noise: float = 1.0
    """Scale of the Gumbel noise; 0 considers the best moves by prior."""
    value_visits: float = 50.0
    """c_visit of Gumbel selection (``cpp/search/gumbel.hpp``)."""
    value_scale: float = 1.0
    """c_scale of Gumbel selection."""

    def __post_init__(self) -> None:
        require_types(self)
        require(1 <= self.batch <= 4096, "batch", "from 1 to 4096", self.batch)
        require(0 <= self.mix <= 1, "mix", "from 0 to 1", self.mix)
        require(1e-6 <= self.temperature <= 1e6, "temperature", "from 1e-6 to 1e6", self.temperature)
        require(0 <= self.cache <= 1 << 24, "cache", "from 0 to 16777216", self.cache)
        require(self.root in ("puct", "gumbel"), "root", "'puct' or 'gumbel'", self.root)
        require(1 <= self.considered <= 1 << 16, "considered", "from 1 to 65536", self.considered)
        require(0 <= self.noise <= 1e6, "noise", "from 0 to 1e6", self.noise)
        require(0 <= self.value_visits <= 1e6, "value_visits", "from 0 to 1e6", self.value_visits)
        require(0 <= self.value_scale <= 1e6, "value_scale", "from 0 to 1e6", self.value_scale)
