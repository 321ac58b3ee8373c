"""``fatdesk check``: check the whole project, also as SARIF, waive findings and revoke waivers."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any

from fatdesk import __version__
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    WARNINGS,
    ShownProgress,
    about_to_save,
    log,
    print_json,
    say,
)
from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity, Waiver
from fatdesk.core.number_text import counted
from fatdesk.core.program import today
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.profiles import read_own
from fatdesk.engine.rules.rules import Profile
from fatdesk.paper.jobs import job_findings
from fatdesk.project.commands.command import Command
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.project import Unwaive, Waive
from fatdesk.project.commands.rules import taking
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import finding_json
from fatdesk.project.derived.waiving import UNUSED, Checked, errors, waivable, warnings
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import load_project, save_project
from fatdesk.project.growing.next_step import growth_to_check

EVERYWHERE = "*"
"""In place of a place: all of them."""


def run(parsed: argparse.Namespace) -> int:
    """Print findings; the exit status is 1 when an error is not waived, 2 for warnings with ``--strict``."""
    for option in ("comment", "by", "until", "until_revision"):
        if getattr(parsed, option) and not parsed.waive:
            raise FatdeskError(f"--{option.replace('_', '-')}: is for --waive RULE@WHERE, give both")
    if parsed.sarif and parsed.json:
        raise FatdeskError("--sarif: is another form of --json, give one of them")
    if parsed.waive and not parsed.comment:
        raise FatdeskError("--waive needs --comment TEXT: why the finding is accepted")
    on = parsed.date or today().isoformat()
    opened = load_project(parsed.project)
    shared = None if parsed.rules is None else read_own(parsed.rules, FIGURES)
    checked = _checked(opened.project, shared, on)
    commands = [*_waive(parsed, checked, on), *_revoke(parsed.revoke, opened.project.waivers)]
    if commands:
        project = opened.project
        for command in commands:
            project = perform(project, command)
        about_to_save()
        saved = save_project(project, parsed.project, opened.stamp)
        if saved.warning:
            log(saved.warning)
        checked = _checked(project, shared, on)
    bad, doubtful = errors(checked), warnings(checked)
    if parsed.sarif:
        print_json(sarif(checked, parsed.project))
    elif parsed.json:
        findings = [finding_json(some) for some in checked]
        print_json({"errors": bad, "warnings": doubtful, "findings": findings})
    else:
        for some in checked:
            say(line(some))
        total = f"{counted(len(checked), 'finding')}, {counted(bad, 'error')} unwaived"
        total += f", {counted(doubtful, 'warning')} unwaived" if parsed.strict else ""
        say(total if checked else "no findings")
    if bad:
        return FINDINGS
    return WARNINGS if parsed.strict and doubtful else DONE


def _waive(parsed: argparse.Namespace, checked: Iterable[Checked], on: str) -> Iterator[Command]:
    """Yield a command for each place that is to be waived.

    Raises
    ------
    FatdeskError
        When there is no such finding.
    """
    for wish in parsed.waive:
        rule, where = _place(wish, "--waive")
        found = [
            some.finding
            for some in checked
            if some.finding.rule == rule != UNUSED and where in (EVERYWHERE, some.finding.where)
        ]
        if not found:
            raise FatdeskError(f"--waive {wish}: there is no such finding, copy RULE@WHERE from the output")
        for worst in waivable(found):
            yield Waive(
                rule=rule,
                where=worst.where,
                comment=parsed.comment,
                by=parsed.by,
                on=on,
                until=parsed.until or "",
                until_revision=parsed.until_revision or "",
                amount=worst.amount,
                text=worst.text,
            )


def _revoke(wishes: Iterable[str], waivers: Iterable[Waiver]) -> Iterator[Command]:
    """Yield a command for each waiver that is to be revoked.

    Raises
    ------
    FatdeskError
        When there is no such waiver.
    """
    for wish in wishes:
        rule, where = _place(wish, "--revoke")
        places = [some.where for some in waivers if some.rule == rule and where in (EVERYWHERE, some.where)]
        if not places:
            raise FatdeskError(f"--revoke {wish}: nothing is waived there, copy RULE@WHERE from the output")
        yield from (Unwaive(rule=rule, where=place) for place in places)


def _place(wish: str, option: str) -> tuple[str, str]:
    rule, at, where = wish.partition("@")
    if not (rule and at and where):
        raise FatdeskError(f"{option} {wish}: expected RULE@WHERE, as the findings print it, or RULE@*")
    return rule, where


def _checked(project: Project, shared: Profile | None, on: str) -> list[Checked]:
    """The findings of a project, by the rules of a shared file too."""
    for command in () if shared is None else taking(shared, project):
        project = perform(project, command)
    derived, progress = Derived(project), ShownProgress()
    try:
        growth = growth_to_check(derived, load_shipped([]), progress)
    finally:
        progress.done()
    return check(derived, job_findings(derived), growth, on)


def line(checked: Checked) -> str:
    """A finding on one line."""
    found = checked.finding
    text = f"{found.severity}: {found.rule}@{found.where}: {found.text}"
    if found.fix:
        text += f" ({found.fix})"
    waiver = "" if found.rule == UNUSED else checked.waiver_text
    return text + (f"  [{waiver[:1].lower()}{waiver[1:]}]" if waiver else "")


SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def sarif(checked: Sequence[Checked], file: PurePath) -> dict[str, Any]:
    """Return the log of one check.

    Each rule with a finding is listed once. A finding that is waived has a suppression with the reason; one
    whose waiver has lapsed has a suppression with the status ``rejected``.

    Parameters
    ----------
    file
        The project, as it was named on the command line.
    """
    rules = sorted({some.finding.rule for some in checked})
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "fatdesk",
                        "version": __version__,
                        "rules": [{"id": rule} for rule in rules],
                    }
                },
                "artifacts": [{"location": {"uri": file.as_posix()}}],
                "results": [_result(some, rules.index(some.finding.rule), file) for some in checked],
            }
        ],
    }


def _result(checked: Checked, rule: int, file: PurePath) -> dict[str, Any]:
    found = checked.finding
    text = f"{found.where}: {found.text}" + (f" ({found.fix})" if found.fix else "")
    result: dict[str, Any] = {
        "ruleId": found.rule,
        "ruleIndex": rule,
        "level": LEVELS[found.severity],
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": file.as_posix(), "index": 0}},
                "logicalLocations": [
                    {"name": name, "fullyQualifiedName": name} for name in (found.elements or (found.where,))
                ],
            }
        ],
        "partialFingerprints": {"ruleAndPlace/v1": f"{found.rule}@{found.where}"},
    }
    if checked.waived or checked.lapsed:
        status = "accepted" if checked.waived else "rejected"
        reason = checked.waived or checked.lapsed
        result["suppressions"] = [{"kind": "external", "status": status, "justification": reason}]
    return result
