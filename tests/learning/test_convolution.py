"""The core's convolutions for training are PyTorch's, forwards and backwards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
from torch.nn.functional import conv2d

from beeline import _core
from beeline.learning import convolution as module
from beeline.learning.convolution import convolution


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize(
    ("rows", "cols", "inputs", "outputs"), [(11, 11, 64, 64), (9, 6, 16, 48), (1, 2, 32, 16)]
)
def test_values_and_gradients(rows: int, cols: int, inputs: int, outputs: int) -> None:
    random = torch.Generator().manual_seed(1)

    def numbers(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=random, dtype=torch.float64)

    x, weight, bias = numbers(5, inputs, rows, cols), numbers(outputs, inputs, 3, 3), numbers(outputs)
    gy = numbers(5, outputs, rows, cols)
    right = _with_gradients(lambda *args: conv2d(*args, padding=1), x, weight, bias, gy)
    found = _with_gradients(convolution, *(each.float() for each in (x, weight, bias, gy)))
    for one, other in zip(found, right, strict=True):
        assert one.shape == other.shape
        assert (one - other).abs().max() < 5e-5 * other.abs().max()


def _with_gradients(function, x, weight, bias, gy):  # type: ignore[no-untyped-def]
    inputs = [each.clone().requires_grad_() for each in (x, weight, bias)]
    y = function(*inputs)
    return [y.detach(), *torch.autograd.grad(y, inputs, gy)]


@pytest.mark.skipif(not _core.has_winograd(16, 16), reason="this processor has no kernel")
def test_the_core_computes_what_it_can_and_pytorch_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(
        module, "conv2d", lambda *args, **kw: asked.append(args[0].shape) or conv2d(*args, **kw)
    )
    x, weight, bias = torch.zeros(1, 16, 3, 3), torch.zeros(16, 16, 3, 3), torch.zeros(16)
    convolution(x, weight, bias)
    assert asked == []
    convolution(x[:, :4], weight[:, :4], bias)
    assert len(asked) == 1
    torch.set_num_threads(2)
    convolution(x, weight, bias)
    assert len(asked) == 2
