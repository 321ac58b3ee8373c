"""``fatdesk check``: check the whole project, and waive findings."""

import argparse

from fatdesk.cli.kit.output import DONE, FINDINGS, ShownProgress, about_to_save, log, print_json, say
from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.paper.jobs import job_findings
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.project import Waive
from fatdesk.project.derived.check import Checked, check, errors
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import finding_json
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import load_project, save_project
from fatdesk.project.growing.next_step import growth_to_check


def run(parsed: argparse.Namespace) -> int:
    """Print findings; the exit status is 1 when an error is not waived."""
    if parsed.comment and not parsed.waive:
        raise FatdeskError("--comment: is for --waive RULE@WHERE, give both")
    opened = load_project(parsed.project)
    project = opened.project
    for wish in parsed.waive:
        rule, at, where = wish.partition("@")
        if not (rule and at and where):
            raise FatdeskError(f"--waive {wish}: expected RULE@WHERE, as the findings print it")
        if not parsed.comment:
            raise FatdeskError("--waive needs --comment TEXT: why the finding is accepted")
        found = {(some.finding.rule, some.finding.where) for some in _checked(project)}
        if (rule, where) not in found:
            raise FatdeskError(f"--waive {wish}: there is no such finding, copy RULE@WHERE from the output")
        project = perform(project, Waive(rule=rule, where=where, comment=parsed.comment))
    if parsed.waive:
        about_to_save()
        saved = save_project(project, parsed.project, opened.stamp)
        if saved.warning:
            log(saved.warning)
    checked = _checked(project)
    bad = errors(checked)
    if parsed.json:
        print_json({"errors": bad, "findings": [finding_json(some) for some in checked]})
    else:
        for some in checked:
            say(line(some))
        total = f"{counted(len(checked), 'finding')}, {counted(bad, 'error')} unwaived"
        say(total if checked else "no findings")
    return FINDINGS if bad else DONE


def _checked(project: Project) -> list[Checked]:
    derived, progress = Derived(project), ShownProgress()
    try:
        growth = growth_to_check(derived, load_shipped([]), progress)
    finally:
        progress.done()
    return check(derived, job_findings(derived), growth)


def line(checked: Checked) -> str:
    """A finding on one line."""
    found = checked.finding
    text = f"{found.severity}: {found.rule}@{found.where}: {found.text}"
    if found.fix:
        text += f" ({found.fix})"
    waiver = checked.waiver_text
    return text + (f"  [{waiver[:1].lower()}{waiver[1:]}]" if checked.waived else "")
