"""``fatdesk merge``: what two people changed in one project; as a merge driver of git, too."""

import argparse
from pathlib import Path

from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    about_to_save,
    log,
    print_json,
    project_target,
    say,
)
from fatdesk.core.finding import Severity
from fatdesk.core.number_text import counted
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import Opened, load_project, save_project
from fatdesk.project.revising.merging import merge


def run(parsed: argparse.Namespace) -> int:
    """Merge and save; the exit status is 1 when there are conflicts."""
    target: Path = parsed.output or parsed.ours
    if parsed.output is not None:
        project_target(target)
    base = _opened(parsed.base)
    ours, theirs = load_project(parsed.ours), load_project(parsed.theirs)
    merged = merge(Project() if base is None else base.project, ours.project, theirs.project)
    errors: list[tuple[str, str, str]] = []
    if merged.project is not None:
        errors = _new_errors(merged.project, ours.project, theirs.project)
        about_to_save()
        stamp = ours.stamp if target.resolve() == parsed.ours.resolve() else None
        named = target.suffix == ".fatdesk"  # git hands over temporary files, whose versions nobody looks for
        saved = save_project(merged.project, target, stamp, parsed.ours.parent, keep=named)
        if saved.warning:
            log(saved.warning)
    if parsed.json:
        print_json(
            {
                "saved": None if merged.project is None else str(target),
                "conflicts": [one._asdict() for one in merged.conflicts],
                "lost": list(merged.lost),
                "new_errors": [{"rule": rule, "where": where, "text": text} for rule, where, text in errors],
            }
        )
    else:
        for one in merged.conflicts:
            say(f"conflict: {one.text}")
        for lost in merged.lost:
            say(f"conflict: one side removed what the other uses: {lost}")
        for rule, where, text in errors:
            say(f"error that neither had: {rule}@{where}: {text}")
        if merged.project is None:
            say("nothing is written: bring back what was removed, or remove what uses it, and merge again")
        else:
            kept = ", ours is kept" if merged.conflicts else ""
            name = str(target) if target.suffix == ".fatdesk" else f"project {merged.project.name}".strip()
            say(f"{name}: {counted(len(merged.conflicts), 'conflict')}{kept}")
    return FINDINGS if merged.conflicts or merged.lost else DONE


def _opened(path: Path) -> Opened | None:
    """The common state; None: git has an empty file, because both added theirs."""
    return None if path.is_file() and not path.stat().st_size else load_project(path)


def _new_errors(merged: Project, *sides: Project) -> list[tuple[str, str, str]]:
    """Errors that the merged project has and neither side, such as two devices in the same units."""
    found = _errors(merged)
    known = {one[:2] for side in sides for one in _errors(side)} if found else set()
    return [one for one in found if one[:2] not in known]


def _errors(project: Project) -> list[tuple[str, str, str]]:
    found = (one.finding for one in check(Derived(project)) if not one.waived)
    return [(one.rule, one.where, one.text) for one in found if one.severity is Severity.ERROR]
