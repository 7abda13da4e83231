"""The raw layer of SGF, the Smart Game Format FF[4]: syntax and trees, for any game.

``parse_sgf`` makes trees of ``Node`` from a file, ``write_sgf`` a file from trees. Both work
iteratively, in time linear in the length; how much is read is bounded by ``SgfLimits``. Values keep
their line breaks and blanks as they stand in the file; only escapes and soft line breaks are resolved.

Older and careless writers are met halfway: text before the first ``(;``, lower-case letters in
property names (FF[3]), a property given twice in a node, and ``]`` unescaped in front of the ``]``
that ends a value, as Little Golem writes some players' names.

Reference: https://www.red-bean.com/sgf/sgf4.html.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

from beeline.checks import require_text
from beeline.errors import NotationError, SgfError
from beeline.limits import SGF_FILE, SgfLimits

_TREE_START = re.compile(r"\(\s*;")
_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*)")
_VALUE = re.compile(r"\s*\[([^\]\\]*+(?:(?:\\.|\](?=\]))[^\]\\]*+)*+)(\]?)", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_NAME = re.compile(r"[A-Z][A-Z0-9]*")
_CHARSET = re.compile(rb"\bCA\s*\[\s*([\w.:-]{1,40})\s*\]")
_LINE_WIDTH = 78

# Which of "(", ";" and ")" may follow each of them inside a game tree.
_FOLLOWS = {"(": ";", ";": "(;)", ")": "()"}

# Text encodings, by Python's names, that a CA property may ask for.
_CHARSETS = re.compile(r"utf-8|ascii|iso8859-\d+|cp\d+|koi8-[ru]|shift_jis|euc_\w+|gb\w+|big5")


class Node:
    """A node of a game tree: its properties, in file order, and the nodes that may follow it.

    A property is a name and one or more values, unescaped: ``{"AB": ["a1", "b2"]}``. The first
    child continues the main line, the others are variations. Nodes are equal when the whole trees
    below them are, wherever they stood in a file.
    """

    __slots__ = ("_offsets", "_source", "children", "properties")

    def __init__(
        self, properties: dict[str, list[str]] | None = None, *, children: list[Node] | None = None
    ) -> None:
        self.properties = {} if properties is None else properties
        self.children = [] if children is None else children
        self._offsets: dict[str, int] = {}
        self._source = ""

    def first(self, name: str) -> str | None:
        """The first value of a property, or None where the node does not have it."""
        values = self.properties.get(name)
        return values[0] if values else None

    def main_line(self) -> Iterator[Node]:
        """This node, its first child, that node's first child, and so on."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def error(self, name: str, problem: str) -> SgfError:
        """An error that points at the property ``name`` of this node in the file it came from."""
        return _error_at(self._source, self._offsets.get(name, 0), problem)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        pairs = [(self, other)]
        while pairs:
            one, two = pairs.pop()
            if one.properties != two.properties or len(one.children) != len(two.children):
                return False
            pairs.extend(zip(one.children, two.children, strict=True))
        return True

    def __repr__(self) -> str:
        return f"<Node {self.properties!r}, {len(self.children)} children>"


def parse_sgf(text: str | bytes, *, limits: SgfLimits = SGF_FILE) -> list[Node]:
    """The root nodes of a collection of game trees, of any game.

    Bytes are decoded by their byte order mark, else as the CA property says, else as UTF-8, else
    as Latin-1. Raises ``SgfError`` where the syntax breaks, or where there is more than the limits allow.
    """
    return list(sgf_trees(text, limits=limits))


def sgf_trees(text: str | bytes, *, limits: SgfLimits) -> Iterator[Node]:
    """``parse_sgf`` game by game: a game that nobody keeps takes no memory."""
    if isinstance(text, bytes):
        text = _decode(text)
    require_text(text, "SGF")
    return _Reader(text.removeprefix("\ufeff"), limits).trees()


def write_sgf(trees: Iterable[Node]) -> str:
    """The collection as text; ``parse_sgf`` gives back equal trees.

    Raises ``NotationError`` for what SGF cannot express: a property without values, or with a name
    that is not in capitals.
    """
    return "".join(f"{_tree_text(tree)}\n" for tree in trees)


