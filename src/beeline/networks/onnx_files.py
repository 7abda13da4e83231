"""Networks as ONNX: graphs put together node by node, and files with a header that tells what they are.

The header stands in the model's metadata under the key ``beeline``, as the last field of the file, and holds
the checksum of all bytes before it. A protobuf message may be continued by appending fields, so that every
program which reads ONNX reads these files.

The header is read here without a protobuf library, and before anything else looks at the file: damage and
operators that do not belong in a network are found before ONNX Runtime, which would read the metadata only
after the graph, is given the bytes; and `zero` plays from its file where no ONNX Runtime is installed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from beeline.errors import extra
from beeline.files import FileError, about_in, check_header, header_of, read_whole, write_whole
from beeline.limits import NETWORK_BYTES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_KEY: Final = b"beeline"
_METADATA: Final = 14  # ModelProto.metadata_props, a repeated pair of field 1 (key) and field 2 (value)
_BYTES: Final = 2  # the wire type of a field with a length
_FIXED: Final = {1: 8, 5: 4}  # bytes of the wire types of plain numbers of one length


def write_onnx(path: Path, model: bytes, *, kind: str, version: int, about: Mapping[str, Any]) -> None:
    """Writes a serialised model with what is to be known about it; ``about`` must be plain data."""
    header = header_of(kind=kind, version=version, about=about, checksum=_checksum(model))
    entry = _field(1, _KEY) + _field(2, json.dumps(header).encode())
    write_whole(path, model + _field(_METADATA, entry))


def read_onnx(path: Path, *, kind: str, version: int) -> tuple[dict[str, Any], bytes]:
    """Reads what ``write_onnx`` wrote, the whole file as the model; raises FileError for anything else."""
    data = read_whole(path, most=NETWORK_BYTES)
    try:
        *_, (start, number, payload) = fields_of(data)
        (_, _, key), (_, _, value) = fields_of(payload)
        if number != _METADATA or key != _KEY:
            raise ValueError("it has no header of Beeline")
        header = {name: str(text) for name, text in json.loads(value).items()}
        about = about_in(header)
        check_header(header, path, kind=kind, version=version, checksum=_checksum(data[:start]))
    except FileError:
        raise
    except Exception as error:  # whatever is in the file, the reader's complaint is about the file
        raise FileError(f"{str(path)!r} is damaged, or no {kind} file: {error}") from None
    return about, data


def header_in(data: bytes) -> dict[str, str]:
    """The header of a file, as it stands there."""
    *_, (_, _, payload) = fields_of(data)
    _, (_, _, value) = fields_of(payload)
    return {name: str(text) for name, text in json.loads(value).items()}


def with_card(data: bytes, entries: Mapping[str, str]) -> bytes:
    """A file with more entries in its header; the model and its checksum stay."""
    *_, (start, _, _) = fields_of(data)
    header = header_in(data) | dict(entries)
    entry = _field(1, _KEY) + _field(2, json.dumps(header).encode())
    return data[:start] + _field(_METADATA, entry)


def _checksum(model: bytes) -> str:
    return hashlib.sha256(model).hexdigest()


def _field(number: int, payload: bytes) -> bytes:
    return _varint(number << 3 | _BYTES) + _varint(len(payload)) + payload


def _varint(number: int) -> bytes:
    digits = []
    while number > 0x7F:
        digits.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*digits, number])


def fields_of(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """The fields of a message: where each starts, its number, and its bytes (none for plain numbers)."""
    at = 0
    while at < len(data):
        start = at
        tag, at = _read_varint(data, at)
        length = 0
        if tag & 7 == _BYTES:
            length, at = _read_varint(data, at)
        elif tag & 7 == 0:
            _, at = _read_varint(data, at)
        elif tag & 7 in _FIXED:
            at += _FIXED[tag & 7]
        else:
            raise ValueError(f"unexpected field type {tag & 7}")
        if at + length > len(data):
            raise ValueError("it ends within a field")
        yield start, tag >> 3, data[at : at + length]
        at += length


def numbers_of(data: bytes, field: int) -> list[int]:
    """The signed numbers of a repeated field of a message, one by one or packed."""
    found: list[int] = []
    for start, number, payload in fields_of(data):
        if number == field:
            tag, at = _read_varint(data, start)
            found += _packed(payload) if tag & 7 == _BYTES else [_read_varint(data, at)[0]]
    return [number - (1 << 64) if number >> 63 else number for number in found]


def _packed(data: bytes) -> Iterator[int]:
    at = 0
    while at < len(data):
        number, at = _read_varint(data, at)
        yield number


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ValueError("it ends within a number")
        number |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return number, at


_OPSET: Final = 17
_IR_VERSION: Final = 8  # the oldest that knows the operators of this opset


Described: TypeAlias = tuple[str, tuple[int | str, ...]]
"""A name and a shape, in which text names a size that is not fixed."""


class OnnxGraph:
    """A graph from one input to its outputs, for batches of any size."""

    def __init__(self) -> None:
        with extra("train", of="exporting networks"):
            from onnx import helper
        self._helper = helper
        self._constants: dict[str, NDArray[Any]] = {}
        self._nodes: list[Any] = []

    def constant(self, name: str, value: NDArray[Any]) -> str:
        self._constants[name] = value
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        """Adds an operator and returns the name of what it gives."""
        self._nodes.append(self._helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def convolution(
        self, name: str, inputs: str, kernel: NDArray[np.float32], bias: NDArray[Any], *, pad: int = 0
    ) -> str:
        operands = [inputs, self.constant(f"{name}.kernel", kernel), self.constant(f"{name}.bias", bias)]
        return self.node("Conv", operands, name, kernel_shape=kernel.shape[2:], pads=[pad] * 4)

    def dense(self, name: str, inputs: str, weight: NDArray[np.float32], bias: NDArray[Any]) -> str:
        operands = [inputs, self.constant(f"{name}.weight", weight), self.constant(f"{name}.bias", bias)]
        return self.node("Gemm", operands, name, transB=1)

    def model(
        self, name: str, *, inputs: Described, output: Described, more: Sequence[Described] = ()
    ) -> bytes:
        """The serialised model; input, output and more outputs are described for one element of a batch."""
        import numpy as np
        from onnx import TensorProto, numpy_helper

        def described(name: str, shape: tuple[int | str, ...]) -> Any:
            return self._helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", *shape])

        graph = self._helper.make_graph(
            self._nodes,
            name,
            [described(*inputs)],
            [described(*each) for each in (output, *more)],
            [
                numpy_helper.from_array(np.ascontiguousarray(value), name)
                for name, value in self._constants.items()
            ],
        )
        model = self._helper.make_model(
            graph, opset_imports=[self._helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION
        )
        return bytes(model.SerializeToString())
