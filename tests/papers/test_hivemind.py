"""The tables of the Hivemind paper: their players, their policies and what is told of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev

import pytest

from beeline.learning.hivemind.system import EvolutionSettings
from beeline.networks.hivemind.policy import Policy
from beeline.papers.hivemind import against_mohex, evolving, generalisation, policy_file, search
from beeline.papers.reproduction import ReproductionError, WinRateTable, reproductions
from beeline.workers import LocalWorkers

FOLDER = Path(__file__).parents[2] / "reproductions"


def test_the_search_is_that_of_the_paper() -> None:
    options = "simulations=9,update=path,selection=tuned,exploration=0.5,expand=50,reuse=false"
    assert search(9) == options


def test_the_tables_have_the_paper_s_figures() -> None:
    tables = reproductions(FOLDER)
    printed = {
        "hivemind-11": {"default": 0.925, "uniform": 0.885},
        "hivemind-13": {"default": 0.94, "uniform": 0.85},
    }
    for name, rates in printed.items():
        table = tables[name]
        assert isinstance(table, WinRateTable)
        assert table.cells == {
            (policy, opponent): rate
            for policy in ("learned", "strategy-1")
            for opponent, rate in rates.items()
        }
        assert table.games["paper"] == 200
    mohex = tables["hivemind-mohex-7"]
    assert isinstance(mohex, WinRateTable)
    assert list(mohex.cells.values()) == [0.42, 0.26, 0.1175, *10 * [0.42]]
    assert mohex.games["paper"] == 400
    larger, stability = tables["hivemind-mohex-11"], tables["hivemind-stability"]
    assert isinstance(larger, WinRateTable)
    assert isinstance(stability, WinRateTable)
    assert list(larger.cells.values()) == [0.11, 0.0, 0.005, 0.11]
    assert larger.games["paper"] == 200
    assert len(stability.cells) == 10
    assert generalisation(13, default=0.94, uniform=0.85).size == 13


def test_hivemind_is_black_against_mohex() -> None:
    table = against_mohex(7, simulations=10, section="s", rates={"learned": 0.4}, games=3)
    assert not table.paired
    assert "begins with c4" in table.remarks
    with pytest.raises(ReproductionError, match="needs MoHex, a program that is not part of Beeline"):
        table.against(None)


def test_cells_that_are_one_thing_done_again_are_summarised(tmp_path: Path) -> None:
    table = WinRateTable(
        name="again",
        title="Again",
        paper="None",
        players={"one": "mcts:simulations=20", "two": "mcts:simulations=10", "random": "random"},
        cells={("one", "random"): None, ("two", "random"): None},
        size=4,
        openings="all",
        games={"quick": 6, "paper": 6},
        summarised=True,
    )
    with LocalWorkers(1) as workers:
        results = table.run("quick", tmp_path, workers)
    rates = [cell["ours"] for cell in results["cells"]]
    assert 'x="190.0"' in table.plot(results)  # where the axis begins, unless a label is long
    longer = replace(
        table, players={**table.players, "one" * 20: "random"}, cells={("one" * 20, "random"): None}
    )
    cells = [{**results["cells"][0], "player": "one" * 20}]
    assert f'x="{24 + 7 * len("one" * 20 + " – random")}.0"' in longer.plot({**results, "cells": cells})
    assert (results["mean"], results["deviation"]) == (mean(rates), stdev(rates))
    assert f"Mean {mean(rates):.1%}, standard deviation {stdev(rates):.1%}." in table.markdown(results)


def test_policies_are_evolved_where_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = EvolutionSettings(size=4, generations=1, simulations=10, games=1, gauge_games=0)
    monkeypatch.chdir(tmp_path)
    with LocalWorkers(1) as workers:
        with pytest.raises(ReproductionError, match="run this where the source of Beeline is"):
            evolving({"one": settings})("quick", tmp_path / "results", workers)
        (tmp_path / "reproductions").mkdir()
        evolving({"one": settings})("quick", tmp_path / "results", workers)
        assert Policy.load(policy_file("one")).made["simulations"] == 10
        written = policy_file("one").stat().st_mtime_ns
        evolving({"one": settings})("quick", tmp_path / "results", workers)
        assert policy_file("one").stat().st_mtime_ns == written
        with pytest.raises(ReproductionError, match=r"one\.policy was evolved with other settings"):
            evolving({"one": replace(settings, seed=2)})("quick", tmp_path / "results", workers)
