"""``beeline gtp`` as one of the commands; ``main`` starts it without waiting for them."""

from __future__ import annotations

import typer

from beeline.interfaces.cli.options import app


@app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
)
def gtp(context: typer.Context) -> None:
    """Speak GTP 2 on standard input and output, for HexGui and tournaments (docs/reference/gtp.md)."""
    from beeline.interfaces.gtp.command import run_gtp

    run_gtp(context.args)
