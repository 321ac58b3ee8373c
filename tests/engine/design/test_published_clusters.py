"""Counts of published clusters and reference architectures; each row has its source."""

from collections import Counter
from typing import Any, NamedTuple

import pytest

from fatdesk.core.shipped_data import shipped
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Card, ModularSwitch, Ports, Server, Switch
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families import build
from fatdesk.engine.families.design import HostGroup


def _ports(count: int, rate: float, connector: str = "osfp", **more: Any) -> tuple[Ports, ...]:
    return (Ports(count=count, connector=connector, rate_gbps=rate, lanes=4, **more),)


CATALOG = Catalog(
    [
        Server(id="dgx", ports=_ports(8, 400.0)),
        Server(id="dgx-xdr", ports=_ports(8, 800.0)),
        Server(id="dgx-twin", ports=_ports(16, 400.0)),
        Server(id="dgx-hdr", ports=_ports(8, 100.0)),
        Server(id="tray", ports=_ports(4, 400.0)),
        Server(id="node", ports=_ports(1, 100.0)),
        Switch(id="ndr-64", ports=_ports(32, 400.0, links=2)),
        Switch(id="xdr-144", ports=_ports(72, 800.0, links=2)),
        Switch(id="eth-128", ports=_ports(64, 400.0, links=2)),
        Switch(id="edr-36", ports=_ports(36, 100.0)),
        Switch(id="hdr-40", ports=_ports(40, 100.0)),
        ModularSwitch(id="director", slots=18, cards=(Card(name="card", ports=_ports(36, 100.0)),)),
    ]
)

H100 = "NVIDIA DGX SuperPOD with DGX H100, reference architecture RA-11333-001, table of counts"
B200 = "NVIDIA DGX SuperPOD with DGX B200, reference architecture, table of larger units"
B300 = "NVIDIA DGX SuperPOD with DGX B300, reference architecture, table of the XDR compute fabric"
B300_ETH = "NVIDIA DGX SuperPOD with DGX B300 and Spectrum-4, reference architecture, two planes"
A100 = (
    "NVIDIA DGX SuperPOD with DGX A100, reference architecture: 140 hosts, spine switches in groups by rail"
)
GB200 = "NVIDIA DGX SuperPOD with DGX GB200, reference architecture: a unit of 8 racks"
LASSEN = "Lassen at LLNL: 18 nodes and 9 uplinks on a leaf switch, two directors"
LISE = "Lise at HLRN: 4 leaf switches in each of 14 racks"


class Row(NamedTuple):
    """A published configuration: hosts and requirements, switches by level, and cables (0: not stated)."""

    source: str
    part: str
    hosts: int
    switch: str
    counts: tuple[int, ...]
    cables: int
    more: dict[str, Any]


RAILS: dict[str, Any] = {"rails": 8}
ROWS = [
    *(
        Row(H100, "dgx", 32 * n - 1, "ndr-64", (8 * n, core), cables, {**RAILS, "extra_ports": 4})
        for n, core, cables in ((1, 4, 508), (2, 8, 1020), (3, 16, 1532), (4, 16, 2044))
    ),
    *(
        Row(B200, "dgx", 32 * n, "ndr-64", counts, cables, RAILS)
        for n, counts, cables in (
            (2, (16, 8), 1024),
            (4, (32, 16), 2048),
            (8, (64, 32), 4096),
            (16, (128, 128, 64), 12288),
            (32, (256, 256, 128), 24576),
            (64, (512, 512, 256), 49152),
        )
    ),
    *(
        Row(B300, "dgx-xdr", 72 * n, "xdr-144", (8 * n, core), cables, RAILS)
        for n, core, cables in ((1, 4, 1152), (2, 8, 2304), (4, 18, 4608), (8, 36, 9216), (18, 72, 20736))
    ),
    *(
        Row(B300_ETH, "dgx-twin", 64 * n, "eth-128", (16 * n, 8 * n), 0, {**RAILS, "planes": 2})
        for n in (1, 2, 4, 8, 16)
    ),
    Row(A100, "dgx-hdr", 140, "hdr-40", (56, 80, 28), 3360, {**RAILS, "hosts_per_edge": 20, "pods": "rail"}),
    Row(GB200, "tray", 144, "ndr-64", (32, 9), 1152, {"rails": 4, "hosts_per_edge": 18}),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.part}-{row.hosts}")
