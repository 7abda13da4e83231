"""A hook of mkdocs: links from ``docs`` to other files of the repository lead to them on its site."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

_ROOT: Final = Path(__file__).parents[1]
_LINK: Final = re.compile(r"\]\((\.\./[^)#\s]+)(#[^)]*)?\)")


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_: Any) -> str:
    here = Path(page.file.abs_src_path).parent
    address = config["repo_url"].rstrip("/")
    return _LINK.sub(lambda match: _outward(match, here, address), markdown)


def _outward(match: re.Match[str], here: Path, address: str) -> str:
    """The link as it is, unless it leads to a file of the repository outside ``docs``."""
    target = (here / match[1]).resolve()
    if target.is_relative_to(_ROOT / "docs") and target.suffix != ".py":
        return match[0]
    raw = "raw" if target.suffix in (".png", ".svg") else "tree" if target.is_dir() else "blob"
    return f"]({address}/{raw}/main/{target.relative_to(_ROOT)}{match[2] or ''})"
