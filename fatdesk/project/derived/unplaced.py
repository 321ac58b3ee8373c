"""Devices that the networks need and that are in no rack."""

from collections.abc import Iterator, Sequence

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.floor.blocks import load_of
from fatdesk.engine.floor.floor import Device, Floor


def needed_devices(fabrics: Sequence[Fabric], catalog: Catalog) -> list[Device]:
    """Return all devices for racks of some networks, with those in enclosures, all in unit 1.

    Core switches of each network come first, then block after block its edge switches and hosts.
    """
    load = load_of(fabrics, catalog)
    cores = (run for core in load.cores for run in core)
    runs = [*cores, *(run for block in load.blocks for run in block.runs)]
    return [
        Device(
            id=device_id,
            part=run.kind.part,
            u=1,
            cards=run.kind.cards,
            card=run.kind.card,
            inside=run.inside[number] if run.inside else (),
        )
        for run in runs
        for number, device_id in enumerate(run.ids)
    ]


def waiting(needed: Sequence[Device], floor: Floor) -> Iterator[Device]:
    """Return the devices that are not on a floor, neither themselves nor their contents."""
    there = {some.id for rack in floor.racks for device in rack.devices for some in (device, *device.inside)}
    return (device for device in needed if not any(some.id in there for some in (device, *device.inside)))
