"""Last run of each document and export job, kept in the user's state folder."""

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
"""Maximum number of stored runs, of all projects."""


class Run(msgspec.Struct, frozen=True):
    """A run of a document or export job of a project file: time, and the state that its files show.

    Attributes
    ----------
    document
        Name of the document or job.
    decided
        Digest of the settings of a job when it ran.
    wrote
        Digests of the files that a job wrote, by path, to detect later changes.
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
        """Whether it is a job, and its name."""
        return bool(self.decided), self.document


def decided(job: ExportJob) -> str:
    """Return a digest of the settings of a job, without its name."""
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(job, name="."))).hexdigest()[:16]


def digest(data: bytes) -> str:
    """Return the digest of a file."""
    return hashlib.sha256(data).hexdigest()


def written(folder: Path, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the digests by path of files written to a folder."""
    return {str(folder.resolve() / name): digest(data) for name, data in sorted(files.items())}


def _file() -> Path:
    return platformdirs.user_state_path("fatdesk", appauthor=False) / "runs.json"


def read_runs(project: str) -> dict[tuple[bool, str], Run]:
    """Return the last runs by document and job; none if the list cannot be read."""
    return {run.key: run for run in _read() if run.project == project}


def _read() -> list[Run]:
    try:
        return msgspec.json.decode(_file().read_bytes(), type=list[Run])
    except (OSError, msgspec.MsgspecError, ValueError):
        return []


def remember_runs(runs: list[Run]) -> str:
    """Store runs; return an error message or an empty text."""
    now = {(run.project, run.key) for run in runs}
    found = [run for run in _read() if (run.project, run.key) not in now] + runs
    try:
        save_all(_file().parent, {_file().name: msgspec.json.encode(found[-MOST:])})
    except (OSError, FatdeskError) as error:
        return f"The list of exported documents could not be kept: {error}"
    return ""


def run_time_text(when: datetime, now: datetime) -> str:
    """Return the time of a run if today, else its date."""
    when = when.astimezone(now.tzinfo)
    return f"{when:%H:%M}" if when.date() == now.date() else f"{when:%Y-%m-%d}"
