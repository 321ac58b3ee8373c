"""List of recent projects, kept in the user's state folder."""

from datetime import datetime
from pathlib import Path

import msgspec
import platformdirs

from fatdesk.core.errors import FatdeskError
from fatdesk.project.files.saver import save_all

MOST = 8


class Recent(msgspec.Struct, frozen=True):
    """A recent project with a one-line summary."""

    path: str
    stated: str = msgspec.field(default="", name="told")
    """Summary of the project, such as 396 hosts; ``told`` in the file, as the first version wrote it."""
    edge: int = 0
    core: int = 0
    opened: datetime | None = None
    """Time when it was last opened or saved."""

    @property
    def missing(self) -> bool:
        """Whether the file no longer exists."""
        return not Path(self.path).is_file()


def recent_file() -> Path:
    """Return the file with the list of recent projects."""
    return platformdirs.user_state_path("fatdesk", appauthor=False) / "recent.json"


def read_recent() -> list[Recent]:
    """Return recent projects, latest first; none if the list cannot be read."""
    try:
        return msgspec.json.decode(recent_file().read_bytes(), type=list[Recent])[:MOST]
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return []


def _write(found: list[Recent]) -> str:
    try:
        save_all(recent_file().parent, {recent_file().name: msgspec.json.encode(found[:MOST])})
    except (OSError, FatdeskError) as error:
        return f"The list of recent projects could not be saved: {error}"
    return ""


def remember(entry: Recent) -> str:
    """Move a project to the top; return an error message or an empty text."""
    return _write([entry, *(old for old in read_recent() if old.path != entry.path)])


def forget(path: str) -> str:
    """Remove a project from the list; return an error message or an empty text."""
    return _write([old for old in read_recent() if old.path != path])


def forget_all() -> str:
    """Clear the list; return an error message or an empty text."""
    return _write([])
