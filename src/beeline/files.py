"""Arrays in files: a safetensors file whose header tells what it is, written whole or not at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beeline import disk
from beeline.errors import BeelineError
from beeline.errors import FileError as FileError
from beeline.limits import FILE_BYTES

Arrays = Mapping[str, NDArray[Any]]


def write_arrays(path: Path, *, kind: str, version: int, about: Mapping[str, Any], arrays: Arrays) -> None:
    """Writes arrays with what is to be known about them; ``about`` must be plain data."""
    from safetensors.numpy import save

    header = header_of(kind=kind, version=version, about=about, checksum=_checksum(arrays))
    contiguous = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    write_whole(path, _ordered(save(contiguous, metadata=header)))


def read_arrays(
    path: Path, *, kind: str, version: int, most: int = FILE_BYTES
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Reads what ``write_arrays`` wrote, in at most so many bytes; raises FileError for anything else."""
    data = read_whole(path, most=most)
    try:
        header, arrays = _parse(data)
        about = about_in(header)
        check_header(header, path, kind=kind, version=version, checksum=_checksum(arrays))
    except FileError:
        raise
    except Exception as error:  # whatever is in the file, the reader's complaint is about the file
        raise FileError(f"{str(path)!r} is damaged, or no {kind} file: {error}") from None
    return about, arrays


@contextmanager
def content_of(path: Path) -> Iterator[None]:
    """Turn errors other than Beeline's own into ``FileError``: within this context, whatever fails is the
    file's fault.

    A header with a right checksum may still say anything, of any type.
    """
    try:
        yield
    except FileError as error:
        raise error if str(path) in str(error) else FileError(f"{str(path)!r}: {error}") from None
    except BeelineError:
        raise
    except Exception as error:
        raise FileError(f"{str(path)!r} is damaged: {error!r:.200}") from None


def header_of(*, kind: str, version: int, about: Mapping[str, Any], checksum: str) -> dict[str, str]:
    """Header of a file."""
    told = json.dumps(about)
    return {
        "kind": kind,
        "version": str(version),
        "about": told,
        "sha256": checksum,
        "about_sha256": _text_checksum(told),
    }


def about_in(header: Mapping[str, str]) -> dict[str, Any]:
    """Description of a file's content; raises ValueError unless that is an object of JSON."""
    about = json.loads(header["about"])
    if not isinstance(about, dict):
        raise ValueError("the text about its content is no object of JSON")
    return about


def check_header(header: Mapping[str, str], path: Path, *, kind: str, version: int, checksum: str) -> None:
    """Raises FileError unless the file is of this kind and version, and undamaged."""
    if header["kind"] != kind:
        raise FileError(f"{str(path)!r} is of the kind {header['kind']}, not {kind}")
    if header["version"] != str(version):
        raise FileError(
            f"{str(path)!r} has version {header['version']} of the {kind} format, of which this program "
            f"reads {version}"
        )
    if header["sha256"] != checksum:
        raise FileError(f"{str(path)!r} is damaged: its numbers do not match their checksum")
    # Older files have no checksum of the text.
    if header.get("about_sha256") not in (None, _text_checksum(header["about"])):
        raise FileError(f"{str(path)!r} is damaged: the text about its numbers does not match its checksum")


def read_whole(path: Path, *, most: int = FILE_BYTES) -> bytes:
    """The bytes of a file of at most so many; a pipe or a device is refused without waiting for it."""
    try:
        return disk.read_regular(path, most=most)
    except OSError as error:
        raise FileError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except ValueError as error:  # a name with a null in it
        raise FileError(f"cannot read {str(path)!r}: {error}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that at every moment its name stands for the old content or the new."""
    try:
        disk.write_whole(path, data)
    except OSError as error:
        raise FileError(f"cannot write {str(path)!r}: {error.strerror}") from None


def _ordered(data: bytes) -> bytes:
    """A safetensors file with its metadata in order of their names: the library writes them in any order.

    Equal arrays with equal headers are then equal files.
    """
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    header["__metadata__"] = dict(sorted(header["__metadata__"].items()))
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data[8 + length :]


def _parse(data: bytes) -> tuple[dict[str, str], dict[str, NDArray[Any]]]:
    from safetensors.numpy import load

    arrays = load(data)
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])["__metadata__"]
    return {key: str(text) for key, text in header.items()}, arrays


def _text_checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _checksum(arrays: Arrays) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


@dataclass(frozen=True)
class PackagedFiles:
    """Learned files that come with the package, in a folder of it; ``noun`` is what one is."""

    folder: Path
    suffix: str
    noun: str

    def all(self) -> dict[str, Path]:
        """All files, by name."""
        return {path.stem: path for path in self.folder.glob(f"*{self.suffix}")}

    def path(self, name: str) -> Path:
        """Path of a file of that name, or else of one of the package."""
        path = Path(name)
        if path.is_file() or path.suffix or len(path.parts) > 1:
            return path
        shipped = self.all()
        if name not in shipped:
            raise FileError(f"there is no {self.noun} {name!r}: name a file, or one of {self.known()}")
        return shipped[name]

    def known(self) -> str:
        return ", ".join(sorted(self.all())) or "none"
