"""The files of the page, from memory: a page asks for some fifty of them at once."""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send


@dataclass(frozen=True, slots=True)
class _File:
    changed: float
    body: bytes
    kind: str
    tag: str


class PageFiles:
    """Answers requests for the files that a folder had at the start, and for its page at ``/``.

    A file that is edited meanwhile is read again.
    """

    def __init__(self, folder: Path) -> None:
        files = [path for path in folder.rglob("*") if path.is_file()]
        self._paths = {f"/{path.relative_to(folder).as_posix()}": path for path in files}
        for path, file in list(self._paths.items()):
            if file.name == "index.html":
                self._paths[path.removesuffix("index.html")] = file
        self._read: dict[Path, _File] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        path = self._paths.get(scope["path"])
        if path is None:
            raise HTTPException(404)
        file = self._file(path)
        known = Request(scope).headers.get("if-none-match", "")
        headers = {"etag": file.tag}
        if file.tag in known:
            answer = Response(status_code=304, headers=headers)
        else:
            answer = Response(file.body, media_type=file.kind, headers=headers)
        await answer(scope, receive, send)

    def _file(self, path: Path) -> _File:
        changed = path.stat().st_mtime
        file = self._read.get(path)
        if file is None or file.changed != changed:
            body = path.read_bytes()
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
            self._read[path] = file = _File(changed, body, _KINDS.get(path.suffix, kind), tag)
        return file


_KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Media types that systems call by different names, or do not know."""
