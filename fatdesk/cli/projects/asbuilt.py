"""``fatdesk asbuilt``: compare an installed fabric with the plan, and list the fewest moves to correct it."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter

from fatdesk.cli.kit.arguments import reports_in
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    ShownProgress,
    about_to_save,
    folder_target,
    log,
    print_json,
    say,
)
from fatdesk.cli.kit.tables import table
from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.sheets import read_text
from fatdesk.core.formats.yaml_events import read_bytes
from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.descriptions import as_json, in_words, remarks, step_text, title_of
from fatdesk.engine.asbuilt.matching.port_names import names_by_guid
from fatdesk.engine.asbuilt.name_map import name_map, static_topology, without_guids
from fatdesk.engine.asbuilt.punch_list import punch_csv
from fatdesk.engine.asbuilt.punch_sheets import punch_leaves
from fatdesk.engine.asbuilt.readers import read_together
from fatdesk.engine.drawing.sheet import Imprint
from fatdesk.networks.verdict import counted_text
from fatdesk.project.derived.derived import Derived, state_digest
from fatdesk.project.document.project import Project
from fatdesk.project.document.stage_names import stage_name
from fatdesk.project.files.saver import save_bytes
from fatdesk.project.files.storing import load_project
from fatdesk.project.growing.expected import TODAY, expected_by

MOST_LISTED = 40
"""Lines of the tables for people; JSON and the punch list have all."""
MOST_NAMES = 8


def run(parsed: argparse.Namespace) -> int:
    """Print differences and steps; write the punch list and the files by GUID that are named."""
    if parsed.punch is not None:
        if parsed.punch.suffix.lower() not in {".csv", ".pdf"}:
            raise FatdeskError(
                f"--punch {parsed.punch}: is neither .csv nor .pdf, use one of these extensions"
            )
        folder_target(parsed.punch.parent, f"--punch {parsed.punch}", make=False)
    by_guid = [
        (path, option, made)
        for path, option, made in (
            (parsed.name_map, "--name-map", name_map),
            (parsed.static_topology, "--static-topology", static_topology),
        )
        if path is not None
    ]
    for path, option, _ in by_guid:
        folder_target(path.parent, f"{option} {path}", make=False)
    project, progress = load_project(parsed.project).project, ShownProgress()
    found = read_together(reports_in(parsed.discovered))
    names = _names(parsed.names) if parsed.names else {}
    derived = Derived(project, progress=progress)
    began = perf_counter()
    wanted = stage_name(parsed.stage) if parsed.stage not in (None, TODAY) else parsed.stage
    expected, remark = expected_by(derived, found, wanted)
    built = expected.compared(names, progress)
    seconds = perf_counter() - began
    progress.done()
    if remark:
        log(f"note: {remark}")
    if parsed.punch is not None:
        content = _punch(parsed.punch, built, derived.project, expected.labels)
        about_to_save()
        save_bytes(parsed.punch, content)
        log(f"{parsed.punch}")
    for path, _, made in by_guid:
        content = made(built)
        about_to_save()
        save_bytes(path, content)
        log(f"{path}")
    if parsed.static_topology is not None and (lost := without_guids(built)):
        log(f"{parsed.static_topology}: {lost}")
    if parsed.json:
        stage = None if expected.stage is None else expected.stage._asdict()
        print_json({**as_json(built), "stage": stage, "seconds": seconds})
    else:
        say(_in_words(built))
    return FINDINGS if built.differences else DONE


def _names(path: Path) -> dict[str, str]:
    return names_by_guid(read_text(read_bytes(path), str(path)), str(path))


def _punch(path: Path, built: AsBuilt, project: Project, labels: Mapping[str, str]) -> bytes:
    """Make the punch list as CSV or PDF, by the extension of the file."""
    if path.suffix.lower() == ".csv":
        return punch_csv(built, labels=labels)
    from fatdesk.paper.pdf import pdf

    imprint = Imprint(project=project.name, state=state_digest(project))
    return pdf(punch_leaves(built, imprint=imprint, labels=labels), f"Punch list of {project.name}")


def _in_words(built: AsBuilt) -> str:
    """The comparison as text."""
    lines = [f"{built.form}: {built.matched:,} of {built.planned:,} cables are as planned"]
    lines += [f"  note: {f'line {note.line}: ' if note.line else ''}{note.what}" for note in built.notes]
    for text, names in remarks(built):
        lines.append(f"  {text}: {_some(names)}" if names else f"  {text}")
    seen = built.checked
    if not seen:
        return "\n".join(lines)
    rows = [["difference", "what"]]
    rows += [[title_of(one), in_words(one)] for one in seen[:MOST_LISTED]]
    lines += ["", table(rows)]
    if len(seen) > MOST_LISTED:
        lines.append(f"and {len(seen) - MOST_LISTED:,} more; --json and --punch list all")
    steps = [step for one in seen for step in one.steps]
    lines += ["", f"{counted_text(built.moves, 'move')}, in this order:"]
    lines += [f"{at:5d}  {step_text(step)}" for at, step in enumerate(steps[:MOST_LISTED], start=1)]
    if len(steps) > MOST_LISTED:
        lines.append(f"and {len(steps) - MOST_LISTED:,} more steps; --json and --punch list all")
    return "\n".join(lines)


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more
