"""The projects that were open lately, kept in the user's state folder."""

from datetime import datetime
from pathlib import Path

import msgspec
import platformdirs

from fatdesk.core.errors import FatdeskError
from fatdesk.project.files.saver import save_all

MOST = 8


class Recent(msgspec.Struct, frozen=True):
    """A project that was open, with its figures in words as they were then."""

    path: str
    told: str = ""
    edge: int = 0
    core: int = 0
    opened: datetime | None = None
    """When it was last opened or saved here."""

    @property
    def missing(self) -> bool:
        """Whether the file is gone."""
        return not Path(self.path).is_file()


def _file() -> Path:
    return platformdirs.user_state_path("fatdesk", appauthor=False) / "recent.json"


def read_recent() -> list[Recent]:
    """The latest first; a list that cannot be read is empty."""
    try:
        return msgspec.json.decode(_file().read_bytes(), type=list[Recent])[:MOST]
    except (OSError, msgspec.MsgspecError, ValueError):
        return []


def _write(found: list[Recent]) -> str:
    try:
        save_all(_file().parent, {_file().name: msgspec.json.encode(found[:MOST])})
    except (OSError, FatdeskError) as error:
        return f"The list of recent projects could not be kept: {error}"
    return ""


def remember(entry: Recent) -> str:
    """Put a project first; empty, or why the list could not be kept."""
    return _write([entry, *(old for old in read_recent() if old.path != entry.path)])


def forget(path: str) -> str:
    """Take a project off the list; empty, or why that could not be kept."""
    return _write([old for old in read_recent() if old.path != path])


def forget_all() -> str:
    """Empty the list; empty, or why that could not be kept."""
    return _write([])
