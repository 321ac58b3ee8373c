"""Names of ports: those that makers' documents and files list, and each name finds its port again."""

import itertools
from pathlib import Path

import pytest
import yaml

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_catalog
from fatdesk.engine.catalog.parts import Adapter, ModularSwitch, PortNaming, Ports, Server, Switch
from fatdesk.engine.catalog.plugs import PortTable, port_table, table_of
from fatdesk.engine.catalog.port_names import (
    SYSTEMS,
    PortNames,
    folded,
    namings_of,
    port_names,
    recognised,
    wrong_fields,
)

FOLDER = Path(__file__).resolve().parents[3] / "catalogs"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog([FOLDER])


def table(count: int, lanes: int, links: int = 1, rate: float = 100.0) -> PortTable:
    return table_of((Ports(count=count, connector="qsfp", rate_gbps=rate, lanes=lanes, links=links),))


@pytest.mark.parametrize(
    ("part", "system", "split", "some"),
    [  # by hand from device-type files, platform files and manuals: (port, leg) and its name
        ("nvidia-sn2700", "cumulus", {1: 2}, {(0, 0): "swp1", (1, 0): "swp2s0", (1, 1): "swp2s1"}),
        ("nvidia-sn2700", "sonic", {1: 2}, {(0, 0): "Ethernet0", (1, 1): "Ethernet6"}),
        ("nvidia-sn2700", "sonic-etp", {1: 2}, {(0, 0): "etp1", (1, 0): "etp2a", (1, 1): "etp2b"}),
        ("nvidia-sn2010", "sonic", {18: 4}, {(17, 0): "Ethernet68", (18, 3): "Ethernet75"}),
        ("nvidia-sn4700", "sonic", {0: 4, 1: 2}, {(0, 1): "Ethernet2", (1, 1): "Ethernet12"}),
        ("nvidia-sn5600", "cumulus", {}, {(0, 0): "swp1s0", (1, 0): "swp1s1", (127, 0): "swp64s1"}),
        ("nvidia-sn5600", "cumulus", {0: 2, 1: 2}, {(0, 1): "swp1s1", (1, 0): "swp1s2", (1, 1): "swp1s3"}),
        ("nvidia-sn5600", "sonic", {}, {(1, 0): "Ethernet4", (2, 0): "Ethernet8", (127, 0): "Ethernet508"}),
        ("nvidia-sn5600", "sonic-etp", {}, {(0, 0): "etp1a", (1, 0): "etp1b", (127, 0): "etp64b"}),
        ("dell-s5248f-on", "sonic", {48: 2}, {(48, 1): "Ethernet50", (55, 0): "Ethernet76"}),
        ("dell-s5248f-on", "sonic-eth", {48: 2}, {(47, 0): "Eth48", (48, 1): "Eth49/2", (55, 0): "Eth56"}),
        ("dell-s5248f-on", "os10", {48: 4}, {(0, 0): "ethernet1/1/1", (48, 3): "ethernet1/1/49:4"}),
        ("arista-7050cx3-32s-f", "eos", {0: 4, 1: 2}, {(0, 3): "Ethernet1/4", (1, 1): "Ethernet2/3"}),
        ("arista-7060dx4-32", "eos", {0: 4, 1: 2}, {(0, 1): "Ethernet1/3", (1, 1): "Ethernet2/5"}),
        ("arista-7050sx3-48yc8-f", "eos", {}, {(47, 0): "Ethernet48", (48, 0): "Ethernet49/1"}),
        ("arista-7060x6-64pe", "eos", {}, {(1, 0): "Ethernet1/5", (127, 0): "Ethernet64/5"}),
        ("cisco-n9k-c9336c-fx2", "nx-os", {0: 4}, {(0, 3): "Ethernet1/1/4", (35, 0): "Ethernet1/36"}),
        ("juniper-qfx5220-128c", "junos", {0: 4}, {(0, 0): "et-0/0/0:0", (127, 0): "et-0/0/127"}),
        ("hpe-5945-48sfp28", "comware", {}, {(0, 0): "Twenty-FiveGigE1/0/1", (48, 0): "HundredGigE1/0/49"}),
        ("hpe-8325-32c-bf", "aos-cx", {}, {(31, 0): "1/1/32"}),
        ("edgecore-7726-32x-o", "sonic", {}, {(31, 0): "Ethernet124"}),
        ("nvidia-qm9700", "mlnx-os", {2: 2}, {(0, 0): "IB1/1/1", (2, 1): "IB1/2/1/2", (63, 0): "IB1/32/2"}),
        ("nvidia-q3400-ra", "nvos", {}, {(0, 0): "sw1p1", (143, 0): "sw72p2"}),
    ],
)  # fmt: skip
def test_names_as_documented(
    catalog: Catalog, part: str, system: str, split: dict[int, int], some: dict[tuple[int, int], str]
) -> None:
    splits = [split.get(port, 1) for port in range(len(port_table(catalog, part).cage))]
    names = port_names(catalog, part, systems=(system,), splits=splits)
    assert names is not None
    assert {at: names.name(*at) for at in some} == some
    assert {name: names.find(name) for name in some.values()} == {name: at for at, name in some.items()}


