"""Plots as SVG, for reports that need no plotting library."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

_ROW = 26
_LEFT, _WIDTH, _TOP = 190, 420, 48


def interval_plot(
    rows: Sequence[tuple[str, float, float, float, float]], *, title: str, value: str, reference: str
) -> str:
    """A line a row: a label, a rate with its interval (value, low, high), and a reference beside it."""
    height = _TOP + _ROW * len(rows) + 34
    bottom = _TOP + _ROW * len(rows)

    def x(rate: float) -> float:
        return _LEFT + _WIDTH * rate

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 40} {height}" '
        f'width="{_LEFT + _WIDTH + 40}" height="{height}" font-family="system-ui,sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="12" y="20" font-weight="600">{escape(title)}</text>',
    ]
    for percent in range(0, 101, 25):
        position = x(percent / 100)
        dash = "" if percent == 50 else ' stroke-dasharray="2 3"'
        parts.append(
            f'<line x1="{position}" x2="{position}" y1="{_TOP - 8}" y2="{bottom}" stroke="#bbb"{dash}/>'
        )
        parts.append(
            f'<text x="{position}" y="{bottom + 16}" text-anchor="middle" fill="#555">{percent}%</text>'
        )
    for number, (label, rate, low, high, known) in enumerate(rows):
        y = _TOP + _ROW * number + 6
        parts += [
            f'<text x="{_LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(label)}</text>',
            f'<path d="M{x(low):.1f} {y}H{x(high):.1f}" stroke="#1d1d1f" stroke-width="2"/>',
            f'<circle cx="{x(rate):.1f}" cy="{y}" r="4.5" fill="#1d1d1f"/>',
            f'<path d="M{x(known):.1f} {y - 6}l6 6-6 6-6-6z" fill="none" stroke="#d1495b" stroke-width="2"/>',
        ]
    parts += [
        f'<circle cx="{_LEFT + 4}" cy="{_TOP - 18}" r="4.5" fill="#1d1d1f"/>',
        f'<text x="{_LEFT + 14}" y="{_TOP - 14}">{escape(value)}, 95% interval</text>',
        f'<path d="M{_LEFT + 150} {_TOP - 24}l6 6-6 6-6-6z" fill="none" stroke="#d1495b" stroke-width="2"/>',
        f'<text x="{_LEFT + 162}" y="{_TOP - 14}">{escape(reference)}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
