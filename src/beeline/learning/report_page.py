"""What the reports of trainings have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from html import escape
from math import floor, log10
from typing import Any


def report_page(title: str, summary: str, parts: Sequence[str], settings: Any) -> str:
    """A page that needs nothing else: a sentence, the parts as HTML, and the settings."""
    rows = [(field.name, str(getattr(settings, field.name))) for field in fields(settings)]
    return "\n".join(
        [
            "<!doctype html><meta charset=utf-8>",
            f"<title>{escape(title)}</title>",
            "<style>body{font:15px system-ui,sans-serif;max-width:46em;margin:2em auto;padding:0 1em}"
            "svg{max-width:100%;height:auto}td,th{padding:.15em 1em .15em 0;text-align:left}</style>",
            f"<h1>{escape(title)}</h1>",
            f"<p>{escape(summary)}</p>",
            *parts,
            "<h2>Settings</h2>",
            table((), rows),
        ]
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["".join(f"<th>{escape(head)}" for head in heads)] if heads else []
    lines += ["".join(f"<td>{escape(text)}" for text in row) for row in rows]
    return f"<table>{''.join(f'<tr>{line}' for line in lines)}</table>"


def round_top(values: Iterable[float]) -> float:
    """The smallest of ... 0.1, 0.2, 0.5, 1 ... above all values: the upper end of a scale."""
    highest = max(values, default=0.0)
    if highest <= 0:
        return 1.0
    power = 10.0 ** floor(log10(highest))
    return next(power * step for step in (1, 2, 5, 10) if power * step >= highest)
