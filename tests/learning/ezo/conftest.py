"""What the tests of EZO-CNN share."""

from __future__ import annotations

import importlib.util

import pytest


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    if importlib.util.find_spec("torch") is None:  # not every test here needs it
        return
    import torch

    torch.set_num_threads(1)
