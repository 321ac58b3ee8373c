"""``fatdesk names``: what templates of names give, before and after they are applied."""

import argparse
from typing import Any

from msgspec import UNSET

from fatdesk.cli.kit.output import DONE, FINDINGS, check_target, print_json, say
from fatdesk.cli.kit.tables import table
from fatdesk.cli.projects.check import line
from fatdesk.cli.projects.edit import save_step
from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.engine.fabric.name_templates import KIND_FIELDS, KIND_TITLES, LABEL_FIELDS
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.project import SetNaming
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import finding_json
from fatdesk.project.derived.naming import NamesPreview, preview_names
from fatdesk.project.derived.waiving import Checked
from fatdesk.project.files.storing import load_project

MOST_FINDINGS = 20


def run(parsed: argparse.Namespace) -> int:
    """Print a preview; with ``--take`` apply the templates. The exit status is 1 where names are alike."""
    given = {key: value for key in KIND_TITLES if (value := getattr(parsed, key)) is not None}
    if parsed.project is None:
        if not parsed.fields:
            raise FatdeskError("names: give P.fatdesk (or --fields)")
        say(_fields())
        return DONE
    check_target(parsed)
    if parsed.take and not given:
        raise FatdeskError("--take: give a template to apply, such as --host")
    opened = load_project(parsed.project)
    command = SetNaming(
        **{key: given.get(key, UNSET) for key in KIND_FIELDS}, cable_label=given.get("label", UNSET)
    )
    project = perform(opened.project, command) if given else opened.project
    found = preview_names(Derived(project), project.naming)
    if parsed.json:
        print_json(_json(found, project.naming.label))
    else:
        if parsed.fields:
            say(_fields())
        _say(found, project.naming.label)
    if parsed.take:
        save_step(parsed, opened, project, command)
    return FINDINGS if any(one.severity is Severity.ERROR for one in found.findings) else DONE


def _fields() -> str:
    """The fields of templates, with the kinds of names that have them."""
    rows = [["names of", "field", "example", "meaning"]]
    every = {**KIND_FIELDS, "label": LABEL_FIELDS}
    meanings = dict.fromkeys((name, one) for fields in every.values() for name, one in fields.items())
    for name, one in meanings:
        kinds = [kind for kind, fields in every.items() if fields.get(name) == one]
        words = "all devices" if kinds == list(KIND_FIELDS) else ", ".join(kinds)
        rows.append([words, "{" + name + "}", str(one.example), one.meaning])
    return table(rows)


def _say(found: NamesPreview, label: str) -> None:
    rows = [["names of", "template", "number", "first", "middle", "last"]]
    rows += [
        [
            KIND_TITLES[one.kind],
            one.template or "(plain)",
            f"{one.devices:,}",
            one.first,
            one.middle,
            one.last,
        ]
        for one in found.kinds
    ]
    say(table(rows, frozenset({2})))
    if found.cable:
        say(f"cable label {label}: {found.label}")
    for finding in found.findings[:MOST_FINDINGS]:
        say(line(Checked(finding)))
    if len(found.findings) > MOST_FINDINGS:
        say(f"and {len(found.findings) - MOST_FINDINGS:,} more findings (--json lists all)")


def _json(found: NamesPreview, label: str) -> dict[str, Any]:
    return {
        "kinds": [one._asdict() for one in found.kinds],
        "label": {"template": label, "cable": found.cable or None, "text": found.label or None},
        "findings": [finding_json(Checked(one)) for one in found.findings],
    }
