"""``fatdesk revisions``: list the revisions of a project, or make one of its present state."""

import argparse

import msgspec

from fatdesk.cli.kit.output import DONE, about_to_save, log, print_json, say
from fatdesk.cli.kit.tables import table
from fatdesk.core.errors import FatdeskError
from fatdesk.core.program import today
from fatdesk.project.commands.history import perform
from fatdesk.project.files.storing import load_project, save_project
from fatdesk.project.revising.revisions import keep_revision, revision_path

ABOUT = ("date", "by", "checked_by", "remark", "issued_for")


def run(parsed: argparse.Namespace) -> int:
    """Print the revisions; with ``--new`` after another one is made."""
    opened = load_project(parsed.project)
    project = opened.project
    if parsed.new is None:
        for option in ABOUT:
            if getattr(parsed, option):
                raise FatdeskError(f"--{option.replace('_', '-')}: is for --new NAME, give both")
    else:
        about = {option: getattr(parsed, option) or "" for option in ABOUT}
        about["date"] = about["date"] or today().isoformat()
        about_to_save()
        command = keep_revision(project, parsed.project, parsed.new, **about)
        project = perform(project, command)
        saved = save_project(project, parsed.project, opened.stamp)
        if saved.warning:
            log(saved.warning)
        log(f"{revision_path(parsed.project, parsed.new)}: revision {parsed.new}")
    if parsed.json:
        print_json({"revisions": [msgspec.structs.asdict(one) for one in project.revisions]})
    elif project.revisions:
        head = ["revision", "date", "by", "checked by", "issued for", "remark", "state"]
        rows = [
            [r.name, r.date, r.by, r.checked_by, r.issued_for, r.remark, r.state] for r in project.revisions
        ]
        say(table([head, *rows]))
    else:
        say("no revisions")
    return DONE
