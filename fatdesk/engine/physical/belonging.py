"""Rows, fabrics, levels and kinds of parts that elements of a design belong to, for filters of rules."""

from collections.abc import Mapping

from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.budget import everything
from fatdesk.engine.floor.floor import letters, rack_label
from fatdesk.engine.physical.network_figures import cable_names, levels_of
from fatdesk.engine.physical.part_figures import parts_of
from fatdesk.engine.physical.placed import Placed
from fatdesk.engine.rules.judging import Belonging
from fatdesk.engine.rules.rules import NOWHERE, Scope

Belongs = dict[str, Mapping[str, str]]


def belonging(placed: Placed) -> Belonging:
    """Return what the elements of a design belong to, by kind of elements."""
    makers = {
        "rack": _racks,
        "device": _devices,
        "cable": _cables,
        "link": _cables,
        "part": _parts,
        "level": _levels,
    }

    def of_scope(scope: Scope) -> Mapping[str, Mapping[str, str]]:
        make = makers.get(scope)
        return {} if make is None else placed.kept(make)

    return of_scope


def members(placed: Placed, scope: Scope) -> Mapping[str, tuple[str, ...]]:
    """The elements that can be shown of those that cannot themselves: racks of rows, switches of levels."""
    found: dict[str, list[str]] = {}
    if scope == "row":
        for rack in placed.floor.racks:
            found.setdefault(f"Row {letters(rack.row)}", []).append(rack_label(rack))
    elif scope == "level":
        for fabric in placed.fabrics:
            for node in fabric.nodes(NodeKind.SWITCH).tolist():
                found.setdefault(fabric.ids[node].rpartition("/")[0], []).append(fabric.ids[node])
    return {name: tuple(some) for name, some in found.items()}


def _racks(placed: Placed) -> Belongs:
    return {rack_label(rack): {"row": letters(rack.row)} for rack in placed.floor.racks}


def _devices(placed: Placed) -> Belongs:
    nodes = {name: some for fabric in placed.fabrics for name, some in _nodes(fabric).items()}
    found: Belongs = {}
    for rack in placed.floor.racks:
        where = {"rack": rack_label(rack), "row": letters(rack.row)}
        for outer in rack.devices:
            for device in everything(outer):
                part = {"part": device.part, "kind": placed.catalog.kind(device.part)}
                found[device.id] = {**where, **part, **nodes.get(device.id, NOWHERE)}
    for name, some in nodes.items():
        found.setdefault(name, some)
    return found


def _nodes(fabric: Fabric) -> Belongs:
    """Switches of a fabric, which hosts may share with others."""
    return {
        fabric.ids[node]: {"fabric": fabric.name, "level": fabric.ids[node].split("/")[1]}
        for node in fabric.nodes(NodeKind.SWITCH).tolist()
    }


def _cables(placed: Placed) -> Belongs:
    found: Belongs = {}
    for made, names in zip(placed.cabling.fabrics, placed.kept(cable_names), strict=True):
        parts = [choice.option.cable.id for choice in made.choices]
        for name, choice in zip(names, made.choice.tolist(), strict=True):
            found[name] = {"fabric": made.fabric.name, "part": parts[choice] if choice >= 0 else ""}
    return found


def _parts(placed: Placed) -> Belongs:
    used = [*placed.kept(parts_of), *(part.id for part in placed.catalog)]
    return {name: {"kind": placed.catalog.kind(name)} for name in used}


def _levels(placed: Placed) -> Belongs:
    return {level.name: {"fabric": level.fabric} for fabric in placed.fabrics for level in levels_of(fabric)}
