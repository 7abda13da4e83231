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
    for key in _PAPERS:
        found[folder / key / "README.md"] = _paper(key, known, folder)
    for name, item in known.items():
        place = figure_folder(folder, name)
        if (record := place / "results.json").exists():
            found[place / "README.md"] = item.page(place, json.loads(record.read_text(encoding="utf-8")))
        else:
            found[place / "README.md"] = _not_run(item)
    return found


def _not_run(item: Reproduction) -> str:
    """The page of what has no record: what it would be, what it takes, and how to make it."""
    told = next((each for items in PAPERS.values() for each in items if each.reproduction == item.name), None)
    lines = [f"# {item.title}", "", f"{getattr(item, 'paper', '')}.".lstrip("."), "", "**Not run.**"]
    if told is not None and told.paper != "–":
        lines += ["", f"The paper has: {told.paper}."]
    if told is not None and told.cost:
        lines += ["", f"It takes, in hours of one core: {told.cost}."]
    lines += ["", "```", f"beeline reproduce {item.name} --scale paper", "```"]
    lines += ["", "`definition.py` says what is played or trained; this page is then made from the record."]
    return "\n".join(lines) + "\n"


def _paper(key: str, known: Mapping[str, Reproduction], folder: Path) -> str:
    about = f"What the paper says and what differs here is in [docs/papers](../../docs/papers/{key}.md)."
    head = [f"# {_PAPERS[key]}", "", about, ""]
    return "\n".join([*head, *_tables(key, known, folder, within=Path(key))]).rstrip() + "\n"


def _list(known: Mapping[str, Reproduction], folder: Path) -> str:
    lines = [_HEAD]
    for key, title in _PAPERS.items():
        lines += [
            f"## {title}",
            "",
            f"What follows is in [docs/papers/{key}.md](../docs/papers/{key}.md).",
            "",
            *_tables(key, known, folder),
        ]
    return "\n".join(lines).rstrip() + "\n"


def _tables(
    key: str, known: Mapping[str, Reproduction], folder: Path, *, within: Path | None = None
) -> list[str]:
    """What a paper has, and what stands here beyond it; links are from ``within``, a folder below."""
    items = PAPERS[key]
    lines = [
        "| | | the paper | ours, 95% interval | games | verdict | |",
        "|---|---|---|---|---:|---|---|",
    ]
    lines += [_item(item, folder, within) for item in items]
    shown = {item.reproduction for item in items}
    others = sorted((name for name in known if name.startswith(f"{key}-")), key=_numbers_as_such)
    more = [
        f"| `{name}` | {known[name].title} | {_page(name, folder, within)} |"
        for name in others
        if name not in shown
    ]
    return [*lines, "", *(["Beyond the paper:", "", "| | | |", "|---|---|---|", *more, ""] if more else [])]


def _item(item: PaperItem, folder: Path, within: Path | None) -> str:
    ours, games = "", ""
    if item.reproduction is not None and (record := _record(item.reproduction, folder)) is not None:
        ours, games = numbers_of(record)
    elif item.reproduction is not None:
        ours = "not run"
    cost = f" (not run: {item.cost} hours of one core)" if item.cost else ""
    name, page = "", ""
    if item.reproduction is not None:
        name, page = f"`{item.reproduction}`", _page(item.reproduction, folder, within)
    return f"| {item.label} | {name} | {item.paper} | {ours} | {games} | {item.verdict}{cost} | {page} |"


def _record(name: str, folder: Path) -> dict[str, Any] | None:
    path = folder / figure_folder(Path(), name) / "results.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def _page(name: str, folder: Path, within: Path | None) -> str:
    place = figure_folder(Path(), name)
    shown = place if within is None else place.relative_to(within)
    text = "page" if (folder / place / "results.json").exists() else "not run"
    return f"[{text}]({shown}/README.md)"


def _numbers_as_such(name: str) -> list[str]:
    return [part.zfill(3) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
