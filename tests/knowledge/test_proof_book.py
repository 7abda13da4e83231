"""The book of proofs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from beeline import Board, solve
from beeline.arena.store import GameStore
from beeline.errors import FileError
from beeline.knowledge.opening_table import SolvedOpening
from beeline.knowledge.proof_book import KnownProof, ProofBook


def position(*moves: str, size: int = 5) -> Board:
    board = Board(size)
    for move in moves:
        board.play(move)
    return board


def test_a_proof_is_found_again_and_by_its_half_turn(tmp_path: Path) -> None:
    board = position("a1", "b4", "d2")
    answer = solve(board)
    assert answer.winner is not None
    proof = KnownProof(winner=answer.winner, move=next(iter(answer.winning_moves or ()), None))
    ProofBook(tmp_path / "book.db").add(board, proof)
    book = ProofBook(tmp_path / "book.db")
    assert book.find(board) == proof
    turned = position("e5", "d2", "b4")
    found = book.find(turned)
    assert found is not None
    assert found.winner == proof.winner == solve(turned).winner
    assert (found.move is None) == (proof.move is None)
    if found.move is not None:
        turned.play(found.move)
        assert solve(turned).winner == proof.winner
    assert book.find(position("a1", "b4")) is None


def test_the_winning_move_is_turned_with_the_position(tmp_path: Path) -> None:
    book = ProofBook(tmp_path / "book.db")
    book.add(position("a1", "b4"), KnownProof(winner="black", move="c3"))
    book.add(position("a1", "c4"), KnownProof(winner="black", move="a2"))
    assert book.find(position("e5", "c2")) == KnownProof(winner="black", move="e4")
    assert book.find(position("e5", "d2")) == KnownProof(winner="black", move="c3")


def test_openings_of_the_package_need_no_book(tmp_path: Path) -> None:
    book = ProofBook(tmp_path / "book.db")
    found = book.find(position("a1", size=7))
    assert found is not None
    assert found.winner == "white"
    assert book.find(position(size=4)) == KnownProof(winner="black", move="d1")


def test_what_is_no_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    path.write_text("this is a text, and no database at all")
    with pytest.raises(FileError, match="is damaged, or no book of proofs"):
        ProofBook(path)
    with pytest.raises(FileError, match="cannot use"):
        ProofBook(tmp_path / "nowhere" / "book.db")


@pytest.mark.parametrize(
    ("winner", "move"), [("red", 3), ("black", None), ("black", 24), ("black", 99), ("white", 3)]
)
def test_a_row_that_cannot_be_is_refused(tmp_path: Path, winner: str, move: int | None) -> None:
    path = tmp_path / "book.db"
    board = position("a1", "b4")
    ProofBook(path).add(board, KnownProof(winner="black", move="c3"))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE proofs SET winner = ?, move = ?", (winner, move))
    database.close()
    with pytest.raises(FileError, match="is damaged"):
        ProofBook(path).find(board)


def test_another_database_is_no_book(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    with GameStore(store):
        pass
    before = store.read_bytes()
    with pytest.raises(FileError, match="no book of proofs"):
        ProofBook(store)
    assert store.read_bytes() == before


def test_a_book_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    ProofBook(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 2")
    with pytest.raises(FileError, match="version 2"):
        ProofBook(path)


def test_a_win_without_a_move_is_left_to_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    won = SolvedOpening(winner="white", winning_moves=(), losing_moves=())
    monkeypatch.setattr("beeline.knowledge.proof_book.solved_opening", lambda board: won)
    board = Board(4)
    board.play("a1")
    assert ProofBook(tmp_path / "book.db").find(board) is None