def test_switches_and_cables_of_reference_architectures(row: Row) -> None:
    group = HostGroup(name="h", part=row.part, count=row.hosts)
    family = "two-level" if len(row.counts) == 2 else "egft"
    fabric = FabricRequirement(
        name="f", families=(family,), edge=(row.switch,), core=(row.switch,), **row.more
    )
    best = search(Requirements(hosts=(group,), fabrics=(fabric,)), fabric, CATALOG).best
    assert tuple(use.count for use in best.design.switches) == row.counts, row.source
    assert row.cables in (0, best.cables), row.source


def test_lassen() -> None:
    """Leaf switches of 18 hosts and 9 uplinks, 5 to one director and 4 to the other."""
    group = HostGroup(name="h", part="node", count=1368)
    fabric = FabricRequirement(
        name="f", families=("two-level",), edge=("edr-36",), core=("director",), blocking=2, hosts_per_edge=18
    )
    one = search(Requirements(hosts=(group,), fabrics=(fabric,)), fabric, CATALOG).best
    assert tuple(use.count for use in one.design.switches) == (76, 2), LASSEN
    made = build(one.design, (group,), CATALOG, "f", one.host_ports)
    bundles = Counter((edge, core) for edge, core in made.ends.tolist() if made.level[core] == 2)
    each: dict[int, list[int]] = {}
    for (edge, _), links in sorted(bundles.items()):
        each.setdefault(edge, []).append(links)
    assert set(map(tuple, each.values())) == {(5, 4)}


def test_lise() -> None:
    """Four leaf switches in each of 14 racks."""
    group = HostGroup(name="h", part="node", count=1270, per_rack=92)
    fabric = FabricRequirement(
        name="f", families=("two-level",), edge=("edr-36",), core=("director",), blocking=2, edges_per_rack=4
    )
    one = search(Requirements(hosts=(group,), fabrics=(fabric,)), fabric, CATALOG).best
    assert one.design.switches[0].count == 56, LISE
    made = build(one.design, (group,), CATALOG, "f", one.host_ports)
    edges = made.nodes(NodeKind.SWITCH, 1)
    assert set(Counter(made.block[edges].tolist()).values()) == {4}
    assert len(set(made.block[edges].tolist())) == 14


@pytest.mark.parametrize(
    ("switch", "blocking", "ports"), [("edr-36", "16/20", (16, 20)), ("hdr-40", "18/20", (18, 20))]
)
def test_leaf_switches_with_more_uplinks_than_hosts(
    switch: str, blocking: str, ports: tuple[int, int]
) -> None:
    """Leaf switches of SAT11 (16 hosts, 20 uplinks of 36 ports) and below a CS8500 director (18 and 20)."""
    group = HostGroup(name="h", part="node", count=288)
    fabric = FabricRequirement(
        name="f",
        families=("two-level",),
        edge=(switch,),
        core=("director",),
        blocking=blocking,
        hosts_per_edge=ports[0],
    )
    for one in search(Requirements(hosts=(group,), fabrics=(fabric,)), fabric, CATALOG).candidates:
        number = one.design.number
        assert (number("P_En"), number("U"), number("E")) == (*ports, 288 // ports[0])


@pytest.mark.parametrize(
    ("name", "counts", "cables"),
    [
        ("superpod-h100", (32, 16), 2044),
        ("gb200-unit", (32, 9), 1152),
        ("dgx-a100-140", (56, 80, 28), 3360),
    ],
)
def test_examples_with_parts_on_the_market(name: str, counts: tuple[int, ...], cables: int) -> None:
    catalog = load_shipped()
    wanted = read_requirements(shipped("resources") / "examples" / f"{name}.yaml", catalog)
    best = search(wanted, wanted.fabrics[0], catalog).best
    assert tuple(use.count for use in best.design.switches) == counts
    assert best.cables == cables
