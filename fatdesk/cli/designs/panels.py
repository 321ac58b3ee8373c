"""``fatdesk panels``: the patch panels in racks, and panel racks for those that have no place."""

import argparse
from typing import Any

from fatdesk.cli.kit.options import given_options, refuse_idle
from fatdesk.cli.kit.output import DONE, FINDINGS, about_to_save, log, print_json, project_target, say
from fatdesk.cli.kit.tables import table
from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.structured.placing import is_panel_rack
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.panel_racks import lacking_panels, panel_rack_step, panel_racks
from fatdesk.project.files.storing import load_project, save_project

HEAD = ("panel", "rack", "unit", "side", "cassettes", "ports", "in use")


def run(parsed: argparse.Namespace) -> int:
    """Print the panels of a project; 1 where some need a panel rack."""
    if not parsed.add_racks:
        refuse_idle(given_options(parsed), ("output",), "needs --add-racks, the change to write")
    target = parsed.output or parsed.project
    if parsed.output is not None:
        project_target(parsed.output)
    opened = load_project(parsed.project)
    derived = Derived(opened.project)
    if derived.structured is None:
        raise FatdeskError(
            "no cable of the project goes over panels: set the rule, with fatdesk edit and"
            ' {"command": "set-cabling", "panels": "uplinks"}'
        )
    text = ""
    if parsed.add_racks:
        command, found = panel_rack_step(derived), panel_racks(derived)
        text = "no panel needs a panel rack" if found is None else found.text
        same = target.resolve() == parsed.project.resolve()
        if command is not None or not same:
            project = opened.project if command is None else perform(opened.project, command)
            derived = Derived(project, derived)
            about_to_save()
            saved = save_project(project, target, opened.stamp if same else None, parsed.project.parent)
            log(f"{target}: written" + (f"; {saved.warning}" if saved.warning else ""))
    panels, lacking = _panels(derived), lacking_panels(derived)
    if parsed.json:
        print_json({"panels": panels, "lacking": lacking} | ({"added": text} if parsed.add_racks else {}))
    else:
        rows = [[_cell(value) for value in list(panel.values())[: len(HEAD)]] for panel in panels]
        say(table([list(HEAD), *rows], frozenset({2, 4, 5, 6})) if rows else "no panels")
        if text:
            say(text)
        if lacking:
            say(f"{counted(lacking, 'panel')} need a panel rack: --add-racks adds those that are lacking")
    return FINDINGS if lacking else DONE


def _cell(value: object) -> str:
    return "none" if value is None else str(value)


def _panels(derived: Derived) -> list[dict[str, Any]]:
    """The panels in the order of racks, each with its place and ports."""
    structured, racks = derived.structured, derived.project.floor.racks
    assert structured is not None
    return [
        {
            "panel": panel.name,
            "rack": rack_label(racks[panel.rack]),
            "u": panel.u,
            "side": panel.side,
            "cassettes": len(panel.cassettes),
            "ports": sum(cassette.ports for cassette in panel.cassettes),
            "in_use": len(used),
            "panel_rack": is_panel_rack(racks[panel.rack]),
        }
        for panel, used in zip(structured.panels, structured.used_ports, strict=True)
    ]
