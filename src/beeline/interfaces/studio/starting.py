"""Starting and stopping trainings and tournaments from the page."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field

from beeline.errors import JobError
from beeline.interfaces.studio.jobs import PRESETS, Job, JobKind, Jobs
from beeline.interfaces.studio.position_models import Model
from beeline.interfaces.studio.sentences import without_folders
from beeline.interfaces.studio.studio import PROBLEMS, Studio, TheStudio

router = APIRouter(prefix="/api/jobs", tags=["arena and learning"])


class PresetShown(Model):
    id: str
    kind: JobKind
    title: str
    about: str
    has_players: bool = Field(description="Whether two players are chosen with it")


class JobShown(Model):
    id: str = Field(description="That of the run it makes")
    preset: str
    title: str
    kind: JobKind
    total: int = Field(description="Games, or steps of the training")
    running: bool
    stopped: bool
    error: str


class JobList(Model):
    allowed: bool = Field(description="Whether anything can be started: on the loopback, with a token")
    presets: list[PresetShown]
    jobs: list[JobShown]


class StartRequest(Model):
    preset: Annotated[str, Field(max_length=40, examples=["evolution-5"])]
    players: list[Annotated[str, Field(max_length=40)]] = Field(
        default=[], max_length=2, description="Of a match: levels or kinds, by name"
    )


@router.get("")
def jobs(studio: TheStudio) -> JobList:
    """Presets that can be started, and jobs that were."""
    if studio.jobs is None:
        return JobList(allowed=False, presets=[], jobs=[])
    presets = [
        PresetShown(
            id=id, kind=preset.kind, title=preset.title, about=preset.about, has_players=preset.has_players
        )
        for id, preset in PRESETS.items()
    ]
    return JobList(allowed=True, presets=presets, jobs=[_shown(job) for job in studio.jobs.all])


@router.post("", responses=PROBLEMS)
def start(asked: StartRequest, studio: TheStudio) -> JobShown:
    """Starts a preset; its run is listed with the others."""
    return _shown(_jobs(studio).start(asked.preset, players=asked.players))


@router.post("/{id}/stop", responses=PROBLEMS)
def stop(id: Annotated[str, Path(pattern="^[0-9a-f]{12}$")], studio: TheStudio) -> JobShown:
    """Ends what was started from the page; what it made so far stays."""
    return _shown(_jobs(studio).stop(id))


def _jobs(studio: Studio) -> Jobs:
    if studio.jobs is None:
        raise JobError("this studio starts nothing: that is for one on the loopback, with a token")
    return studio.jobs


def _shown(job: Job) -> JobShown:
    preset = PRESETS[job.preset]
    return JobShown(
        id=job.id,
        preset=job.preset,
        title=preset.title,
        kind=preset.kind,
        total=preset.total,
        running=job.running,
        stopped=job.stopped,
        error=without_folders(job.error),
    )
