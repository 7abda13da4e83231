"""Sentences that the studio makes of reviews, reasons and puzzles, in German to the last word."""

from __future__ import annotations

import itertools
import re

from beeline.interfaces.analyst import solver_for
from beeline.interfaces.catalogue import catalogue
from beeline.interfaces.game_review import KINDS, Assessment, Review, ReviewedMove
from beeline.interfaces.puzzles import THEMES, puzzles
from beeline.interfaces.reasons import reason_of
from tests.interfaces.studio.studio_page import StudioPage

SENTENCES = """sentences => import('./js/i18n.js').then(({ speak, translate, untranslated }) => {
    speak("de");
    untranslated.clear();
    const said = sentences.map((text) => translate(text));
    speak("en");
    return [said, [...untranslated]];
})"""
ENGLISH = re.compile(
    r"\b(the|and|with|wins|joined|loses|edge|moves?|could|had|answers|cannot|better|or|cells|left)\b"
)


def german(studio: StudioPage, sentences: list[str]) -> None:
    """All of it is translated, to the last word."""
    said, missing = studio.page.evaluate(SENTENCES, sentences)
    assert missing == []
    assert [catalogue("de").translate(text) for text in sentences] == said
    assert [text for text in said if ENGLISH.search(text)] == []


def test_reasons_are_german_whatever_they_say(studio: StudioPage) -> None:
    told = set()
    for puzzle in [*puzzles()[::12], *(each for each in puzzles() if "ladder" in each.themes)]:
        board = puzzle.board()
        solver = solver_for(board)
        for move in (puzzle.solution, board.legal_moves[0], board.legal_moves[-1]):
            after = board.copy()
            after.play(move)
            if after.winner is None:
                told.add(reason_of(after, solver.solve(after), solver).sentence)
    for word in ("ladder", "template", "bridge", "two ways", "had to play", "could only try"):
        assert any(word in sentence for sentence in told), word
    german(studio, sorted(told))


def test_verdicts_and_summaries_are_german_whatever_they_say(studio: StudioPage) -> None:
    comments = set()
    for kind in KINDS:
        for proven, wins, line in itertools.product((True, False), (True, False), ((), ("c3", "b4"))):
            reply = ("e5", *line) if line else ()
            move = ReviewedMove(
                ply=3, colour="black", move="d4", kind=kind, before=0.62, after=0.21, loss=0.41,
                proven=proven, better="c3", better_wins=wins, line=line, reply=reply,
            )  # fmt: skip
            lost = Assessment(to_move="white", winner="white" if proven else None, black=0.0, best=None)
            comments |= {move.comment, Review(assessments=(lost,), moves=(move, move)).summary}
    assert len(comments) > 30
    german(studio, sorted(comments))


def test_puzzles_are_german(studio: StudioPage) -> None:
    hints = {hint for puzzle in puzzles() for hint in puzzle.hints}
    german(studio, sorted({*hints, *THEMES, "Right: c3 is the only move that wins.", "You played c3."}))
