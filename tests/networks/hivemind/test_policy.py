"""Policies as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beeline.files import FileError, write_arrays
from beeline.networks.hivemind.patterns import PatternGame, pattern_count
from beeline.networks.hivemind.policy import EVOLVED, POLICIES, Policy, load_policy, mean_policy

EVOLUTIONS = Path(__file__).parents[3] / "reproductions" / "policies"


def policy(game: PatternGame = "hex", **changes: Any) -> Policy:
    weights = np.linspace(0, 100, pattern_count(game), dtype=np.float32)
    given = {"weights": weights, "size": 7, "made": {"seed": 1}, "history": ({"best": 3, "mean": 1.5},)}
    return Policy(game=game, **{**given, **changes})


@pytest.mark.parametrize("game", ["hex", "go"])
def test_a_policy_comes_back_from_its_file(game: PatternGame, tmp_path: Path) -> None:
    kept = policy(game)
    kept.save(tmp_path / "one.policy")
    read = load_policy(str(tmp_path / "one.policy"), game)
    assert (read.game, read.size, read.made, read.history) == (game, 7, kept.made, kept.history)
    assert read.weights.tolist() == kept.weights.tolist()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "chess"}, "no policies for 'chess'"),
        ({"game": "go"}, "a policy for go has 131072 weights"),
        ({"weights": np.zeros(8192)}, "float64"),
        ({"weights": np.full(8192, -1, dtype=np.float32)}, "from 0 to 100"),
        ({"weights": np.full(8192, 101, dtype=np.float32)}, "from 0 to 100"),
        ({"weights": np.full(8192, np.nan, dtype=np.float32)}, "from 0 to 100"),
    ],
)
def test_what_is_no_policy_is_refused_with_the_reason(
    changes: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    game = changes.pop("game", "hex")
    weights = changes.pop("weights", np.zeros(8192, dtype=np.float32))
    with pytest.raises(FileError, match=reason):
        Policy(game=game, size=7, weights=weights)
    about = {"game": game, "size": 7, "made": {}, "history": []}
    write_arrays(tmp_path / "x", kind="policy", version=1, about=about, arrays={"weights": weights})
    with pytest.raises(FileError, match=reason):
        Policy.load(tmp_path / "x")


def test_a_policy_file_without_its_parts_is_refused(tmp_path: Path) -> None:
    weights = np.zeros(8192, dtype=np.float32)
    write_arrays(tmp_path / "x", kind="policy", version=1, about={"game": "hex"}, arrays={"weights": weights})
    with pytest.raises(FileError, match="damaged"):
        Policy.load(tmp_path / "x")


def test_the_policy_of_another_game_is_refused(tmp_path: Path) -> None:
    policy("go").save(tmp_path / "go.policy")
    with pytest.raises(FileError, match="is for go, not for hex"):
        load_policy(str(tmp_path / "go.policy"), "hex")


def test_the_package_has_a_policy_for_hex_that_evolved() -> None:
    shipped = load_policy("evolved", "hex")
    assert shipped.weights.tolist() == load_policy(EVOLVED["hex"], "hex").weights.tolist()
    assert len(shipped.history) == shipped.made["generations"]
    assert shipped.made["game"] == "hex"
    assert len(np.unique(shipped.weights)) > 100


def test_the_policy_for_go_is_the_mean_of_three_that_evolved() -> None:
    parts = [Policy.load(EVOLUTIONS / f"{name}.policy") for name in ("go-7", "go-9", "go-7-counted")]
    for part in parts:
        assert len(part.history) == part.made["generations"]
        assert len(np.unique(part.weights)) > 20
    shipped, mean = load_policy("evolved", "go"), mean_policy(parts)
    assert shipped.weights.tolist() == mean.weights.tolist()
    assert shipped.made == mean.made == {"mean_of": [part.made for part in parts]}


def test_the_mean_of_policies() -> None:
    one, other = (policy(weights=np.full(8192, weight, dtype=np.float32)) for weight in (1, 4))
    mean = mean_policy([one, other])
    assert set(mean.weights.tolist()) == {2.5}
    assert mean.made == {"mean_of": [{"seed": 1}, {"seed": 1}]}
    with pytest.raises(FileError, match="of one game"):
        mean_policy([one, policy("go")])


def test_unknown_names_are_answered_with_the_known() -> None:
    with pytest.raises(
        FileError, match=r"there is no policy 'evolved-8': name a file, or one of .*evolved-7"
    ):
        POLICIES.path("evolved-8")
