"""Common parts of the reproductions of Hivemind: its search, and policies evolved where missing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from beeline.learning.hivemind.evolution import Evolution, Generation
from beeline.learning.hivemind.system import EvolutionSettings
from beeline.networks.hivemind.policy import Policy
from beeline.papers.reproduction import OPPONENT, ReproductionError, Scale, WinRateTable
from beeline.players.kinds.hivemind import PAPER_SEARCH
from beeline.rules.cells import swap_safe_cell
from beeline.workers import Workers

PAPER: Final = (
    "Pettit and Helmbold, Evolutionary Learning of Policies for MCTS Simulations (FDG 2012), section 5"
)

_POLICIES: Final = Path("reproductions/policies")


def search(simulations: int, *, exploration: float | None = PAPER_SEARCH.exploration) -> str:
    """The options of the paper's search in a player string."""
    return (
        f"simulations={simulations},update={PAPER_SEARCH.update},selection={PAPER_SEARCH.selection},"
        f"exploration={exploration},expand={PAPER_SEARCH.expand},reuse=false"
    )


def _three_policies(simulations: int) -> dict[str, str]:
    options = search(simulations)
    return {
        "learned": f"hivemind:{options}",
        "uniform": f"mcts:{options},continuation=local",
        "default": f"mcts:{options},continuation=default",
    }


def strategies(simulations: int, seeds: Sequence[int] = (1,)) -> dict[str, str]:
    """Policies by evolution strategies as printed, by name: one per seed."""
    return {
        f"strategy-{seed}": f"hivemind:{search(simulations)},weights={policy_file(f'strategy-{seed}')}"
        for seed in seeds
    }


def strategy_settings(seeds: Sequence[int] = (1,)) -> dict[str, EvolutionSettings]:
    """Settings by which those are evolved."""
    return {f"strategy-{seed}": EvolutionSettings(seed=seed) for seed in seeds}


def generalisation(size: int, *, default: float, uniform: float) -> WinRateTable:
    """The policy learned on 7×7 on a larger board, with the paper's win rates of it."""
    return WinRateTable(
        name=f"hivemind-{size}",
        title=f"Hivemind: the 7×7 policy on {size}×{size}",
        paper=f"{PAPER}, Generalization across board sizes",
        players=_three_policies(100_000) | strategies(100_000),
        cells={
            (policy, opponent): rate
            for policy in ("learned", "strategy-1")
            for opponent, rate in (("default", default), ("uniform", uniform))
        },
        size=size,
        openings="swap-safe",
        games={"quick": 4, "paper": 200},
        prepare=evolving(strategy_settings()),
        remarks="`learned` is the package's policy, by a search gradient with tied weights; `strategy-1` is "
        "one by evolution strategies as printed.",
    )


def against_mohex(
    size: int,
    *,
    simulations: int,
    section: str,
    rates: Mapping[str, float],
    games: int,
    seeds: Sequence[int] = (1,),
    remarks: str = "",
) -> WinRateTable:
    """Three policies, and those of evolution strategies, against MoHex, with the paper's win rates."""
    learned = dict.fromkeys(strategies(simulations, seeds), rates["learned"])
    return WinRateTable(
        name=f"hivemind-mohex-{size}",
        title=f"Hivemind against MoHex on {size}×{size}",
        paper=f"{PAPER}, {section}",
        players={**_three_policies(simulations), **strategies(simulations, seeds), "MoHex": OPPONENT},
        cells={(player, "MoHex"): rate for player, rate in {**rates, **learned}.items()},
        size=size,
        openings="swap-safe",
        paired=False,
        games={"quick": 10, "paper": games},
        prepare=evolving(strategy_settings(seeds)),
        remarks="As in the paper, Hivemind is Black in every game and begins with "
        f"{swap_safe_cell(size, size)}. The paper's opponent was the MoHex of 2011 with 10 seconds a move."
        f"{remarks}",
    )


def policy_file(name: str) -> Path:
    """Path of the policy of this name, from the folder that the source of Beeline is in."""
    return _POLICIES / f"{name}.policy"


def evolving(settings: Mapping[str, EvolutionSettings]) -> Callable[[Scale, Path, Workers], None]:
    """Preparation of these policies. An interrupted run resumes."""

    def prepare(scale: Scale, folder: Path, workers: Workers) -> None:
        if not _POLICIES.parent.is_dir():
            raise ReproductionError(
                f"the policies are in {_POLICIES}; run this where the source of Beeline is"
            )
        for name, evolution in settings.items():
            if not policy_file(name).exists():
                _evolve(name, evolution, folder.parent / "evolutions" / name, workers)
            # A setting that there was not yet when it was made has its default.
            elif {**asdict(EvolutionSettings()), **Policy.load(policy_file(name)).made} != asdict(evolution):
                raise ReproductionError(f"{policy_file(name)} was evolved with other settings; move it away")

    return prepare


def _evolve(name: str, settings: EvolutionSettings, folder: Path, workers: Workers) -> None:
    def tell(done: Generation) -> None:
        if done.win_rate is not None:
            print(f"{name}: {asdict(done)}", file=sys.stderr, flush=True)

    evolution = Evolution(settings, folder, workers, resume=True)
    evolution.run(on_entry=tell)
    policy_file(name).parent.mkdir(parents=True, exist_ok=True)
    evolution.policy().save(policy_file(name))
