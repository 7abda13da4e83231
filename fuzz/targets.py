"""What is fuzzed: a function per reader, from bytes to nothing.

A target returns for input that is read or refused by a named error. Anything else that it raises is a bug.
"""

from __future__ import annotations

import io
import json
import math
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np

from beeline.arena.store import GameStore
from beeline.arena.store_repair import repair_store
from beeline.errors import BeelineError
from beeline.files import read_arrays, write_arrays
from beeline.interfaces.gtp import hex_knowledge, serve
from beeline.interfaces.studio.cast import Cast
from beeline.interfaces.studio.curves import curves_in
from beeline.interfaces.studio.recorded_runs import Runs
from beeline.learning.hivemind.evolution import policy_so_far
from beeline.limits import Limits
from beeline.networks.hivemind.policy import POLICIES, Policy
from beeline.networks.neurohex.onnx_network import NETWORKS
from beeline.networks.onnx_files import write_onnx
from beeline.networks.onnx_operators import check_graph
from beeline.networks.zero.integer_network import load_integer_network
from beeline.networks.zero.packaged import SMALL_NETWORK
from beeline.networks.zero.views import Views
from beeline.players.registry import PlayerSpec
from beeline.rules.go_sgf import read_go_sgf
from beeline.rules.hexworld import format_hexworld, parse_hexworld
from beeline.rules.sgf import parse_sgf, read_hex_sgf, write_sgf
from beeline.rules.variations import read_game_trees

Target = Callable[[bytes], None]
_MEMORY: Final = "/dev/shm" if Path("/dev/shm").is_dir() else None  # files that cost no disk
_NO_FILE: Final = (AttributeError, KeyError, TypeError, IndexError, OverflowError, MemoryError)
_INTEGERS: Final = "integer network of zero"
_MOST_NUMBERS: Final = 1 << 16  # that a target makes up
_SIGNED: Final = b"\x01"  # the first byte of input that is given a right checksum


def sgf(data: bytes) -> None:
    """Hex games, with and without variations; what is read is written and read again."""
    for read in (read_hex_sgf, read_game_trees):
        with suppress(BeelineError):
            read(data)
    with suppress(BeelineError):
        trees = parse_sgf(data)
        assert parse_sgf(write_sgf(trees)) == trees


def sgf_go(data: bytes) -> None:
    with suppress(BeelineError):
        read_go_sgf(data)


def hexworld(data: bytes) -> None:
    with suppress(BeelineError):
        link = parse_hexworld(data.decode("utf-8", "replace"))
        assert parse_hexworld(format_hexworld(link)) == link


def gtp(data: bytes) -> None:
    """A conversation: every answer begins and ends as the protocol says, and none tells of a bug."""
    hex_knowledge.SOLVER_SECONDS = 0.01  # type: ignore[misc]
    slow = (b"timelimit", b"loadsgf", b"vc-", b"dfpn")
    if any(word in data for word in slow):
        return
    output = io.BytesIO()
    serve("random:seed=1", size=3, input=io.BytesIO(data), output=output)
    for answer in output.getvalue().split(b"\n\n")[:-1]:
        assert answer[:1] in (b"=", b"?"), answer
        assert b"internal error" not in answer, answer


def players(data: bytes) -> None:
    """A player string as the page may send it; what is allowed can be written and read again."""
    text = data.decode("utf-8", "replace")
    with suppress(BeelineError):
        spec = PlayerSpec.parse(text)
        assert PlayerSpec.parse(str(spec)) == spec
    with suppress(BeelineError):
        Cast(Limits(), Runs([])).checked(text)


def policy(data: bytes) -> None:
    def signed(path: Path, about: Any) -> None:
        _, arrays = read_arrays(POLICIES.path("evolved-7"), kind="policy", version=1)
        write_arrays(path, kind="policy", version=1, about=about, arrays=arrays)

    with suppress(BeelineError), _File(data, signed) as path:
        Policy.load(path)


def network(data: bytes) -> None:
    def signed(path: Path, about: Any) -> None:
        write_onnx(path, b"", kind="network", version=1, about=about)

    with suppress(BeelineError), _File(data, signed) as path:
        NETWORKS.read(path)
    with suppress(ValueError):
        check_graph(data)


def zero(data: bytes) -> None:
    """A network on integers: what is read is run."""

    def signed(path: Path, told: Any) -> None:
        about, arrays = read_arrays(SMALL_NETWORK, kind=_INTEGERS, version=1)
        about["architecture"] = told.get("architecture", about["architecture"])
        for name, shape in told.get("shapes", {}).items():
            if math.prod(shape) <= _MOST_NUMBERS:
                arrays[name] = np.zeros(shape, arrays[name].dtype)
        for name in told.get("without", []):
            arrays.pop(name, None)
        write_arrays(path, kind=_INTEGERS, version=1, about=about, arrays=arrays)

    with suppress(BeelineError), _File(data, signed) as path:
        network = load_integer_network(path)
        network.answers(Views(np.zeros((1, 3, 3), np.uint8), np.full(1, -1, np.int32)))


def checkpoint(data: bytes) -> None:
    def signed(path: Path, about: Any) -> None:
        write_arrays(path, kind="evolution", version=1, about=about, arrays={})

    with suppress(BeelineError), _File(data, signed, name="checkpoint") as path:
        policy_so_far(path.parent)


def history(data: bytes) -> None:
    with _File(data, None, name="history.jsonl") as path:
        json.dumps(curves_in(path.parent), allow_nan=False)


def store(data: bytes) -> None:
    """A damaged store is read as far as it goes, and what a repair leaves is whole."""
    with _File(data, None, name="games.db") as path:
        for read_only in (True, False):
            with suppress(BeelineError), GameStore(path, read_only=read_only) as games:
                list(games.results())
        with suppress(BeelineError):
            repair_store(path)
            with GameStore(path) as games:
                list(games.results())


class _File:
    """The data as a file, or, where its first byte says so, as the JSON of a file with right checksums."""

    def __init__(
        self, data: bytes, signed: Callable[[Path, Any], None] | None, *, name: str = "file"
    ) -> None:
        self._folder = tempfile.TemporaryDirectory(dir=_MEMORY)
        self._path = Path(self._folder.name) / name
        try:
            if signed is not None and data.startswith(_SIGNED):
                signed(self._path, json.loads(data[1:]))
            else:
                self._path.write_bytes(data)
        except (ValueError, RecursionError, *_NO_FILE):  # no JSON, or not of what the target wants
            self._path.write_bytes(b"")

    def __enter__(self) -> Path:
        return self._path

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


TARGETS: Final[dict[str, Target]] = {
    target.__name__: target
    for target in (sgf, sgf_go, hexworld, gtp, players, policy, network, zero, checkpoint, history, store)
}
