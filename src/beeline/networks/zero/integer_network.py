"""Networks on integers, as players use them: a safetensors file, run by the kernels of the core."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.files import FileError, read_arrays, write_arrays
from beeline.limits import NETWORK_BYTES
from beeline.networks.zero.answers import Answers
from beeline.networks.zero.architecture import PLANES, Architecture, Shapes
from beeline.networks.zero.views import Views

_KIND: Final = "integer network of zero"
_VERSION: Final = 1

Tensors = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, kw_only=True)
class IntegerNetworkFile:
    """A network in a file, and what the file says of it."""

    architecture: Architecture
    tensors: Tensors
    name: str = ""
    training: Mapping[str, Any] = field(default_factory=dict)
    """Origin of the network: plain data."""

    def write(self, path: Path) -> None:
        about = {
            "architecture": self.architecture.as_plain(),
            "name": self.name,
            "training": dict(self.training),
        }
        write_arrays(path, kind=_KIND, version=_VERSION, about=about, arrays=self.tensors)

    @classmethod
    def read(cls, path: Path) -> IntegerNetworkFile:
        """Raises FileError, with the reason, if the file holds no such network."""
        about, tensors = read_arrays(path, kind=_KIND, version=_VERSION, most=NETWORK_BYTES)
        try:
            architecture = Architecture.from_plain(about["architecture"])
            name, training = str(about["name"]), dict(about["training"])
        except (KeyError, TypeError, ValueError) as error:
            raise FileError(f"{str(path)!r} is damaged: {error!r}") from None
        check_tensors(tensors, architecture, source=repr(str(path)))
        return cls(architecture=architecture, tensors=tensors, name=name, training=training)


class IntegerNetwork:
    """A network that runs, on the fastest kernel of this processor unless another is named."""

    def __init__(self, file: IntegerNetworkFile, *, kernel: str = "") -> None:
        architecture = file.architecture
        check_tensors(file.tensors, architecture)
        self.native: Final = _core.IntegerNetwork(
            {name: np.ascontiguousarray(tensor) for name, tensor in file.tensors.items()},
            channels=architecture.channels,
            blocks=architecture.blocks,
            pooling=list(architecture.pooling),
            hidden=architecture.hidden,
            kernel=kernel,
        )
        """A ``_core.Network``, as searches take it."""

    def answers(self, views: Views) -> Answers:
        count, rows, cols = views.stones.shape
        stones = np.ascontiguousarray(views.stones.reshape(count, rows * cols))
        last = np.ascontiguousarray(views.last, dtype=np.int32)
        return Answers(*self.native.evaluate_many(rows, cols, stones, last))


def load_integer_network(path: Path, *, kernel: str = "") -> IntegerNetwork:
    """Raises FileError, with the reason, if the file holds no such network."""
    file = IntegerNetworkFile.read(path)
    try:
        return IntegerNetwork(file, kernel=kernel)
    except ValueError as error:  # of the core: numbers that are not finite, say
        raise FileError(f"{str(path)!r} cannot be run: {error}") from None


def tensor_shapes(architecture: Architecture) -> tuple[Shapes, Shapes]:
    """The tensors of int8 and those of float32, as cpp/network/integer_network.hpp describes them."""
    channels, pools = architecture.channels, 3 * architecture.channels
    integers: Shapes = {"stem.weight": (channels, 7, PLANES), "head.conv.weight": (channels, 1, channels)}
    numbers: Shapes = {"head.input": (channels,), "head.pool.weight": (channels, pools)}
    for block in architecture.block_names():
        numbers[f"{block}.input"] = (channels,)
        integers |= {f"{block}.conv{n}.weight": (channels, 7, channels) for n in (1, 2)}
        if architecture.has_pooling(block):
            numbers[f"{block}.pool.weight"] = (channels, pools)
    for name in integers:
        layer = name.removesuffix(".weight")
        numbers |= {f"{layer}.scale": (channels,), f"{layer}.bias": (channels,)}
    heads = ("policy.", "action.", "value.")
    return integers, numbers | {n: shape for n, shape in architecture.shapes().items() if n.startswith(heads)}


def check_tensors(tensors: Tensors, architecture: Architecture, *, source: str = "the network") -> None:
    """Raises FileError unless these are the tensors of a network of this architecture."""
    integers, numbers = tensor_shapes(architecture)
    for kind, shapes in ((np.int8, integers), (np.float32, numbers)):
        for name, shape in shapes.items():
            if name not in tensors:
                raise FileError(f"{source} lacks {name}")
            found = tensors[name]
            if found.dtype != kind or found.shape != shape:
                wanted = f"{np.dtype(kind)}{list(shape)}"
                raise FileError(f"{name} of {source} is {found.dtype}{list(found.shape)}, not {wanted}")
