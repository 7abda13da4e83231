"""The training of zero so far, from the folder of its run: a record per round, and its curves.

    python -m benchmarks.zero_training RUN

The games themselves, some hundred megabytes, stay in the folder.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from beeline.learning.metrics import in_present_words
from benchmarks.machine import made_by

RESULTS = Path(__file__).parent / "results" / "zero_training.json"
_ROUND = ("round", "games", "positions", "window", "seconds", "loss", "losses", "black_win_rate")
_NEW = ("first", "first_five", "value_right", "value_loss", "policy_loss", "calibration_error")


def measure(run: Path) -> dict[str, Any]:
    history = [json.loads(line) for line in (run / "history.jsonl").read_text(encoding="utf-8").splitlines()]
    seconds = 0.0
    rounds = []
    for entry in history:
        seconds += entry["seconds"]
        rounds.append(_round(entry) | {"hours": seconds / 3600})
    origin = made_by(seed=1) | {"command": "python -m benchmarks.zero_training RUN"}
    return {"made_by": origin, "rounds": rounds}


def _round(entry: dict[str, Any]) -> dict[str, Any]:
    """Of games of the round: what the network made of them before it learned from them."""
    new = {size: {name: found.get(name) for name in _NEW} for size, found in entry["new"].items()}
    yardstick = {
        size: {"wins_kept": found["wins_kept"], "accuracy": found["accuracy"]}
        for size, found in in_present_words(entry)["yardstick"].items()
    }
    return {name: entry.get(name) for name in _ROUND} | {"new": new, "yardstick": yardstick}


def main() -> None:
    results = measure(Path(sys.argv[1]))
    RESULTS.write_text(json.dumps(results) + "\n")
    last = results["rounds"][-1]
    print(f"round {last['round']}, {last['games']:,} games, {last['hours']:.1f} hours")


if __name__ == "__main__":
    main()
