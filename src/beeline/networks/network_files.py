"""Trained networks of all systems: their files, which of them a name stands for, and running them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.errors import extra
from beeline.files import FileError, PackagedFiles, content_of
from beeline.limits import NETWORK_MEMORY
from beeline.networks.onnx_files import read_onnx, write_onnx
from beeline.networks.onnx_operators import check_graph

TRAINED: Final = "trained"
"""The package's own network for the size of the board."""

_SIZE_FREE: Final = f"{TRAINED}-size-free"  # the package's own for boards that have none of their own
_KIND: Final = "network"
_VERSION: Final = 1


@dataclass(frozen=True, kw_only=True)
class NetworkFile:
    """A network in a file, and what the file says of it."""

    path: Path
    side: int
    training: Mapping[str, Any]
    model: bytes
    about: Mapping[str, Any] = field(default_factory=dict)
    """All that the header says."""

    @property
    def sides(self) -> tuple[int, int]:
        """The least and the largest board that it is for."""
        least, most = self.about.get("sides", (self.side, self.side))
        return int(least), int(most)


@dataclass(frozen=True)
class Networks:
    """The networks of one system; ``features`` is the version of the planes that its networks read."""

    system: str
    features: int
    shipped: PackagedFiles

    def write(self, path: Path, model: bytes, *, side: int, training: Mapping[str, Any], **more: Any) -> None:
        """``training`` tells how the network came about; it and ``more`` must be plain data."""
        about = {
            "system": self.system,
            "side": side,
            "features": self.features,
            "training": dict(training),
            **more,
        }
        write_onnx(path, model, kind=_KIND, version=_VERSION, about=about)

    def read(self, path: Path) -> NetworkFile:
        """Raises FileError, with the reason, if the file holds no network of this system."""
        about, model = read_onnx(path, kind=_KIND, version=_VERSION)
        with content_of(path):
            system, features, side = about["system"], about["features"], int(about["side"])
            training = about["training"]
            least, most = about.get("sides", (side, side))
            _ = int(least), int(most)
        if system != self.system:
            raise FileError(f"{str(path)!r} is a network of {system}, not of {self.system}")
        if features != self.features:
            raise FileError(
                f"{str(path)!r} reads version {features} of the features, and this program writes "
                f"{self.features}"
            )
        return NetworkFile(path=path, side=side, training=training, model=model, about=about)

    def path(self, name: str, side: int | None = None) -> Path:
        """Path of a file, a name in the package, or the package's own for boards of ``side``."""
        if name != TRAINED or side is None:
            return self.shipped.path(name)
        shipped = self.shipped.all()
        if (own := f"{TRAINED}-{side}") not in shipped:
            if _SIZE_FREE in shipped:
                return shipped[_SIZE_FREE]
            raise FileError(
                f"the package has no trained network for {side}×{side} boards, only {self.shipped.known()}; "
                f"beeline train makes one"
            )
        return shipped[own]

    def load(self, name: str, side: int | None = None) -> NetworkFile:
        """Raises FileError if there is none, or if it is for a board of another size than ``side``."""
        return fitting(self.read(self.path(name, side)), name, side)


def fitting(network: NetworkFile, name: str, side: int | None) -> NetworkFile:
    """The network, if it is for boards of this size."""
    least, most = network.sides
    if side is not None and not least <= side <= most:
        own = f"{least}×{least}" if least == most else f"{least}×{least} to {most}×{most}"
        raise FileError(f"the network {name!r} is for {own} boards, not for {side}×{side}")
    return network


def network_system(path: Path, *, systems: Collection[str]) -> str:
    """The one of ``systems`` that a network belongs to; raises FileError if it is of none of them.

    What is returned is never the file's own text: a header may say anything.
    """
    about, _ = read_onnx(path, kind=_KIND, version=_VERSION)
    told = about.get("system") if isinstance(about, dict) else None
    for system in systems:
        if told == system:
            return system
    raise FileError(f"{path.name!r} is a network of none of {', '.join(systems)}")


@cache
def _bound_memory() -> None:
    """Has the networks of this process share ``NETWORK_MEMORY`` for what they compute."""
    import onnxruntime

    kind = onnxruntime.OrtMemoryInfo(
        "Cpu", onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    )
    as_needed, default = 1, -1
    arena = onnxruntime.OrtArenaCfg(NETWORK_MEMORY, as_needed, default, default)
    onnxruntime.create_and_register_allocator(kind, arena)


class NetworkSession:
    """A network that runs, by ONNX Runtime on so many threads."""

    def __init__(self, model: bytes, *, threads: int = 1, source: str = "the network") -> None:
        with extra("networks", of="playing this network"):
            import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        options.add_session_config_entry("session.load_model_format", "ONNX")  # its own would pass us by
        options.add_session_config_entry("session.use_env_allocators", "1")  # which are bounded
        _bound_memory()
        self._source = source
        try:
            check_graph(model)
            # Without the fallback, which tells of itself on standard output, where a conversation may go on;
            # without folding, which computes what is constant in memory that is not bounded.
            self._session = onnxruntime.InferenceSession(
                model,
                options,
                providers=["CPUExecutionProvider"],
                enable_fallback=False,
                disabled_optimizers=["ConstantFolding"],
            )
        except Exception as error:  # ONNX Runtime has an exception class per kind of complaint
            raise FileError(f"{source} cannot be run: {error}") from None
        self._output = self._session.get_outputs()[0].name

    def run(self, planes: NDArray[np.float32]) -> NDArray[np.float32]:
        """Runs the network; raises ``FileError`` where its graph does not fit the planes."""
        return self.run_all(planes, [self._output])[0]

    def run_all(self, planes: NDArray[np.float32], outputs: Sequence[str]) -> tuple[NDArray[np.float32], ...]:
        """Several outputs of the network, by name; raises ``FileError`` likewise."""
        try:
            told = self._session.run(list(outputs), {"planes": planes})
        except Exception as error:  # as above
            raise FileError(f"{self._source} cannot be run: {error}") from None
        return tuple(np.asarray(each) for each in told)
