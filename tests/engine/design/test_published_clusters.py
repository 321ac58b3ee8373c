"""Counts of published clusters and reference architectures; each row has its source."""

from collections import Counter
from typing import Any, NamedTuple

import msgspec
import networkx as nx
import pytest

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Card, ModularSwitch, Ports, Server, Switch
from fatdesk.engine.design.references import (
    PublishedCounts,
    Reference,
    outcome,
    shipped_references,
)
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.families import build
from fatdesk.engine.families.design import HostGroup
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.designing import search_fabrics
from fatdesk.project.designing.references import count_reference
from fatdesk.project.document.project import FabricDecision


def _ports(count: int, rate: float, connector: str = "osfp", **more: Any) -> tuple[Ports, ...]:
    return (Ports(count=count, connector=connector, rate_gbps=rate, lanes=4, **more),)


CATALOG = Catalog(
    [
        Server(id="dgx-twin", ports=_ports(16, 400.0)),
        Server(id="gpu-4", ports=_ports(4, 400.0)),
        Server(id="node", ports=_ports(1, 100.0)),
        Server(id="node-2", ports=_ports(2, 100.0)),
        Switch(id="eth-128", ports=_ports(64, 400.0, links=2)),
        Switch(id="edr-36", ports=_ports(36, 100.0)),
        Switch(id="hdr-40", ports=_ports(40, 100.0)),
        Switch(id="opa-48", ports=_ports(48, 100.0)),
        ModularSwitch(id="director", slots=18, cards=(Card(name="card", ports=_ports(36, 100.0)),)),
        ModularSwitch(id="director-24", slots=24, cards=(Card(name="card", ports=_ports(48, 100.0)),)),
    ]
)

B300_ETH = "NVIDIA DGX SuperPOD with DGX B300 and Spectrum-4, reference architecture, two planes"
LASSEN = "Lassen at LLNL: 18 nodes and 9 uplinks on a leaf switch, two directors"
LISE = "HLRN, OPA Fat Tree network of Lise (hlrn.de/doc/display/PUB/OPA+Fat+Tree+network+of+Lise)"
EXADATA = "Oracle Exadata, multi-rack cabling guide, 5.1.2: eight uplinks, 16 ports of each spine"
CORNELIS = "Cornelis, CN5000 topologies and routing, 4.3.5: 48 pods of 24 + 24 switches (docs.cornelis.com)"
ASTERFUSION = "Asterfusion, AI compute backend fabric guide: 64 nodes of four GPUs (cloudswit.ch)"


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
        Row(B300_ETH, "dgx-twin", 64 * n, "eth-128", (16 * n, 8 * n), 0, {**RAILS, "planes": 2})
        for n in (1, 2, 4, 8, 16)
    ),
    Row(CORNELIS, "node", 27_648, "opa-48", (48 * 24, 48 * 24, 576), 0, {}),
    Row(ASTERFUSION, "gpu-4", 64, "eth-128", (4, 2), 0, {"rails": 4}),
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


def _bundles(made: Fabric) -> Counter[tuple[int, int]]:
    """Links between each edge and core switch."""
    return Counter((edge, core) for edge, core in made.ends.tolist() if made.level[core] == 2)


def test_lassen() -> None:
    """Leaf switches of 18 hosts and 9 uplinks, 5 to one director and 4 to the other."""
    group = HostGroup(name="h", part="node", count=1368)
    fabric = FabricRequirement(
        name="f", families=("two-level",), edge=("edr-36",), core=("director",), blocking=2, hosts_per_edge=18
    )
    one = search(Requirements(hosts=(group,), fabrics=(fabric,)), fabric, CATALOG).best
    assert tuple(use.count for use in one.design.switches) == (76, 2), LASSEN
    made = build(one.design, (group,), CATALOG, "f", one.host_ports)
    each: dict[int, list[int]] = {}
    for (edge, _), links in sorted(_bundles(made).items()):
        each.setdefault(edge, []).append(links)
    assert set(map(tuple, each.values())) == {(5, 4)}


