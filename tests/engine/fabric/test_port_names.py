"""Names of ports of a fabric: legs only where a port is split."""

from dataclasses import replace

import numpy as np

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import PortNaming, Ports, Server, Switch
from fatdesk.engine.fabric.fabric import Fabric, NodePart
from fatdesk.engine.fabric.fabric_ports import FabricPorts

CUMULUS, SONIC = PortNaming(system="cumulus"), PortNaming(system="sonic")
CAGES = (Ports(count=4, connector="qsfp28", rate_gbps=100.0, lanes=4, breakout=(1, 2, 4)),)
CATALOG = Catalog(
    [
        Switch(id="s", ports=CAGES, port_names=(CUMULUS, SONIC)),
        Server(id="h", ports=(Ports(count=1, connector="sfp28", rate_gbps=25.0),)),
    ]
)


def one_switch() -> Fabric:
    """Port 1 of a switch is split into two legs, port 3 is not; an external node at port 4."""

    def whole(*values: int) -> np.ndarray:
        return np.array(values, np.int32)

    return Fabric(
        name="f",
        parts=(NodePart(part="h"), NodePart(part="s")),
        kind=whole(0, 0, 0, 1, 2),
        level=whole(0, 0, 0, 1, 0),
        part=whole(0, 0, 0, 1, -1),
        index=whole(0, 1, 2, 0, 0),
        block=whole(0, 0, 0, 0, -1),
        ids=("n/1", "n/2", "n/3", "f/edge/1", "f/external/1"),
        ends=np.array([[3, 0], [3, 1], [3, 2], [3, 4]], np.int32),
        ports=np.array([[0, 0], [0, 0], [2, 0], [3, 0]], np.int32),
        split=whole(0, 1, 0, 0),
        splits=whole(2, 2, 1, 1),
        bundle=whole(0, 1, 2, 3),
        trace=np.zeros(4, bool),
        rate_gbps=np.array([50.0, 50.0, 100.0, 100.0]),
    )


def test_only_split_ports_have_legs() -> None:
    ports = FabricPorts(one_switch(), CATALOG)
    assert ports.splits(3) == [2, 1, 1, 1]
    assert [ports.name(3, 0, 0), ports.name(3, 0, 1), ports.name(3, 2), ports.name(3, 3)] == [
        "swp1s0", "swp1s1", "swp3", "swp4",
    ]  # fmt: skip
    assert (ports.legs(3, 0), ports.legs(3, 2)) == (2, 1)


def test_devices_without_known_names_and_other_systems() -> None:
    fabric = one_switch()
    ports = FabricPorts(replace(fabric, port_systems=("eos", "sonic", "cumulus")), CATALOG)
    assert [ports.name(3, 0, 1), ports.name(3, 2)] == ["Ethernet2", "Ethernet8"]
    assert [ports.name(node, 0) for node in (0, 4)] == ["", ""]
    assert FabricPorts(replace(fabric, port_systems=("eos",)), CATALOG).name(3, 2) == "swp3"
    assert FabricPorts(replace(fabric, splits=np.ones(4, np.int32)), CATALOG).name(3, 0) == "swp1"
