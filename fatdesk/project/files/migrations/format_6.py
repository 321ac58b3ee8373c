"""From format 5 to 6: rules whose default changed keep the value that the older format left out."""

from typing import Any

from fatdesk.project.files.migrations.migration import Migration, Records

OLD_DEFAULTS: dict[str, dict[str, Any]] = {
    "cabling": {"tray_width_m": 0.3, "tray_depth_m": 0.1, "slack_m": 0.0, "depth": False},
}
"""For each section the keys with another default since format 6, and their default until format 5.

A section that a file leaves out is all defaults, so it is written with these.
"""


def _with_old_defaults(records: Records) -> Records:
    """The records with the old defaults written where they were left out."""
    present = {record.get("t") for record in records}
    kept = [{**record, **_left_out(record)} for record in records]
    return kept + [{"t": word, **old} for word, old in OLD_DEFAULTS.items() if word not in present]


def _left_out(record: dict[str, Any]) -> dict[str, Any]:
    """The old defaults that a record leaves out."""
    word = record.get("t")
    old = OLD_DEFAULTS.get(word, {}) if isinstance(word, str) else {}
    return {key: value for key, value in old.items() if key not in record}


TO_FORMAT_6 = Migration(frozenset(OLD_DEFAULTS), _with_old_defaults)
