"""Reports on imported lists, and calibrations, as JSON."""

from dataclasses import asdict
from typing import Any

from fatdesk.engine.list_import.calibrating import Calibration
from fatdesk.engine.list_import.report import Change, LineKey, Remark, Report


def report_json(report: Report) -> dict[str, Any]:
    """A report; money as text, lengths in metres."""
    return {
        "files": [{"file": file, "kind": kind} for file, kind in report.kinds],
        "rows": report.rows,
        "changes": [_change(change) for change in report.changes],
        "findings": [_remark(remark) for remark in report.findings],
        "notes": [_remark(remark) for remark in report.notes],
        "missing": list(report.missing),
    }


def calibration_json(found: Calibration) -> dict[str, Any]:
    """A calibration with all of its points."""
    return asdict(found) | {"aside": found.aside}


def _change(change: Change) -> dict[str, Any]:
    key = change.key
    of: dict[str, Any] = {"cable": key}
    if isinstance(key, LineKey):
        of = {"part": key.part} | ({} if key.length_m is None else {"length_m": key.length_m})
    place = {"file": change.file, "line": change.line}
    return place | of | {"field": change.field, "was": change.was, "becomes": change.becomes}


def _remark(remark: Remark) -> dict[str, Any]:
    place = {"severity": remark.severity.value, "file": remark.file, "line": remark.line}
    return place | {"of": remark.key, "field": remark.field, "what": remark.what}
