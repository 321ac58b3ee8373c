"""Bring records of older formats to the present one.

A migration is a pure function on raw records (mappings as JSON has them, ``t`` included, in file order);
the first leads from format 1 to 2, and so on. A default is part of the format, as fields at their
default are not written: whoever changes one writes a migration that puts the old one in.
"""

from collections.abc import Callable
from typing import Any

Records = list[dict[str, Any]]

MIGRATIONS: tuple[Callable[[Records], Records], ...] = ()
"""By hand, in order."""

FORMAT = len(MIGRATIONS) + 1
"""The format that this program writes."""


def migrated(records: Records, from_format: int) -> Records:
    """The records of an older format as the present one has them."""
    for migration in MIGRATIONS[from_format - 1 :]:
        records = migration(records)
    return records
