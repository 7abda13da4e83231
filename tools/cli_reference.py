"""Writes docs/reference/cli.md, the commands and their options, from the application itself.

python -m tools.cli_reference
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import typer.main

from beeline.interfaces.gtp.command import gtp_parser
from beeline.interfaces.main import application

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "cli.md"

_INTRODUCTION = """# The command line

`beeline COMMAND [OPTIONS]`. Every command has `--help`, with an example; `beeline --version` prints the
version. Bad input ends with exit code 2 and one line that says what was wrong, Ctrl-C with 130. Players and
levels are named as in [Players](players.md). Shells complete commands and options after
`beeline --install-completion`.

This page is made from the program by `python -m tools.cli_reference`."""


def page() -> str:
    """The page as it should be."""
    root: Any = typer.main.get_command(application())
    parts = [_INTRODUCTION]
    for name, command in sorted(root.commands.items()):
        parts += [f"## {name}", _about(command)]
        rows = list(_gtp_rows() if name == "gtp" else _rows(command))
        if rows:
            parts.append("\n".join(["| | default | |", "|---|---|---|", *rows]))
        if command.epilog:
            parts.append(f"```\n{command.epilog.removeprefix('Example: ')}\n```")
    return "\n\n".join(parts) + "\n"


def _about(command: Any) -> str:
    return " ".join((command.help or "").split())


def _rows(command: Any) -> Iterator[str]:
    for parameter in command.params:
        if getattr(parameter, "hidden", False):
            continue
        is_option = parameter.param_type_name == "option"
        names = _option_names(parameter) if is_option else f"`{parameter.name.upper()}`"
        yield f"| {names} | {_default(parameter)} | {_cell(parameter.help or '')} |"


def _option_names(parameter: Any) -> str:
    return ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))


def _default(parameter: Any) -> str:
    """What holds when nothing is given; for a choice, with what else there is."""
    default, is_flag = parameter.default, getattr(parameter, "is_flag", False)
    if isinstance(parameter.show_default, str):
        return _cell(parameter.show_default)
    if parameter.required:
        return "required"
    if isinstance(default, Enum):
        others = [f"`{choice.value}`" for choice in type(default) if choice is not default]
        return f"`{default.value}` (or {', '.join(others)})"
    if is_flag:
        return "on" if default else ""
    return "" if default in (None, "", [], ()) else f"`{default}`"


def _gtp_rows() -> Iterator[str]:
    parser = gtp_parser()
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction):
            continue
        names = ", ".join(f"`{name}`" for name in reversed(action.option_strings))
        meaning = (action.help or "").removesuffix(" (%(default)s)")
        default = "" if action.default is None else f"`{action.default}`"
        yield f"| {names} | {default} | {_cell(meaning[0].upper() + meaning[1:])} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").removesuffix(".")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
