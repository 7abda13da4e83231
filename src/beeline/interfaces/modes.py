"""The modes of the command line: ``beeline MODE ...``.

Each mode imports what it needs when it runs, so that ``--help`` answers at once.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from beeline.errors import NotationError
from beeline.interfaces.main import run_gtp

if TYPE_CHECKING:
    from beeline.experiments.tournament import Tournament

app = typer.Typer(
    name="beeline",
    help="A computer-Hex laboratory: play, analyse and measure.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


class GameName(StrEnum):
    HEX = "hex"
    GO = "go"


class OverlayName(StrEnum):
    CONNECTIONS = "connections"
    INFERIOR = "inferior"
    RESISTANCE = "resistance"


class Side(StrEnum):
    BLACK = "black"
    WHITE = "white"
    NONE = "none"


PlayerOption = Annotated[
    str, typer.Option("--player", "-p", help="The engine, as kind:option=value,... (see `beeline players`).")
]
SizeOption = Annotated[
    str, typer.Option("--size", "-s", help="Board size: 11, or 9x7 for 9 columns and 7 rows.")
]
MovesOption = Annotated[
    str, typer.Option("--moves", "-m", help="Moves that lead to the position: 'a2 b3 ...'.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def example(text: str) -> str:
    """The last line of a mode's help."""
    return f"Example: {text}"


@app.callback(invoke_without_command=True)
def options(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    if version:
        from beeline import __version__

        print(f"beeline {__version__}")
        raise typer.Exit


@app.command(epilog=example("beeline play --size 7 --colour black --player mcts:simulations=5000"))
def play(
    player: PlayerOption = "mcts:seconds=0.5",
    size: SizeOption = "7",
    colour: Annotated[
        Side, typer.Option("--colour", "-c", help="Your colour; none lets the engine play itself.")
    ] = Side.BLACK,
    swap: Annotated[bool, typer.Option(help="Play with the swap rule.")] = True,
    moves: MovesOption = "",
) -> None:
    """A game against the engine in the terminal (without a terminal: the engine against itself)."""
    from beeline.interfaces.play import play_game
    from beeline.interfaces.position import board_from

    board = board_from(size=size, moves=moves, swap_rule=swap)
    human = colour.value if colour is not Side.NONE and sys.stdin.isatty() else None
    play_game(board, player_spec=player, human=human)


@app.command(
    epilog=example("beeline analyse --size 11 --moves 'a3 f6' --player mcts:seconds=5 --svg board.svg")
)
def analyse(
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            "-p",
            help="The engine, as kind:option=value,... (see `beeline players`).",
            show_default="mcts:seconds=3; with --overlay, none",
        ),
    ] = None,
    size: SizeOption = "11",
    moves: MovesOption = "",
    sgf: Annotated[Path | None, typer.Option(help="Read the position from an SGF file.")] = None,
    move: Annotated[
        int | None, typer.Option(help="With --sgf: the position after so many moves.", min=0)
    ] = None,
    link: Annotated[str, typer.Option(help="Read the position from a HexWorld link.")] = "",
    top: Annotated[int, typer.Option(help="How many moves to show.")] = 8,
    overlay: Annotated[
        list[OverlayName] | None,
        typer.Option(help="Show connections, inferior cells or resistance; may be given more than once."),
    ] = None,
    json: JsonOption = False,
    svg: Annotated[
        Path | None, typer.Option(help="Write a picture: visits as heat and win rates, and the overlays.")
    ] = None,
) -> None:
    """What the engine thinks of a position: moves, values and the best line; or what can be known of it."""
    from beeline.interfaces.analyse import analyse_position
    from beeline.interfaces.position import board_from

    board = board_from(size=size, moves=moves, sgf=sgf, move_number=move, link=link)
    if player is None and not overlay:
        player = "mcts:seconds=3"
    analyse_position(board, player_spec=player, overlays=overlay or (), top=top, json=json, svg=svg)


