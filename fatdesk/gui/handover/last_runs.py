"""When each document was exported or printed last, and from which state; kept in the user's state folder."""

from datetime import datetime
from pathlib import Path

import msgspec
import platformdirs

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.project.saver import save_all

MOST = 400
"""Runs that are remembered, of all projects."""


class Run(msgspec.Struct, frozen=True):
    """A document of a project file was made: when, what became of it, and the state it shows."""

    project: str
    document: str
    when: datetime
    state: str
    printed: bool = False


def _file() -> Path:
    return platformdirs.user_state_path("fatdesk", appauthor=False) / "runs.json"


def read_runs(project: str) -> dict[str, Run]:
    """The last run of each document of a project; none when the list cannot be read."""
    return {run.document: run for run in _read() if run.project == project}


def _read() -> list[Run]:
    try:
        return msgspec.json.decode(_file().read_bytes(), type=list[Run])
    except (OSError, msgspec.MsgspecError, ValueError):
        return []


def remember_runs(runs: list[Run]) -> str:
    """Keep what was made just now; empty, or why it could not be kept."""
    now = {(run.project, run.document) for run in runs}
    found = [run for run in _read() if (run.project, run.document) not in now] + runs
    try:
        save_all(_file().parent, {_file().name: msgspec.json.encode(found[-MOST:])})
    except (OSError, FatdeskError) as error:
        return f"The list of exported documents could not be kept: {error}"
    return ""


def told_when(when: datetime, now: datetime) -> str:
    """The time of a run in few words: the clock today, else the day."""
    when = when.astimezone(now.tzinfo)
    return f"{when:%H:%M}" if when.date() == now.date() else f"{when:%Y-%m-%d}"
