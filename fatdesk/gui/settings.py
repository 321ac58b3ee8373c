"""Settings that the window keeps between starts, in one small file in the user's folder.

It is written by the one writer of user files, as JSON: whatever is wrong with the file or with a value in
it, the rest still counts and nothing fails. Windows that are open at the same time share the file: each
writes what it changed over what the others have written.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import platformdirs

from fatdesk.core.errors import FatdeskError
from fatdesk.project.files.saver import save_all

T = TypeVar("T")
LARGEST = 1_000_000
"""A file larger than this is none of ours."""


def settings_file() -> Path:
    """Return the path of the settings."""
    return platformdirs.user_config_path("fatdesk", appauthor=False) / "settings.json"


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST:
            return {}
        found = msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


class Settings:
    """Values by name; without a path they last as long as the window."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._kept = {} if path is None else _read(path)
        self._read = dict(self._kept)
        """Values as they were read or last written."""
        self._collect: list[Callable[[], None]] = []

    def get(self, name: str, kind: type[T], default: T) -> T:
        """A value, or the default when there is none of that kind."""
        if name not in self._kept:
            return default
        try:
            return msgspec.convert(self._kept[name], kind)
        except (msgspec.ValidationError, ValueError, RecursionError):
            return default

    def put(self, name: str, value: object) -> None:
        """Remember a value."""
        self._kept[name] = msgspec.to_builtins(value)

    def forget(self, name: str) -> None:
        """Leave a value to its default again."""
        self._kept.pop(name, None)

    def before_writing(self, collect: Callable[[], None]) -> None:
        """Have something put its values just before they are written."""
        self._collect.append(collect)

    def collect(self) -> None:
        """Take all values as they are now."""
        for collect in self._collect:
            collect()

    def write(self, **instead: object) -> str:
        """Write the file, with some values instead of present ones; empty, or why that could not be done."""
        self.collect()
        if self._path is None:
            return ""
        values = self._over(_read(self._path)) | {
            name: msgspec.to_builtins(value) for name, value in instead.items()
        }
        try:
            data = msgspec.json.format(msgspec.json.encode(values, order="sorted"), indent=1)
            save_all(self._path.parent, {self._path.name: data + b"\n"})
        except (OSError, FatdeskError) as error:
            return f"The layout of the window could not be kept: {error}"
        self._read = dict(self._kept)
        return ""

    def _over(self, found: dict[str, Any]) -> dict[str, Any]:
        """Values of the file with those that were changed or forgotten here."""
        gone = [name for name in self._read if name not in self._kept]
        changed = {name: value for name, value in self._kept.items() if self._read.get(name) != value}
        return {name: value for name, value in found.items() if name not in gone} | changed
