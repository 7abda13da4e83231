"""The board that other pages may embed: a page of its own, without the token and without the engine.

It is made of these files alone, shows the game of its address, and may ask the studio for nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response

from beeline.errors import UnknownRun
from beeline.palette import style_sheet

router = APIRouter(include_in_schema=False)

_PAGE: Final = Path(__file__).parent / "page"
_FILES: Final = {
    "": _PAGE / "embed" / "index.html",
    "embed.js": _PAGE / "embed" / "embed.js",
    "embed.css": _PAGE / "embed" / "embed.css",
    "board.css": _PAGE / "css" / "board.css",
    **{
        f"{name}.js": _PAGE / "js" / f"{name}.js"
        for name in ("board", "dom", "game", "geometry", "i18n", "lang/de", "rules", "words")
    },
}
_TYPES: Final = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors *"
    ),
    "cross-origin-resource-policy": "cross-origin",
}


@router.get("/embed/{name:path}")
def embedded(name: str = "") -> Response:
    """A file of the board."""
    if name == "palette.css":
        return Response(style_sheet(), media_type="text/css", headers=HEADERS)
    if name not in _FILES:
        raise UnknownRun(f"there is no {name!r} for other pages")
    path = _FILES[name]
    return Response(path.read_bytes(), media_type=_TYPES[path.suffix], headers=HEADERS)
