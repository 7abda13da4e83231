"""Writes the pages of ``reproductions`` from their records, and the list of all of them.

``python -m tools.reproductions_page``. Nothing is run: a page says what ``results.json`` beside it says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tools.paper_items import PAPERS, PaperItem, numbers_of

from beeline.papers.reproduction import Reproduction, figure_folder, reproductions

FOLDER: Final = Path(__file__).parents[1] / "reproductions"
_PAPERS: Final = {
    "hivemind": "Hivemind",
    "ezo": "EZO-CNN",
    "neurohex": "NeuroHex",
    "neurodynamic": "Neurodynamic programming",
}
_HEAD: Final = """\
# Reproductions

Every table and figure of the four papers: what the paper has, what came out here, and what has not been run.
Each that has a result is one command:

```
beeline reproduce hivemind-fig6                  # a quick look: few games, short runs
beeline reproduce hivemind-fig6 --scale paper    # the paper's games; a record with fewer says so on its page
```

The folder of each has a `definition.py` that says what is played or trained, the page of the results, every
number in `results.json`, and the plots. Games and trainings that are done are not done again, so a
reproduction that is interrupted resumes. All pages are made from the records by
`python -m tools.reproductions_page`; a `DISCUSSION.md` is written by hand.
"""


def pages(folder: Path = FOLDER) -> dict[Path, str]:
    """The text of every page by its path."""
    known = reproductions(folder)
    found = {folder / "README.md": _list(known, folder)}
    for name, item in known.items():
        place = figure_folder(folder, name)
        if (record := place / "results.json").exists():
            found[place / "README.md"] = item.page(place, json.loads(record.read_text(encoding="utf-8")))
    return found


def _list(known: Mapping[str, Reproduction], folder: Path) -> str:
    lines = [_HEAD]
    for key, title in _PAPERS.items():
        items = PAPERS[key]
        lines += [
            f"## {title}",
            "",
            f"What follows is in [docs/papers/{key}.md](../docs/papers/{key}.md).",
            "",
        ]
        lines += [
            "| | | the paper | ours, 95% interval | games | verdict | |",
            "|---|---|---|---|---:|---|---|",
        ]
        lines += [_item(item, folder) for item in items]
        shown = {item.reproduction for item in items}
        others = sorted((name for name in known if name.startswith(f"{key}-")), key=_numbers_as_such)
        more = [
            f"| `{name}` | {known[name].title} | {_page(name, folder)} |"
            for name in others
            if name not in shown
        ]
        lines += ["", *(["Beyond the paper:", "", "| | | |", "|---|---|---|", *more, ""] if more else [])]
    return "\n".join(lines).rstrip() + "\n"


def _item(item: PaperItem, folder: Path) -> str:
    ours, games = "", ""
    if item.reproduction is not None and (record := _record(item.reproduction, folder)) is not None:
        ours, games = numbers_of(record)
    elif item.reproduction is not None:
        ours = "not run"
    cost = f" (not run: {item.cost} hours of one core)" if item.cost else ""
    name, page = "", ""
    if item.reproduction is not None:
        name, page = f"`{item.reproduction}`", _page(item.reproduction, folder)
    return f"| {item.label} | {name} | {item.paper} | {ours} | {games} | {item.verdict}{cost} | {page} |"


def _record(name: str, folder: Path) -> dict[str, Any] | None:
    path = folder / figure_folder(Path(), name) / "results.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def _page(name: str, folder: Path) -> str:
    place = figure_folder(Path(), name)
    return f"[page]({place}/README.md)" if (folder / place / "results.json").exists() else "not recorded"


def _numbers_as_such(name: str) -> list[str]:
    return [part.zfill(3) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
