"""Writes the pages of ``reproductions`` from their records, and the list of all of them.

``python -m tools.reproductions_page``. Nothing is run: a page says what ``results.json`` beside it says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

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

Every table and figure of the four papers that can be made again, one command each:

```
beeline reproduce hivemind-fig6                  # a quick look: few games, short runs
beeline reproduce hivemind-fig6 --scale paper    # as many as the paper
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
        lines += [
            f"## {title}",
            "",
            f"What follows from them is in [docs/papers/{key}.md](../docs/papers/{key}.md).",
            "",
            "| | | results |",
            "|---|---|---|",
        ]
        for name in sorted((name for name in known if name.startswith(f"{key}-")), key=_numbers_as_such):
            place = figure_folder(Path(), name)
            recorded = (folder / place / "results.json").exists()
            results = f"[page]({place}/README.md)" if recorded else "not recorded"
            lines.append(f"| `{name}` | {known[name].title} | {results} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _numbers_as_such(name: str) -> list[str]:
    return [part.zfill(3) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
