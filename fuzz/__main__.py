"""``python -m fuzz TARGET SECONDS``: looks for input that breaks a target, guided by what it covers.

New input that covers more is kept in ``build/fuzz/TARGET``, and what breaks a target as ``crash-…`` there.
The corpus in the repository is what is worth keeping of that (``python -m fuzz TARGET --merge``).
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import atheris

from fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
FOUND = Path("build") / "fuzz"


def functions() -> Iterator[FunctionType]:
    """Those of the package, methods included: an editable install is not found by atheris's own hook."""
    for name, module in list(sys.modules.items()):
        if not name.startswith("beeline."):
            continue
        holders = [module, *(each for _, each in inspect.getmembers(module, inspect.isclass))]
        for holder in holders:
            for member in vars(holder).values():
                member = getattr(member, "__func__", getattr(member, "fget", member))
                if isinstance(member, FunctionType) and member.__module__ == name:
                    yield member


def main() -> None:
    name, how = sys.argv[1], sys.argv[2]
    found, kept = FOUND / name, CORPUS / name
    for folder in (found, kept):
        folder.mkdir(parents=True, exist_ok=True)
    for function in {id(each): each for each in functions()}.values():
        atheris.instrument_func(function)
    limits = ["-timeout=60", "-rss_limit_mb=2048", "-max_len=16384", f"-artifact_prefix={found}/"]
    if how == "--merge":
        arguments = ["-merge=1", *limits, str(kept), str(found)]
    else:
        arguments = [f"-max_total_time={how}", "-print_final_stats=1", *limits, str(found), str(kept)]
    atheris.Setup([sys.argv[0], *arguments], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
