"""What notebooks show: small tables, with nothing in them that could be markup."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import beeline
from beeline.arena.report import Report, report
from beeline.notebook import html_table


def cells(html: str) -> list[str]:
    """The texts of the cells of a table, which must be well-formed."""
    return [cell.text or "" for cell in ElementTree.fromstring(f"<div>{html}</div>").iter("td")]


def test_a_decision_shows_its_move_and_the_ten_best() -> None:
    decision = beeline.make_player("mcts:simulations=300,seed=1").choose(beeline.Board(5))
    html = decision._repr_html_()
    assert f"<b>{decision.move}</b>" in html
    assert cells(html)[0] == decision.move
    assert len(cells(html)) == 40
    assert len(html) < 2000


def test_an_answer_shows_who_wins_and_how() -> None:
    answer = beeline.solve(beeline.Board(3), all_moves=True)
    assert cells(answer._repr_html_())[:4] == ["winner", "black", "winning moves", "c1 a2 b2 c2 a3"]


def test_resistance_shows_the_best_moves() -> None:
    found = beeline.resistance(beeline.Board(3))
    assert cells(found._repr_html_())[0] == found.best


def test_connections_show_who_wins_and_where_to_play() -> None:
    board = beeline.Board(3)
    board.play("b2")
    assert cells(beeline.connections(board)._repr_html_()) == [
        "black wins", "top – bottom: b1 c1 a3 b3", "must play", "nothing helps",
    ]  # fmt: skip
    board.undo()
    assert cells(beeline.connections(board)._repr_html_())[:2] == [
        "black threatens", "top – bottom: b1 c1 b2 a3 b3, key b2",
    ]  # fmt: skip


def test_inferior_cells_show_their_reasons() -> None:
    board = beeline.Board(7)
    board.play("d6")
    assert cells(beeline.inferior(board)._repr_html_())[:2] == ["captured by black", "c7 d7"]


def test_a_report_without_games_is_shown_too() -> None:
    made = report([], players=["random", "mcts"])
    assert isinstance(made, Report)
    assert cells(made._repr_html_())[::4] == ["random", "mcts"]


def test_text_is_escaped() -> None:
    html = html_table("<i>", ["<b>"], [["<script>"]])
    assert cells(html) == ["<script>"]
    assert "<script>" not in html


NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_notebook_runs_from_beginning_to_end(path: Path) -> None:
    """In a kernel of its own, as Jupyter runs it; its assertions hold."""
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed: pip install nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed: pip install ipykernel")
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "clear the outputs before committing"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()


def test_there_are_notebooks() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"analyse-a-position", "measure-a-player"}
