"""Small tables for notebooks, which show what an object's ``_repr_html_`` returns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def html_table(caption: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a caption; all text is escaped."""
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _cells(row: Sequence[str]) -> str:
    return "".join(f"<td>{escape(text)}</td>" for text in row)
