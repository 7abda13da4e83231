"""The options that ``match`` and ``tournament`` share, written once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from beeline.interfaces.cli.options import (
    GamesOption,
    HtmlOption,
    JsonOption,
    RayOption,
    SeedOption,
    SizeOption,
    WorkersOption,
)
from beeline.rules.registry import HEX, game_names


@dataclass(frozen=True, kw_only=True)
class MatchOptions:
    """How games are played, where they go, and how they are reported."""

    games: GamesOption
    size: SizeOption = "11"
    openings: Annotated[
        str,
        typer.Option(
            help="empty, swap-safe, edge2, all, balanced, or a file with an opening a line.",
            show_default="for Hex balanced, or edge2 where that is not known; for Go empty",
        ),
    ] = ""
    out: Annotated[Path, typer.Option("--out", "-o", help="The file that the games go into.")]
    resume: Annotated[bool, typer.Option("--resume", help="Resume the run in that file.")] = False
    workers: WorkersOption = None
    ray: RayOption = None
    seed: SeedOption = 1
    swap: Annotated[bool, typer.Option("--swap", help="Play with the swap rule.")] = False
    move_time: Annotated[
        float | None, typer.Option(help="Seconds that a move may take at most.", min=0.001)
    ] = None
    game_time: Annotated[
        float | None, typer.Option(help="Seconds that a player has for a game.", min=0.001)
    ] = None
    adjudicate: Annotated[bool, typer.Option("--adjudicate", help="End games whose result is proven.")] = (
        False
    )
    game: Annotated[str, typer.Option(help=f"The game to play: {', '.join(game_names())}.")] = HEX
    komi: Annotated[float, typer.Option(help="Komi of Go.")] = 7.5
    json: JsonOption = False
    html: HtmlOption = None


def with_match_options(**defaults: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Gives a command the fields of MatchOptions as options, and their values as its argument ``options``.

    ``defaults`` are those in which the commands differ.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = [
            each for each in signature(command, eval_str=True).parameters.values() if each.name != "options"
        ]

        @wraps(command)
        def call(**given: Any) -> None:
            mine = {each.name: given.pop(each.name) for each in own}
            command(**mine, options=MatchOptions(**given))

        call.__signature__ = Signature([*own, *_shared(defaults)])  # type: ignore[attr-defined]
        return call

    return decorate


def _shared(defaults: dict[str, Any]) -> list[Parameter]:
    annotations = get_type_hints(MatchOptions, include_extras=True)
    return [
        Parameter(
            each.name,
            Parameter.KEYWORD_ONLY,
            default=defaults.get(each.name, each.default),
            annotation=annotations[each.name],
        )
        for each in fields(MatchOptions)
    ]
