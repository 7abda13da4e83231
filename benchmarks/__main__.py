"""Runs the benchmarks, records their results, and puts the tables into docs/reference/benchmarks.md.

``python -m benchmarks NAME...`` runs those, ``page`` makes the tables again from the records.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

from beeline.provenance import described
from benchmarks import (
    connections,
    convolution,
    environments,
    evolution,
    exploration,
    ezo_self_play,
    inferior,
    known_truths,
    learning,
    network,
    neurodynamic,
    reviews,
    search_speed,
    signature,
    solver,
    start_up,
    zero,
)

BENCHMARKS: dict[str, ModuleType] = {
    "connections": connections,
    "convolution": convolution,
    "environments": environments,
    "evolution": evolution,
    "exploration": exploration,
    "ezo_self_play": ezo_self_play,
    "inferior": inferior,
    "known_truths": known_truths,
    "learning": learning,
    "network": network,
    "neurodynamic": neurodynamic,
    "reviews": reviews,
    "search_speed": search_speed,
    "signature": signature,
    "solver": solver,
    "start_up": start_up,
    "zero": zero,
}
FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "docs" / "reference" / "benchmarks.md"


def main() -> None:
    if sys.argv[1:] == ["page"]:
        for name in BENCHMARKS:
            put_table(name, section(name))
        return
    chosen = sys.argv[1:] or list(BENCHMARKS)
    if unknown := set(chosen) - set(BENCHMARKS):
        sys.exit(f"unknown benchmark {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}")
    for name in chosen:
        print(f"{name} ...", flush=True)
        results = BENCHMARKS[name].measure()
        (FOLDER / "results" / f"{name}.json").write_text(json.dumps(results, indent=1) + "\n")
        print(section(name))
        put_table(name, section(name))


def section(name: str) -> str:
    """What the page says of the recorded results."""
    results = json.loads((FOLDER / "results" / f"{name}.json").read_text())
    return f"{BENCHMARKS[name].table(results)}\n\n{described(results)}"


def put_table(name: str, text: str) -> None:
    """Replaces what stands between the two comments that carry the benchmark's name."""
    page = PAGE.read_text()
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    if not rest or end not in page:
        sys.exit(f"{PAGE} has no place for {name}: expected {begin} ... {end}")
    PAGE.write_text(f"{before}{begin}\n{text}\n{end}{after}")


if __name__ == "__main__":
    main()
