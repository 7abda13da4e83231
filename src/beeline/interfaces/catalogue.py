"""Sentences in another language, by the message catalogues of the studio's page (``page/js/lang``).

A message may have places, ``Move {} of {}``; what stands in them is translated by itself. Of several messages
that fit, the one with the longest text of its own counts. ``page/js/i18n.js`` is the same for the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "studio" / "page" / "js" / "lang"
_AND: Final = {"de": " und "}
LANGUAGES: Final = ("en", *_AND)
_STRING: Final = r'"(?:[^"\\]|\\.)*"'
_ENTRY: Final = re.compile(rf"^  ({_STRING}|\w+):\s*({_STRING}),", re.MULTILINE)
_NEUTRAL: Final = re.compile(r"[\W\d_]*|[a-z]\d{0,2}|(?:[a-s]\d{1,2}[ ,]*)+")
"""Cells, numbers and signs."""
_SENTENCES: Final = re.compile(r"(?<=[.!?]) ")
_LISTED: Final = re.compile(r" and (?=the |a connection |edge template )")


class Catalogue:
    """Messages of a language by the English ones."""

    def __init__(self, messages: Mapping[str, str], *, conjunction: str) -> None:
        self._messages, self._and = messages, conjunction
        patterns = sorted(filter(_has_place, messages), key=lambda english: -len(english.replace("{}", "")))
        self._patterns = [(_pattern(english), messages[english]) for english in patterns]

    def translate(self, text: str) -> str:
        """The text sentence by sentence; English where the catalogue does not have it."""
        if text in self._messages:
            return self._messages[text]
        return " ".join(self._value(sentence) for sentence in _SENTENCES.split(text))

    def _value(self, text: str) -> str:
        """A sentence, or what stands in a place: a message, or several with "and" between."""
        if _NEUTRAL.fullmatch(text):
            return text
        parts = _LISTED.split(text) if not text.endswith(".") else [text]
        return self._and.join(map(self._found, parts))

    def _found(self, text: str) -> str:
        if text in self._messages:
            return self._messages[text]
        for pattern, other in self._patterns:
            if match := pattern.fullmatch(text):
                return self._filled(other, match.groups())
        return text

    def _filled(self, message: str, values: Sequence[str]) -> str:
        """Places in their order, or by number where the order is another: ``{2}``."""
        following = iter(values)
        return re.sub(
            r"\{(\d?)\}",
            lambda place: self._value(values[int(place[1]) - 1] if place[1] else next(following)),
            message,
        )


@cache
def catalogue(language: str) -> Catalogue:
    """Raises ``KeyError`` for a language that is not one of ``LANGUAGES``."""
    if language == "en":
        return Catalogue({}, conjunction=" and ")
    text = (_FOLDER / f"{language}.js").read_text(encoding="utf-8")
    return Catalogue(dict(map(_read, _ENTRY.findall(text))), conjunction=_AND[language])


def _read(entry: tuple[str, str]) -> tuple[str, str]:
    english, other = entry
    return json.loads(english) if english.startswith('"') else english, json.loads(other)


def _has_place(english: str) -> bool:
    return "{}" in english


def _pattern(english: str) -> re.Pattern[str]:
    return re.compile("(.*?)".join(map(re.escape, english.split("{}"))), re.DOTALL)
