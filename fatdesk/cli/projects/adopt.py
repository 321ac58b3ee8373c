"""``fatdesk adopt``: make a project of an installed fabric from its report, or of any graph."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fatdesk.cli.kit.arguments import asked_library, reports_in
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    ShownProgress,
    about_to_save,
    log,
    print_json,
    project_target,
    say,
)
from fatdesk.cli.projects.check import line
from fatdesk.cli.projects.show import in_words
from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.yaml_events import read_bytes
from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.readers import read_together
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from fatdesk.project.derived.waiving import Checked, errors
from fatdesk.project.designing.adopting import AdoptedProject, adopt_project, read_positions
from fatdesk.project.designing.designing import RoomTooSmallError
from fatdesk.project.files.storing import save_project

MOST_LISTED = 40
MOST_FINDINGS = 20


def run(parsed: argparse.Namespace) -> int:
    """Print what was recognised, chosen and left out, and the figures of the project."""
    if parsed.output is not None:
        project_target(parsed.output)
    wanted = dict(map(_wanted, parsed.part))
    catalog = asked_library(parsed).catalog
    found = read_together(reports_in(parsed.discovered), edge_lists=True)
    positions = None
    if parsed.positions is not None:
        positions = read_positions(read_bytes(parsed.positions), str(parsed.positions))
    progress = ShownProgress()
    try:
        made = adopt_project(
            found,
            catalog,
            wanted,
            positions,
            name=_stem(parsed),
            fabric=parsed.fabric,
            hosts_each=parsed.hosts_each,
            progress=progress,
        )
    except RoomTooSmallError as error:
        progress.done()
        log(str(error))
        return FINDINGS
    derived = Derived(made.project, progress=progress)
    checked = check(derived)
    figures = summary(derived, checked)
    progress.done()
    if parsed.output is not None:
        about_to_save()
        saved = save_project(made.project, parsed.output)
        log(f"{parsed.output}: written" + (f"; {saved.warning}" if saved.warning else ""))
    if parsed.json:
        print_json({**_as_json(made, found.form), "placed": figures})
    else:
        say("\n".join(_lines(made, found.form)))
        say(in_words(figures))
    _log_findings(checked)
    return FINDINGS if errors(checked) else DONE


def _wanted(text: str) -> tuple[str, str]:
    name, equals, part = text.rpartition("=")
    if not equals or not name or not part:
        raise FatdeskError(
            f"--part {text}: is not understood, write NAME=PART, such as switches=nvidia-qm9700"
        )
    return name, part


def _stem(parsed: argparse.Namespace) -> str:
    path: Path = parsed.output or parsed.discovered[0]
    return path.stem


def _lines(made: AdoptedProject, form: str) -> list[str]:
    record, adopted = made.adopted.record, made.adopted
    hosts = sum(group.count for group in adopted.groups)
    params = ", ".join(f"{key} {value}" for key, value in record.params.items())
    switches = counted(len(record.switches), "switch")
    lines = [
        f"{form}: {counted(hosts, 'host')}, {switches}, {counted(adopted.links, 'link')}",
        f"  family: {record.family}" + (f" ({record.reason or params})" if record.reason or params else ""),
    ]
    lines += [f"  part: {one.stated}" for one in adopted.choices]
    if made.placed:
        lines.append(f"  places: {counted(made.placed, 'device')} at those of the table")
    notes = [f"  note: {f'line {note.line}: ' if note.line else ''}{note.what}" for note in made.notes]
    return lines + _first(notes)


def _first(lines: Sequence[str]) -> list[str]:
    more = (
        [f"  and {len(lines) - MOST_LISTED:,} notes more; --json has all"] if len(lines) > MOST_LISTED else []
    )
    return [*lines[:MOST_LISTED], *more]


def _as_json(made: AdoptedProject, form: str) -> dict[str, Any]:
    record, adopted = made.adopted.record, made.adopted
    return {
        "form": form,
        "source": record.source,
        "family": record.family,
        "reason": record.reason,
        "params": record.params,
        "hosts": [{"name": one.name, "part": one.part, "count": one.count} for one in adopted.groups],
        "switches": len(record.switches),
        "links": adopted.links,
        "parts": [one.to_json() for one in adopted.choices],
        "islands": [{"hosts": count, "switch": switch} for count, switch in adopted.islands],
        "at_positions": made.placed,
        "notes": [{"line": note.line or None, "what": note.what} for note in made.notes],
    }


def _log_findings(checked: Sequence[Checked]) -> None:
    for some in checked[:MOST_FINDINGS]:
        log(line(some))
    if len(checked) > MOST_FINDINGS:
        log(f"... and {len(checked) - MOST_FINDINGS} more findings, `fatdesk check` lists all of a project")
