"""Port maps: a network for management joins switches by their management ports, apart from all others."""

from dataclasses import replace

import numpy as np
import pytest

from fatdesk.engine.cabling.laying import lay
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import (
    Cable,
    Card,
    ModularSwitch,
    PortNaming,
    Ports,
    PowerUnit,
    Server,
    Switch,
)
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.fabric.fabric import NodeKind, NodePart
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.wiring.ports import MANAGEMENT, LinkSides, PortMaps, lanes_of
from tests.engine.cabling.networks import network
from tests.plain_rules import PLAIN

RJ45 = Ports(count=1, connector="rj45", rate_gbps=1.0, protocol="ethernet")
QSFP = Ports(count=8, connector="qsfp", rate_gbps=40.0, lanes=4)
CATALOG = Catalog(
    [
        Switch(id="leaf", ports=(QSFP,), management=(RJ45, RJ45), port_names=(PortNaming(system="cumulus"),)),
        ModularSwitch(id="core", slots=4, cards=(Card(name="c", ports=(QSFP,)),), management=(RJ45,)),
        Switch(id="oob", ports=(Ports(count=48, connector="rj45", rate_gbps=1.0, protocol="ethernet"),)),
        Server(id="host", ports=(QSFP, RJ45)),
        PowerUnit(id="pdu", ports=(Ports(count=1, connector="rj45", rate_gbps=0.1),)),
        Cable(id="cat6", medium="copper", connectors=("rj45", "rj45"), lane_rate_gbps=1.0, reach_m=100.0),
    ]
)
HOST, SWITCH = NodeKind.HOST, NodeKind.SWITCH


@pytest.fixture(scope="module")
def maps():
    """Leaf and core of a network, both managed from one switch, as are a host and a power unit."""
    data = network([(1, 0), (1, 2)], ["host", "leaf", "core"], [HOST, SWITCH, SWITCH])
    parts = tuple(replace_part(part) for part in data.parts)
    data = replace(data, parts=parts, ids=("n/1", "net/edge/1", "net/core/1"))
    first = {"host": 8, "leaf": 8, "core": 16, "pdu": 0}
    kinds = [HOST] * 4 + [SWITCH]
    managed = network(
        [(4, n) for n in range(4)],
        [*first, "oob"],
        kinds,
        ports=[(n, port) for n, port in enumerate(first.values())],
    )
    ids = ("n/1", "net/edge/1", "net/core/1", "pdu/1", "oob/edge/1")
    managed = replace(managed, name="oob", parts=tuple(map(replace_part, managed.parts)), ids=ids)
    made = lay([data, managed], ["any", "any"], Floor(), PLAIN, CATALOG)
    names = [["n1", "E1", "C1"], ["n1", "E1", "C1", "P1", "M1"]]
    nodes = [{one: n for n, one in enumerate(fabric.ids)} for fabric in (data, managed)]
    return PortMaps(made.fabrics, names, nodes, CATALOG), data, managed


def replace_part(part):
    return NodePart(part="core", cards=2, card="c") if part.part == "core" else part


@pytest.mark.parametrize(("device", "data", "management"), [("net/edge/1", 8, 2), ("net/core/1", 16, 1)])
def test_management_ports_are_the_last_and_are_not_counted(maps, device, data, management):
    found = maps[0].of(device)
    assert (len(found.data), len(found.management)) == (data, management)
    assert found.ports == found.data + found.management
    assert found.used == sum(port.end is not None for port in found.data)
    port = found.management[0]
    assert (port.text, port.slot, port.rate_gbps) == ("mgmt1" if management > 1 else "mgmt", "", 1.0)
    assert (port.end.fabric, port.end.name, port.end.level) == ("oob", "M1", 1)
    assert port.end.cable
    assert all(other.end is None for other in found.management[1:])


def test_the_far_end_names_the_management_port(maps):
    switch = maps[0].of("oob/edge/1")
    assert [(port.end.name, port.end.port, port.end.os_port) for port in switch.ports if port.end] == [
        ("n1", "9", ""), ("E1", "mgmt1", "eth0"), ("C1", "mgmt", ""), ("P1", "1", ""),
    ]  # fmt: skip
    assert maps[0].of("pdu/1").ports[0].end.name == "M1"


def test_lanes_of_management_are_on_no_card(maps):
    for fabric in maps[1:]:
        for node, part in ((1, NodePart(part="leaf")), (2, NodePart(part="core", cards=2, card="c"))):
            table = port_table(CATALOG, part.part, part.cards, part.card)
            lanes = lanes_of(fabric, LinkSides(fabric), node, table)
            apart = lanes.card == MANAGEMENT
            assert apart.sum() == table.management
            assert lanes.cage[apart].tolist() == list(range(table.management))
            assert np.array_equal(np.flatnonzero(apart), np.arange(table.data, len(table.cage)))
