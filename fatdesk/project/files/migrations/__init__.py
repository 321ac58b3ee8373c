"""Bring records of older formats to the present one.

A migration is a pure function on raw records (mappings as JSON has them, ``t`` included, in file order);
the first leads from format 1 to 2, and so on. A default is part of the format, as fields at their
default are not written: whoever changes one writes a migration that puts the old one in.
"""

from fatdesk.project.files.migrations.format_6 import TO_FORMAT_6
from fatdesk.project.files.migrations.migration import Migration, Records

__all__ = ["FORMAT", "MIGRATIONS", "Migration", "Records", "kinds_changed", "migrated", "oldest_written"]

MIGRATIONS: tuple[Migration | None, ...] = (None, None, None, None, TO_FORMAT_6, None)
"""By hand, in order; None: the format only brought a kind of record, and older records stay as they are."""

FORMAT = len(MIGRATIONS) + 1
"""The newest format that this program reads and writes."""


def oldest_written() -> int:
    """The oldest format that records are written in: that of the last migration that changes any."""
    return max((number for number, step in enumerate(MIGRATIONS, start=2) if step is not None), default=1)


def kinds_changed(from_format: int) -> frozenset[str]:
    """The kinds of records that differ in an older format; all others stay as they are."""
    return frozenset(kind for step in MIGRATIONS[from_format - 1 :] if step for kind in step.kinds)


def migrated(records: Records, from_format: int) -> Records:
    """The records of an older format as the present one has them: in their order, new ones at the end.

    Parameters
    ----------
    records
        Those of the kinds that change.
    """
    for step in MIGRATIONS[from_format - 1 :]:
        if step is not None:
            records = step.change(records)
    return records
