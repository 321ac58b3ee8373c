"""Device types of NetBox: their interfaces with names and types, as documents of its library of types."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Enclosure, Part, PowerUnit
from fatdesk.engine.catalog.plugs import Plug, PortTable, port_table
from fatdesk.engine.catalog.port_names import port_names
from fatdesk.engine.dcim.panels import vendor_of
from fatdesk.engine.drawing.plan import UNKNOWN_HEIGHT_U
from fatdesk.engine.fabric.fabric import NodePart
from fatdesk.engine.listing.wired import plain_names

INFINIBAND = {
    10.0: "sdr", 20.0: "ddr", 40.0: "qdr", 56.0: "fdr",
    100.0: "edr", 200.0: "hdr", 400.0: "ndr", 800.0: "xdr",
}  # fmt: skip
"""Generations by the rate of four lanes in Gb/s."""
ETHERNET = {
    (1.0, "sfp"): "1000base-x-sfp",
    (10.0, "sfp"): "10gbase-x-sfpp",
    (25.0, "sfp"): "25gbase-x-sfp28",
    (50.0, "sfp"): "50gbase-x-sfp56",
    (40.0, "qsfp"): "40gbase-x-qsfpp",
    (100.0, "qsfp"): "100gbase-x-qsfp28",
    (200.0, "qsfp"): "200gbase-x-qsfp56",
    (400.0, "qsfp"): "400gbase-x-qsfp112",
    (100.0, "qsfpdd"): "100gbase-x-qsfpdd",
    (200.0, "qsfpdd"): "200gbase-x-qsfpdd",
    (400.0, "qsfpdd"): "400gbase-x-qsfpdd",
    (800.0, "qsfpdd"): "800gbase-x-qsfpdd",
    (400.0, "osfp"): "400gbase-x-osfp",
    (800.0, "osfp"): "800gbase-x-osfp",
    (0.1, "rj45"): "100base-tx",
    (1.0, "rj45"): "1000base-t",
    (2.5, "rj45"): "2.5gbase-t",
    (5.0, "rj45"): "5gbase-t",
    (10.0, "rj45"): "10gbase-t",
}
"""Types of ports by rate in Gb/s and cage, as dcim/choices.py of NetBox 4.6 has them."""
LEG_CAGES = {
    10.0: "sfp", 25.0: "sfp", 50.0: "sfp", 40.0: "qsfp", 100.0: "qsfp", 200.0: "qsfp", 400.0: "qsfp",
}  # fmt: skip
"""The type of cage that NetBox has for the rate of a leg in Gb/s."""
NAME = 64
"""Letters that the name of an interface may have."""
OTHER = "other"


@dataclass(frozen=True)
class Kind:
    """A device type: a part with its cards, the legs of each port that is split, in a bay or not."""

    part: NodePart
    splits: tuple[tuple[int, int], ...] = ()
    in_bay: bool = False
    bays: int = 0
    port_systems: tuple[str, ...] = ()
    """Operating systems by which its network names ports, where it names some."""
    channels: bool = False
    """Whether a split port is an interface of its own, and its legs channels of that."""


def port_type(plug: Plug, protocol: str | None, four_x: bool) -> str:
    """Return the NetBox type of a port.

    Parameters
    ----------
    protocol
        The protocol of ports that do not state one.
    four_x
        Whether the width is in the name (``infiniband-ndr-4x``), as from NetBox 4.7.3 on.

    >>> plug = Plug("osfp", 400.0, 4, 2, "infiniband")
    >>> port_type(plug, None, True), port_type(plug, None, False)
    ('infiniband-ndr-4x', 'infiniband-ndr')
    >>> port_type(Plug("qsfp", 40.0, 4, 1), "ethernet", True), port_type(Plug("qsfp", 40.0, 4, 1), None, True)
    ('40gbase-x-qsfpp', 'other')
    """
    spoken = plug.protocol or protocol
    if spoken == "infiniband":
        lanes = 2 if plug.lanes == 2 else 4
        generation = INFINIBAND.get(plug.rate_gbps * 4 / lanes)
        width = f"-{lanes}x" if four_x else ""
        return OTHER if generation is None else f"infiniband-{generation}{width}"
    if spoken == "ethernet":
        cage = plug.connector.replace("-", "").replace("+", "").lower()
        cage = next((known for known in ("qsfpdd", "qsfp", "osfp", "sfp") if cage.startswith(known)), cage)
        return ETHERNET.get((plug.rate_gbps, cage), OTHER)
    return OTHER


@dataclass(frozen=True)
class Interface:
    """An interface of a device type: a port, or a leg of one that is split, and what it carries."""

    name: str
    port: int
    leg: int
    plug: Plug
    legs: int
    manages: bool = False


def interfaces(catalog: Catalog, kind: Kind) -> list[Interface]:
    """The interfaces of a kind: one a port, of a port that is split one a leg.

    Names are those of the operating system that the network chose, else of the first of the part, where it
    names all of them; else what is printed at the cage, behind its card, and the leg: ``12``, ``3/12``,
    ``12/2``.
    """
    described = catalog[kind.part.part]
    if isinstance(described, Enclosure) or (isinstance(described, PowerUnit) and not described.ports):
        return []
    table = port_table(catalog, kind.part.part, kind.part.cards, kind.part.card)
    count = len(table.cage)
    split = dict(kind.splits)
    legs = [split.get(port, 1) for port in range(count)]
    places = [(port, leg) for port in range(count) for leg in range(legs[port])]
    part = kind.part
    named = port_names(catalog, part.part, part.cards, part.card, systems=kind.port_systems, splits=legs)
    names = [] if named is None else [named.name(port, leg)[:NAME] for port, leg in places]
    names = [
        name or (table.name(port) if table.manages(port) else "")
        for name, (port, _) in zip(names, places, strict=False)
    ]
    if len(names) < len(places) or not all(names) or len(set(names)) < len(places):
        names = [_printed(table, port, leg if legs[port] > 1 else None) for port, leg in places]
    return [
        Interface(name, port, leg, table.plugs[plug], legs[port], table.manages(port))
        for name, (port, leg) in zip(names, places, strict=True)
        for plug in [int(table.plug[port])]
    ]


def cages(catalog: Catalog, kind: Kind) -> dict[int, str]:
    """The name of the interface of each split port as a whole, where its legs are channels of it.

    It is that of the port before it is split, else what is printed at the cage.
    """
    if not kind.channels or not kind.splits:
        return {}
    part = kind.part
    table = port_table(catalog, part.part, part.cards, part.card)
    named = port_names(catalog, part.part, part.cards, part.card, systems=kind.port_systems)
    taken = {one.name for one in interfaces(catalog, kind)}
    found = {}
    for port, _ in kind.splits:
        printed = _printed(table, port, None)
        wished = ["" if named is None else named.name(port)[:NAME], printed, f"cage {printed}"]
        found[port] = next(name for name in wished if name and name not in taken)
        taken.add(found[port])
    return found


def _printed(table: PortTable, port: int, leg: int | None) -> str:
    slot, name = table.slot(port), table.name(port)
    whole = f"{slot}/{name}" if slot else name
    return whole if leg is None else f"{whole}/{leg + 1}"


def interface_type(interface: Interface, protocol: str | None, four_x: bool) -> str:
    """Return the NetBox type of an interface; of a leg, that of its own rate and lanes."""
    plug, legs = interface.plug, interface.legs
    if legs == 1:
        return port_type(plug, protocol, four_x)
    rate, lanes = plug.rate_gbps / legs, max(1, plug.lanes // legs)
    leg = Plug(LEG_CAGES.get(rate, plug.connector), rate, lanes, 1, plug.protocol)
    return port_type(leg, protocol, four_x)


def model_names(catalog: Catalog, kinds: Iterable[Kind]) -> dict[Kind, str]:
    """A name for each kind that no other of its vendor has."""
    every = list(kinds)
    wished = []
    for kind in every:
        part = catalog[kind.part.part]
        more = [f"{kind.part.cards} cards"] if kind.part.cards else []
        for legs, ports in sorted(Counter(legs for _, legs in kind.splits).items()):
            more.append(f"{counted(ports, 'port')} split in {legs}")
        wished.append(" ".join([part.name or part.id, *(f"({word})" for word in more)]))
    counts: dict[str, int] = {}
    found = {}
    for kind, name in zip(every, wished, strict=True):
        number = counts[name] = counts.get(name, 0) + 1
        found[kind] = name[:90] if number == 1 else f"{name[:90]} {number}"
    return found


def type_documents(
    catalog: Catalog, models: Mapping[Kind, str], protocol: str | None, *, four_x: bool
) -> list[dict[str, Any]]:
    """The device types, a document each."""
    slugs = plain_names(models.values())
    documents = []
    for (kind, model), slug in zip(models.items(), slugs, strict=True):
        part = catalog[kind.part.part]
        stated: dict[str, Any] = {"manufacturer": vendor_of(part), "model": model}
        stated["slug"] = slug.lower().replace(".", "-")
        if part.part_number:
            stated["part_number"] = part.part_number[:50]
        stated["u_height"] = 0 if kind.in_bay else height_u(part)
        stated["is_full_depth"] = True
        if kind.bays or kind.in_bay:
            stated["subdevice_role"] = "parent" if kind.bays else "child"
        if part.airflow:
            stated["airflow"] = part.airflow
        if part.mass_kg:
            stated |= {"weight": part.mass_kg, "weight_unit": "kg"}
        stated["interfaces"] = list(_interface_documents(catalog, kind, protocol, four_x))
        stated["device-bays"] = [{"name": bay_name(i)} for i in range(kind.bays)]
        documents.append({key: value for key, value in stated.items() if value != []})
    return documents


def _interface_documents(
    catalog: Catalog, kind: Kind, protocol: str | None, four_x: bool
) -> Iterator[dict[str, Any]]:
    cage = cages(catalog, kind)
    for one in interfaces(catalog, kind):
        stated: dict[str, Any] = {"name": one.name, "type": interface_type(one, protocol, four_x)}
        if one.manages:
            stated["mgmt_only"] = True
        if one.port in cage:
            if one.leg == 0:
                whole = port_type(one.plug, protocol, four_x)
                yield {"name": cage[one.port], "type": whole, "channels": one.legs}
            stated |= {"parent": cage[one.port], "channel_id": one.leg + 1}
        yield stated


def bay_name(number: int) -> str:
    """A bay of an enclosure, from 0."""
    return f"Bay {number + 1}"


def height_u(part: Part) -> int:
    """Units that it takes; one where they are unknown."""
    return UNKNOWN_HEIGHT_U if part.height_u is None else part.height_u
