"""The players that the page may name.

``Club`` is a level; ``run:id=3f2a...`` plays what a run has learned, a network (with ``snapshot=epoch-10`` an
earlier one) or with ``simulations=5000`` a policy; anything else is a player string of a kind that neither
starts programs nor reads files, within the limits.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Final

from beeline.disk import is_own_file
from beeline.errors import PlayerError
from beeline.interfaces.analyst import SEED
from beeline.interfaces.studio.recorded_runs import Runs
from beeline.limits import Limits
from beeline.networks.hivemind.policy import POLICIES
from beeline.networks.network_files import network_system
from beeline.networks.zero.packaged import SMALL
from beeline.players import Player
from beeline.players.kinds import hivemind
from beeline.players.kinds.mcts import Mcts
from beeline.players.levels import levels as levels
from beeline.players.registry import (
    PlayerSpec,
    option_fields,
    player_kinds,
    player_of,
    read_options,
    starts_programs,
)
from beeline.rules.registry import HEX, game_kind

KINDS: Final = tuple(kind for kind in player_kinds() if not starts_programs(kind))
"""Kinds of players that the page may name."""

NETWORK_KINDS: Final = ("ezo", "neurohex", "neurodynamic")
"""Kinds that play the network of a run. A file chooses among these, and never names a player itself."""

ANALYSTS: Final = ("zero", "mcts", "hivemind")
"""Players that go on with their search when they are asked again."""
_PLAYOUTS: Final = ("mcts", "hivemind")

RUN: Final = "run"
_OF_RUN: Final = ("id", "snapshot")
_LEAST_MEMORY: Final = 16
_ANALYST_SHARE: Final = 8
"""Analysts get an eighth of the memory that is left, as a page keeps several."""
_MOST_PLY: Final = 6


class Cast:
    """Makes the players of a studio, and shares the memory for trees among them."""

    def __init__(self, limits: Limits, runs: Runs) -> None:
        self._limits = limits
        self._runs = runs
        self._lock = Lock()
        self._memory_left = limits.all_memory

    @contextmanager
    def player(self, name: str, *, analyst: bool = False) -> Iterator[Player]:
        """The player of that name, while it is needed. Raises ``PlayerError`` for one that cannot be."""
        spec = self.checked(name, analyst=analyst)
        with self._memory(share=_ANALYST_SHARE if analyst else 2) as memory:
            if analyst and "seed" not in spec.given:
                spec = spec.changed("seed", str(SEED))  # equal questions get equal answers
            player = self._make(spec, memory)
            try:
                yield player
            finally:
                player.close()

    @property
    def is_crowded(self) -> bool:
        """Whether players have all the memory for trees, so that the next gets the least there is."""
        with self._lock:
            return self._memory_left <= 0

    def checked(self, name: str, *, analyst: bool = False) -> PlayerSpec:
        """The player of a name, if it is allowed."""
        spec = PlayerSpec.parse(name)
        allowed = (*(ANALYSTS if analyst else KINDS), RUN)
        if spec.kind not in allowed:
            what = "analyse" if analyst else "play"
            raise PlayerError(f"{spec.kind!r} does not {what} in the studio; there are {', '.join(allowed)}")
        most = {
            "simulations": self._limits.simulations,
            "memory": self._limits.tree_memory,
            "seconds": self._limits.move_seconds,
            "threads": self._limits.searches,
            "cache": self._limits.cache,
            "ply": _MOST_PLY,
        }
        for option, value in _options(spec).items():
            if option in most and value is not None and value > most[option]:
                raise PlayerError(f"{option} is {value:,}; the studio allows {most[option]:,} at most")
            if option == "weights" and value not in _weights_of(_kind(spec)):
                known = ", ".join(_weights_of(_kind(spec)))
                raise PlayerError(f"there are no weights {value!r} for {_kind(spec)} here, but {known}")
        return spec

    def _make(self, spec: PlayerSpec, memory: int) -> Player:
        fields = {field.name for field in option_fields(_kind(spec))}
        given = _options(spec)
        if "memory" in fields and given.get("memory", memory) >= memory:
            spec = spec.changed("memory", str(memory))
        if "simulations" in fields and "simulations" not in given and _searches(spec):
            # The studio gives every move a time, within which a player may do what it likes.
            spec = spec.changed("simulations", str(self._limits.simulations))
        if "seed" in fields and "seed" not in spec.given:
            spec = spec.changed("seed", str(secrets.randbits(32)))
        if spec.kind != RUN:
            weights = POLICIES.all().get(spec.given.get("weights", ""))
            # By its place, so that no file of the same name in the working folder is read instead.
            return player_of(spec if weights is None else spec.changed("weights", str(weights)))
        id = spec.given.get("id", "")
        if network := self._runs.network(id, snapshot=spec.given.get("snapshot")):
            return player_of(_player_of_network(network))
        policy = self._runs.policy(id)
        if policy.game != HEX:
            title = game_kind(policy.game).TITLE
            raise PlayerError(f"this policy is for {title}, and the studio's board is for Hex")
        return Mcts(hivemind.Options(**_options(spec)), weights=policy.weights)

    @contextmanager
    def _memory(self, *, share: int) -> Iterator[int]:
        """Megabytes for a tree: one part in ``share`` of what is left, within bounds."""
        with self._lock:
            memory = max(min(self._limits.tree_memory, self._memory_left // share), _LEAST_MEMORY)
            self._memory_left -= memory
        try:
            yield memory
        finally:
            with self._lock:
                self._memory_left += memory


def _player_of_network(network: Path) -> PlayerSpec:
    """Player of a network of a run. Zero plays its integers, which stand beside the file of record."""
    integers = network.with_suffix(".safetensors")
    if is_own_file(integers):
        return PlayerSpec("zero", {"weights": str(integers)})
    return PlayerSpec(network_system(network, systems=NETWORK_KINDS), {"weights": str(network)})


def _searches(spec: PlayerSpec) -> bool:
    """Whether a player without simulations searches all the same, for as long as it may."""
    return _kind(spec) in _PLAYOUTS or "seconds" in spec.given


def _weights_of(kind: str) -> tuple[str, ...]:
    """Names of weights in the package, for a kind of player that has any."""
    default = str(next(each.default for each in option_fields(kind) if each.name == "weights"))
    others = {"hivemind": tuple(POLICIES.all()), "zero": (SMALL,)}
    return default, *others.get(kind, ())


def _kind(spec: PlayerSpec) -> str:
    return "hivemind" if spec.kind == RUN else spec.kind


def _options(spec: PlayerSpec) -> dict[str, Any]:
    """The options that are given, as values; of a run's player, without the run."""
    if spec.kind == RUN:
        if "weights" in spec.given:
            raise PlayerError("the policy of a run's player is that of the run")
        spec = PlayerSpec("hivemind", {key: value for key, value in spec.given.items() if key not in _OF_RUN})
    return read_options(spec)
