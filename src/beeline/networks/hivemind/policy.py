"""A learned continuation policy and the file it is kept in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.files import FileError, PackagedFiles, content_of, read_arrays, write_arrays
from beeline.networks.hivemind.patterns import NEIGHBOURS, PatternGame, pattern_count
from beeline.rules.registry import GO, HEX

_KIND: Final = "policy"
_VERSION: Final = 1
POLICIES: Final = PackagedFiles(Path(__file__).parent / "data", ".policy", "policy")

MAX_WEIGHT: Final = 100.0

EVOLVED: Final[dict[PatternGame, str]] = {HEX: "evolved-7", GO: "evolved-go"}
"""The policy in the package that a game is played with unless told otherwise."""


@dataclass(frozen=True, kw_only=True)
class Policy:
    """A weight in [0, 100] for each local pattern of a game."""

    game: PatternGame
    weights: NDArray[np.float32]
    size: int
    """Size of the board it was learned on; it can be used on any."""
    made: Mapping[str, Any] = field(default_factory=dict)
    """Settings of its evolution, or in ``mean_of`` those of several."""
    history: tuple[Mapping[str, float], ...] = ()
    """Fitness by generation."""

    def __post_init__(self) -> None:
        if self.game not in NEIGHBOURS:
            raise FileError(f"there are no policies for {self.game!r}")
        expected = (pattern_count(self.game),)
        if self.weights.shape != expected or self.weights.dtype != np.float32:
            raise FileError(
                f"a policy for {self.game} has {expected[0]} weights (float32), "
                f"not {self.weights.shape} ({self.weights.dtype})"
            )
        if not (self.weights.min() >= 0 and self.weights.max() <= MAX_WEIGHT):  # also not-a-number
            raise FileError("the weights of a policy are from 0 to 100")

    def save(self, path: Path) -> None:
        about = {
            "game": self.game,
            "size": self.size,
            "made": dict(self.made),
            "history": [dict(entry) for entry in self.history],
        }
        write_arrays(path, kind=_KIND, version=_VERSION, about=about, arrays={"weights": self.weights})

    @classmethod
    def load(cls, path: Path) -> Policy:
        """Reads a policy; raises FileError, with the reason, if the file holds none."""
        about, arrays = read_arrays(path, kind=_KIND, version=_VERSION)
        with content_of(path):
            return cls(
                game=about["game"],
                size=int(about["size"]),
                weights=arrays["weights"],
                made=about["made"],
                history=tuple(about["history"]),
            )


def mean_policy(policies: Sequence[Policy]) -> Policy:
    """The mean of policies of one game, which has something of what each of them learned by itself."""
    first = policies[0]
    if any(policy.game != first.game for policy in policies):
        raise FileError("only policies of one game have a mean")
    return Policy(
        game=first.game,
        size=first.size,
        weights=np.mean([policy.weights for policy in policies], axis=0, dtype=np.float32),
        made={"mean_of": [dict(policy.made) for policy in policies]},
    )


def load_policy(name: str, game: PatternGame) -> Policy:
    """The policy of a file, of a name in the package, or ``evolved`` for the package's best for the game."""
    policy = Policy.load(POLICIES.path(EVOLVED[game] if name == "evolved" else name))
    if policy.game != game:
        raise FileError(f"the policy {name!r} is for {policy.game}, not for {game}")
    return policy