def test_lise() -> None:
    """Four leaf switches in each of 14 racks, the last with 64 of 96 nodes; 12 uplinks to each director."""
    group = HostGroup(name="h", part="node", count=13 * 96 + 64, per_rack=96)
    fabric = FabricRequirement(
        name="f", families=("two-level",), edge=("opa-48",), core=("director-24",), edges_per_rack=4
    )
    one = search(Requirements(hosts=(group,), fabrics=(fabric,)), fabric, CATALOG).best
    assert tuple(use.count for use in one.design.switches) == (56, 2), LISE
    made = build(one.design, (group,), CATALOG, "f", one.host_ports)
    edges = made.nodes(NodeKind.SWITCH, 1)
    assert set(Counter(made.block[edges].tolist()).values()) == {4}
    assert len(set(made.block[edges].tolist())) == 14
    assert set(_bundles(made).values()) == {12}
    assert len(made.ends) - group.count == 2 * 14 * 48, "14 leaf modules of each director, 48 ports down"


@pytest.mark.parametrize("racks", range(2, 9))
def test_exadata(racks: int) -> None:
    """Racks of two leaf switches and a spine: 4 + 4, 3 + 3 + 2 and so on to eight single links.

    Where eight is no multiple of the racks, the vendor starts at another spine on each leaf switch: 16 ports
    of every spine. Here all leaf switches have the same bundles: any two have eight links in common.
    """
    group = HostGroup(name="h", part="node-2", count=22 * racks, per_rack=22)
    fabric = FabricRequirement(
        name="f",
        rails=2,
        blocking="22/8",
        families=("two-level",),
        edge=("edr-36",),
        core=("edr-36",),
        edges_per_rack=2,
        core_count=racks,
    )
    one = search(Requirements(hosts=(group,), fabrics=(fabric,)), fabric, CATALOG).best
    assert tuple(use.count for use in one.design.switches) == (2 * racks, racks), EXADATA
    made = build(one.design, (group,), CATALOG, "f", one.host_ports)
    each: dict[int, list[int]] = {}
    ports: Counter[int] = Counter()
    for (edge, core), links in _bundles(made).items():
        each.setdefault(edge, []).append(links)
        ports[core] += links
    share, left = divmod(8, racks)
    assert {tuple(sorted(some)) for some in each.values()} == {
        (share,) * (racks - left) + (share + 1,) * left
    }, EXADATA
    assert sum(ports.values()) == 16 * racks, EXADATA
    assert left or set(ports.values()) == {16}, EXADATA


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


REFERENCES = shipped_references()
SHIPPED = load_shipped([])


@pytest.mark.parametrize("reference", REFERENCES.references, ids=lambda one: one.id)
def test_counts_of_references_are_those_published(reference: Reference) -> None:
    counts = count_reference(reference, SHIPPED)
    assert not [row for row in counts if row.differs]
    assert "cables" in {row.figure for row in counts}
    stated = [row for row in counts if row.published is not None]
    assert outcome(counts).startswith(f"All {len(stated)} counts are the published ones.")
    assert len(stated) >= 2


def test_published_tables_follow_their_closed_forms() -> None:
    """Copied figures are checked by counting links: a typing error in the list is found."""
    published = {one.id: one.published for one in REFERENCES.references}
    for n in (1, 2, 3, 4):
        counts = published[f"dgx-h100-{n}"]
        assert (counts.hosts, counts.edge) == (32 * n - 1, 8 * n)
        assert counts.cables == 8 * counts.hosts + 4 + 256 * n
    for n in (2, 4, 8, 16, 32, 64):
        counts = published[f"dgx-b200-{n}"]
        levels = 2 if counts.middle is None else 3
        assert (counts.hosts, counts.edge, counts.core) == (32 * n, 8 * n, 4 * n)
        assert counts.middle in (None, counts.edge)
        assert counts.cables == 8 * counts.hosts * levels
    for n in (1, 2, 4, 8, 18):
        counts = published[f"dgx-b300-{n}"]
        assert (counts.hosts, counts.edge, counts.cables) == (72 * n, 8 * n, 16 * 72 * n)
        assert counts.core is not None
        assert counts.core * 144 >= 8 * counts.hosts
    for n in (1, 2, 4, 8, 16):
        counts = published[f"dgx-b300-ethernet-{n}"]
        assert (counts.hosts, counts.edge, counts.core) == (64 * n, 16 * n, 8 * n)


