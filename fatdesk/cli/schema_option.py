"""Options that decide a field of a record: help, default, choices and range are those of its schema."""

import argparse
from collections.abc import Callable
from typing import Any

import msgspec

from fatdesk.core.schema import Field, field_at

_OF_THE_RECORD = object()
LONGEST = 40
"""Signs of a text that an error quotes."""


def schema_option(
    group: argparse._ActionsContainer,
    flag: str,
    record: type[msgspec.Struct],
    *path: str,
    metavar: str | None = None,
    default: Any = _OF_THE_RECORD,
    but: str = "",
) -> None:
    """Add an option for a field.

    Parameters
    ----------
    record, path
        Where the field is.
    default
        In place of that of the record: None shows that the option is not given.
    but
        A choice that another option makes.
    """
    field = field_at(record, *path)
    words = field.about.help[0].lower() + field.about.help[1:]
    if field.kind == "tick":
        group.add_argument(flag, action="store_true", help=words)
        return
    usual = field.about.empty if field.default in (None, "") else _plain(field.default)
    group.add_argument(
        flag,
        type=_reader(field) if field.kind in ("whole", "number") else str,
        choices=[value for value, _ in field.choices if value != but] if field.kind == "choice" else None,
        default=field.default if default is _OF_THE_RECORD else default,
        metavar=metavar,
        help=f"{words} ({usual})".replace("%", "%%"),
    )


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _reader(field: Field) -> Callable[[str], Any]:
    """Reads a number as files have it: no groups of digits, shares as shares."""
    kind, noun = (int, "whole number") if field.kind == "whole" else (float, "number")

    def read(text: str) -> Any:
        shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
        try:
            value = kind(text[:LONGEST])
        except ValueError:
            raise argparse.ArgumentTypeError(f"{shown!r} is not a {noun}, {field.range.words()}") from None
        if not field.range.holds(value):
            raise argparse.ArgumentTypeError(f"{shown} is out of range, give {field.range.words()}")
        return value

    return read
