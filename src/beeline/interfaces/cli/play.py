"""``beeline play``: a game in the terminal."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from beeline.errors import BeelineError
from beeline.interfaces.cli.options import (
    LevelOption,
    MovesOption,
    PlayerOption,
    SizeOption,
    app,
    board_from,
    chosen_player,
    example,
)
from beeline.rules.cells import RESIGN, SWAP_SIDES

if TYPE_CHECKING:
    from rich.console import Console

    from beeline.players import Player
    from beeline.rules.board import Board

_HELP = (
    "Black ([red]red[/red]) joins top and bottom, White ([blue]blue[/blue]) left and right.\n"
    "Type a cell such as [bold]c4[/bold], or [bold]swap[/bold], [bold]undo[/bold], [bold]hint[/bold], "
    "[bold]resign[/bold], [bold]help[/bold], [bold]quit[/bold]."
)


class Side(StrEnum):
    BLACK = "black"
    WHITE = "white"
    NONE = "none"


@app.command(epilog=example("beeline play --size 7 --colour black --level club"))
def play(
    player: PlayerOption = "zero:seconds=0.5",
    level: LevelOption = "",
    size: SizeOption = "7",
    colour: Annotated[
        Side, typer.Option("--colour", "-c", help="Your colour; none lets the engine play itself.")
    ] = Side.BLACK,
    swap: Annotated[bool, typer.Option(help="Play with the swap rule.")] = True,
    moves: MovesOption = "",
) -> None:
    """Play against the engine in the terminal (without a terminal: the engine against itself)."""
    board = board_from(size=size, moves=moves, swap_rule=swap)
    human = colour.value if colour is not Side.NONE and sys.stdin.isatty() else None
    play_game(board, player_spec=chosen_player(player, level), human=human)


def play_game(board: Board, *, player_spec: str, human: str | None) -> None:
    """Plays on until someone wins; ``human`` is the colour at the keyboard, None if the engine has both."""
    from rich.console import Console

    from beeline.interfaces.cli.terminal import board_in_colour
    from beeline.players import make_player

    console = Console(highlight=False)
    player = make_player(player_spec)
    player.check(board)
    if human is not None:
        console.print(_HELP)
    console.print(board_in_colour(board))
    try:
        while board.winner is None:
            mover = board.to_move
            if mover == human:
                if not _human_turn(console, board, player):
                    return
            elif not _engine_turn(console, board, player):
                return
            console.print(board_in_colour(board))
    finally:
        player.close()
    console.print(f"[bold]{board.winner} wins[/bold] in {len(board.moves)} moves: {' '.join(board.moves)}")


def _engine_turn(console: Console, board: Board, player: Player) -> bool:
    """Plays the engine's move; False if it gives up."""
    mover = board.to_move
    with console.status("thinking"):
        decision = player.choose(board)
    if decision.move == RESIGN:
        console.print(f"[bold]{mover} resigns.[/bold]")
        return False
    board.play(decision.move)
    chance = "" if decision.value is None else f" (its chance to win: {decision.value:.0%})"
    console.print(f"\n{mover} plays [bold]{decision.move}[/bold]{chance}")
    return True


def _human_turn(console: Console, board: Board, player: Player) -> bool:
    """Reads until there is a move; False ends the game."""
    while True:
        try:
            word = console.input(f"\n{board.to_move} to move: ").strip().lower()
        except EOFError:
            return False
        if word in ("quit", "exit", "q"):
            return False
        if word == RESIGN:
            console.print(f"[bold]{board.to_move} resigns.[/bold]")
            return False
        if word in ("help", "?"):
            console.print(_HELP)
        elif word == "hint":
            with console.status("thinking"):
                console.print(f"The engine would play [bold]{player.choose(board).move}[/bold].")
        elif word == "undo":
            for _ in range(min(2, len(board.moves))):
                board.undo()
            return True
        elif word == SWAP_SIDES:
            console.print("At this board the stone changes hands, not the players: type [bold]swap[/bold].")
        elif word:
            try:
                board.play(word)
            except BeelineError as error:
                console.print(str(error), style="yellow", markup=False)
                continue
            return True
