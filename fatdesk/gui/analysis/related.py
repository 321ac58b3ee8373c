"""What hangs together with a selection: ends, racks and trays of cables, devices of racks and parts."""

from collections.abc import Iterator

from fatdesk.engine.floor.floor import Device, rack_label
from fatdesk.gui.ref import Ref
from fatdesk.gui.results.wiring import ends
from fatdesk.gui.session.session import Session

MOST_CABLES = 2000
"""Of more cables than this nothing else is looked up: nearly everything hangs together with them."""


def everything(device: Device) -> Iterator[Device]:
    """A device and what is inside it."""
    yield device
    for inner in device.inside:
        yield from everything(inner)


def related(session: Session) -> frozenset[Ref]:
    """The selection, and what other views show together with it."""
    chosen = set(session.selection)
    kinds = {thing.kind for thing in chosen}
    found = set(chosen)
    if "cable" in kinds:
        found |= set(_of_cables(session))
    feeds = session.ids("feed")
    for feed in session.project.floor.feeds if feeds else ():
        if feed.name in feeds:
            found |= {Ref("rack", str(number)) for number in feed.racks}
    devices = {thing.id for thing in found if thing.kind == "device"}
    if devices or kinds & {"rack", "part"}:
        racks, parts = session.ids("rack"), session.ids("part")
        for rack in session.project.floor.racks:
            here = Ref("rack", str(rack.number))
            for device in rack.devices:
                for some in everything(device):
                    if some.id in devices:
                        found |= {here, Ref("device", device.id)}
                    elif some.part in parts:
                        found |= {here, Ref("device", some.id)}
                    elif here.id in racks:
                        found.add(Ref("device", some.id))
            if rack.part in parts:
                found.add(here)
    return frozenset(found)


def _of_cables(session: Session) -> Iterator[Ref]:
    cables = session.ids("cable")
    if len(cables) > MOST_CABLES:
        return
    racks = {rack_label(rack): str(rack.number) for rack in session.project.floor.racks}
    devices = session.device_ids
    for cable in cables:
        row = session.cable(cable)
        if row is None:
            continue
        for end in ends(row):
            if end.device in devices:
                yield Ref("device", devices[end.device])
            if end.rack_label in racks:
                yield Ref("rack", racks[end.rack_label])
        for tray in row.run:
            yield Ref("tray", tray)
