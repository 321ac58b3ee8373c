"""Bring records of older formats to the present one.

A migration is a pure function on raw records (mappings as JSON has them, ``t`` included, in file order);
the first leads from format 1 to 2, and so on. A default is part of the format, as fields at their
default are not written: whoever changes one writes a migration that puts the old one in.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

Records = list[dict[str, Any]]


class Migration(NamedTuple):
    """The step to a format.

    Attributes
    ----------
    kinds
        The kinds of records that it changes or adds.
    change
        Gets the records of at least these kinds and returns them in the same order, new ones at the end.
    """

    kinds: frozenset[str]
    change: Callable[[Records], Records]


OLD_DEFAULTS_5: dict[str, dict[str, Any]] = {
    "cabling": {"tray_width_m": 0.3, "tray_depth_m": 0.1, "slack_m": 0.0, "depth": False},
}
"""For each section the keys with another default since format 6, and their default until format 5.

A section that a file leaves out is all defaults, so it is written with these.
"""


def _with_old_defaults(records: Records) -> Records:
    """From format 5 to 6: records with the old defaults written where they were left out."""
    present = {record.get("t") for record in records}
    kept = [{**record, **_left_out(record)} for record in records]
    return kept + [{"t": word, **old} for word, old in OLD_DEFAULTS_5.items() if word not in present]


def _left_out(record: dict[str, Any]) -> dict[str, Any]:
    """The old defaults that a record leaves out."""
    word = record.get("t")
    old = OLD_DEFAULTS_5.get(word, {}) if isinstance(word, str) else {}
    return {key: value for key, value in old.items() if key not in record}


TO_FORMAT_6 = Migration(frozenset(OLD_DEFAULTS_5), _with_old_defaults)

MIGRATIONS: tuple[Migration | None, ...] = (*[None] * 4, TO_FORMAT_6, *[None] * 6)
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
