"""RMSProp as Tieleman and Hinton, and the program of the NeuroHex paper, have it.

    squares ← ρ squares + (1 - ρ) g²,    weight ← weight - α g / √(squares + ε)

PyTorch's own adds ε beside the root, and takes seconds to import.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import torch
from numpy.typing import NDArray
from torch import Tensor, nn

_EPSILON: Final = 1e-6


class RmsProp:
    """Keeps the running mean of the squared gradients of named parameters."""

    def __init__(self, parameters: Mapping[str, nn.Parameter], *, learning_rate: float, decay: float) -> None:
        self._parameters = dict(parameters)
        self._learning_rate, self._decay = learning_rate, decay
        self._squares = {name: torch.zeros_like(value) for name, value in self._parameters.items()}

    def descend(self, cost: Tensor) -> float:
        """One step down the gradient of the cost, which is returned."""
        gradients = torch.autograd.grad(cost, [*self._parameters.values()], allow_unused=True)
        with torch.no_grad():
            for (name, parameter), gradient in zip(self._parameters.items(), gradients, strict=True):
                if gradient is None:
                    continue
                squares = self._squares[name]
                squares.mul_(self._decay).addcmul_(gradient, gradient, value=1 - self._decay)
                parameter.addcdiv_(gradient, (squares + _EPSILON).sqrt_(), value=-self._learning_rate)
        return float(cost.detach())

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {name: squares.numpy() for name, squares in self._squares.items()}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        for name, squares in self._squares.items():
            squares.copy_(torch.from_numpy(arrays[name].copy()))


def rms_prop_step(
    weights: Tensor, squares: Tensor, gradient: Tensor, *, rate: Tensor | float, decay: float
) -> tuple[Tensor, Tensor]:
    """One step as a pure function: the weights and the squares after it."""
    squares = decay * squares + (1 - decay) * gradient.square()
    return weights - rate * gradient / (squares + _EPSILON).sqrt(), squares
