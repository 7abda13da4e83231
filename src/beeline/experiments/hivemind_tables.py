"""What the reproductions of the Hivemind paper share: its search, and policies evolved where missing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final

from beeline.experiments.reproduction import Scale
from beeline.learning.hivemind.evolution import Evolution, EvolutionSettings, Generation
from beeline.workers import Workers

PAPER: Final = (
    "Pettit and Helmbold, Evolutionary Learning of Policies for MCTS Simulations (FDG 2012), section 5"
)

_POLICIES: Final = Path("reproductions/policies")


def search(simulations: int) -> str:
    """The options of the paper's search in a player string."""
    return f"simulations={simulations},update=path,selection=tuned,exploration=0.5,expand=50,reuse=false"


def policy_file(name: str) -> Path:
    """Where the policy of this name is, from the folder that the source of Beeline is in."""
    return _POLICIES / f"{name}.policy"


def evolving(settings: Mapping[str, EvolutionSettings]) -> Callable[[Scale, Path, Workers], None]:
    """What prepares these policies. A run that is broken off goes on where it was."""

    def prepare(scale: Scale, results: Path, workers: Workers) -> None:
        for name, evolution in settings.items():
            if not policy_file(name).exists():
                _evolve(name, evolution, results / "evolutions" / name, workers)

    return prepare


def _evolve(name: str, settings: EvolutionSettings, folder: Path, workers: Workers) -> None:
    def tell(done: Generation) -> None:
        if done.gauge is not None:
            print(f"{name}: {asdict(done)}", file=sys.stderr, flush=True)

    policy = Evolution(settings, folder, resume=True).run(workers, on_generation=tell)
    policy_file(name).parent.mkdir(parents=True, exist_ok=True)
    policy.save(policy_file(name))
