"""Tables of ports: management ports follow after all others and are no ports of the network."""

from decimal import Decimal

import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.matching import kinds
from fatdesk.engine.catalog.parts import (
    Card,
    ModularSwitch,
    PortNaming,
    Ports,
    PowerUnit,
    Price,
    Switch,
    links_of,
)
from fatdesk.engine.catalog.plugs import groups_of, port_table
from fatdesk.engine.catalog.port_names import SYSTEMS, port_names, recognised

RJ45 = Ports(count=1, connector="rj45", rate_gbps=1.0, protocol="ethernet")
TWIN = Ports(count=4, links=2, connector="osfp", rate_gbps=400.0, lanes=4, protocol="infiniband")


def catalog(*management: Ports, naming: str = "cumulus", own: tuple[str, ...] = ()) -> Catalog:
    return Catalog(
        [
            Switch(
                id="s",
                ports=(TWIN,),
                management=management,
                price_per_port=Price(amount=Decimal(10)),
                port_names=(PortNaming(system=naming, management=own),),
            ),
            ModularSwitch(
                id="m",
                slots=4,
                cards=(Card(name="c", ports=(TWIN,)),),
                management=management,
                port_names=(PortNaming(system="eos"),),
            ),
            PowerUnit(id="p", ports=(RJ45,)),
            PowerUnit(id="q"),
        ]
    )


@pytest.mark.parametrize(("part", "cards"), [("s", 0), ("m", 1), ("m", 3)])
def test_management_follows_after_all_other_ports(part: str, cards: int) -> None:
    known = catalog(RJ45)
    table = port_table(known, part, cards)
    first = links_of(configuration(known[part], cards).ports)
    assert (table.data, len(table.cage)) == (first, first + 1)
    assert (table.slot(first), table.name(first), table.text(first)) == ("", "mgmt", "mgmt")
    plug = table.plugs[table.plug[first]]
    assert (plug.connector, plug.rate_gbps, plug.protocol) == ("rj45", 1.0, "ethernet")
    assert table.cage[first] == table.cage[:first].max() + 1
    without = port_table(catalog(), part, cards)
    assert [without.text(port) for port in range(first)] == [table.text(port) for port in range(first)]
    assert groups_of(known, part, cards)[-1] == RJ45


def test_designs_see_no_management() -> None:
    """Kinds of ports, their number and the price by port are those of a switch without management."""
    with_it, without = (configuration(some["s"]) for some in (catalog(RJ45, RJ45), catalog()))
    assert with_it == without
    assert kinds(with_it.ports) == kinds(without.ports)
    assert (with_it.links, with_it.price) == (8, 80)


def test_several_management_ports_are_numbered() -> None:
    table = port_table(catalog(RJ45, Ports(count=1, connector="sfp", rate_gbps=10.0)), "s")
    assert [table.name(port) for port in (7, 8, 9)] == ["4/2", "mgmt1", "mgmt2"]


@pytest.mark.parametrize(
    ("system", "names"),
    [  # as the guides of the makers call them
        ("cumulus", ("eth0", "eth1")),
        ("sonic", ("eth0", "eth1")),
        ("nx-os", ("mgmt0", "")),
        ("eos", ("Management1", "Management2")),
        ("os10", ("mgmt1/1/1", "mgmt1/1/2")),
        ("onyx", ("mgmt0", "mgmt1")),
        ("mlnx-os", ("mgmt0", "mgmt1")),
        ("nvos", ("eth0", "eth1")),
        ("aos-cx", ("mgmt", "")),
        ("comware", ("M-GigabitEthernet0/0/0", "M-GigabitEthernet0/0/1")),
        ("ios", ("GigabitEthernet0/0", "")),
        ("junos", ("", "")),  # em0, fxp0 or re0:mgmt-0, depending on the product
    ],
)
def test_names_of_management_ports_by_system(system: str, names: tuple[str, str]) -> None:
    found = port_names(catalog(RJ45, RJ45, naming=system), "s")
    assert found is not None
    assert (found.name(8), found.name(9)) == names
    for name in filter(None, names):
        assert found.find(name) is not None


def test_names_that_the_part_states() -> None:
    found = port_names(catalog(RJ45, naming="junos", own=("em0",)), "s")
    supervisors = port_names(catalog(RJ45, RJ45), "m", 2)
    assert found is not None
    assert supervisors is not None
    assert found.name(8) == "em0"
    assert (supervisors.name(16), supervisors.name(17)) == ("Management1/1", "Management2/1")


def test_recognised_with_management() -> None:
    table = port_table(catalog(RJ45), "s")
    own = port_names(catalog(), "s")
    assert own is not None
    data = [own.name(port) for port in range(8)]
    assert recognised(table, data, ["eth0"]) == PortNaming(system="cumulus")
    assert recognised(table, data, ["oob"]) == PortNaming(system="cumulus", management=("oob",))
    listed = recognised(table, list("abcdefgh"), ["oob"])
    assert listed is not None
    assert (listed.system, listed.management) == ("listed", ("oob",))
    assert "listed" not in SYSTEMS


def test_power_units() -> None:
    table = port_table(catalog(), "p")
    assert ([table.text(port) for port in range(len(table.cage))], table.management) == (["1"], 0)
    with pytest.raises(FatdeskError, match="has no ports"):
        port_table(catalog(), "q")
