"""References between records: dangling names, and devices that occur twice."""

from collections.abc import Iterator
from typing import NamedTuple

from fatdesk.engine.catalog.parts import AnyPart, Cable, ModularSwitch, Part, RackPart, Server, Switch
from fatdesk.engine.floor.floor import Device, rack_label
from fatdesk.project.document.cable_records import CableRecords
from fatdesk.project.document.project import FabricDecision, Project


class Dangling(NamedTuple):
    """A name that leads nowhere: in which record, by its kind and key, and in which field."""

    kind: str
    key: str | int
    field: str
    what: str


_WORDS: dict[type[Part], str] = {
    Server: "a server",
    RackPart: "a rack",
    Cable: "a cable",
    Switch: "a switch",
    ModularSwitch: "a modular switch",
}


def dangling(project: Project) -> Iterator[Dangling]:
    """Every part, group or cable that something names and the project does not hold."""
    parts = {part.id: part for part in project.parts}
    for group in project.hosts:
        yield from _part(parts, group.part, "hosts", group.name, "part", Server)
    groups = {group.name for group in project.hosts}
    for fabric in project.fabrics:
        yield from _fabric(fabric, groups, parts)
    if project.cabling.bundle_cable is not None:
        yield from _part(parts, project.cabling.bundle_cable, "cabling", "cabling", "bundle_cable", Cable)
    for record in CableRecords.of(project.cables).in_order():
        if record.part is not None:
            yield from _part(parts, record.part, "cables", record.id, "part", Cable)
    yield from _floor(project, parts)


def _part(
    parts: dict[str, AnyPart], part_id: str, kind: str, key: str | int, field: str, wanted: type[Part] = Part
) -> Iterator[Dangling]:
    part = parts.get(part_id)
    if part is None:
        what = f'the part "{part_id}" is not among the parts of this project, add it or name another'
        yield Dangling(kind, key, field, what)
    elif not isinstance(part, wanted):
        what = f'the part "{part_id}" is not {_WORDS[wanted]}, name another'
        yield Dangling(kind, key, field, what)


def _fabric(fabric: FabricDecision, groups: set[str], parts: dict[str, AnyPart]) -> Iterator[Dangling]:
    name = fabric.requirement.name
    for n, group in enumerate(fabric.requirement.hosts):
        if group not in groups:
            what = f'there is no group of hosts "{group}", add it or take the name out'
            yield Dangling("fabrics", name, f"requirement.hosts[{n}]", what)
    for n, use in enumerate(fabric.design.parts if fabric.design else ()):
        yield from _part(parts, use.part, "fabrics", name, f"design.parts[{n}].part")


def _floor(project: Project, parts: dict[str, AnyPart]) -> Iterator[Dangling]:
    seen: dict[str, str] = {}

    def devices(inside: tuple[Device, ...], number: int, label: str, field: str) -> Iterator[Dangling]:
        for n, device in enumerate(inside):
            if device.part not in parts:
                yield from _part(parts, device.part, "racks", number, f"{field}[{n}].part")
            if device.id in seen:
                what = f'"{device.id}" is in rack {seen[device.id]} too, remove it from one of them'
                yield Dangling("racks", number, f"{field}[{n}].id", what)
            seen[device.id] = label
            if device.inside:
                yield from devices(device.inside, number, label, f"{field}[{n}].inside")

    for rack in project.floor.racks:
        yield from _part(parts, rack.part, "racks", rack.number, "part", RackPart)
        yield from devices(rack.devices, rack.number, rack_label(rack), "devices")
