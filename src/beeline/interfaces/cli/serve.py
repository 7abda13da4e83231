"""``beeline serve``: the studio."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from beeline.errors import extra
from beeline.interfaces.cli.options import app, example


@app.command(epilog=example("beeline serve --runs experiments --port 8500"))
def serve(
    host: Annotated[
        str, typer.Option(help="The address to serve on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            help="The port, or 0 for any.", min=0, max=65535, show_default="the first free one from 8411 on"
        ),
    ] = None,
    runs: Annotated[
        list[Path] | None,
        typer.Option(
            help="A folder of tournaments and trainings to watch; may be given more than once.",
            show_default="the working folder",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Another host name under which this machine is reached.")
    ] = None,
    searches: Annotated[
        int | None,
        typer.Option(help="Searches at once; the others wait.", min=1, max=256, show_default="one per core"),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    token: Annotated[
        str | None,
        typer.Option(
            help="Token that lets people in, 16 characters or more; '' for none, on the loopback alone.",
            envvar="BEELINE_TOKEN",
            show_default="your own, kept from the first time on",
        ),
    ] = None,
    library: Annotated[
        Path | None,
        typer.Option(
            help="The file in which games are kept.",
            dir_okay=False,
            show_default="~/.local/share/beeline/library.db",
        ),
    ] = None,
    tls_certificate: Annotated[Path | None, typer.Option(help="Serve by TLS, with this certificate.")] = None,
    tls_key: Annotated[
        Path | None, typer.Option(help="Its private key, where that is not in the same file.")
    ] = None,
) -> None:
    """Open the studio: play, analyse, solve and watch learning in a browser (docs/reference/studio.md)."""
    with extra("studio", of="the studio"):
        from beeline.interfaces.studio.server import serve as serve_studio

    serve_studio(
        host=host,
        port=port,
        folders=runs or [Path()],
        allow_hosts=allow_host or [],
        searches=searches,
        open_browser=browser,
        token=token,
        certificate=tls_certificate,
        key=tls_key,
        library=library,
    )
