"""Pieces of each line of the bill by rack or by fabric."""

import dataclasses
from collections import Counter, defaultdict

from fatdesk.core.units import um_from_m
from fatdesk.engine.bill.counting import count_items
from fatdesk.engine.bill.lines import BillLine
from fatdesk.engine.catalog.parts import ModularSwitch
from fatdesk.engine.floor.floor import Floor, rack_label
from fatdesk.gui.analysis.related import everything
from fatdesk.gui.results.wiring import ends
from fatdesk.gui.session.session import Session

Key = tuple[str, str, int | None]
"""Category, part, and ordered length of cables."""
Counts = dict[Key, Counter[str]]


def key_of(line: BillLine) -> Key:
    """Return the key of a line."""
    return (line.category, line.part, None if line.length_m is None else um_from_m(line.length_m))


def by_fabric(session: Session) -> Counts:
    """Return the items of each fabric; hosts and racks belong to none."""
    derived, found = session.derived, defaultdict[Key, Counter[str]](Counter)
    for fabric, made in zip(derived.fabrics, derived.cabling.fabrics, strict=True):
        cabling = dataclasses.replace(derived.cabling, fabrics=(made,))
        for item in count_items({}, (fabric,), cabling, Floor(), derived.catalog):
            um = None if item.length_m is None else um_from_m(item.length_m)
            found[item.category, item.part, um][fabric.name] += item.count
    return found


def by_rack(session: Session) -> Counts:
    """The contents of each rack: cables at their end a, transceivers where they are plugged."""
    found = defaultdict[Key, Counter[str]](Counter)
    categories = {line.part: line.category for line in session.derived.bill.lines}
    catalog = session.derived.catalog
    for rack in session.project.floor.racks:
        label = rack_label(rack)
        if rack.devices:
            found["racks", rack.part, None][label] += 1
        for device in (some for top in rack.devices for some in everything(top)):
            if device.part in categories:
                found[categories[device.part], device.part, None][label] += 1
            part = catalog.find(device.part)
            if isinstance(part, ModularSwitch):
                card = device.card or (part.cards[0].name if part.cards else "")
                for board in part.fixed:
                    found["switches", f"{part.id}/{board.name}", None][label] += board.count
                found["switches", f"{part.id}/{card}", None][label] += device.cards
    _cables(session, found)
    return found


def _cables(session: Session, found: Counts) -> None:
    plugged: set[tuple[str, str, str]] = set()
    for row in session.wiring.rows:
        if row.part and row.a.rack_label:
            found["cables", row.part, row.length.ordered_um][row.a.rack_label] += 1
        for end in ends(row):
            cage = (end.device, end.slot, end.port.partition("/")[0])
            if end.transceiver and end.rack_label and cage not in plugged:
                plugged.add(cage)
                found["transceivers", end.transceiver, None][end.rack_label] += 1