def test_cards_of_modular_switches(catalog: Catalog) -> None:
    nexus = port_names(catalog, "cisco-n9k-c9508", 3, "N9K-X9732C-EX")
    juniper = port_names(catalog, "juniper-qfx10008", 8, "QFX10000-30C")
    assert nexus is not None
    assert juniper is not None
    assert [nexus.name(port) for port in (0, 31, 32, 95)] == [
        "Ethernet1/1", "Ethernet1/32", "Ethernet2/1", "Ethernet3/32",
    ]  # fmt: skip
    assert [juniper.name(port) for port in (0, 29, 30, 239)] == [
        "et-0/0/0", "et-0/0/29", "et-1/0/0", "et-7/0/29",
    ]  # fmt: skip
    assert nexus.find("Eth3/32") == (95, 0)
    assert juniper.find("et-7/0/29") == (239, 0)


def parts_with_names(catalog: Catalog) -> list[str]:
    return [
        part.id
        for part in catalog
        if isinstance(part, Switch | ModularSwitch | Server | Adapter) and part.port_names
    ]


def test_most_shipped_switches_have_names(catalog: Catalog) -> None:
    named = set(parts_with_names(catalog))
    current = load_catalog([FOLDER / "current"])
    without = {part.id for part in current if isinstance(part, Switch | ModularSwitch)} - named
    assert without == {"nvidia-qm8790", "nvidia-cs8500"}  # no source has their names
    assert all("port_names" in catalog[part].sources for part in named)


def test_each_name_finds_its_port_again_however_ports_are_split(catalog: Catalog) -> None:
    for part in parts_with_names(catalog):
        model = catalog[part]
        cards = 2 if isinstance(model, ModularSwitch) else 0
        ports = port_table(catalog, part, cards)
        groups = model.cards[0].ports if isinstance(model, ModularSwitch) else model.ports
        ways = [groups[plug].breakout for plug in ports.plug.tolist()[: ports.data]]
        for naming, turn in itertools.product(namings_of(catalog, part), range(4)):
            splits = [some[(port + turn) % len(some)] for port, some in enumerate(ways)]
            names = PortNames(ports, naming, splits + [1] * ports.management)
            every = [(port, leg) for port, split in enumerate(splits) for leg in range(split)]
            made = [names.name(*at) for at in every]
            assert all(made), (part, naming.system)
            assert len({folded(name) for name in made}) == len(made), (part, naming.system)
            assert [names.find(name) for name in made] == every, (part, naming.system)
            assert [names.find(name.upper()) for name in made] == every


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize(("lanes", "links"), [(4, 1), (8, 1), (4, 2), (1, 1)])
def test_systems_name_every_port_and_leg_once(key: str, lanes: int, links: int) -> None:
    if key == "rdma":
        return  # adapters have no legs
    ports = table(5, lanes, links)
    for ways in ([1], [1, 2], [2, 4, 1], [4]):
        splits = [min(lanes, ways[number % len(ways)]) for number in range(len(ports.cage))]
        names = PortNames(ports, PortNaming(system=key), splits)
        every = [(port, leg) for port, split in enumerate(splits) for leg in range(split)]
        made = [names.name(*at) for at in every]
        assert len(set(made)) == len(every)
        assert [names.find(name) for name in made] == every


