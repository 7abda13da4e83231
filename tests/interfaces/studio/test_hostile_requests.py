"""Requests that would cost too much, or that nobody thought of: answered with a sentence, and soon."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from beeline.interfaces.studio.app import create_app

BASE = "http://127.0.0.1:8411"


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(), base_url=BASE) as client:
        yield client


@pytest.mark.parametrize(
    ("sgf", "complaint"),
    [
        ("(;)" * 340_000, "more than 1,000 games"),
        ("(" + ";" * 1_000_000 + ")", "more than 40,000 nodes"),
        ("(;" * 300_000 + ")" * 300_000, "more than 10,000 variations within variations"),
        ("(;SZ[19]AB[a1]" + ";AE[b1:s19]" * 30_000 + ")", "more cells are listed"),
        ("(;GM[11]" + "(;B[a1])" * 30_000 + ")", "more than 20,000 moves"),
    ],
)
def test_an_sgf_file_that_is_too_much_is_refused(client: TestClient, sgf: str, complaint: str) -> None:
    answer = client.post("/api/sgf/read", json={"sgf": sgf})
    assert answer.status_code == 400
    assert complaint in answer.json()["error"]
