"""``fatdesk calibrate``: fit slack and tolerance to measured lengths, and rates of installation to hours."""

import argparse

from fatdesk.cli.kit.output import DONE, check_target, print_json, say
from fatdesk.cli.kit.tables import table
from fatdesk.cli.projects.edit import save_step
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.list_import.calibrating import SHARE, Calibration, calibrate
from fatdesk.engine.list_import.report import calibration_json
from fatdesk.engine.list_import.work_rates import WorkRates, fit_rates, fit_shifts, stage_shifts
from fatdesk.project.commands.bill import SetBill
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.storing import Opened, load_project

MOST_ASIDE = 20
"""Outliers that are listed."""


def run(parsed: argparse.Namespace) -> int:
    """Print the fit; with ``--take`` set the rules that it suggests."""
    check_target(parsed)
    opened = load_project(parsed.project)
    if parsed.stages and parsed.hours:
        raise FatdeskError("--hours: --stages has the hours of the change orders, leave one of them out")
    if parsed.share is not None and (parsed.hours or parsed.stages):
        raise FatdeskError("--share: is for a fit to measured lengths, leave it out with --hours or --stages")
    if parsed.hours or parsed.stages:
        return _rates(parsed, opened)
    found = calibrate(Derived(opened.project).rows, opened.project.cabling, parsed.share or SHARE)
    if parsed.json:
        print_json(calibration_json(found))
    else:
        _say(found)
    if parsed.take:
        rules = SetCabling(slack_m=found.suggested_slack_m, tolerance=found.suggested_tolerance)
        save_step(parsed, opened, perform(opened.project, rules), rules)
    return DONE


def _rates(parsed: argparse.Namespace, opened: Opened) -> int:
    """Print the rates that explain the hours; with ``--take`` set them in the bill."""
    found = _of_stages(opened) if parsed.stages else _of_phases(parsed, opened)
    if parsed.json:
        print_json(found.to_json())
    else:
        _say_rates(found)
    if parsed.take:
        rules = SetBill(
            cables_per_hour_in_rack=found.in_rack.suggested,
            cables_per_hour_between_racks=found.between.suggested,
        )
        save_step(parsed, opened, perform(opened.project, rules), rules)
    return DONE


def _of_stages(opened: Opened) -> WorkRates:
    """The rates by the hours that came back with change orders."""
    shifts = stage_shifts(step.progress for step in opened.project.growth)
    if not shifts:
        raise FatdeskError(
            "--stages: no stage of the growth plan has hours and finished cables: import a change order with "
            "its hours first"
        )
    return fit_shifts(shifts, opened.project.bill)


def _of_phases(parsed: argparse.Namespace, opened: Opened) -> WorkRates:
    """The rates by the hours of phases that the command line states."""
    hours: dict[str | None, float] = {}
    for text in parsed.hours:
        phase, equals, number = text.rpartition("=")
        key = phase if equals else None
        if key in hours:
            raise FatdeskError(f"--hours {text}: hours of it are given already, add them up")
        try:
            hours[key] = float(number)
        except ValueError:
            raise FatdeskError(f"--hours {text}: expected PHASE=HOURS or HOURS, such as 2=7.5") from None
    return fit_rates(Derived(opened.project).rows, hours, opened.project.bill)


def _say_rates(found: WorkRates) -> None:
    for one in found.shifts:
        ticked = f"ticked {one.in_rack:,} in a rack, {one.between:,} between racks"
        say(f"{one.title}: {one.hours:g} hours, {ticked}")
    rows = [["cables per hour", "ticked", "fit", "95 %", "now", "suggested"]]
    for title, rate in (("in a rack", found.in_rack), ("between racks", found.between)):
        fitted = "" if rate.fitted is None else f"{rate.fitted:.2f}"
        ends = (
            "" if rate.low is None else f"{rate.low:.2f} to {'' if rate.high is None else f'{rate.high:.2f}'}"
        )
        rows.append([title, f"{rate.ticks:,}", fitted, ends, str(rate.now), str(rate.suggested)])
    say(table(rows, frozenset({1, 2, 4, 5})))
    if found.scaled:
        say("both rates are the present ones times one factor: the hours do not separate them")
    for status, count in found.others.items():
        say(f"not counted as ticked: {count:,} of status {status}")


def _say(found: Calibration) -> None:
    count = len(found.points)
    say(f"{count:,} measured cables, {found.aside:,} of them set aside as outliers")
    rows = [
        ["", "slack, m", "+-", "tolerance, %", "+-"],
        [
            "fit",
            f"{found.slack_m:.3f}",
            _half(found.slack_ci_m, 1),
            f"{100 * found.tolerance:.2f}",
            _half(found.tolerance_ci, 100),
        ],
        ["now", f"{found.rules_slack_m:g}", "", f"{100 * found.rules_tolerance:g}", ""],
        ["suggested", f"{found.suggested_slack_m:g}", "", f"{100 * found.suggested_tolerance:g}", ""],
    ]
    say(table(rows, frozenset({1, 2, 3, 4})))
    say(f"residuals: {found.residual_rms_m:.3f} m root mean square, {found.residual_most_m:.3f} m at most")
    say(f"longer than computed by the present rules: {_share(found.too_long_computed, count)}")
    say(f"longer than ordered: {_share(found.too_long_ordered, count)}")
    say(f"long enough by the suggested rules: {_share(found.covered, count)}")
    aside = [point for point in found.points if point.aside]
    for point in aside[:MOST_ASIDE]:
        say(f"set aside: {point.cable}: computed {point.computed_m:.2f} m, measured {point.measured_m:.2f} m")
    if len(aside) > MOST_ASIDE:
        say(f"and {len(aside) - MOST_ASIDE:,} more (--json lists all)")


def _half(width: float | None, times: float) -> str:
    return "" if width is None else f"{times * width:.3f}"


def _share(count: int, whole: int) -> str:
    return f"{count:,} of {whole:,} ({100 * count / whole:.1f} %)"
