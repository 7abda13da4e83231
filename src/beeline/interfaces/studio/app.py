"""The application: the page, the API and the guard before them."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Collection, Sequence
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from beeline import __version__
from beeline.errors import BeelineError
from beeline.interfaces.studio import (
    embedding,
    explorer,
    game_files,
    knowledge,
    library,
    live,
    play,
    puzzle_routes,
    starting,
    watch,
)
from beeline.interfaces.studio.guard import Guard
from beeline.interfaces.studio.page_files import PageFiles
from beeline.interfaces.studio.recorded_runs import UnknownRun
from beeline.interfaces.studio.sentences import sentence_of, without_folders
from beeline.interfaces.studio.studio import Studio
from beeline.interfaces.studio.token import Token
from beeline.interfaces.studio.turns import Busy, Stopped
from beeline.limits import Limits
from beeline.palette import style_sheet

PAGE = Path(__file__).parent / "page"
_ABOUT = (
    "What the studio's page uses. Live analysis goes over the WebSocket /api/live "
    "(docs/reference/studio-api.md)."
)
_STATUS: list[tuple[type[BeelineError], int]] = [(UnknownRun, 404), (Busy, 503), (Stopped, 503)]


def create_app(
    *,
    limits: Limits | None = None,
    folders: Sequence[Path] = (),
    hosts: Collection[str] = (),
    any_address: bool = False,
    token: Token | None = None,
    library_file: Path | None = None,
    job_folder: Path | None = None,
) -> FastAPI:
    """A studio over the runs in some folders, which answers as the loopback and as ``hosts``.

    Games are kept in the library file, if there is one. The page may start trainings and tournaments where
    there is a folder for them.
    """
    limits = limits or Limits()
    # The usual pages for trying out an API are left out, because they load scripts from elsewhere.
    app = FastAPI(
        title="Beeline studio", version=__version__, description=_ABOUT, docs_url=None, redoc_url=None
    )
    app.state.studio = Studio(limits, folders, library=library_file, job_folder=job_folder)
    for part in (
        embedding,
        play,
        knowledge,
        puzzle_routes,
        game_files,
        library,
        explorer,
        watch,
        starting,
        live,
    ):
        app.include_router(part.router)
    app.add_api_route("/css/palette.css", _palette, include_in_schema=False)
    app.mount("/", PageFiles(PAGE), name="page")
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(ValidationError, _cannot_be_shown)
    app.add_exception_handler(BeelineError, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(Guard, hosts=hosts, any_address=any_address, limits=limits, token=token)
    return app


async def _palette() -> Response:
    return Response(style_sheet(), media_type="text/css")


def _problem(status: int, text: str) -> JSONResponse:
    return JSONResponse({"error": without_folders(text)}, status_code=status)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return _problem(422, sentence_of(error))


async def _cannot_be_shown(request: Request, error: Exception) -> JSONResponse:
    """Answers for data of a file that is not as the API describes it: a text of megabytes, for instance."""
    assert isinstance(error, ValidationError)
    return _problem(400, f"this cannot be shown: {sentence_of(error)}")


async def _refused(request: Request, error: Exception) -> JSONResponse:
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 400)
    return _problem(status, str(error))


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, status_code=error.status_code, headers=error.headers)


async def _failed(request: Request, error: Exception) -> JSONResponse:
    traceback.print_exception(error, file=sys.stderr)
    return _problem(500, "the studio met an error of its own; the terminal it runs in has the details")
