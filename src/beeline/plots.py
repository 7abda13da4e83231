"""Plots as SVG, for reports that need no plotting library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from beeline.palette import CURVES, LIGHT

_INK, _REFERENCE = LIGHT["black"], LIGHT["won"]
_ROW = 26
_DIAMOND = f'l6 6-6 6-6-6z" fill="none" stroke="{_REFERENCE}" stroke-width="2"/>'
_LEFT, _WIDTH, _TOP = 190, 420, 48
_LETTER = 7  # the width of one, on average


def interval_plot(
    rows: Sequence[tuple[str, float, float, float, float | None]], *, title: str, value: str, reference: str
) -> str:
    """A line a row: a label, a rate with its interval (value, low, high), and a reference beside it."""
    left = max(_LEFT, 24 + _LETTER * max((len(label) for label, *_ in rows), default=0))
    height = _TOP + _ROW * len(rows) + 34
    bottom = _TOP + _ROW * len(rows)

    def x(rate: float) -> float:
        return left + _WIDTH * rate

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + _WIDTH + 40} {height}" '
        f'width="{left + _WIDTH + 40}" height="{height}" font-family="system-ui,sans-serif" font-size="13">',
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
            f'<text x="{left - 12}" y="{y + 4}" text-anchor="end">{escape(label)}</text>',
            f'<path d="M{x(low):.1f} {y}H{x(high):.1f}" stroke="{_INK}" stroke-width="2"/>',
            f'<circle cx="{x(rate):.1f}" cy="{y}" r="4.5" fill="{_INK}"/>',
        ]
        if known is not None:
            parts.append(f'<path d="M{x(known):.1f} {y - 6}{_DIAMOND}')
    parts += [
        f'<circle cx="{left + 4}" cy="{_TOP - 18}" r="4.5" fill="{_INK}"/>',
        f'<text x="{left + 14}" y="{_TOP - 14}">{escape(value)}, 95% interval</text>',
        f'<path d="M{left + 150} {_TOP - 24}{_DIAMOND}',
        f'<text x="{left + 162}" y="{_TOP - 14}">{escape(reference)}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


@dataclass(frozen=True)
class Curve:
    """A line of a plot, over x."""

    name: str
    points: Sequence[tuple[float, float]]
    dots: bool = False
    """Marks each point, where there are few."""
    band: Sequence[tuple[float, float]] = ()
    """The interval of y at each point, where one is known."""


def curve_plot(curves: Sequence[Curve], *, title: str, x_label: str, bounds: tuple[float, float]) -> str:
    """Curves over one scale of y, from the lower to the upper bound."""
    end = max((x for curve in curves for x, _ in curve.points), default=0) or 1
    plane = _Plane(end, bounds)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 350" width="700" height="350" '
        'font-family="system-ui,sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="12" y="20" font-weight="600">{escape(title)}</text>',
        *plane.grid(),
        f'<text x="368" y="342" text-anchor="middle">{escape(x_label)}</text>',
    ]
    apart = min(200, 608 // max(1, len(curves)))  # from one name to the next
    for number, curve in enumerate(curves):
        colour = CURVES[number % len(CURVES)]
        places = [plane.at(x, y) for x, y in curve.points]
        if places:
            line = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        if curve.dots:
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        parts.append(f'<text x="{64 + apart * number}" y="36" fill="{colour}">{escape(curve.name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


@dataclass(frozen=True)
class Panel:
    """One of several plots that share their axes."""

    title: str
    curves: Sequence[Curve]


def panel_plot(
    panels: Sequence[Panel], *, title: str, x_label: str, bounds: tuple[float, float], columns: int = 3
) -> str:
    """Plots side by side over one scale of x and y, each with its own legend."""
    end = max((x for panel in panels for curve in panel.curves for x, _ in curve.points), default=0) or 1
    legend = max((len(panel.curves) for panel in panels), default=0)
    plane = _Plane(end, bounds, left=46, top=26, width=250, height=170)
    width, height = 316, 26 + 170 + 24 + 15 * ((legend + 1) // 2) + 12
    rows = -(-len(panels) // columns)
    across, down = 8 + width * min(columns, len(panels)), 36 + height * rows + 22
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" '
        f'height="{down}" font-family="system-ui,sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="12" y="20" font-weight="600" font-size="13">{escape(title)}</text>',
    ]
    for number, panel in enumerate(panels):
        row, column = divmod(number, columns)
        parts += [f'<g transform="translate({8 + width * column} {32 + height * row})">', *plane.grid()]
        parts.append(f'<text x="46" y="16" font-weight="600">{escape(panel.title)}</text>')
        for place, curve in enumerate(panel.curves):
            parts += _band_and_line(curve, plane, CURVES[place % len(CURVES)])
            x, y = 46 + 125 * (place % 2), 26 + 170 + 34 + 15 * (place // 2)
            colour = CURVES[place % len(CURVES)]
            parts.append(f'<path d="M{x} {y - 4}h14" stroke="{colour}" stroke-width="2"/>')
            parts.append(f'<text x="{x + 18}" y="{y}">{escape(curve.name)}</text>')
        parts.append("</g>")
    parts.append(f'<text x="{across / 2}" y="{down - 8}" text-anchor="middle">{escape(x_label)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _band_and_line(curve: Curve, plane: _Plane, colour: str) -> list[str]:
    """Points beyond the bounds are drawn on them."""
    parts = []
    if curve.band:
        across = [x for x, _ in curve.points]
        upper = [plane.at(x, high) for x, (_, high) in zip(across, curve.band, strict=True)]
        lower = [plane.at(x, low) for x, (low, _) in zip(across, curve.band, strict=True)]
        outline = "L".join(f"{x:.1f} {y:.1f}" for x, y in [*upper, *reversed(lower)])
        parts.append(f'<path d="M{outline}z" fill="{colour}" fill-opacity="0.15"/>')
    if curve.points:
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in (plane.at(*point) for point in curve.points))
        parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    return parts


@dataclass(frozen=True)
class _Plane:
    """Map from points to places in the picture."""

    end: float
    bounds: tuple[float, float]
    left: float = 64
    top: float = 44
    width: float = 608
    height: float = 260

    def at(self, x: float, y: float) -> tuple[float, float]:
        low, high = self.bounds
        y = min(max(y, low), high)
        return self.left + self.width * x / self.end, self.top + self.height * (high - y) / (high - low)

    def grid(self) -> list[str]:
        low, high = self.bounds
        parts = []
        for quarter in (0, 0.25, 0.5, 0.75, 1):
            value, along = low + (high - low) * quarter, self.end * quarter
            number = f"{along:,.0f}" if along >= 100 else f"{along:.3g}"
            (left, y), (x, bottom) = self.at(0, value), self.at(along, low)
            parts += [
                f'<path d="M{left} {y:.1f}h{self.width}" stroke="#ddd"/>',
                f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#555">{value:.3g}</text>',
                f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" fill="#555">{number}</text>',
            ]
        return parts
