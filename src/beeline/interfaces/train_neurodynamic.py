"""Training runs of the neurodynamic networks at the command line."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from beeline.errors import BeelineError
from beeline.learning.neurodynamic.presets import preset

if TYPE_CHECKING:
    from beeline.learning.neurodynamic.training import Entry, Training


def train_neurodynamic(preset_name: str, *, out: Path, resume: bool, threads: int, json: bool) -> None:
    """Trains a network into a folder with live progress."""
    settings = preset(preset_name)
    try:
        import torch

        from beeline.learning.neurodynamic.training import Training
    except ImportError:
        raise BeelineError("training needs PyTorch: pip install beeline[train]") from None
    torch.set_num_threads(threads)
    training = Training(settings, out, resume=resume)
    with _progress(training, quiet=json) as tell:
        training.run(on_entry=tell)
    network, last = out / "trained.onnx", training.history[-1]
    if json:
        print(json_format.dumps({"network": str(network), **asdict(last)}))
        return
    print(f"{network}: {_line(last)}")
    print(f"Play with it: beeline play --size {settings.side} --player 'neurodynamic:weights={network}'")


@contextmanager
def _progress(training: Training, *, quiet: bool) -> Iterator[Callable[[Entry], None]]:
    """Tells how it goes: a live line at a terminal, elsewhere a line an entry, or nothing."""
    console = Console(stderr=True, highlight=False)
    if quiet:
        yield lambda entry: None
    elif console.is_terminal:
        columns = (BarColumn(bar_width=12), MofNCompleteColumn(), TextColumn("{task.fields[about]}"))
        with Progress(*columns, TimeRemainingColumn(), console=console) as bar:
            done = training.history[-1].updates if training.history else 0
            task = bar.add_task("", total=training.settings.updates, completed=done, about="updates")
            yield lambda entry: bar.update(task, completed=entry.updates, about=_line(entry))
    else:
        yield lambda entry: print(_line(entry), file=sys.stderr, flush=True)


def _line(at: Entry) -> str:
    keeps = "" if at.keeps is None else f"  wins kept {at.keeps:.1%}"
    beaten = ""
    if at.beaten:
        perfect = sum(won is True for won in at.beaten.values())
        beaten = f"  every defence beaten from {perfect} of {len(at.beaten)} winning openings"
    games = f"update {at.updates:,}  episode {at.episodes:,}  error {at.error:.4f}"
    return f"{games}{keeps}  {at.gauge:.0%} against resistance{beaten}"
