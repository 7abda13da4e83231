"""Steps down the gradient of a loss, with a state that goes into files.

Optimisers are those of ``torch.optim``, but for RMSProp as Tieleman and Hinton, and the program of the
NeuroHex paper, have it:

    squares ← ρ squares + (1 - ρ) g²,    weight ← weight - α g / √(squares + ε)

PyTorch's adds ε beside the root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

_EPSILON: Final = 1e-6


_OLDER_NAMES: Final = {"mean": "exp_avg", "square": "exp_avg_sq"}  # of an Adam that was not PyTorch's


class TorchDescent:
    """Any optimiser of ``torch.optim``: ``make`` gives it the parameters."""

    def __init__(
        self,
        parameters: Mapping[str, nn.Parameter],
        make: Callable[[Iterable[nn.Parameter]], torch.optim.Optimizer],
    ) -> None:
        self._parameters = dict(parameters)
        self._optimiser = make(self._parameters.values())

    def set_learning_rate(self, rate: float) -> None:
        for group in self._optimiser.param_groups:
            group["lr"] = rate

    def descend(self, loss: Tensor) -> float:
        """One step down the gradient of the loss, which is returned."""
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimiser.step()
        return float(loss.detach())

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Arrays of the optimiser, by its name for them and the name of the parameter:
        ``exp_avg.output.bias``."""
        return {
            f"{kind}.{name}": np.atleast_1d(np.asarray(value))
            for name, parameter in self._parameters.items()
            for kind, value in self._optimiser.state[parameter].items()
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Takes what ``arrays`` gave; also that of an Adam with one count of steps for all parameters."""
        for name, parameter in self._parameters.items():
            state = {
                _OLDER_NAMES.get(kind, kind): torch.from_numpy(array.copy())
                for kind, array in _of_parameter(name, arrays)
            }
            steps = arrays.get("steps", state.get("step"))
            if state and steps is not None:  # PyTorch counts them by a tensor without axes
                state["step"] = torch.tensor(float(steps[0]))
            self._optimiser.state[parameter] = state


def _of_parameter(name: str, arrays: Mapping[str, NDArray[Any]]) -> Iterable[tuple[str, NDArray[Any]]]:
    for key, array in arrays.items():
        kind, _, parameter = key.partition(".")
        if parameter == name:
            yield kind, array


class RmsProp:
    """Keeps the running mean of the squared gradients of named parameters."""

    def __init__(self, parameters: Mapping[str, nn.Parameter], *, learning_rate: float, decay: float) -> None:
        self._parameters = dict(parameters)
        self._learning_rate, self._decay = learning_rate, decay
        self._squares = {name: torch.zeros_like(value) for name, value in self._parameters.items()}

    def set_learning_rate(self, rate: float) -> None:
        self._learning_rate = rate

    def descend(self, loss: Tensor) -> float:
        """One step down the gradient of the loss, which is returned."""
        gradients = torch.autograd.grad(loss, [*self._parameters.values()], allow_unused=True)
        with torch.no_grad():
            for (name, parameter), gradient in zip(self._parameters.items(), gradients, strict=True):
                if gradient is None:
                    continue
                squares = self._squares[name]
                squares.mul_(self._decay).addcmul_(gradient, gradient, value=1 - self._decay)
                parameter.addcdiv_(gradient, (squares + _EPSILON).sqrt_(), value=-self._learning_rate)
        return float(loss.detach())

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
