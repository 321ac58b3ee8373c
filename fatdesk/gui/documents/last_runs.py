"""When each document or job was made last, and from which state; kept in the user's state folder."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import msgspec
import platformdirs

from fatdesk.core.errors import FatdeskError
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.files.saver import save_all

MOST = 400
"""Runs that are remembered, of all projects."""


class Run(msgspec.Struct, frozen=True):
    """A document of a project file was made, or a job: when, what became of it, and the state it shows.

    Attributes
    ----------
    document
        Its name, or that of a job.
    decided
        Of a job: what it was when it ran.
    wrote
        Of a job: what was written, as digests by path; who finds something else there asks before it goes.
    """

    project: str
    document: str
    when: datetime
    state: str
    printed: bool = False
    decided: str = ""
    wrote: dict[str, str] = {}

    @property
    def key(self) -> tuple[bool, str]:
        """Whether it is of a job, and the name."""
        return bool(self.decided), self.document


def decided(job: ExportJob) -> str:
    """A digest of all that a job decides but its name."""
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(job, name="."))).hexdigest()[:16]


def digest(data: bytes) -> str:
    """What tells a file that was written from one that was changed since."""
    return hashlib.sha256(data).hexdigest()


def written(folder: Path, files: Mapping[str, bytes]) -> dict[str, str]:
    """What is remembered of files that were written into a folder."""
    return {str(folder.resolve() / name): digest(data) for name, data in sorted(files.items())}


def _file() -> Path:
    return platformdirs.user_state_path("fatdesk", appauthor=False) / "runs.json"


def read_runs(project: str) -> dict[tuple[bool, str], Run]:
    """The last run of each document and job of a project; none when the list cannot be read."""
    return {run.key: run for run in _read() if run.project == project}


def _read() -> list[Run]:
    try:
        return msgspec.json.decode(_file().read_bytes(), type=list[Run])
    except (OSError, msgspec.MsgspecError, ValueError):
        return []


def remember_runs(runs: list[Run]) -> str:
    """Keep what was made just now; empty, or why it could not be kept."""
    now = {(run.project, run.key) for run in runs}
    found = [run for run in _read() if (run.project, run.key) not in now] + runs
    try:
        save_all(_file().parent, {_file().name: msgspec.json.encode(found[-MOST:])})
    except (OSError, FatdeskError) as error:
        return f"The list of exported documents could not be kept: {error}"
    return ""


def told_when(when: datetime, now: datetime) -> str:
    """The time of a run in few words: the clock today, else the day."""
    when = when.astimezone(now.tzinfo)
    return f"{when:%H:%M}" if when.date() == now.date() else f"{when:%Y-%m-%d}"