def test_references_are_not_named_twice_and_their_files_are_shipped() -> None:
    ids = [one.id for one in REFERENCES.references]
    assert len(set(ids)) == len(ids)
    files = {one.path for one in REFERENCES.references}
    assert len(files) == len(ids)
    assert set((shipped("resources") / "references").iterdir()) <= files


def test_the_slim_fly_is_the_hoffman_singleton_graph() -> None:
    """The graph of 50 nodes, seven links each and diameter two is unique; networkx has it by another rule."""
    path = shipped("resources") / "references" / "slim-fly-5.txt"
    lines = [line.split() for line in path.read_text().splitlines() if not line.startswith("#")]
    graph = nx.Graph([(a, b) for a, b, _ in lines])
    assert len(lines) == 175
    assert nx.is_isomorphic(graph, nx.hoffman_singleton_graph())


def test_frontera_has_three_links_from_each_leaf_switch_to_each_director() -> None:
    """Of 40 ports 22 are split for 44 nodes, 18 lead to six directors with 14 of 20 cards each."""
    reference = next(one for one in REFERENCES.references if one.id == "frontera")
    wanted = read_requirements(reference.path, SHIPPED)
    design = search(wanted, wanted.fabrics[0], SHIPPED).best.design
    core = next(use for use in design.parts if use.role == "core")
    assert (core.count, core.cards) == (6, 14)
    found = [design.number(name) for name in ("P_En", "U", "split")]
    assert found == [22, 18, 2]  # P_En counts cages: 22 of two links each
    assert design.number("B") == 3


def test_differences_are_counted() -> None:
    """Another number of switches, a level that is not published, and figures that were not stated."""
    one = msgspec.structs.replace(
        REFERENCES.references[0], published=PublishedCounts(hosts=31, edge=9, core=None, cables=None)
    )
    counts = count_reference(one, SHIPPED)
    assert [row.figure for row in counts if row.differs] == ["edge", "core"]
    assert outcome(counts) == "Different from the publication: edge switches, core switches."


def test_a_superpod_with_its_four_networks_is_one_short_file() -> None:
    """DGX SuperPOD with DGX B200, four units: 32 leaf and 16 spine switches (reference architecture).

    Every switch of the other networks, power unit and controller of the storage has a port out of band.
    """
    path = shipped("resources") / "examples" / "superpod-b200.yaml"
    assert len(path.read_text().splitlines()) <= 40
    wanted = read_requirements(path, SHIPPED)
    searched = search_fabrics(wanted, SHIPPED)
    assert searched.whole
    decisions = [
        FabricDecision(requirement=one, design=design)
        for one, design in zip(wanted.fabrics, searched.designs, strict=True)
    ]
    compute, storage, in_band, oob = build_fabrics(wanted.hosts, decisions, SHIPPED)
    assert [len(compute.nodes(NodeKind.SWITCH, level)) for level in (1, 2)] == [32, 16]
    count = {group.name: group.count for group in wanted.hosts}
    assert len(compute.ends) == 127 * 8 + count["ufm"] + 32 * 32
    at_oob = Counter(oob.ids[host] for _, host in oob.ends.tolist() if oob.kind[host] == NodeKind.HOST)
    switches = {
        fabric.ids[node]
        for fabric in (compute, storage, in_band)
        for node in fabric.nodes(NodeKind.SWITCH).tolist()
    }
    hosts = {f"{name}/{n}" for name, number in count.items() for n in range(1, number + 1)}
    assert set(at_oob) == switches | hosts
    assert {node for node, links in at_oob.items() if links == 2} == {f"storage/{n}" for n in range(1, 9)}
    to_storage = [
        (storage.ids[edge], storage.ids[host])
        for edge, host in storage.ends.tolist()
        if storage.ids[host].rpartition("/")[0] == "storage"
    ]
    assert set(Counter(host for _, host in to_storage).values()) == {8}
    assert max(Counter(to_storage).values()) == 4, "half of the ports of a controller pair on each rail"
