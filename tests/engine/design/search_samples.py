"""Parts and requirements for tests of the search, made in Python."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import msgspec

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import (
    AnyPart,
    Cable,
    Card,
    Enclosure,
    ModularSwitch,
    Module,
    PassThrough,
    Ports,
    Price,
    RackPart,
    Server,
    Switch,
    Transceiver,
)
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup


def price(amount: str | int) -> Price:
    return Price(amount=Decimal(amount))


def qsfp(count: int, rate: float = 40.0, **more: Any) -> Ports:
    return Ports(count=count, connector="qsfp", rate_gbps=rate, lanes=4, **more)


def sfp(count: int, rate: float = 25.0) -> Ports:
    return Ports(count=count, connector="sfp", rate_gbps=rate)


def osfp(cages: int, **more: Any) -> Ports:
    return Ports(count=cages, links=2, connector="osfp", rate_gbps=400.0, lanes=4, **more)


IB_36 = Switch(id="ib-36", ports=(qsfp(36),), price=price(11000), power_w=152.0, height_u=1)
MODULAR_108 = ModularSwitch(
    id="modular-108",
    slots=6,
    height_u=7,
    price=price(25000),
    fixed=(Module(name="fabric-board", count=3, price=price(9000)),),
    cards=(Card(name="card-18", ports=(qsfp(18),), price=price(13000)),),
)
SERVER = Server(id="server-1u", ports=(qsfp(1),), height_u=1)
RACK = RackPart(id="rack-42u", height_u=42)
BLADE = Server(id="blade-2s", ports=(qsfp(1),), fits=("box-16",), price=price(9600))
BLADE_SWITCH = Switch(id="blade-ib-32", ports=(qsfp(32),), price=price(11000), roles=("edge",))
BOX = Enclosure(
    id="box-16",
    blades=16,
    switch=("blade-ib-32",),
    height_u=10,
    price=price(7500),
    pass_through=PassThrough(price=price(1000)),
)
TWELVE_X = Cable(
    id="ib-12x", medium="copper", connectors=("qsfp", "qsfp"), lanes=12, lane_rate_gbps=10.0, links=3
)
PAPER = Catalog([IB_36, MODULAR_108, SERVER, RACK, BLADE, BLADE_SWITCH, BOX, TWELVE_X])
"""The parts of the two-level design paper's sections 5 and 6."""

GPU = Server(id="gpu-8rail", ports=(osfp(4),), height_u=8)
NDR_64 = Switch(id="ndr-64", ports=(osfp(32, breakout=(1, 2)),), height_u=1)
TWIN = Transceiver(
    id="twin", connector="osfp", links=2, lanes=4, rate_gbps=400.0, fibre="mpo", price=price(900)
)
REFERENCE = Catalog([GPU, NDR_64, TWIN, RACK])
"""The parts of the DGX H100 reference architecture."""


def wanted(
    hosts: int, part: str = "server-1u", *, more: dict[str, Any] | None = None, **fabric: Any
) -> tuple[Requirements, FabricRequirement]:
    """Requirements of one fabric; ``more`` is of the whole file, the rest of the fabric."""
    settings: dict[str, Any] = {"cable_price": Decimal(80), **fabric}
    one = FabricRequirement(name="compute", **settings)
    group = HostGroup(name="nodes", part=part, count=hosts)
    return Requirements(hosts=(group,), fabrics=(one,), **(more or {})), one


def with_parts(catalog: Catalog, parts: Iterable[AnyPart]) -> Catalog:
    """A catalog with more parts, or others of the same id."""
    return Catalog([*catalog, *parts])


def changed(part: AnyPart, **fields: Any) -> Any:
    """A part with other figures."""
    return msgspec.structs.replace(part, **fields)


def splitter(split: int) -> Cable:
    """A cable from one 100 Gb/s quad plug to several single plugs."""
    return Cable(
        id=f"splitter-{split}",
        medium="copper",
        connectors=("qsfp", "sfp"),
        lanes=4,
        lane_rate_gbps=25.0,
        ends=(1, split),
    )