@app.command(epilog=example("beeline solve --size 6 --all-openings"))
def solve(
    size: SizeOption = "6",
    moves: MovesOption = "",
    sgf: Annotated[Path | None, typer.Option(help="Read the position from an SGF file.")] = None,
    link: Annotated[str, typer.Option(help="Read the position from a HexWorld link.")] = "",
    all_openings: Annotated[
        bool, typer.Option("--all-openings", help="The board of winning first moves, each solved by itself.")
    ] = False,
    all_moves: Annotated[bool, typer.Option("--all-moves", help="All winning moves, not only one.")] = False,
    certificate: Annotated[
        bool, typer.Option("--certificate", help="Write down a winning strategy and check it.")
    ] = False,
    share: Annotated[
        bool, typer.Option("--share", help="With --all-openings: one table for all openings.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option("--time", help="Seconds for a position at most.", min=0.001)
    ] = None,
    nodes: Annotated[int | None, typer.Option(help="Positions to look at, at most.", min=1)] = None,
    json: JsonOption = False,
) -> None:
    """Who wins a position with best play, proven."""
    from beeline.interfaces import solve as solving
    from beeline.interfaces.position import board_from, parse_size

    if all_openings and (moves or sgf or link or all_moves or certificate):
        raise NotationError("--all-openings is about the empty board: leave out the position and its options")
    if share and not all_openings:
        raise NotationError("--share goes with --all-openings")
    if all_openings:
        rows, cols = parse_size(size)
        solving.solve_openings(rows, cols, nodes=nodes, seconds=seconds, share=share, json=json)
    else:
        board = board_from(size=size, moves=moves, sgf=sgf, link=link)
        solving.solve_position(
            board, all_moves=all_moves, certificate=certificate, nodes=nodes, seconds=seconds, json=json
        )


@app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
)
def gtp(context: typer.Context) -> None:
    """Speaks GTP 2 on standard input and output, for HexGui and tournament managers (docs/gtp.md)."""
    run_gtp(context.args)


@app.command(epilog=example("beeline bench --size 11 --threads 2"))
def bench(
    size: SizeOption = "11",
    simulations: Annotated[int, typer.Option(help="Simulations a measurement.", min=1)] = 200_000,
    threads: Annotated[int, typer.Option(help="Threads of the search.", min=1, max=256)] = 1,
    json: JsonOption = False,
) -> None:
    """How fast the search runs here: simulations a second for each continuation policy."""
    from beeline.interfaces.bench import bench_search
    from beeline.interfaces.position import parse_size

    rows, cols = parse_size(size)
    bench_search(rows, cols, simulations=simulations, threads=threads, json=json)


GamesOption = Annotated[int, typer.Option("--games", "-n", help="Games for each two players.", min=1)]
OpeningsOption = Annotated[
    str,
    typer.Option(
        help="empty, swap-safe, edge2, all, balanced, or a file with an opening a line.",
        show_default="balanced for Hex, empty for Go",
    ),
]
OutOption = Annotated[Path, typer.Option("--out", "-o", help="The file that the games go into.")]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on with the games of that file.")]
WorkersOption = Annotated[int | None, typer.Option(help="Processes that play; all cores by default.", min=1)]
RayOption = Annotated[str | None, typer.Option(help="Play on the Ray cluster at this address, or auto.")]
SeedOption = Annotated[int, typer.Option(help="Equal seeds give equal runs.", min=0)]
HtmlOption = Annotated[Path | None, typer.Option(help="Write a report with plots and boards to replay.")]
SwapOption = Annotated[bool, typer.Option("--swap", help="Play with the swap rule.")]
MoveTimeOption = Annotated[
    float | None, typer.Option(help="Seconds that a move may take at most.", min=0.001)
]
GameTimeOption = Annotated[
    float | None, typer.Option(help="Seconds that a player has for a game.", min=0.001)
]
AdjudicateOption = Annotated[bool, typer.Option("--adjudicate", help="End games whose result is proven.")]
KomiOption = Annotated[float, typer.Option(help="Komi of Go.")]
GameOption = Annotated[GameName, typer.Option(help="The game to play.")]


