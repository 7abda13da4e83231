"""Quantisation of a float32 network to one on integers.

An activation a of channel c becomes the byte round(a / s_c), from 0 to 127, where 127 s_c is the largest seen
on calibration positions. The scales of inputs are multiplied into the weights of a convolution, whose outputs
then have a scale each: weight = q_o · integer, with integers from -127 to 127.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.learning.zero.torch_network import ZeroNetwork
from beeline.networks.weights import Weights
from beeline.networks.zero.architecture import TAPS, Architecture
from beeline.networks.zero.integer_network import IntegerNetworkFile
from beeline.networks.zero.views import Views

_MOST: Final = 127
_LEAST_SHARE: Final = 1 / 64  # of the largest range of a layer: a channel that was hardly seen has so much

Scales = Mapping[str, NDArray[np.float32]]
Tensors = dict[str, NDArray[Any]]


def quantised(
    architecture: Architecture,
    weights: Weights,
    positions: Sequence[Views],
    *,
    name: str = "",
    training: Mapping[str, Any] | None = None,
) -> IntegerNetworkFile:
    """The network on integers, calibrated on these positions, which may be of several sizes."""
    scales = activation_scales(architecture, weights, positions)
    tensors = _convolution("stem", weights, inputs=None)
    for block in architecture.block_names():
        tensors |= _block(block, weights, scales, pooling=architecture.has_pooling(block))
    tensors |= _convolution("head.conv", weights, inputs=scales["head.input"])
    tensors |= {"head.input": 1 / scales["head.input"]}
    for pooled in ("head.pool.weight", "value.hidden.weight"):
        tensors[pooled] = weights[pooled] * np.tile(scales["head.input"], 3)
    kept = [key for key in architecture.shapes() if key.startswith(("policy", "action", "value"))]
    tensors = {key: weights[key] for key in kept} | tensors
    return IntegerNetworkFile(
        architecture=architecture, tensors=_tidy(tensors), name=name, training=training or {}
    )


def activation_scales(architecture: Architecture, weights: Weights, positions: Sequence[Views]) -> Scales:
    """Size of one step of an activation by layer, ``float32[channels]``."""
    largest: dict[str, NDArray[np.float32]] = defaultdict(lambda: np.zeros(architecture.channels, np.float32))

    def observe(name: str, activations: Tensor) -> None:
        largest[name] = np.maximum(largest[name], activations.amax(dim=(0, 2, 3)).numpy())

    network = ZeroNetwork(architecture)
    network.load_folded(weights)
    with torch.no_grad():
        for views in positions:
            for start in range(0, len(views), 256):
                network(torch.from_numpy(views[start : start + 256].planes()), observe)
    return {name: _scale(ranges) for name, ranges in largest.items()}


def _scale(ranges: NDArray[np.float32]) -> NDArray[np.float32]:
    least = max(float(ranges.max()) * _LEAST_SHARE, 1e-6)
    return np.asarray(np.maximum(ranges, least) / _MOST, dtype=np.float32)


def _block(name: str, weights: Weights, scales: Scales, *, pooling: bool) -> Tensors:
    outer, inner = scales[f"{name}.input"], scales[f"{name}.hidden"]
    tensors = _convolution(f"{name}.conv1", weights, inputs=outer)
    for part in ("scale", "bias"):
        tensors[f"{name}.conv1.{part}"] = tensors[f"{name}.conv1.{part}"] / inner
    tensors |= _convolution(f"{name}.conv2", weights, inputs=inner)
    tensors[f"{name}.input"] = 1 / outer
    if pooling:
        tensors[f"{name}.pool.weight"] = weights[f"{name}.pool.weight"] * np.tile(inner, 3)
    return tensors


def _convolution(name: str, weights: Weights, *, inputs: NDArray[np.float32] | None) -> Tensors:
    """Weights of a convolution as bytes [outputs, taps, inputs], its scale and its bias."""
    weight = weights[f"{name}.weight"]
    flat = weight.reshape(*weight.shape[:2], -1)
    taps = (flat[:, :, TAPS] if flat.shape[2] == 9 else flat).transpose(0, 2, 1)
    scaled = taps if inputs is None else taps * inputs
    scale = np.maximum(np.abs(scaled).max(axis=(1, 2)), 1e-12) / _MOST
    integers = np.rint(scaled / scale[:, None, None])
    return {
        f"{name}.weight": integers.astype(np.int8),
        f"{name}.scale": scale,
        f"{name}.bias": weights[f"{name}.bias"],
    }


def _tidy(tensors: Tensors) -> Tensors:
    return {
        name: np.ascontiguousarray(tensor if tensor.dtype == np.int8 else tensor.astype(np.float32))
        for name, tensor in tensors.items()
    }
