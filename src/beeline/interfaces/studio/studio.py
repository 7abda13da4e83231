"""State that all parts of a studio share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import Depends
from starlette.requests import HTTPConnection

from beeline.arena.library import Library
from beeline.interfaces.studio.cast import Cast
from beeline.interfaces.studio.explored_games import Explorer
from beeline.interfaces.studio.jobs import Jobs
from beeline.interfaces.studio.position_models import Model
from beeline.interfaces.studio.recorded_runs import Runs
from beeline.interfaces.studio.searching import Searches
from beeline.limits import Limits


class Problem(Model):
    """Refusal of a request, in a sentence for the person at the page."""

    error: str


PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": Problem, "description": "A move, position, file or player that cannot be"},
    403: {"model": Problem, "description": "From another site, or to a host that this studio is not"},
    413: {"model": Problem, "description": "Too large"},
    415: {"model": Problem, "description": "Not JSON"},
    422: {"model": Problem, "description": "Not as described here"},
    503: {"model": Problem, "description": "Too many searches"},
}
MISSING: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem, "description": "No such thing"}}


class Studio:
    """Limits, searches, players, runs, the library and jobs."""

    def __init__(
        self,
        limits: Limits,
        folders: Sequence[Path],
        *,
        library: Path | None = None,
        job_folder: Path | None = None,
    ) -> None:
        self.limits = limits
        self.jobs = None if job_folder is None else Jobs(job_folder, most=limits.jobs)
        self.library = None if library is None else Library(library)
        self.searches = Searches(limits)
        self.runs = Runs(folders)
        self.explorer = Explorer(self.library, self.runs)
        self.cast = Cast(limits, self.runs)
        self.pages = 0
        """WebSockets that are open; changed by the event loop alone."""


def _studio(connection: HTTPConnection) -> Studio:
    studio = connection.app.state.studio
    assert isinstance(studio, Studio)
    return studio


TheStudio = Annotated[Studio, Depends(_studio)]