@app.command(
    epilog=example(
        "beeline match mcts:simulations=2000 mcts:simulations=500 --size 7 --openings edge2 --games 40"
    )
)
def match(
    a: Annotated[str, typer.Argument(help="A player.")],
    b: Annotated[str, typer.Argument(help="Another.")],
    games: GamesOption = 100,
    size: SizeOption = "11",
    openings: OpeningsOption = "",
    out: OutOption = Path("match.db"),
    resume: ResumeOption = False,
    workers: WorkersOption = None,
    ray: RayOption = None,
    seed: SeedOption = 1,
    swap: SwapOption = False,
    move_time: MoveTimeOption = None,
    game_time: GameTimeOption = None,
    adjudicate: AdjudicateOption = False,
    sprt: Annotated[
        str,
        typer.Option(help="Stop when ELO0,ELO1 are told apart with 5% errors; --games is the most played."),
    ] = "",
    game: GameOption = GameName.HEX,
    komi: KomiOption = 7.5,
    json: JsonOption = False,
    html: HtmlOption = None,
) -> None:
    """Two players against each other, in pairs of games with the colours exchanged."""
    from beeline.interfaces.arena import parse_sprt, run_games

    test = parse_sprt(sprt)
    tournament = _tournament(
        [a, b],
        format="round-robin",
        games=games,
        size=size,
        openings=openings,
        seed=seed,
        swap=swap,
        move_time=move_time,
        game_time=game_time,
        adjudicate=adjudicate,
        game=game,
        komi=komi,
    )
    run_games(tournament, out=out, resume=resume, workers=workers, ray=ray, sprt=test, json=json, html=html)


class FormatName(StrEnum):
    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"


@app.command(
    epilog=example("beeline tournament random mcts:simulations=100 mcts:simulations=1000 --size 7 -n 20")
)
def tournament(
    players: Annotated[list[str], typer.Argument(help="Two players or more.")],
    format: Annotated[
        FormatName, typer.Option(help="Everyone against everyone, or the first against the others.")
    ] = FormatName.ROUND_ROBIN,
    games: GamesOption = 20,
    size: SizeOption = "11",
    openings: OpeningsOption = "",
    out: OutOption = Path("tournament.db"),
    resume: ResumeOption = False,
    workers: WorkersOption = None,
    ray: RayOption = None,
    seed: SeedOption = 1,
    swap: SwapOption = False,
    move_time: MoveTimeOption = None,
    game_time: GameTimeOption = None,
    adjudicate: AdjudicateOption = False,
    game: GameOption = GameName.HEX,
    komi: KomiOption = 7.5,
    json: JsonOption = False,
    html: HtmlOption = None,
) -> None:
    """Several players, with ratings and a cross table."""
    from beeline.interfaces.arena import run_games

    event = _tournament(
        players,
        format=format.value,
        games=games,
        size=size,
        openings=openings,
        seed=seed,
        swap=swap,
        move_time=move_time,
        game_time=game_time,
        adjudicate=adjudicate,
        game=game,
        komi=komi,
    )
    run_games(event, out=out, resume=resume, workers=workers, ray=ray, sprt=None, json=json, html=html)


def _tournament(
    players: list[str],
    *,
    format: Literal["round-robin", "gauntlet"],
    games: int,
    size: str,
    openings: str,
    seed: int,
    swap: bool,
    move_time: float | None,
    game_time: float | None,
    adjudicate: bool,
    game: GameName,
    komi: float,
) -> Tournament:
    """What the options of match and tournament have in common."""
    from beeline.experiments.games import GameTask
    from beeline.experiments.tournament import Tournament
    from beeline.interfaces.position import parse_size

    rows, cols = parse_size(size)
    template = GameTask(
        key="",
        game="go" if game is GameName.GO else "hex",
        rows=rows,
        cols=cols,
        komi=komi,
        swap_rule=swap,
        move_seconds=move_time,
        game_seconds=game_time,
        adjudicate=adjudicate,
    )
    openings = openings or ("balanced" if template.game == "hex" else "empty")
    return Tournament(
        players=players, games=games, opening_set=openings, format=format, template=template, seed=seed
    )


