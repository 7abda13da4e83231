"""The colours of boards, wherever they are drawn: pictures, plots, reports, the studio and the terminal.

Change a colour here, and it changes everywhere. The studio and reports get them as variables of CSS:
``--won`` for ``won``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LIGHT: Final[Mapping[str, str]] = {
    "cell": "#f5d78e",
    "cell-line": "#8a6d2f",
    "side-line": "#8a6d2f",
    "coordinate": "#7a5f24",
    "legend": "#6b5a33",
    "black": "#1d1d1f",
    "white": "#fdfdfb",
    "black-light": "#5c5c63",
    "black-dark": "#17171a",
    "white-light": "#ffffff",
    "white-dark": "#d9d6cd",
    "black-side": "#1d1d1f",
    "white-side": "#fdfdfb",
    "black-line": "#17171a",
    "white-line": "#ffffff",
    "stone-border": "#17171a",
    "on-black": "#ffffff",
    "on-white": "#17171a",
    "search": "#2f8f5b",
    "current": "#d1495b",
    "must": "#0072b2",
    "won": "#d1495b",
    "proven": "#0b7a3b",
}
"""Default colours."""

RED_AND_BLUE: Final[Mapping[str, str]] = {
    "black-light": "#f0836c",
    "black-dark": "#b8321b",
    "white-light": "#7fb4e6",
    "white-dark": "#14548f",
    "black-side": "#b8321b",
    "white-side": "#14548f",
    "black-line": "#b8321b",
    "white-line": "#14548f",
    "stone-border": "#2a2a2e",
    "on-black": "#ffffff",
    "on-white": "#ffffff",
    "won": "#ffe066",
}
"""Colours that differ where stones are red and blue."""

DARK: Final[Mapping[str, str]] = {
    "cell": "#d4b068",
    "cell-line": "#5d4718",
    "side-line": "#efe0b9",
    "coordinate": "#b9a273",
}
"""Colours that differ on a dark page."""

CURVES: Final = (LIGHT["black"], LIGHT["won"], "#2e6f95", "#6a994e", "#b5792a", "#7b5ea7")
"""Colours of a plot's curves, in order; the first four can be told apart without colour vision."""

TERMINAL: Final[Mapping[str, str]] = {
    "black": "red",
    "white": "blue",
    "both": "magenta",
    "must": "bold green",
    "current": "yellow",
    "hot": "bold yellow",
    "inferior": "yellow",
    "empty": "bright_black",
    "won": "reverse",
}
"""Styles of Rich; the stones of the terminal are red and blue."""


def variables(colours: Mapping[str, str]) -> str:
    """Colours as declarations of CSS."""
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())


def style_sheet() -> str:
    """All colours as variables, by what the page says of stones and theme."""
    kinds = {":root": LIGHT, '[data-stones="colour"]': RED_AND_BLUE, '[data-theme="dark"]': DARK}
    return "".join(f"{selector}{{{variables(colours)}}}\n" for selector, colours in kinds.items())
