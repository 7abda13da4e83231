"""Runs the benchmarks, records their results, and puts the tables into docs/reference/benchmarks.md."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

from benchmarks import (
    connections,
    environments,
    evolution,
    ezo_self_play,
    inferior,
    learning,
    network,
    neurodynamic,
    search_speed,
    signature,
    solver,
    start_up,
)

BENCHMARKS: dict[str, ModuleType] = {
    "connections": connections,
    "environments": environments,
    "evolution": evolution,
    "ezo_self_play": ezo_self_play,
    "inferior": inferior,
    "learning": learning,
    "network": network,
    "neurodynamic": neurodynamic,
    "search_speed": search_speed,
    "signature": signature,
    "solver": solver,
    "start_up": start_up,
}
FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "docs" / "reference" / "benchmarks.md"


def main() -> None:
    chosen = sys.argv[1:] or list(BENCHMARKS)
    if unknown := set(chosen) - set(BENCHMARKS):
        sys.exit(f"unknown benchmark {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}")
    for name in chosen:
        print(f"{name} ...", flush=True)
        results = BENCHMARKS[name].measure()
        (FOLDER / "results" / f"{name}.json").write_text(json.dumps(results, indent=1) + "\n")
        text = BENCHMARKS[name].table(results)
        print(text)
        put_table(name, f"{text}\n\n{_made_by(name, results)}")


def _made_by(name: str, results: dict[str, dict[str, object]]) -> str:
    machine = results["machine"]
    return (
        f"Made by `.venv/bin/python -m benchmarks {name}` on {machine['date']}: {machine['processor']}, "
        f"{machine['cores']} cores, Python {machine['python']}."
    )


def put_table(name: str, text: str) -> None:
    """Replaces what stands between the two comments that carry the benchmark's name."""
    page = PAGE.read_text()
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    if not rest or end not in page:
        sys.exit(f"{PAGE} has no place for {name}: expected {begin} ... {end}")
    PAGE.write_text(f"{before}{begin}\n{text}\n{end}{after}")


main()
