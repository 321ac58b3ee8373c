"""Kinds of devices as NetBox's library of device types tells them, and its names of ports."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fatdesk.core.yaml_text import yaml_text
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Enclosure, Part
from fatdesk.engine.catalog.plugs import Plug, PortTable, port_table
from fatdesk.engine.catalog.port_names import port_names
from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.drawing.subjects import UNKNOWN_HEIGHT_U
from fatdesk.engine.fabric.fabric import NodePart
from fatdesk.engine.listing.plain_names import plain_names

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
}
"""Types of ports by rate in Gb/s and cage, as dcim/choices.py of NetBox 4.6 has them."""
LEG_CAGES = {
    10.0: "sfp", 25.0: "sfp", 50.0: "sfp", 40.0: "qsfp", 100.0: "qsfp", 200.0: "qsfp", 400.0: "qsfp",
}  # fmt: skip
"""The cage by which NetBox tells the rate of a leg in Gb/s."""
NAME = 64
"""Letters that the name of an interface may have."""
OTHER = "other"
UNKNOWN_VENDOR = "Unknown"


@dataclass(frozen=True)
class Kind:
    """A device type: a part with its cards, the legs of each port that is split, in a bay or not."""

    part: NodePart
    splits: tuple[tuple[int, int], ...] = ()
    in_bay: bool = False
    bays: int = 0
    port_systems: tuple[str, ...] = ()
    """Operating systems by which its network names ports, where it names some."""


def vendor_of(part: Part) -> str:
    """Its vendor, which NetBox wants of everything."""
    return part.vendor or UNKNOWN_VENDOR


def port_type(plug: Plug, protocol: str | None, four_x: bool) -> str:
    """What NetBox calls a port.

    Parameters
    ----------
    protocol
        What ports speak that do not tell it.
    four_x
        Whether the width stands in the name (``infiniband-ndr-4x``), as from NetBox 4.7.3 on.

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


def interfaces(catalog: Catalog, kind: Kind) -> list[Interface]:
    """The interfaces of a kind: one a port, of a port that is split one a leg.

    Names are those of the operating system that the network chose, else of the first of the part, where it
    names all of them; else what is printed at the cage, behind its card, and the leg: ``12``, ``3/12``,
    ``12/2``.
    """
    if isinstance(catalog[kind.part.part], Enclosure):
        return []
    table = port_table(catalog, kind.part.part, kind.part.cards, kind.part.card)
    count = len(table.cage)
    split = dict(kind.splits)
    legs = [split.get(port, 1) for port in range(count)]
    places = [(port, leg) for port in range(count) for leg in range(legs[port])]
    part = kind.part
    named = port_names(catalog, part.part, part.cards, part.card, systems=kind.port_systems, splits=legs)
    names = [] if named is None else [named.name(port, leg)[:NAME] for port, leg in places]
    if not all(names) or len(set(names)) < len(places):
        names = [_printed(table, port, leg if legs[port] > 1 else None) for port, leg in places]
    return [
        Interface(name, port, leg, table.plugs[plug], legs[port])
        for name, (port, leg) in zip(names, places, strict=True)
        for plug in [int(table.plug[port])]
    ]


def _printed(table: PortTable, port: int, leg: int | None) -> str:
    slot, name = table.slot(port), table.name(port)
    whole = f"{slot}/{name}" if slot else name
    return whole if leg is None else f"{whole}/{leg + 1}"


def interface_type(interface: Interface, protocol: str | None, four_x: bool) -> str:
    """What NetBox calls an interface; of a leg the type of its own rate, with the lanes that it has."""
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


def types_yaml(catalog: Catalog, models: Mapping[Kind, str], protocol: str | None, *, four_x: bool) -> bytes:
    """The device types, a YAML document each."""
    slugs = plain_names(models.values())
    documents = []
    for (kind, model), slug in zip(models.items(), slugs, strict=True):
        part = catalog[kind.part.part]
        told: dict[str, Any] = {"manufacturer": vendor_of(part), "model": model}
        told["slug"] = slug.lower().replace(".", "-")
        if part.part_number:
            told["part_number"] = part.part_number[:50]
        told["u_height"] = 0 if kind.in_bay else height_u(part)
        told["is_full_depth"] = True
        if kind.bays or kind.in_bay:
            told["subdevice_role"] = "parent" if kind.bays else "child"
        if part.airflow:
            told["airflow"] = part.airflow
        if part.mass_kg:
            told |= {"weight": part.mass_kg, "weight_unit": "kg"}
        told["interfaces"] = [
            {"name": one.name, "type": interface_type(one, protocol, four_x)}
            for one in interfaces(catalog, kind)
        ]
        told["device-bays"] = [{"name": bay_name(i)} for i in range(kind.bays)]
        documents.append(yaml_text({key: value for key, value in told.items() if value != []}))
    return b"---\n" + b"---\n".join(documents) if documents else b""


def bay_name(number: int) -> str:
    """A bay of an enclosure, from 0."""
    return f"Bay {number + 1}"


def height_u(part: Part) -> int:
    """Units it takes; one where nobody told."""
    return UNKNOWN_HEIGHT_U if part.height_u is None else part.height_u
