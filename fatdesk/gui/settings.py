"""Settings kept between starts in one small file of the user's folder, and the preferences among them.

It is written by the one writer of user files, as JSON: whatever is wrong with the file or with a value in
it, the rest still counts and nothing fails.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import platformdirs

from fatdesk.core import number_text
from fatdesk.core.errors import FatdeskError
from fatdesk.core.struct import Struct
from fatdesk.core.typed_text import typed_currency
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets import numbers
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

    def write(self) -> str:
        """Write the file; empty, or why that could not be done."""
        self.collect()
        if self._path is None:
            return ""
        try:
            data = msgspec.json.format(msgspec.json.encode(self._kept, order="sorted"), indent=1)
            save_all(self._path.parent, {self._path.name: data + b"\n"})
        except (OSError, FatdeskError) as error:
            return f"The layout of the window could not be kept: {error}"
        return ""


Sign = Literal["system", "point", "comma"]
Unit = Literal["m", "ft"]
Rows = Literal["compact", "normal", "comfortable"]
Texts = Literal["small", "normal", "large"]

ROWS: dict[Rows, int] = {"compact": 21, "normal": 25, "comfortable": 30}
"""Heights of the rows of tables in pixels."""
TEXTS: dict[Texts, int] = {"small": 12, "normal": 13, "large": 14}
"""Sizes of body text in pixels."""
KEY = "preferences"


class Preferences(Struct, frozen=True):
    """Choices that hold for all projects.

    Attributes
    ----------
    sign
        Decimal sign of typed numbers.
    unit
        Unit of the lengths that are shown; files and fields keep metres.
    currency
        Currency of new designs; empty: that of the prices.
    rows
        Height of the rows of tables.
    texts
        Size of texts.
    """

    sign: Sign = "system"
    unit: Unit = "m"
    currency: str = ""
    rows: Rows = "normal"
    texts: Texts = "normal"


def preferences(settings: Settings) -> Preferences:
    """Return the kept preferences."""
    return settings.get(KEY, Preferences, Preferences())


def keep(settings: Settings, chosen: Preferences) -> None:
    """Keep preferences with the settings."""
    settings.put(KEY, chosen)


def apply(chosen: Preferences, theme: Theme) -> None:
    """Make preferences effective in this window."""
    signs: dict[Sign, number_text.Sign | None] = {"system": None, "point": ".", "comma": ","}
    numbers.choose_number_language(signs[chosen.sign])
    numbers.choose_length_unit(chosen.unit)
    theme.resize(TEXTS[chosen.texts], ROWS[chosen.rows])


def currency_code(text: str) -> str:
    """Return a typed currency as its code; empty for none.

    >>> currency_code(" eur "), currency_code("")
    ('EUR', '')

    Raises
    ------
    MisreadError
        If it is none.
    """
    return typed_currency(text) if text.strip() else ""
