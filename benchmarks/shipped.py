"""What ships, in numbers: wins kept without search on the yardstick, and the weights of OldEZO.

python -m benchmarks.shipped
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from beeline.learning.greedy import ActionValues, resistance_values
from beeline.learning.yardstick import SOLVED, yardstick
from beeline.networks.action_values import Evaluator
from beeline.networks.neurohex.onnx_network import load_network
from beeline.networks.oldezo.characteristics import NAMES, load_weights
from benchmarks.machine import made_by

RESULTS = Path(__file__).parent / "results" / "shipped.json"
OLDEZO_SIDES = (7, 9, 11)


def measure() -> dict[str, Any]:
    return {
        "made_by": made_by(),
        "yardstick": {
            "resistance": on_yardstick(resistance_values("none")),
            "neurohex": on_yardstick(Evaluator(load_network("trained", 7)).values, side=7),
        },
        "oldezo": {str(side): oldezo_weights(side) for side in OLDEZO_SIDES},
    }


def on_yardstick(values: ActionValues, *, side: int | None = None) -> dict[str, Any]:
    return {str(each): yardstick(each).measure(values, side=side).as_dict() for each in SOLVED}


def oldezo_weights(side: int) -> dict[str, Any]:
    """By characteristic: of the player to move, of the opponent."""
    file = load_weights("learned", side)
    own, other = file.weights[: len(NAMES)], file.weights[len(NAMES) : -1]
    return {
        "weights": {name: [float(a), float(b)] for name, a, b in zip(NAMES, own, other, strict=True)},
        "constant": float(file.weights[-1]),
        "training": file.training,
    }


def main() -> None:
    results = measure()
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    print(json.dumps(results["yardstick"], indent=1))


if __name__ == "__main__":
    main()
