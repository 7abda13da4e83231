"""The parameters of the tree search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Continuation = Literal["default", "local", "tenuki", "patterns"]
CONTINUATIONS: Final[tuple[Continuation, ...]] = ("default", "local", "tenuki", "patterns")


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchSettings:
    """The parameters of the tree search.

    The defaults are the strongest measured at equal time on 11×11 (docs/search.md tells how).
    """

    selection: Literal["uct", "tuned"] = "uct"
    """The exploration bonus: plain UCT, or with the variance term (UCB1-tuned)."""
    exploration: float = 0.7
    """C, the coefficient of the bonus."""
    update: Literal["path", "amaf"] = "path"
    """Credit the moves of the path alone, or all moves as first."""
    amaf: float = 0.0
    """A constant weight of the AMAF value in selection, in [0, 1]; needs update=amaf."""
    rave: float = 0.0
    """The visits at which RAVE trusts both values alike (k of Gelly and Silver); needs update=amaf."""
    expand: int = 10
    """Visits before a leaf's children are added to the tree."""
    first_play: float = 1e6
    """The priority of a child not visited yet; 1e6 tries every child once before any twice."""
    continuation: Continuation = "default"
    """How simulations go on after the tree."""
    threads: int = 1
    memory: int = 512
    """Megabytes for the tree; once spent it stops growing and the search goes on in it."""
    seed: int = 0
    """With one thread, equal seeds give equal searches to the bit."""

    def __post_init__(self) -> None:
        require(self.selection in ("uct", "tuned"), "selection", "'uct' or 'tuned'", self.selection)
        require(self.update in ("path", "amaf"), "update", "'path' or 'amaf'", self.update)
        require(
            self.continuation in CONTINUATIONS,
            "continuation",
            f"one of {', '.join(CONTINUATIONS)}",
            self.continuation,
        )
        require(self.exploration >= 0, "exploration", "0 or more", self.exploration)
        require(0 <= self.amaf <= 1, "amaf", "from 0 to 1", self.amaf)
        require(self.rave >= 0, "rave", "0 or more", self.rave)
        if (self.amaf or self.rave) and self.update != "amaf":
            raise ValueError("amaf and rave weigh all-moves-as-first values, so they need update=amaf")
        require(self.first_play >= 0, "first_play", "0 or more", self.first_play)
        require(self.expand >= 1, "expand", "1 or more", self.expand)
        require(1 <= self.threads <= 256, "threads", "from 1 to 256", self.threads)
        require(1 <= self.memory <= 1 << 20, "memory", "from 1 to 1048576 megabytes", self.memory)
        require(0 <= self.seed < 1 << 64, "seed", "from 0 to 2^64 - 1", self.seed)


def require(condition: bool, name: str, expected: str, got: object) -> None:
    """Raises a ValueError that says what the parameter must be unless the condition holds."""
    if not condition:
        raise ValueError(f"{name} must be {expected}, not {got!r}")