def test_other_spellings_of_a_name() -> None:
    nexus = PortNames(table(36, 4), PortNaming(system="nx-os"), [1] * 35 + [4])
    assert {nexus.find(name) for name in ("Ethernet1/12", "Eth1/12", "eth 1/12")} == {(11, 0)}
    assert nexus.find("Eth1/36/2") == (35, 1)
    assert nexus.find("Eth1/36") is None
    juniper = PortNames(table(4, 4), PortNaming(system="junos"))
    assert juniper.find("et-0/0/3.0") == (3, 0)
    assert juniper.find("et-0/0/4") is None
    comware = PortNames(table(4, 4), PortNaming(system="comware"))
    assert comware.find("HGE1/0/4") == (3, 0)


def test_a_rate_without_a_word_has_no_name() -> None:
    odd = PortNames(table(2, 4, rate=56.0), PortNaming(system="comware"))
    assert (odd.name(0), list(odd.all()), odd.find("1/0/1")) == ("", [], None)


def test_templates_and_lists_of_a_part() -> None:
    ports = table(3, 4)
    own = PortNaming(system="ours", port="p{cage0}", split="p{cage0}.{leg}")
    names = PortNames(ports, own, [1, 2, 1])
    assert [name for name, _, _ in names.all()] == ["p0", "p1.1", "p1.2", "p2"]
    assert names.title == "ours"
    listed = PortNames(
        ports, PortNaming(system="ours", split="{port}x{leg}", names=("a", "b", "c")), [1, 2, 1]
    )
    assert [name for name, _, _ in listed.all()] == ["a", "2x1", "2x2", "c"]
    assert PortNames(ports, PortNaming(system="ours", names=("a",))).name(1) == ""
    assert wrong_fields("{cage}{cages}{cage/}{slot/}{leg_a}") == ("cages", "cage/")


def test_names_of_device_types_are_recognised() -> None:
    for system, wanted in {
        "nx-os": ["Ethernet1/1", "Ethernet1/2", "Ethernet1/3"],
        "onyx": ["Eth1/1", "Eth1/2", "Eth1/3"],
        "cumulus": ["swp1", "swp2", "swp3"],
        "sonic": ["Ethernet0", "Ethernet4", "Ethernet8"],
        "eos": ["Ethernet1/1", "Ethernet2/1", "Ethernet3/1"],
        "os10": ["Ethernet 1/1/1", "Ethernet 1/1/2", "Ethernet 1/1/3"],
        "junos": ["et-0/0/0", "et-0/0/1", "et-0/0/2"],
    }.items():
        naming = recognised(table(3, 4), wanted)
        assert naming is not None
        assert (naming.system, naming.names) == (system, ())
    listed = recognised(table(2, 4), ["A1", "A2"])
    assert listed is not None
    assert listed.names == ("A1", "A2")
    assert recognised(table(3, 4), ["swp1", "swp2"]) is None
    assert recognised(table(2, 4), ["swp1", "SWP1"]) is None


def test_a_part_keeps_its_names_in_a_file(catalog: Catalog) -> None:
    text = (FOLDER / "current" / "switches" / "nvidia-sn2010.yaml").read_text()
    assert yaml.safe_load(text)["port_names"][1] == {"system": "sonic", "step": 4}
    part = catalog["nvidia-sn2010"]
    assert isinstance(part, Switch)
    assert part.port_names[1] == PortNaming(system="sonic", step=4)
