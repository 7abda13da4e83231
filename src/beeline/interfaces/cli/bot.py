"""``beeline bot``: moves over HTTP."""

from __future__ import annotations

from typing import Annotated

import typer

from beeline.interfaces.cli.options import LevelOption, PlayerOption, app, chosen_player, example


@app.command(epilog=example("beeline bot --level expert --port 8412"))
def bot(
    player: PlayerOption = "mcts:simulations=2000",
    level: LevelOption = "",
    host: Annotated[
        str, typer.Option(help="The address to serve on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port, or 0 for any.", min=0, max=65535)] = 8412,
) -> None:
    """Serve moves over HTTP to the bots of sites, as PlayHex asks for them (docs/reference/gtp.md)."""
    from beeline.interfaces.bot import Bot, BotServer

    made = Bot(chosen_player(player, level))
    try:
        with BotServer(made, host=host, port=port) as server:
            name = f"[{host}]" if ":" in host else host
            print(f"moves at http://{name}:{server.server_port}/calculate-move; Ctrl-C ends it", flush=True)
            server.serve_forever()
    finally:
        made.close()
