"""Hosts of one fabric on two kinds of ports of its edge switches: 25 Gb/s next to 100 Gb/s and uplinks."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, Ports, Server, StandardLength, Switch, Transceiver
from fatdesk.engine.design.host_ports import host_port_map
from fatdesk.engine.design.members import members_of
from fatdesk.engine.design.requirements import FabricRequirement, Membership, Requirements
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.families import build
from fatdesk.engine.families.design import HostGroup
from tests.engine.design.search_samples import price
from tests.patience import few

SFP = Ports(count=12, connector="sfp28", rate_gbps=25.0)
QSFP = Ports(count=8, connector="qsfp28", rate_gbps=100.0, breakout=(1, 2))
LEAF = Switch(id="leaf", height_u=1, ports=(SFP, QSFP), roles=("edge",), price=price(9))
TOP = Switch(
    id="top", height_u=1, ports=(Ports(count=64, connector="qsfp28", rate_gbps=100.0),), roles=("core",),
    price=price(5),
)  # fmt: skip
NODE = Server(id="node", height_u=1, ports=(Ports(count=4, connector="sfp28", rate_gbps=25.0),))
STORE = Server(id="store", height_u=2, ports=(Ports(count=4, connector="qsfp28", rate_gbps=100.0),))
HALF = Server(id="half", height_u=2, ports=(Ports(count=4, connector="sfp56", rate_gbps=50.0),))
SLOW = Server(id="slow", height_u=1, ports=(Ports(count=4, connector="sfp", rate_gbps=10.0),))


def _cable(part_id: str, *connectors: str, ends: int = 1) -> Cable:
    lengths = (StandardLength(m=50.0),)
    return Cable(
        id=part_id, medium="copper", connectors=connectors, ends=(1, ends), links=ends, lengths=lengths
    )


COPPER = [
    _cable("25", "sfp28", "sfp28"),
    _cable("100", "qsfp28", "qsfp28"),
    _cable("2x50", "qsfp28", "sfp56", ends=2),
]
PARTS = [LEAF, TOP, NODE, STORE, HALF, SLOW]
CATALOG = Catalog([*PARTS, *COPPER])
OPTICS = [
    Cable(id="duplex", medium="fibre", connectors=("lc", "lc")),
    Cable(id="eight", medium="fibre", connectors=("mpo", "mpo")),
    Transceiver(id="sr", connector="sfp28", rate_gbps=25.0, fibre="lc", price=price(10)),
    Transceiver(id="sr4", connector="qsfp28", rate_gbps=100.0, fibre="mpo", price=price(100)),
]
FIBRES = Catalog([*PARTS, *OPTICS])


def _built(wanted: Requirements, catalog: Catalog) -> tuple[object, Fabric]:
    fabric = wanted.fabrics[0]
    found = search(wanted, fabric, catalog, top=1).best
    ports = host_port_map(wanted, [found.design], catalog)[0]
    assert ports == found.host_ports
    return found, build(found.design, members_of(wanted, fabric, catalog), catalog, "net", ports)


def _needed(wanted: Requirements, blocking: Fraction) -> int:
    """Fewest groups of edge switches, by trying: links of a rail dealt evenly, uplinks for their rates."""
    fabric = wanted.fabrics[0]
    how = {one.hosts: one for one in fabric.members}
    at = {"node": 0, "store": 0, "half": 0}
    for group in wanted.hosts:
        each = how[group.name].links if group.name in how else fabric.rails
        at[group.part] += ceil(group.count * each / fabric.rails)
    slow = at["node"] + ceil(fabric.extra_ports / fabric.rails)
    for groups in range(1, 1000):
        sfp, whole, halves = ceil(slow / groups), at["store"], ceil(at["half"] / 2)
        qsfp = ceil((whole + halves) / groups)
        up = ceil((Fraction(sfp, 4) + qsfp) / blocking)
        if sfp <= 12 and qsfp + up <= 8:
            return groups
    raise AssertionError


@st.composite
def wishes(draw: st.DrawFn) -> Requirements:
    rails = draw(st.integers(1, 2))
    groups = [
        HostGroup(name="a", part="node", count=draw(st.integers(1, 60))),
        HostGroup(name="b", part="store", count=draw(st.integers(1, 12))),
    ]
    if draw(st.booleans()):
        groups.append(HostGroup(name="c", part="half", count=draw(st.integers(1, 9))))
    members = (Membership(hosts="b", links=1),) if draw(st.booleans()) else ()
    fabric = FabricRequirement(
        name="net",
        rails=rails,
        planes=draw(st.integers(1, 2)),
        members=members,
        extra_ports=draw(st.integers(0, 3)),
        blocking=draw(st.sampled_from(["1", "2", "3"])),
        families=draw(st.sampled_from([("two-level",), ("egft",), ("star", "two-level")])),
    )
    return Requirements(hosts=tuple(draw(st.permutations(groups))), fabrics=(fabric,))


@given(wanted=wishes())
def test_hosts_have_ports_of_their_rate_next_to_the_uplinks(wanted: Requirements) -> None:
    """Counted link by link in the network that is built, against the requirements alone."""
    fabric = wanted.fabrics[0]
    if not search(wanted, fabric, CATALOG, top=1).candidates:
        return
    found, made = _built(wanted, CATALOG)
    design, blocking = found.design, Fraction(fabric.blocking)
    kinds = made.kind[made.ends]
    down, up = Counter[int](), Counter[int]()
    taken: dict[tuple[int, int], set[tuple[int, int]]] = {}
    of_host = Counter[str]()
    edges = {node for node in made.nodes(NodeKind.SWITCH).tolist() if "/edge/" in made.ids[node]}
    for n, (near, far) in enumerate(made.ends.tolist()):
        port, leg = int(made.ports[n, 0]), (int(made.split[n]), int(made.splits[n]))
        assert leg not in taken.setdefault((near, port), set())
        taken[near, port].add(leg)
        if near not in edges:
            continue
        if kinds[n, 1] == NodeKind.SWITCH:
            assert port >= 12
            up[near] += 100
            continue
        rate = float(made.rate_gbps[n])
        down[near] += int(rate)
        if kinds[n, 1] == NodeKind.HOST:
            group, _, _ = made.ids[far].rpartition("/")
            of_host[group] += 1
            assert (rate, port >= 12) == {"a": (25, False), "b": (100, True), "c": (50, True)}[group]
    for legs in taken.values():
        assert len({splits for _, splits in legs}) == 1
        assert len(legs) <= next(iter(legs))[1]
    how = {one.hosts: one for one in fabric.members}
    for group in wanted.hosts:
        each = how[group.name].links if group.name in how else fabric.rails
        assert of_host[group.name] == group.count * each * fabric.planes
    assert found.links == len(made.ends)
    uplinks = int((kinds == NodeKind.SWITCH).all(axis=1).sum())
    to_hosts = {place for place in taken if place[0] in edges} if design.family == "star" else None
    if to_hosts is not None:
        assert found.cables == len(to_hosts)
        return
    assert all(down[edge] <= blocking * up[edge] for edge in edges)
    exact = max(Fraction(down[edge], up[edge]) for edge in edges)
    shared = any(group.part == "half" for group in wanted.hosts)
    assert exact <= found.blocking <= blocking
    assert shared or exact == found.blocking, "half a port may be free"
    upper = sum(made.ids[a].split("/")[1] != "edge" for a in made.ends[:, 0].tolist())
    assert found.cables == sum(place[0] in edges for place in taken) + upper <= uplinks + len(taken)
    if not shared:
        assert design.number("E") == fabric.rails * _needed(wanted, blocking)


@settings(max_examples=few(15))
@given(nodes=st.integers(1, 40), stores=st.integers(1, 9), family=st.sampled_from(["star", "two-level"]))
def test_transceivers_are_those_of_each_rate(nodes: int, stores: int, family: str) -> None:
    fabric = FabricRequirement(name="net", families=(family,), cable_price=Decimal(1))
    groups = (HostGroup(name="a", part="node", count=nodes), HostGroup(name="b", part="store", count=stores))
    wanted = Requirements(hosts=groups, fabrics=(fabric,))
    if not search(wanted, fabric, FIBRES, top=1).candidates:
        return
    found, made = _built(wanted, FIBRES)
    fast = int((made.rate_gbps == 100).sum())
    slow = len(made.ends) - fast
    assert (slow, found.transceivers) == (nodes, 2 * len(made.ends))
    switches = 9 * found.design.number("E") + 5 * found.design.number("C")
    assert found.cost.amount == switches + 2 * (10 * slow + 100 * fast) + len(made.ends)


def test_hosts_to_come_need_no_other_core_switch() -> None:
    """Those of the last group; one more than is possible needs another core switch or has no port."""
    for names in (("node", "store"), ("store", "node")):
        groups = [HostGroup(name=name, part=name, count={"node": 30, "store": 5}[name]) for name in names]
        fabric = FabricRequirement(name="net", families=("two-level",), growth_hosts=7)
        found = search(Requirements(hosts=tuple(groups), fabrics=(fabric,)), fabric, CATALOG, top=1).best
        assert found.hosts_possible >= 42
        size = found.design.number("P_En" if names[1] == "node" else "P_Eu")
        bundle = ceil(found.design.number("U") / found.design.number("C"))
        assert found.hosts_possible == 35 + 64 // bundle * size - groups[1].count


def test_hosts_on_an_edge_switch_count_on_both_kinds_of_ports() -> None:
    groups = (HostGroup(name="a", part="node", count=40), HostGroup(name="b", part="store", count=10))
    for limit, edges in ((12, 5), (5, 10), (2, 40), (1, None)):
        fabric = FabricRequirement(name="net", families=("two-level",), hosts_per_edge=limit, blocking="3")
        found = search(Requirements(hosts=groups, fabrics=(fabric,)), fabric, CATALOG, top=1)
        if edges is None:
            assert {one.reason for one in found.rejected} == {"hosts_per_edge: needs 2, allowed 1"}
        else:
            assert found.best.design.number("E") == edges


def test_edge_switches_by_rack_have_one_kind_of_ports() -> None:
    groups = (
        HostGroup(name="a", part="node", count=4, per_rack=2),
        HostGroup(name="b", part="store", count=1, per_rack=1),
    )
    fabric = FabricRequirement(name="net", families=("two-level", "egft", "star"), edges_per_rack=1)
    found = search(Requirements(hosts=groups, fabrics=(fabric,)), fabric, CATALOG)
    assert not found.candidates
    assert [one.reason for one in found.rejected if "kinds" in one.reason] == [
        "edge switches by rack: hosts have ports of two kinds of such a switch, give each a fabric of its own"
    ] * 2


def test_hosts_that_no_port_fits_are_named() -> None:
    groups = (HostGroup(name="a", part="node", count=4), HostGroup(name="b", part="slow", count=1))
    wanted = Requirements(hosts=groups, fabrics=(FabricRequirement(name="net"),))
    with pytest.raises(FatdeskError, match=r"no rate in common \(a 25 Gb/s, b 10 Gb/s\), and no edge switch"):
        search(wanted, wanted.fabrics[0], CATALOG)
