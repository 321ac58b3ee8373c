"""Bring records of older formats to the present one.

A migration is a pure function on raw records (mappings as JSON has them, ``t`` included, in file order);
the first leads from format 1 to 2, and so on. A default is part of the format, as fields at their
default are not written: whoever changes one writes a migration that puts the old one in.
"""

from collections.abc import Callable
from typing import Any

Records = list[dict[str, Any]]

MIGRATIONS: tuple[Callable[[Records], Records] | None, ...] = (None, None, None, None)
"""By hand, in order; None: the format only brought a kind of record, and older records stay as they are."""

FORMAT = len(MIGRATIONS) + 1
"""The newest format that this program reads and writes."""


def oldest_written() -> int:
    """The oldest format that records are written in: that of the last migration that changes any."""
    return max((number for number, step in enumerate(MIGRATIONS, start=2) if step is not None), default=1)


def migrated(records: Records, from_format: int) -> Records:
    """The records of an older format as the present one has them."""
    for migration in MIGRATIONS[from_format - 1 :]:
        if migration is not None:
            records = migration(records)
    return records
