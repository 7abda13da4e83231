"""What is left on a disk when the power goes: the log of the preloaded library, read and put together."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_NUMBER = 8  # bytes

Inode = tuple[int, int]
"""The number of a file, and how many files had that number before."""


@dataclass
class Durable:
    """Contents and names that were synced; nothing else outlives the loss of power."""

    contents: dict[Inode, bytes] = field(default_factory=dict)
    names: dict[Path, dict[str, Inode]] = field(default_factory=dict)
    _earlier: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, log: bytes) -> Durable:
        found = cls()
        for kind, number, payload, names in _records(log):
            if kind == b"U":
                found._earlier[number] = found._earlier.get(number, 0) + 1
            elif kind == b"F":
                found.contents[found._inode(number)] = payload
            else:
                listed = {name: found._inode(inode) for name, inode in names.items()}
                found.names[Path(os.fsdecode(payload))] = listed
        return found

    def _inode(self, number: int) -> Inode:
        return number, self._earlier.get(number, 0)

    def write(self, folder: Path, place: Path) -> None:
        """What is left of ``folder``, into ``place``. A file with a name and no content is empty."""
        place.mkdir()
        for name, inode in self.names.get(folder, {}).items():
            if folder / name in self.names or (inode not in self.contents and (folder / name).is_dir()):
                self.write(folder / name, place / name)
            else:
                (place / name).write_bytes(self.contents.get(inode, b""))


def _records(log: bytes) -> Iterator[tuple[bytes, int, bytes, dict[str, int]]]:
    """Kind, number of the file, content or path, and names, of each record that is whole."""
    at = 0

    def number() -> int:
        nonlocal at
        at += _NUMBER
        return int.from_bytes(log[at - _NUMBER : at], "little")

    def piece(length: int) -> bytes:
        nonlocal at
        at += length
        return log[at - length : at]

    while at < len(log):
        kind = piece(1)
        if kind == b"U":
            yield kind, number(), b"", {}
        elif kind == b"F":
            inode = number()
            yield kind, inode, piece(number()), {}
        else:
            path, names = piece(number()), {}
            while inode := number():
                names[os.fsdecode(piece(number()))] = inode
            number()
            yield kind, 0, path, names
