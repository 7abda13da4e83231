"""Convolutions of 3×3 for training.

The core computes them by Winograd's F(4×4, 3×3) (``cpp/network/winograd.hpp``), at half of PyTorch's cost,
where the processor has a kernel for it and training has one thread; otherwise PyTorch does.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import conv2d

from beeline import _core


def convolution(x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """``conv2d(x, weight, bias, padding=1)`` for kernels of 3×3, to about five digits."""
    outputs, inputs = weight.shape[:2]
    if torch.get_num_threads() == 1 and _core.has_winograd(inputs, outputs) and len(x):
        result: Tensor = _Winograd.apply(x, weight, bias)  # type: ignore[no-untyped-call]
        return result
    return conv2d(x, weight, bias, padding=1)


class _Winograd(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        x = x.contiguous(memory_format=torch.channels_last)
        weight = weight.contiguous()
        ctx.save_for_backward(x, weight)
        y = _like(x, channels=len(weight))
        _core.winograd(_cells(x), weight.detach().numpy(), bias.detach().numpy(), _cells(y))
        return y

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, Tensor, Tensor]:
        x, weight = ctx.saved_tensors
        gy = gradients[0].contiguous(memory_format=torch.channels_last)
        gx = _like(x, channels=x.shape[1])
        gw = torch.empty_like(weight)
        _core.winograd_gradients(_cells(x), weight.detach().numpy(), _cells(gy), _cells(gx), gw.numpy())
        return gx, gw, gy.sum(dim=(0, 2, 3))


def _like(x: Tensor, *, channels: int) -> Tensor:
    batch, _, rows, cols = x.shape
    return torch.empty((batch, channels, rows, cols), memory_format=torch.channels_last)


def _cells(x: Tensor) -> Any:
    """``[batch, rows, cols, channels]``, as they lie in memory."""
    return x.detach().permute(0, 2, 3, 1).numpy()
