"""How the estimate of action values by resistance ranks moves, beside the exact values.

    python -m benchmarks.resistance build/core-tests/resistance_test

runs the core's test in full (``make core-test`` builds it) and records what it prints, by kind of links.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.machine import made_by

RESULTS = Path(__file__).parent / "results" / "resistance.json"
TEST = "estimated_action_values_agree_with_exact_ones"
LINKS = ("none", "bridges", "connections")
_LINE = re.compile(r"ranks ([\d.]+), values ([\d.]+), same best move (\d+) of (\d+)")


def measure(program: Path) -> dict[str, Any]:
    told = subprocess.run([program, "--full", TEST], check=True, capture_output=True, text=True).stdout
    found = {
        links: {
            "positions": int(line[4]),
            "rank_correlation": float(line[1]),
            "value_correlation": float(line[2]),
            "same_best": int(line[3]) / int(line[4]),
        }
        for links, line in zip(LINKS, _LINE.finditer(told), strict=True)
    }
    return {"made_by": made_by(), "links": found}


def main() -> None:
    results = measure(Path(sys.argv[1]).resolve())
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    print(results["links"])


if __name__ == "__main__":
    main()
