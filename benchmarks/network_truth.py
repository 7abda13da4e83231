"""A network that tells the exact truth, in every won position of 4×4: is a winning move found at once?

    python -m benchmarks.network_truth build/core-tests/network_truth_test

runs the core's test in full (``make core-test`` builds it) and records how many positions there were.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.machine import made_by

RESULTS = Path(__file__).parent / "results" / "network_truth.json"
TEST = "a_network_that_knows_the_truth_finds_a_winning_move_at_once"


def measure(program: Path) -> dict[str, Any]:
    began = time.monotonic()
    told = subprocess.run([program, "--full", TEST], check=True, capture_output=True, text=True).stdout
    return record(told, seconds=time.monotonic() - began)


def record(told: str, *, seconds: float) -> dict[str, Any]:
    found = re.search(r"won positions of 4×4: (\d+), missed: (\d+)", told)
    assert found, told
    return {
        "made_by": made_by(),
        "won_positions": int(found[1]),
        "missed": int(found[2]),
        "seconds": round(seconds),
    }


def main() -> None:
    results = measure(Path(sys.argv[1]).resolve())
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    print(results)


if __name__ == "__main__":
    main()
