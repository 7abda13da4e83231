"""The conversation itself."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from beeline.interfaces.gtp.engine import Engine
from beeline.interfaces.gtp.hangup import Hangup
from beeline.interfaces.gtp.incoming import Incoming
from beeline.interfaces.gtp.protocol import read_requests
from beeline.rules.registry import GO, HEX


def serve(
    player_spec: str,
    *,
    game: str = HEX,
    size: int | None = None,
    input: BinaryIO,
    output: BinaryIO,
) -> None:
    """Answers GTP commands until ``quit``, the end of the input, Ctrl-C or SIGTERM.

    Raises ``PlayerError`` or ``BoardSizeError`` before the first answer if the player or the board cannot be.
    When nobody reads the output any more, it is closed and the conversation is over. A search ends when the
    input does, unless that is the end of a script.
    """
    engine = make_engine(player_spec, game=game, size=size)
    try:
        with _sigterm_as_interrupt():
            _converse(engine, input, output)
    except KeyboardInterrupt:
        pass
    finally:
        engine.session.close()


def make_engine(player_spec: str, *, game: str, size: int | None = None) -> Engine[Any]:
    """Make the engine of the game if it has commands of its own, else one with what every game has."""
    if own := {HEX: _hex_engine, GO: _go_engine}.get(game):
        return own(player_spec, size)
    from beeline.interfaces.gtp.table_session import TableSession, table

    return Engine(TableSession(player_spec, game, size), table.commands, menu_command="analyze_commands")


def _go_engine(player_spec: str, size: int | None) -> Engine[Any]:
    from beeline.interfaces.gtp.commands_go import table
    from beeline.interfaces.gtp.go_session import GoSession

    return Engine(GoSession(player_spec, size), table.commands, menu_command="gogui-analyze_commands")


def _hex_engine(player_spec: str, size: int | None) -> Engine[Any]:
    from beeline.interfaces.gtp.commands_dialects import table as dialects_table
    from beeline.interfaces.gtp.commands_hex import table as hex_table
    from beeline.interfaces.gtp.commands_knowledge import table as knowledge_table
    from beeline.interfaces.gtp.hex_session import HexSession

    commands = hex_table.commands | dialects_table.commands | knowledge_table.commands
    return Engine(HexSession(player_spec, size), commands, menu_command="hexgui-analyze_commands")


def _converse(engine: Engine[Any], input: BinaryIO, output: BinaryIO) -> None:
    hangup, incoming = Hangup(input, output), Incoming(input)
    session = engine.session
    session.should_stop = hangup.should_stop
    session.is_interrupted = incoming.is_waiting
    session.show = lambda text: _write(output, text.encode())
    for request in read_requests(incoming):
        hangup.begin()
        for piece in engine.pieces(request):
            if not _write(output, piece):
                return
        if session.finished:
            return


def _write(output: BinaryIO, data: bytes) -> bool:
    """Whether somebody still reads."""
    if output.closed:
        return False
    try:
        output.write(data)
        output.flush()
    except BrokenPipeError:
        # Closed here, it is not flushed again, and complained about, when the interpreter ends.
        with suppress(BrokenPipeError):
            output.close()
        return False
    return True


@contextmanager
def _sigterm_as_interrupt() -> Iterator[None]:
    """Lets SIGTERM end a search as Ctrl-C does, unless it does something already.

    Without effect outside the main thread.
    """
    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    try:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)  # None if it was not set from Python
