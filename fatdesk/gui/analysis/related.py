"""Elements related to a selection: ends, racks and trays of cables, devices of racks; cables of links."""

from collections.abc import Iterator

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.cabling.identity import link_ids
from fatdesk.engine.floor.floor import Device, rack_label
from fatdesk.engine.topology.link_colours import link_figures
from fatdesk.gui.session.session import Session
from fatdesk.gui.session.wiring import ends
from fatdesk.project.document.ref import CABLE, DEVICE, FEED, PART, RACK, TRAY, Ref

MOST_CABLES = 2000
"""Beyond this number of cables nothing is selected or looked up: nearly everything is related to them."""


def everything(device: Device) -> Iterator[Device]:
    """A device and what is inside it."""
    yield device
    for inner in device.inside:
        yield from everything(inner)


def related(session: Session) -> frozenset[Ref]:
    """The selection, and what other views show together with it."""
    chosen = set(session.selection)
    found = {*chosen, *_of_cables(session)}
    feeds = session.ids(FEED)
    for feed in session.project.floor.feeds if feeds else ():
        if feed.name in feeds:
            found |= {RACK(number) for number in feed.racks}
    devices, racks, parts = set(DEVICE.ids(found)), session.ids(RACK), session.ids(PART)
    if devices or racks or parts:
        for rack in session.project.floor.racks:
            here = RACK(rack.number)
            for device in rack.devices:
                for some in everything(device):
                    if some.id in devices:
                        found |= {here, DEVICE(device.id)}
                    elif some.part in parts:
                        found |= {here, DEVICE(some.id)}
                    elif rack.number in racks:
                        found.add(DEVICE(some.id))
            if rack.part in parts:
                found.add(here)
    return frozenset(found)


def _of_cables(session: Session) -> Iterator[Ref]:
    cables = session.ids(CABLE)
    if not cables or len(cables) > MOST_CABLES:
        return
    racks = {rack_label(rack): rack.number for rack in session.project.floor.racks}
    devices = session.device_ids
    for cable in cables:
        row = session.cable(cable)
        if row is None:
            continue
        for end in ends(row):
            if end.device in devices:
                yield DEVICE(devices[end.device])
            if end.rack_label in racks:
                yield RACK(racks[end.rack_label])
        for tray in row.run:
            yield TRAY(tray)


def cables_of_links(session: Session, number: int, links: Longs) -> list[Ref]:
    """Return the cables of links of a fabric; of traces of backplanes, which have none, the devices there.

    Parameters
    ----------
    number
        The number of the fabric.
    links
        Its links; where they are more than MOST_CABLES cables, nothing is returned.
    """
    fabric, made = session.derived.fabrics[number], session.derived.cabling.fabrics[number]
    cables = np.unique(link_figures(made).cable[links])
    cables = cables[cables >= 0]
    if not len(cables):
        nodes = np.unique(fabric.ends[links]).tolist()
        return [DEVICE(fabric.ids[node]) for node in nodes[:MOST_CABLES]]
    if len(cables) > MOST_CABLES:
        return []
    return [CABLE(some) for some in link_ids(fabric, made.heads[cables], session.derived.catalog)]