class _Reader:
    """One pass over the text, in which ``at`` is the offset of the next character."""

    def __init__(self, text: str, limits: SgfLimits) -> None:
        self.text = text
        self.at = 0
        self.limits = limits
        self.nodes = self.games = 0

    def trees(self) -> Iterator[Node]:
        start = _TREE_START.search(self.text)
        if start is None:
            raise self.error(0, "found no game tree, expected '(;'")
        self.at = start.start()
        root: Node | None = None
        branches: list[Node | None] = []  # for each open "(", the node that it hangs on
        last: Node | None = None
        before = ""
        while mark := self.mark(_FOLLOWS[before] if branches else "("):
            if mark == "(":
                branches.append(last)
                self.check(len(branches), self.limits.nesting, "variations within variations")
            elif mark == ")":
                last = branches.pop()
                if not branches and root is not None:
                    yield root
            else:
                node = self.node()
                if last is None:
                    root = self.game(node)
                else:
                    last.children.append(node)
                last = node
            before = mark
        if branches:
            raise self.error(self.at, "the file ends inside a game tree, expected ')'")

    def game(self, root: Node) -> Node:
        """A root, counted."""
        self.games += 1
        self.check(self.games, self.limits.games, "games")
        return root

    def check(self, count: int, most: int, what: str) -> None:
        if count > most:
            raise self.error(self.at - 1, f"there are more than {most:,} {what}, which is the limit here")

    def mark(self, expected: str) -> str:
        """Takes the next of "(", ";" and ")", or nothing at the end of the text."""
        at = _end(_SPACE, self.text, self.at)
        mark = self.text[at : at + 1]
        if mark and mark not in expected:
            wanted = " or ".join(repr(choice) for choice in expected)
            raise self.error(at, f"expected {wanted}, got {mark!r}")
        self.at = at + len(mark)
        return mark

    def node(self) -> Node:
        self.nodes += 1
        self.check(self.nodes, self.limits.nodes, "nodes")
        node = Node()
        node._source = self.text
        while word := _WORD.match(self.text, self.at):
            self.at = word.end()
            name = self.name(word[1], word.start(1))
            node._offsets.setdefault(name, word.start(1))
            node.properties.setdefault(name, []).extend(self.values(name))
        return node

    def name(self, word: str, at: int) -> str:
        """The capitals of a property's name: FF[3] wrote ``CoPyright`` for CP."""
        name = word if word.isupper() else "".join(char for char in word if not char.islower())
        if not _NAME.fullmatch(name):
            raise self.error(at, f"expected a property name in capitals, got {word!r}")
        return name

    def values(self, name: str) -> list[str]:
        values: list[str] = []
        while found := _VALUE.match(self.text, self.at):
            if not found[2]:
                raise self.error(found.start(1) - 1, f"this value of {name} never ends, expected ']'")
            values.append(_unescape(found[1]))
            self.at = found.end()
        if not values:
            at = _end(_SPACE, self.text, self.at)
            raise self.error(at, f"expected '[' and a value after {name}, got {self.text[at : at + 1]!r}")
        return values

    def error(self, at: int, problem: str) -> SgfError:
        return _error_at(self.text, at, problem)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _error_at(text: str, at: int, problem: str) -> SgfError:
    read = text[:at]
    lines = read.count("\n") + read.count("\r") - read.count("\r\n")
    line_start = max(read.rfind("\n"), read.rfind("\r")) + 1
    return SgfError(problem, line=lines + 1, column=at - line_start + 1)


def _decode(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    declared = None if data.startswith(codecs.BOM_UTF8) else _declared_charset(data)
    for charset in filter(None, (declared, "utf-8")):
        try:
            return data.decode(charset)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _declared_charset(data: bytes) -> str | None:
    found = _CHARSET.search(data)
    try:
        name = codecs.lookup(found[1].decode("ascii")).name if found else None
    except (LookupError, ValueError):
        return None
    return name if name and _CHARSETS.fullmatch(name) else None


def _unescape(raw: str) -> str:
    # A backslash before a line break takes the break away with it.
    return _ESCAPE.sub(lambda found: found[1].lstrip("\r\n"), raw) if "\\" in raw else raw


def _tree_text(root: Node) -> str:
    pieces = ["("]
    width = 1
    todo: list[Node | str] = [")", root]
    while todo:
        item = todo.pop()
        piece = item if isinstance(item, str) else _node_text(item)
        if width + len(piece) > _LINE_WIDTH and piece.startswith(";"):
            piece = f"\n{piece}"
        pieces.append(piece)
        width = len(piece) - piece.rfind("\n") - 1 + (0 if "\n" in piece else width)
        if isinstance(item, Node):
            todo.extend(_continuations(item))
    return "".join(pieces)


def _continuations(node: Node) -> list[Node | str]:
    """Pieces that follow a node in the file, the last first."""
    if len(node.children) == 1:
        return [node.children[0]]
    return [piece for child in reversed(node.children) for piece in (")", child, "\n(")]


def _node_text(node: Node) -> str:
    return ";" + "".join(_property_text(name, values) for name, values in node.properties.items())


def _property_text(name: str, values: list[str]) -> str:
    if not _NAME.fullmatch(name):
        raise NotationError(f"expected an SGF property name in capitals, got {name!r}")
    if not values:
        raise NotationError(f"the SGF property {name} has no values, expected at least one: ['']")
    escaped = (value.replace("\\", "\\\\").replace("]", "\\]") for value in values)
    return name + "".join(f"[{value}]" for value in escaped)
