"""A library of games: found by words, kept through damage and deletions, bounded."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from beeline.arena import library as module
from beeline.arena.library import Entry, Library
from beeline.errors import LibraryError

SGF = "(;FF[4]GM[11]SZ[5];B[c3])"


def entry(number: int, **about: str) -> Entry:
    named = {"name": f"Game {number}", "black": "Ada", "white": "Bob", "result": "B+"} | about
    return Entry(id=f"{number:032x}", rows=5, cols=5, moves=1, **named)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "kept" / "library.db")


def names(library: Library, query: str = "") -> list[str]:
    return [found.name for found in library.find(query)[1]]


def test_games_are_found_by_every_word_of_a_query_the_latest_first(library: Library) -> None:
    library.put(entry(1, name="Final, round one", white="Émile"), SGF)
    library.put(entry(2, name="Final, round two"), SGF)
    library.put(entry(3, name="Friendly"), SGF)
    assert names(library) == ["Friendly", "Final, round two", "Final, round one"]
    assert names(library, "FINAL bob") == ["Final, round two"]
    assert names(library, "émile 5×5") == ["Final, round one"]
    assert names(library, "100% _") == []
    assert library.find("final", limit=1)[0] == 2


def test_a_game_that_is_kept_again_replaces_itself(library: Library) -> None:
    library.put(entry(1), SGF)
    library.put(entry(1, name="Better name"), SGF.replace("c3", "b2"))
    assert names(library) == ["Better name"]
    assert "b2" in library.get(entry(1).id)[1]
    library.rename(entry(1).id, "Best name")
    assert names(library) == ["Best name"]


def test_a_deletion_can_be_undone(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    library.put(entry(1), SGF)
    library.delete(entry(1).id)
    assert names(library) == []
    with pytest.raises(LibraryError, match="has no game"):
        library.get(entry(1).id)
    library.restore(entry(1).id)
    assert names(library) == ["Game 1"]
    library.delete(entry(1).id)
    monkeypatch.setattr(module, "_KEPT_SECONDS", -1.0)
    library.put(entry(2), SGF)
    with pytest.raises(LibraryError, match="has no game"):
        library.restore(entry(1).id)


def test_a_library_is_bounded(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIBRARY_GAMES", 2)
    library.put(entry(1), SGF)
    library.put(entry(2), SGF)
    library.put(entry(2, name="again"), SGF)
    with pytest.raises(LibraryError, match="the library is full"):
        library.put(entry(3), SGF)
    monkeypatch.setattr(module, "LIBRARY_BYTES", 10)
    with pytest.raises(LibraryError, match="the library is full"):
        library.put(entry(1), SGF)


def test_damage_and_strange_files_are_told(library: Library, tmp_path: Path) -> None:
    library.put(entry(1), SGF)
    with closing(sqlite3.connect(library.path)) as database:
        database.execute("UPDATE games SET sgf = '(;B[a1])'")
        database.commit()
    with pytest.raises(LibraryError, match="is damaged"):
        library.get(entry(1).id)
    foreign = tmp_path / "other.db"
    with closing(sqlite3.connect(foreign)) as database:
        database.execute("CREATE TABLE t (a)")
        database.commit()
    with pytest.raises(LibraryError, match="no library of games"):
        Library(foreign).find()
    (tmp_path / "text.db").write_text("no database at all, but a text of some length" * 40)
    with pytest.raises(LibraryError, match="cannot be used as a library"):
        Library(tmp_path / "text.db").find()
    (tmp_path / "link.db").symlink_to(library.path)
    with pytest.raises(LibraryError, match="no regular file"):
        Library(tmp_path / "link.db").find()


def test_only_its_user_can_read_it(library: Library) -> None:
    library.put(entry(1), SGF)
    assert library.path.stat().st_mode & 0o077 == 0
