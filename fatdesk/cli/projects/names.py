"""``fatdesk names``: what templates of names give, before and after they are applied."""

import argparse
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType, structs

from fatdesk.cli.kit.options import given_options, refuse_idle
from fatdesk.cli.kit.output import DONE, FINDINGS, check_target, print_json, say
from fatdesk.cli.kit.tables import table
from fatdesk.cli.projects.check import line
from fatdesk.cli.projects.edit import save_step
from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.engine.fabric.name_templates import KIND_FIELDS, KIND_TITLES, LABEL_FIELDS, Naming
from fatdesk.engine.identifiers.fields import FIELDS
from fatdesk.engine.identifiers.schemes import FLOOR_WORDS, ROOM_WORDS, SCHEMES, Identifiers
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
        if not (parsed.fields or parsed.schemes):
            raise FatdeskError("names: give P.fatdesk (or --fields, --schemes)")
        _say_fields(parsed)
        return DONE
    _refuse_idle(parsed)
    check_target(parsed)
    opened = load_project(parsed.project)
    identifiers = _identifiers(parsed, opened.project.naming.identifiers)
    is_given = bool(given) or identifiers is not UNSET
    if parsed.take and not is_given:
        raise FatdeskError("--take: give a template to apply, such as --host")
    typed: dict[str, Any] = given if identifiers is UNSET else {**given, "identifiers": identifiers}
    command = SetNaming(**typed)
    project = perform(opened.project, command) if is_given else opened.project
    derived = Derived(project)
    if parsed.find is not None:
        return _find(derived, parsed.find, as_json=parsed.json)
    found = preview_names(derived, project.naming)
    if parsed.json:
        print_json(_json(found, project.naming))
    else:
        _say_fields(parsed)
        _say(found, project.naming)
    if parsed.take:
        save_step(parsed, opened, project, command)
    return FINDINGS if any(one.severity is Severity.ERROR for one in found.findings) else DONE


def _refuse_idle(parsed: argparse.Namespace) -> None:
    given = given_options(parsed)
    if parsed.find is not None:
        refuse_idle(given, ("take", "output", "fields", "schemes"), "does nothing with --find, leave it out")
    if parsed.scheme == "none":
        refuse_idle(given, ("identifier", "floor", "room"), "does nothing with --scheme none, leave it out")


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


def _schemes() -> str:
    """The fields of identifiers, and the schemes with their sources."""
    rows = [["of the", "field", "example", "meaning"]]
    rows += [
        ["rack" if one.of_rack else "port", "{" + name + "}", str(one.example), one.meaning]
        for name, one in FIELDS.items()
    ]
    return "\n".join((table(rows), *_scheme_lines()))


def _say_fields(parsed: argparse.Namespace) -> None:
    if parsed.fields:
        say(_fields())
    if parsed.schemes:
        say(_schemes())


def _scheme_lines() -> Iterator[str]:
    """The schemes of identifiers, several lines each."""
    for name, one in SCHEMES.items():
        yield f"scheme {name}: {one.title}"
        yield f"  {one.example}: {one.meaning}"
        yield f"  template {one.template}"
        yield f"  source: {one.source}"


def _identifiers(parsed: argparse.Namespace, before: Identifiers | None) -> Identifiers | UnsetType | None:
    """The scheme that options state, with what they leave as it was; UNSET: they state nothing of it."""
    if parsed.scheme == "none":
        return None
    scheme = parsed.scheme or ("own" if parsed.identifier else None)
    stated = {
        "scheme": scheme,
        "template": parsed.identifier,
        "floor": parsed.floor,
        "room": parsed.room,
    }
    given = {key: value for key, value in stated.items() if value is not None}
    if not given:
        return UNSET
    if before is None and not scheme:
        raise FatdeskError("--floor, --room: give --scheme, too: the project has no scheme of identifiers")
    kept = {} if before is None else structs.asdict(before)
    if scheme not in (None, "own"):
        kept.pop("template", None)
    try:
        return msgspec.convert({**kept, **given}, Identifiers)
    except msgspec.ValidationError as error:
        raise FatdeskError(f"identifiers: {_plain(error)}") from None


def _plain(error: msgspec.ValidationError) -> str:
    """An error of a record in words."""
    for key, words in (("floor", FLOOR_WORDS), ("room", ROOM_WORDS)):
        if f"$.{key}" in str(error):
            return f"{key}: type {words}"
    return str(error).partition(" - at")[0]


def _find(derived: Derived, text: str, *, as_json: bool) -> int:
    """Print the port that an identifier names, or both ends of a cable."""
    marking = derived.marking
    if marking is None:
        raise FatdeskError("--find: the project has no scheme of identifiers, give --scheme")
    ends = marking.ends_of(text)
    found = [(one, marking.find(one)) for one in ends]
    names = derived.device_names
    if as_json:
        print_json(
            [
                {"identifier": one, "error": port}
                if isinstance(port, str)
                else {
                    "identifier": one,
                    "device": port.device,
                    "name": names.get(port.device, port.device),
                    "port": port.text,
                }
                for one, port in found
            ]
        )
    else:
        for one, port in found:
            if isinstance(port, str):
                say(f"{one} {port}")
            else:
                say(f"{one}: port {port.text} of {names.get(port.device, port.device)}")
    return FINDINGS if any(isinstance(port, str) for _, port in found) else DONE


def _say(found: NamesPreview, naming: Naming) -> None:
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
    own = naming.identifiers
    template = naming.label if own is None else own.cable.end.text
    if own is not None and found.rack:
        say(f"first rack: {found.rack}")
    if found.cable:
        say(f"cable label {template}: {found.label}")
    for finding in found.findings[:MOST_FINDINGS]:
        say(line(Checked(finding)))
    if len(found.findings) > MOST_FINDINGS:
        say(f"and {len(found.findings) - MOST_FINDINGS:,} more findings (--json lists all)")


def _json(found: NamesPreview, naming: Naming) -> dict[str, Any]:
    own = naming.identifiers
    return {
        "kinds": [one._asdict() for one in found.kinds],
        "label": {"template": naming.label, "cable": found.cable or None, "text": found.label or None},
        "identifiers": None
        if own is None
        else {**structs.asdict(own), "template": own.cable.end.text, "rack": found.rack or None},
        "findings": [finding_json(Checked(one)) for one in found.findings],
    }
