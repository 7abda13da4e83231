"""Evaluations per second of the network of zero: the kernels of the core beside other runtimes, batch 1.

Positions are evaluated one at a time with all heads, from stones to logits, as a search asks for them. All
figures are processor time of one thread, the best of several rounds, so that what else the machine does
counts little. ONNX Runtime runs the float32 file of record, and a version of it with bytes (static
quantisation, uint8 activations by int8 weights per channel). OpenVINO runs where it is installed.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.networks.zero.architecture import Architecture
from beeline.networks.zero.onnx_network import onnx_model
from beeline.networks.zero.views import Views
from benchmarks.machine import interleaved, made_by

BOARDS = (5, 7, 9, 11, 13, 19)
COMPARED = 11  # the board on which other runtimes are measured
SIZES = {
    "8×64": Architecture(),
    "4×32": Architecture(channels=32, blocks=4, pooling=(2,)),
}

Planes = NDArray[np.float32]


def positions(side: int, *, count: int) -> Views:
    """Random ones, a third of the cells of each colour: what is on the board does not change the work."""
    random = np.random.default_rng(side)
    stones = random.integers(0, 3, (count, side, side)).astype(np.uint8)
    return Views(stones, random.integers(0, side * side, count).astype(np.int32))


def per_second(work: Callable[[], object], *, done: int, seconds: float = 0.3) -> float:
    """So many evaluations per second of processor time."""
    work()
    start, times = time.process_time(), 0
    while time.process_time() - start < seconds:
        work()
        times += 1
    return times * done / (time.process_time() - start)


def own_kernel(architecture: Architecture, kernel: str, side: int) -> Callable[[], float]:
    from beeline.learning.zero.quantisation import quantised
    from beeline.learning.zero.torch_network import ZeroNetwork
    from beeline.networks.zero.integer_network import IntegerNetwork

    views = positions(side, count=16)
    arrays = ZeroNetwork(architecture).arrays()
    network = IntegerNetwork(quantised(architecture, arrays, [views]), kernel=kernel)
    return lambda: per_second(lambda: network.answers(views), done=len(views))


def onnx_runtime(architecture: Architecture, *, integers: bool) -> Callable[[], float]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    model = float_model(architecture)
    session = onnxruntime.InferenceSession(
        in_bytes(model) if integers else model, options, providers=["CPUExecutionProvider"]
    )
    planes = positions(COMPARED, count=1).planes()
    return lambda: per_second(lambda: session.run(None, {"planes": planes}), done=1)


def float_model(architecture: Architecture) -> bytes:
    from beeline.learning.zero.torch_network import ZeroNetwork

    return onnx_model(architecture, ZeroNetwork(architecture).arrays())


def in_bytes(model: bytes) -> bytes:
    """The model with convolutions on bytes, calibrated on random positions."""
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

    class Reader(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self._left = [positions(COMPARED, count=1).planes() for _ in range(8)]

        def get_next(self) -> dict[str, Planes] | None:
            return {"planes": self._left.pop()} if self._left else None

    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "before.onnx", Path(folder) / "after.onnx"
        before.write_bytes(model)
        quantize_static(
            before,
            after,
            Reader(),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["Conv"],
        )
        return after.read_bytes()


def openvino(architecture: Architecture, *, integers: bool) -> Callable[[], float]:
    import openvino as ov  # type: ignore[import-not-found, unused-ignore]

    core = ov.Core()
    core.set_property("CPU", {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": "f32"})
    model = float_model(architecture)
    compiled = core.compile_model(core.read_model(in_bytes(model) if integers else model), "CPU")
    request = compiled.create_infer_request()
    planes = positions(COMPARED, count=1).planes()
    return lambda: per_second(lambda: request.infer({"planes": planes}), done=1)


def others(architecture: Architecture) -> dict[str, Callable[[], float]]:
    """Other runtimes, as far as they are here."""
    found = {
        "ONNX Runtime float32": onnx_runtime(architecture, integers=False),
        "ONNX Runtime int8": onnx_runtime(architecture, integers=True),
    }
    try:
        found["OpenVINO float32"] = openvino(architecture, integers=False)
        found["OpenVINO int8"] = openvino(architecture, integers=True)
    except ImportError:
        pass
    return found


def measure(*, rounds: int = 3) -> dict[str, Any]:
    measurements = {}
    for size, architecture in SIZES.items():
        for kernel in _core.network_kernels():
            boards = BOARDS if kernel != "plain" else (COMPARED,)
            for side in boards:
                measurements[f"{size} {kernel} {side}"] = own_kernel(architecture, kernel, side)
        for name, other in others(architecture).items():
            measurements[f"{size} {name} {COMPARED}"] = other
    best = {name: max(told) for name, told in interleaved(measurements, rounds=rounds).items()}
    return {"made_by": made_by("onnxruntime", "openvino"), "evaluations_per_second": best}


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    told = results["evaluations_per_second"]
    names = list(dict.fromkeys(name.rpartition(" ")[0] for name in told))
    lines = ["| network, runtime | " + " | ".join(f"{side}×{side}" for side in BOARDS) + " |"]
    lines.append("|---|" + "---:|" * len(BOARDS))
    for name in names:
        numbers = [told.get(f"{name} {side}") for side in BOARDS]
        lines.append(f"| {name} | " + " | ".join(f"{n:,.0f}" if n else "" for n in numbers) + " |")
    return "\n".join(lines)
