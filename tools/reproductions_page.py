"""Writes reproductions/README.md, the list of all reproductions: ``python -m tools.reproductions_page``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from beeline.papers.reproduction import figure_folder, reproductions

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
number in `results.json`, and the plots, with the command, date and processor time that made them. Games
and trainings that are done are not done again, so a reproduction that is interrupted resumes. This page is
made by `python -m tools.reproductions_page`.
"""


def page(folder: Path = FOLDER) -> str:
    known = reproductions(folder)
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
            results = (
                f"[page]({place}/README.md)" if (folder / place / "README.md").exists() else "not recorded"
            )
            lines.append(f"| `{name}` | {known[name].title} | {results} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _numbers_as_such(name: str) -> list[str]:
    return [part.zfill(3) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


if __name__ == "__main__":
    (FOLDER / "README.md").write_text(page(), encoding="utf-8")