@app.command(epilog=example("beeline games match.db --html report.html --sgf games.sgf"))
def games(
    store: Annotated[Path, typer.Argument(help="A file of games.")],
    sgf: Annotated[Path | None, typer.Option(help="Write the games as an SGF collection.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the games as a table.")] = None,
    html: HtmlOption = None,
    import_sgf: Annotated[
        Path | None, typer.Option(help="Read the games of an SGF collection into it.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """The report of a match or tournament again, and its games in other formats."""
    from beeline.interfaces.arena import use_store

    use_store(store, sgf=sgf, csv=csv, html=html, import_sgf=import_sgf, json=json)


class OptimiserName(StrEnum):
    STRATEGY = "strategy"
    SWARM = "swarm"
    GRADIENT = "gradient"


@app.command(epilog=example("beeline evolve --game hex --size 7 --generations 100 --out evolution"))
def evolve(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder that the evolution goes into.")],
    game: GameOption = GameName.HEX,
    size: Annotated[int, typer.Option("--size", "-s", help="Rows and columns of the board.")] = 7,
    generations: Annotated[int, typer.Option(help="How many.")] = 100,
    simulations: Annotated[int, typer.Option(help="Simulations a move in the games.")] = 1000,
    games: Annotated[int, typer.Option(help="Games that each individual plays in a generation.")] = 5,
    optimiser: Annotated[
        OptimiserName, typer.Option(help="Evolution strategies, a particle swarm, or a search gradient.")
    ] = OptimiserName.STRATEGY,
    sigma: Annotated[float, typer.Option(help="The first step size of strategy and gradient.")] = 10.0,
    start: Annotated[float, typer.Option(help="The mean that a search gradient begins with.")] = 50.0,
    tied: Annotated[
        bool, typer.Option("--tied", help="One weight for patterns that are one by symmetry.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the evolution in that folder.")
    ] = False,
    workers: WorkersOption = None,
    ray: RayOption = None,
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Learns a continuation policy by self-play (Hivemind); the player `hivemind` plays with it."""
    from beeline.interfaces.evolve import run_evolution
    from beeline.learning.hivemind.evolution import EvolutionSettings

    settings = EvolutionSettings(
        game=game.value,
        size=size,
        generations=generations,
        simulations=simulations,
        games=games,
        optimiser=optimiser.value,
        sigma=sigma,
        start=start,
        tied=tied,
        seed=seed,
    )
    run_evolution(settings, out=out, resume=resume, workers=workers, ray=ray, json=json)


class ScaleName(StrEnum):
    QUICK = "quick"
    PAPER = "paper"


@app.command(epilog=example("beeline reproduce hivemind-fig6 --scale quick"))
def reproduce(
    name: Annotated[str, typer.Argument(help="Which one.")] = "",
    list_all: Annotated[bool, typer.Option("--list", help="List what can be reproduced.")] = False,
    scale: Annotated[
        ScaleName, typer.Option(help="A few games for a look, or as many as the paper.")
    ] = ScaleName.QUICK,
    opponent: Annotated[
        str | None, typer.Option(help="The outside program that a table is about, as a player.")
    ] = None,
    folder: Annotated[Path, typer.Option(help="Where the reproductions are.")] = Path("reproductions"),
    workers: WorkersOption = None,
    ray: RayOption = None,
    json: JsonOption = False,
) -> None:
    """A table or figure of a paper, with our numbers beside the paper's."""
    from beeline.interfaces import arena

    if list_all or not name:
        arena.list_reproductions(folder, json=json)
    else:
        arena.reproduce(
            name,
            scale=scale.value,
            opponent=opponent,
            folder=folder,
            workers=workers,
            ray=ray,
            json=json,
        )


@app.command(epilog=example("beeline players mcts"))
def players(
    kind: Annotated[str, typer.Argument(help="Show the options of this kind of player.")] = "",
    json: JsonOption = False,
) -> None:
    """The players there are, and their options."""
    from beeline.interfaces.players import show_players

    show_players(kind, json=json)
