"""What an extra brings is not needed without it, and its absence is told in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from beeline.errors import MissingExtra, extra
from beeline.learning import system_names

OPTIONAL = (
    "fastapi",
    "gymnasium",
    "onnx",
    "onnxruntime",
    "pettingzoo",
    "ray",
    "starlette",
    "tensorboardX",
    "torch",
    "uvicorn",
    "websockets",
)


def without_extras(code: str) -> subprocess.CompletedProcess[str]:
    """Runs Python where none of the optional packages can be imported."""
    hidden = f"import sys; sys.modules.update(dict.fromkeys({OPTIONAL!r}))"
    return subprocess.run(
        [sys.executable, "-c", f"{hidden}\n{code}"], capture_output=True, text=True, timeout=120
    )


def command(*arguments: str) -> str:
    return f"from beeline.interfaces.main import main; sys.argv = {['beeline', *arguments]!r}; main()"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["players"],
        ["solve", "--size", "4"],
        ["analyse", "--size", "5", "--player", "mcts:simulations=100"],
        ["gtp", "--help"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_base_installation_is_enough(arguments: list[str]) -> None:
    done = without_extras(command(*arguments))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["serve", "--no-browser"],
            "the studio needs the package uvicorn: pip install 'beeline-hex[studio]'",
        ),
        (
            ["analyse", "--size", "7", "--player", "neurohex"],
            "playing this network needs the package onnxruntime: pip install 'beeline-hex[networks]'",
        ),
        (
            ["match", "random", "random:seed=2", "--size", "3", "--ray", "auto"],
            "playing on a Ray cluster needs the package ray: pip install 'beeline-hex[ray]'",
        ),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_a_missing_extra_is_named_in_one_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    code = f"import os; os.chdir({str(tmp_path)!r}); {command(*arguments)}"
    done = without_extras(code)
    assert (done.returncode, done.stderr) == (2, f"beeline: {message}\n")


@pytest.mark.parametrize("system", system_names())
def test_a_system_is_planned_without_pytorch_which_is_named_when_it_trains(
    system: str, tmp_path: Path
) -> None:
    code = f"import os; os.chdir({str(tmp_path)!r})\nfrom beeline.learning.systems import load_system\n"
    planned = without_extras(f"{code}print(load_system({system!r}).DEFAULT_PRESET)")
    assert (planned.returncode, planned.stderr) == (0, "")
    if system not in ("hivemind", "oldezo"):  # which learn without it
        trained = without_extras(f"{code}{command('train', system, '--preset', 'tiny', '--out', 'run')}")
        message = "training needs the package torch: pip install 'beeline-hex[train]'"
        assert (trained.returncode, trained.stderr) == (2, f"beeline: {message}\n")


def test_the_environment_names_its_extra() -> None:
    done = without_extras("from beeline.learning import hex_v0")
    assert done.stderr.splitlines()[-1] == (
        "beeline.errors.MissingExtra: the environment hex_v0 needs the package gymnasium: "
        "pip install 'beeline-hex[envs]'"
    )


def test_a_module_of_our_own_that_is_missing_is_no_extra() -> None:
    with pytest.raises(ModuleNotFoundError) as caught, extra("train", of="training"):
        import beeline.nothing  # type: ignore[import-not-found]  # noqa: F401
    assert not isinstance(caught.value, MissingExtra)
