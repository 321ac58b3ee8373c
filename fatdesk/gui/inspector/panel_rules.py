"""Patch panels in the inspector: rules of the project, panels of racks, the step that adds panel racks."""

import msgspec

from fatdesk.core.number_text import counted
from fatdesk.core.schema import fields_of
from fatdesk.engine.cabling.rules import PANELS, CablingRules
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.structured.placing import is_panel_rack
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import Name
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.panel_racks import lacking_panels, panel_rack_step

MOST_PANELS = 8
"""Panels of a rack that are listed."""


def show_panel_rules(page: Page) -> None:
    """The rules by which cables of the project go over patch panels, to be changed."""
    session, rules = page.session, page.session.project.cabling
    grid = page.section(PANELS, "rules of the project")
    for key, field in fields_of(CablingRules).items():
        if field.about.group != PANELS:
            continue

        def put(value: object, key: str = key) -> bool:
            command = msgspec.convert({"command": "set-cabling", key: value}, SetCabling)
            return session.do_together(
                command.step, (lambda: session.do(command), lambda: _add_panel_racks(session))
            )

        off = "" if key == "panels" or rules.panels is not None else "no cable goes over panels"
        page.decided(grid, field, [getattr(rules, key)], put, off=off)
    _lacking(page)


def show_panels(page: Page, number: int) -> None:
    """The panels of a rack: those in it, and where those of its devices are."""
    session = page.session
    structured, racks = session.derived.structured, session.project.floor.racks
    index = next((index for index, rack in enumerate(racks) if rack.number == number), None)
    if structured is None or index is None:
        return
    panels = [
        (panel, len(used))
        for panel, used in zip(structured.panels, structured.used_ports, strict=True)
        if panel.rack == index
    ]
    home = int(structured.homes[index])
    if not panels and home == index:
        return
    role = "panel rack" if is_panel_rack(racks[index]) else ""
    grid = page.section(PANELS, role or counted(len(panels), "panel"))
    for panel, used in panels[:MOST_PANELS]:
        ports = sum(cassette.ports for cassette in panel.cassettes)
        place = "no free unit" if panel.u is None else f"U{panel.u:02d}"
        page.value(grid, panel.name, f"{place} · {used} of {ports} ports")
    if len(panels) > MOST_PANELS:
        page.note(f"And {len(panels) - MOST_PANELS} more.")
    if home != index:
        page.value(grid, "Panels of its devices", Name(rack_label(racks[home])))
    if any(panel.u is None for panel, _ in panels):
        _lacking(page)


def _lacking(page: Page) -> None:
    """The number of panels that need a panel rack, with the step that adds those that are lacking."""
    session = page.session
    lacking = lacking_panels(session.derived)
    if not lacking:
        return
    page.note(f"{counted(lacking, 'panel')} need a panel rack.", "warn")

    def add() -> None:
        if not _add_panel_racks(session) or lacking_panels(session.derived) == lacking:
            session.refuse("The room has no empty rack, and no place for one at the end of a row.")

    page.button("Add panel racks", add)


def _add_panel_racks(session: Session) -> bool:
    """Add the panel racks that the project lacks, if any; whether that was done."""
    command = panel_rack_step(Derived(session.project, session.derived))
    return command is None or session.do(command)
