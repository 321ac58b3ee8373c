"""``fatdesk readback``: compare edited wiring lists and bills with the project, and apply the changes."""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from fatdesk.cli.kit.output import (
    BAD_INPUT,
    DONE,
    FINDINGS,
    ShownProgress,
    check_target,
    log,
    print_json,
    say,
)
from fatdesk.cli.projects.edit import save_step
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.library import load_library
from fatdesk.engine.list_import.report import ComparedOrder, Key, Report, report_json
from fatdesk.networks.verdict import counted_text
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.list_import import read_back, taking
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.storing import load_project
from fatdesk.project.growing.policies import orders_of_plan

MOST_LISTED = 200
"""Lines of one kind that are printed; JSON has all."""


def run(parsed: argparse.Namespace) -> int:
    """Print the changes; the exit status is 1 when rows contradict the design, 2 when none belongs to it."""
    check_target(parsed)
    opened = load_project(parsed.project)
    shown = ShownProgress()
    try:
        files = [(str(path), _bytes_of(path)) for path in parsed.files]
        derived = Derived(opened.project)
        report = read_back(
            derived, files, shown, lambda: orders_of_plan(opened.project, load_library().catalog, shown)
        )
    finally:
        shown.done()
    if parsed.json:
        print_json(report_json(report, derived.plan.numbers))
    else:
        _say(report, derived.plan.numbers)
    if parsed.take and report.changes:
        step = taking(opened.project, report.changes)
        save_step(parsed, opened, perform(opened.project, step), step)
    elif parsed.take:
        log("there are no changes to apply, nothing was written")
    if not report.rows:
        return BAD_INPUT  # no row is of a cable or line of the project
    return FINDINGS if report.findings else DONE


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FatdeskError(f"{path}: cannot be read ({error.strerror}), name another file") from None


def _say(report: Report, numbers: Mapping[str, str]) -> None:
    """Print the report; cables by the number on their labels, then by id."""

    def named(key: Key) -> str:
        number = numbers.get(str(key))
        return f"{number} {key}" if number else str(key)

    _lines([f"change: {replace(change, key=named(change.key))}" for change in report.changes])
    _lines([f"{one.severity}: {replace(one, key=named(one.key))}" for one in report.findings])
    _lines([f"note: {replace(one, key=named(one.key))}" for one in report.notes])
    for order in report.orders:
        _say_order(order)
    kinds = {"wiring": "wiring list", "bill": "bill", "order": "change order", "pieces": "list of pieces"}
    for file, kind in report.kinds:
        say(f"{file}: a {kinds[kind]}")
    changes, findings = len(report.changes), len(report.findings)
    say(
        f"{counted_text(report.rows, 'row')} compared: {counted_text(changes, 'change')} can be applied, "
        f"{counted_text(findings, 'finding')}"
    )


def _say_order(order: ComparedOrder) -> None:
    """Print the progress of a change order by stage, and what may begin."""
    for stage in order.progress.stages:
        say(f"step {order.step}, stage {stage.stage}: {stage.words}")
    say(order.words)


def _lines(lines: list[str]) -> None:
    for line in lines[:MOST_LISTED]:
        say(line)
    if len(lines) > MOST_LISTED:
        say(f"and {len(lines) - MOST_LISTED:,} more (--json lists all)")
