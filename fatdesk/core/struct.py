"""Base of all frozen records, and the types of their plain fields: identifiers, text, counts, dates."""

from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Natural = Annotated[int, Meta(ge=0, le=1_000_000)]
Id = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]*\Z",
        max_length=80,
        description="a name of at most 80 letters, digits and . _ + -, beginning with a letter or digit",
    ),
]
Text = Annotated[str, Meta(max_length=2000)]
Given = Annotated[str, Meta(min_length=1, max_length=60)]
"""A name that the user gives."""
Currency = Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z", description="three capital letters such as USD")]
Date = Annotated[
    str,
    Meta(
        pattern=r"^([0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?)?\Z",
        description="a date such as 2026, 2026-05 or 2026-05-31",
    ),
]


class Struct(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
):
    """A frozen value whose unknown keys are errors."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave to the other process what was left to the defaults.

        What is a default is known by identity, and only that is left out of files: a value that another
        process made again would be written.
        """
        return _restored, (type(self), _values(self))


def _restored(kind: type[msgspec.Struct], values: dict[str, Any]) -> msgspec.Struct:
    return kind(**values)


def _values(value: msgspec.Struct) -> dict[str, Any]:
    values = {}
    for name, default in _defaults(type(value)):
        found = getattr(value, name)
        if found is not default:
            values[name] = found
    return values


@cache
def _defaults(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))
