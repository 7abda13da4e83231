"""Adam (Kingma and Ba 2015), with a state that goes into files.

    mean ← β₁ mean + (1 - β₁) g,    square ← β₂ square + (1 - β₂) g²
    weight ← weight - α · mean / (1 - β₁ᵗ) / (√(square / (1 - β₂ᵗ)) + ε)

PyTorch's own takes seconds to import.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

_BETAS: Final = (0.9, 0.999)
_EPSILON: Final = 1e-8


class Adam:
    """Keeps the running means of the gradients of named parameters and of their squares."""

    def __init__(self, parameters: Mapping[str, nn.Parameter], *, learning_rate: float) -> None:
        self._parameters = dict(parameters)
        self.learning_rate = learning_rate
        self._steps = 0
        self._means = {name: torch.zeros_like(value) for name, value in self._parameters.items()}
        self._squares = {name: torch.zeros_like(value) for name, value in self._parameters.items()}

    def descend(self, cost: Tensor) -> float:
        """One step down the gradient of the cost, which is returned."""
        gradients = torch.autograd.grad(cost, [*self._parameters.values()], allow_unused=True)
        self._steps += 1
        first, second = (1 - beta**self._steps for beta in _BETAS)
        with torch.no_grad():
            for (name, parameter), gradient in zip(self._parameters.items(), gradients, strict=True):
                if gradient is None:
                    continue
                mean, square = self._means[name], self._squares[name]
                mean.lerp_(gradient, 1 - _BETAS[0])
                square.mul_(_BETAS[1]).addcmul_(gradient, gradient, value=1 - _BETAS[1])
                root = (square.sqrt() / sqrt(second)).add_(_EPSILON)
                parameter.addcdiv_(mean, root, value=-self.learning_rate / first)
        return float(cost.detach())

    def arrays(self) -> dict[str, NDArray[Any]]:
        arrays: dict[str, NDArray[Any]] = {"steps": np.array([self._steps], dtype=np.int64)}
        arrays |= {f"mean.{name}": mean.numpy() for name, mean in self._means.items()}
        return arrays | {f"square.{name}": square.numpy() for name, square in self._squares.items()}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._steps = int(arrays["steps"][0])
        for prefix, kept in (("mean", self._means), ("square", self._squares)):
            for name, values in kept.items():
                values.copy_(torch.from_numpy(arrays[f"{prefix}.{name}"].copy()))
