"""GTP 2 on the wire: bytes to requests, results to answers.

A line is ``[id] command [arguments]``. Control characters are dropped, tabs are blanks, ``#`` starts a
comment, and lines without a command are passed over. Arguments may be put in double quotes to hold blanks.
An answer is ``=id result`` or ``?id error``, and ends with an empty line.

Reference: https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html, sections 2 and 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from beeline.limits import GTP_LINE_BYTES

_MAX_ERROR = 500
_CONTROLS = bytes([*range(9), *range(10, 32), 127])
_TAB_TO_BLANK = bytes.maketrans(b"\t", b" ")
_NO_CONTROLS = {code: None for code in _CONTROLS if code != ord("\n")} | {ord("\t"): " "}
_WORD = re.compile(r'"([^"]*)"|([^ ]+)')


class Request(NamedTuple):
    """A line that asks for an answer."""

    id: str
    """The digits to echo, of any length; empty if there were none."""
    command: str
    arguments: list[str]
    problem: str = ""
    """Reason why the line is no command, if it is none."""


class Lines(Protocol):
    """The source of requests: a binary stream, or ``Incoming`` around one."""

    def readline(self, limit: int, /) -> bytes: ...


def read_requests(stream: Lines) -> Iterator[Request]:
    """The requests of a stream as they come, in bounded memory whatever comes."""
    while (line := _read_line(stream)) is not None:
        text, too_long = line
        words = [found[1] if found[1] is not None else found[2] for found in _WORD.finditer(text)]
        if not words:
            continue
        number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
        if too_long:
            yield Request(
                number, "", [], problem=f"syntax error: the line is longer than {GTP_LINE_BYTES:,} bytes"
            )
        elif not words:
            yield Request(number, "", [], problem="syntax error: expected a command after the id")
        else:
            yield Request(number, words[0], words[1:])


def format_answer(request_id: str, text: str) -> bytes:
    """A result. It may start with a newline and have many lines; empty lines are left out."""
    first = "\n" if text.startswith("\n") else ""
    return _encoded(f"={request_id} {first}" + "\n".join(_lines(text)))


def format_pieces(request_id: str, lines: Iterator[str]) -> Iterator[bytes]:
    """A result of many lines, each as soon as it is there."""
    yield f"={request_id} ".encode()
    for line in lines:
        yield b"\n" + "\n".join(_lines(line)).encode("utf-8", "backslashreplace")
    yield b"\n\n"


def format_failure(request_id: str, text: str) -> bytes:
    """An error, on one line."""
    message = " ".join(_lines(text))
    return _encoded(
        f"?{request_id} " + (message if len(message) <= _MAX_ERROR else f"{message[:_MAX_ERROR]}...")
    )


def _read_line(stream: Lines) -> tuple[str, bool] | None:
    """The next line as far as it matters, and whether it was too long; None at the end of the input."""
    kept = b""
    too_long = in_comment = False
    while piece := stream.readline(GTP_LINE_BYTES):
        if not in_comment:
            text, hash_sign, _ = piece.translate(_TAB_TO_BLANK, _CONTROLS).partition(b"#")
            in_comment = bool(hash_sign)
            kept = kept + text if kept else text.lstrip(b" ")
            too_long = too_long or len(kept) > GTP_LINE_BYTES
            kept = kept[:GTP_LINE_BYTES]
        if piece.endswith(b"\n"):
            break
    else:
        if not kept:
            return None
    # File names need not be UTF-8; surrogateescape carries any bytes through.
    return kept.decode("utf-8", "surrogateescape"), too_long


def _lines(text: str) -> list[str]:
    lines = text.translate(_NO_CONTROLS).split("\n")
    return [line.rstrip(" ") for line in lines if line.strip(" ")]


def _encoded(answer: str) -> bytes:
    return f"{answer}\n\n".encode("utf-8", "backslashreplace")
