"""Model cards: docs/reference/models.md, and the same text and the licence in the files of the networks.

python -m tools.model_cards

A file keeps its numbers and what it says of its training; the card is one more entry of its header.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

from beeline.files import read_whole, write_whole
from beeline.networks.onnx_files import header_in, with_card

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "models.md"
NETWORKS = ROOT / "src" / "beeline" / "networks"
LICENCE = "MIT"


@dataclass(frozen=True, kw_only=True)
class Card:
    files: tuple[str, ...]
    """Below ``beeline/networks``."""
    player: str
    """The string that plays it."""
    what: str
    learned_from: str
    effort: str
    strength: str
    limits: str
    more: str
    """The page that has the whole of it."""

    def text(self) -> str:
        """For the file."""
        parts = (self.what, self.learned_from, self.effort, self.strength, self.limits)
        return " ".join(part.replace("`", "").replace("**", "") for part in parts)


CARDS = tuple(
    Card(**{**card, "files": tuple(card["files"])})
    for card in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["card"]
)

_INTRODUCTION = """# Models that come with the package

What each learned, how long, how strong it is and where that ends. Every file says the same in its header,
with the settings of its training, the licence and checksums. All were trained for this project, from its own
games and proofs alone, and have the licence of the project, MIT. Strengths are shares of games won, unless
something else is said.

This page is made by `python -m tools.model_cards`."""


def page() -> str:
    """The page as it should be."""
    return "\n\n".join([_INTRODUCTION, *map(_section, CARDS)]) + "\n"


def _section(card: Card) -> str:
    size = sum((NETWORKS / name).stat().st_size for name in card.files)
    files = ", ".join(f"`{Path(name).name}`" for name in card.files)
    return "\n".join(
        [
            f"## {card.player}",
            "",
            card.what,
            "",
            f"- Files: {files} ({size / 1e6:.2g} MB)",
            f"- Learned from: {card.learned_from}",
            f"- Effort: {card.effort}",
            f"- Strength: {card.strength}",
            f"- Limits: {card.limits}",
            f"- Licence: {LICENCE}",
            f"- More: [{Path(card.more).stem}]({card.more})",
        ]
    )


def header_card(path: Path) -> dict[str, str]:
    """The card and the licence that stand in a file; empty where there are none."""
    data = read_whole(path)
    header = header_in(data) if path.suffix == ".onnx" else _safetensors_header(data)[0]
    return {key: header[key] for key in ("card", "licence") if key in header}


def write_card(path: Path, text: str) -> None:
    """Writes the card and the licence into the header of a file; its numbers stay."""
    entries, data = {"card": text, "licence": LICENCE}, read_whole(path)
    write_whole(
        path, with_card(data, entries) if path.suffix == ".onnx" else _safetensors_with(data, entries)
    )


def _safetensors_header(data: bytes) -> tuple[dict[str, str], dict[str, object], int]:
    """The metadata, the whole header and where the numbers begin."""
    end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:end])
    return header["__metadata__"], header, end


def _safetensors_with(data: bytes, entries: dict[str, str]) -> bytes:
    metadata, header, end = _safetensors_header(data)
    header["__metadata__"] = dict(sorted((metadata | entries).items()))
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data[end:]


if __name__ == "__main__":
    for card in CARDS:
        for name in card.files:
            write_card(NETWORKS / name, card.text())
    PAGE.write_text(page(), encoding="utf-8")
