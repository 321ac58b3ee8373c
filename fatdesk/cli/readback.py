"""``fatdesk readback``: wiring lists and bills that people edited, held against the project, and taken."""

import argparse
from pathlib import Path

from fatdesk.cli.output import DONE, FINDINGS, ShownProgress, print_json, say, tell
from fatdesk.cli.saving import check_target, keep
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.list_import.as_json import report_json
from fatdesk.engine.list_import.report import Report
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.storing import load_project
from fatdesk.project.lists.list_import import read_back, taking

MOST_TOLD = 200
"""Lines of one kind that are printed; all of them are in the JSON."""


def run(parsed: argparse.Namespace) -> int:
    """Print what changed; exit with 1 when something contradicts the design."""
    check_target(parsed)
    opened = load_project(parsed.project)
    shown = ShownProgress()
    try:
        files = [(str(path), _bytes_of(path)) for path in parsed.files]
        report = read_back(Derived(opened.project), files, shown)
    finally:
        shown.done()
    if parsed.json:
        print_json(report_json(report))
    else:
        _say(report)
    if parsed.take and report.changes:
        keep(parsed, opened, taking(opened.project, report.changes))
    elif parsed.take:
        tell("nothing to take, nothing was written")
    return FINDINGS if report.findings else DONE


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FatdeskError(f"{path}: cannot be read ({error.strerror}), name another file") from None


def _say(report: Report) -> None:
    _lines([f"change: {change}" for change in report.changes])
    _lines([f"{one.severity}: {one}" for one in report.findings])
    _lines([f"note: {one}" for one in report.notes])
    kinds = {"wiring": "wiring list", "bill": "bill"}
    for file, kind in report.kinds:
        say(f"{file}: a {kinds[kind]}")
    told = f"{report.rows:,} rows compared: {len(report.changes):,} changes can be taken"
    say(f"{told}, {len(report.findings):,} findings")


def _lines(lines: list[str]) -> None:
    for line in lines[:MOST_TOLD]:
        say(line)
    if len(lines) > MOST_TOLD:
        say(f"and {len(lines) - MOST_TOLD:,} more (--json gives all)")
