"""Requests by the description of the API, and against it: never an error of the studio's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from beeline.interfaces.studio.app import create_app
from beeline.limits import Limits

ADDRESS = "http://127.0.0.1:8411"
HEADERS = {"host": "127.0.0.1:8411"}
CHECKS = [
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
]


def described(folder: Path | None = None) -> dict[str, Any]:
    """The operations of the API by their names."""
    limits = Limits(searches=2, move_seconds=0.05, solve_seconds=0.05)
    library = folder / ".library.db" if folder else None
    app = create_app(limits=limits, folders=[folder] if folder else [], library_file=library)
    schema = schemathesis.openapi.from_asgi("/openapi.json", app, headers=HEADERS)
    operations = [found.ok() for found in schema.get_all_operations()]
    return {operation.label: operation for operation in operations}


def fuzz(operation: Any, mode: GenerationMode, *, examples: int) -> None:
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: schemathesis.Case) -> None:
        case.call_and_validate(base_url=ADDRESS, headers=HEADERS, checks=CHECKS)

    run()


def modes(label: str) -> list[GenerationMode]:
    """Requests without parameters cannot be wrong."""
    return [GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if "POST" in label else [])]


@pytest.mark.parametrize("label", described())
def test_no_request_makes_the_studio_fail(label: str, run_folder: Path) -> None:
    for mode in modes(label):
        fuzz(described(run_folder)[label], mode, examples=10)


@pytest.mark.slow
@pytest.mark.parametrize("label", described())
def test_no_request_of_many_makes_the_studio_fail(label: str, run_folder: Path) -> None:
    for mode in modes(label):
        fuzz(described(run_folder)[label], mode, examples=500)
