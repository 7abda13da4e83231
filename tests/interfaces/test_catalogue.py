"""Sentences in another language."""

from __future__ import annotations

import pytest

from beeline.interfaces.catalogue import Catalogue, catalogue

MESSAGES = {
    "{} wins.": "{} gewinnt.",
    "{} answers {} with {}.": "Auf {2} antwortet {1} mit {3}.",
    "{} holds: {}.": "{} hält: {}.",
    "the bridge {}": "die Brücke {}",
    "black": "schwarz",
}


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("black wins.", "schwarz gewinnt."),
        ("black wins. black answers e5 with b4.", "schwarz gewinnt. Auf e5 antwortet schwarz mit b4."),
        ("black holds: the bridge a1 and the bridge b2.", "schwarz hält: die Brücke a1 und die Brücke b2."),
        ("c3 d4 e5", "c3 d4 e5"),
        ("What nobody translated.", "What nobody translated."),
        ("", ""),
    ],
)
def test_messages_are_found_by_what_they_say(english: str, german: str) -> None:
    assert Catalogue(MESSAGES, conjunction=" und ").translate(english) == german


def test_english_stays_as_it_is() -> None:
    text = "White wins. The turning point was move 1."
    assert catalogue("en").translate(text) == text


def test_the_catalogue_of_the_page_is_read() -> None:
    assert catalogue("de").translate("White answers e5 with b4.") == "Weiß antwortet auf e5 mit b4."
