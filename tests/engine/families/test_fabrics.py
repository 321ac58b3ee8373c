"""Properties of built fabrics, counted link by link, against the figures that the search computed."""

from collections import Counter, defaultdict
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Server, Switch, Transceiver
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.families import build
from fatdesk.engine.families.design import HostGroup
from tests.engine.design.search_samples import (
    PAPER,
    REFERENCE,
    TWELVE_X,
    changed,
    osfp,
    price,
    qsfp,
    sfp,
    splitter,
    wanted,
)

TWIN_CATALOG = Catalog(
    [
        Switch(id="edge", ports=(osfp(9),), price=price(1), roles=("edge",)),
        Switch(id="core", ports=(osfp(16),), price=price(1), roles=("core",)),
        Server(id="host", ports=(osfp(3),)),
        REFERENCE["twin"],
    ]
)
SPLIT_CATALOG = Catalog(
    [
        Switch(id="edge", ports=(qsfp(7, 100.0, breakout=(1, 4)),), price=price(1), roles=("edge",)),
        Switch(id="core", ports=(qsfp(12, 100.0),), price=price(1), roles=("core",)),
        Server(id="host", ports=(sfp(4),)),
        splitter(4),
    ]
)
TWO_KINDS = Catalog(
    [
        Switch(id="edge", ports=(sfp(10), qsfp(4, 100.0)), price=price(1), roles=("edge",)),
        Switch(id="core", ports=(sfp(5), qsfp(24, 100.0)), price=price(1), roles=("core",)),
        Server(id="host", ports=(sfp(4),)),
        Transceiver(id="t", connector="qsfp", rate_gbps=100.0, fibre="mpo", price=price(5)),
    ]
)
PLAIN = Catalog(
    [
        Switch(id="edge", ports=(qsfp(9),), price=price(1), roles=("edge",)),
        Switch(id="core", ports=(qsfp(20),), price=price(1), roles=("core",)),
        Switch(id="big", ports=(qsfp(60),), price=price(99)),
        Server(id="host", ports=(qsfp(6),)),
        TWELVE_X,
    ]
)


def best_and_fabric(
    catalog: Catalog, hosts: int, part: str = "host", **fabric: Any
) -> tuple[Candidate, Fabric]:
    requirements, one = wanted(hosts, part, **fabric)
    best = search(requirements, one, catalog).best
    return best, build(best.design, requirements.hosts, catalog, "compute", best.host_ports)


def check(best: Candidate, fabric: Fabric, catalog: Catalog) -> None:
    """What holds for every fabric."""
    count, links = fabric.node_count, len(fabric.ends)
    assert {len(a) for a in (fabric.kind, fabric.level, fabric.part, fabric.index, fabric.block)} == {count}
    assert {len(fabric.ports), len(fabric.split), len(fabric.splits), len(fabric.bundle)} == {links}
    assert len(set(fabric.ids)) == count
    arrays = (fabric.kind, fabric.ends, fabric.ports, fabric.part, fabric.bundle, fabric.split, fabric.splits)
    assert {array.dtype for array in arrays} == {np.dtype(np.int32)}
    ends = fabric.ends.tolist()
    ports = fabric.ports.tolist()
    _check_ports(fabric, catalog)
    kinds = Counter(fabric.kind.tolist())
    assert kinds[NodeKind.HOST] == best.hosts
    assert kinds[NodeKind.SWITCH] == best.switches
    assert fabric.link_count == best.links
    plugs = {(a, p) for (a, _), (p, _), trace in zip(ends, ports, fabric.trace, strict=True) if not trace}
    assert len(plugs) == best.cables
    _check_planes(best, fabric)
    _check_uplinks(best, fabric)


def _check_ports(fabric: Fabric, catalog: Catalog) -> None:
    """Each port, or each split of it, is used once, and it is one of the part's."""
    used = set()
    for (a, b), (p, q), split, splits in zip(
        fabric.ends.tolist(),
        fabric.ports.tolist(),
        fabric.split.tolist(),
        fabric.splits.tolist(),
        strict=True,
    ):
        assert 0 <= split < splits
        for end in ((a, p, split), (b, q, 0)):
            assert end not in used
            used.add(end)
    tables = [port_table(catalog, part.part, part.cards, part.card) for part in fabric.parts]
    for node, port, _ in used:
        if fabric.part[node] >= 0:
            assert 0 <= port < len(tables[fabric.part[node]].cage)
    rates = fabric.rate_gbps.tolist()
    for side in (0, 1):
        for node, port, rate, splits in zip(
            fabric.ends[:, side], fabric.ports[:, side], rates, fabric.splits.tolist(), strict=True
        ):
            if fabric.part[node] >= 0:
                table = tables[fabric.part[node]]
                at_port = table.plugs[table.plug[port]].rate_gbps
                assert at_port == rate * (splits if side == 0 else 1)


def _check_planes(best: Candidate, fabric: Fabric) -> None:
    """In every plane every host reaches every host; leaf r of a group has port r of its hosts only."""
    number = best.design.number
    rails, planes = number("rails"), number("planes")
    hosts = int((fabric.kind == NodeKind.HOST).sum())
    switches = np.flatnonzero(fabric.kind == NodeKind.SWITCH)
    edges = switches[fabric.level[switches] == 1]
    plane_of = np.full(fabric.node_count, -1)
    plane_of[edges] = np.repeat(np.arange(planes), len(edges) // planes)
    if best.design.family != "two-level":
        for level in range(2, int(fabric.level.max()) + 1):
            here = switches[fabric.level[switches] == level]
            plane_of[here] = np.repeat(np.arange(planes), len(here) // planes)
    for plane in range(planes):
        a, b = fabric.ends[plane_of[fabric.ends[:, 0]] == plane].T
        size = fabric.node_count
        _, label = connected_components(
            coo_array((np.ones(len(a)), (a, b)), shape=(size, size)), directed=False
        )
        assert len(set(label[:hosts].tolist())) == 1
        to_hosts = b < hosts
        assert Counter(b[to_hosts].tolist()) == dict.fromkeys(range(hosts), rails)
    [taken] = set(best.host_ports.values())
    for (edge, host), (_, port) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True):
        if fabric.kind[host] == NodeKind.HOST:
            plane, rail = divmod(taken.index(port), rails)
            assert plane_of[edge] == plane
            assert fabric.block[edge] == fabric.block[host] or fabric.pass_through
            if best.design.family == "two-level":
                assert fabric.index[edge] % rails == rail


def _check_uplinks(best: Candidate, fabric: Fabric) -> None:
    """Every edge switch has its U uplinks, dealt over all cores; bundles differ by one at most."""
    number = best.design.number
    between = defaultdict(list)
    for (a, b), bundle in zip(fabric.ends.tolist(), fabric.bundle.tolist(), strict=True):
        if fabric.kind[b] == NodeKind.SWITCH:
            between[a, b].append(bundle)
        else:
            between[a, b, bundle].append(bundle)
    assert all(len(set(numbers)) == 1 for numbers in between.values())
    assert len({numbers[0] for numbers in between.values()}) == len(between)
    sizes = [len(numbers) for pair, numbers in between.items() if len(pair) == 2]
    planes, E, C, U = (number(key) for key in ("planes", "E", "C", "U"))
    if best.design.family == "egft":
        _check_pods(best, fabric)
    elif C:
        assert len(sizes) == planes * E * C
        assert max(sizes) - min(sizes) <= 1
        assert sum(sizes) == planes * E * U
        assert max(sizes) <= number("B")


def _check_pods(best: Candidate, fabric: Fabric) -> None:
    """Links of a three-level tree, with as many above a middle switch as below it."""
    number = best.design.number
    planes, E, C, U, B, m, pods, c = (number(key) for key in ("planes", "E", "C", "U", "B", "m", "pods", "c"))
    below, above = Counter(), Counter()
    for a, b in fabric.ends.tolist():
        if fabric.kind[b] == NodeKind.SWITCH:
            assert fabric.level[b] == fabric.level[a] + 1
            (below if fabric.level[a] == 1 else above)[a, b] += 1
    assert set(below.values()) == {B}
    assert len(below) == planes * E * c
    assert B * c == U
    sides = defaultdict(set)
    for edge, middle in below:
        sides[edge].add(middle)
    groups = {tuple(sorted(side)) for side in sides.values()}
    assert len(groups) == planes * pods
    assert len({middle for group in groups for middle in group}) == planes * pods * c
    members = Counter(tuple(sorted(side)) for side in sides.values())
    assert max(members.values()) == m
    assert max(members.values()) - min(members.values()) <= number("unit")
    for group in groups:
        to_core = Counter()
        for (middle, core), links in above.items():
            if middle in group:
                to_core[core] += links
        assert len(to_core) == C
        assert sum(to_core.values()) == m * U
        assert max(to_core.values()) - min(to_core.values()) <= 1
    assert set(Counter(middle for middle, _ in above.elements()).values()) == {m * B}


def cages_in_use(fabric: Fabric, catalog: Catalog, connector: str) -> int:
    """Cages with that connector that hold a link, externals left out."""
    tables = [port_table(catalog, part.part, part.cards, part.card) for part in fabric.parts]
    used = set()
    for side in (0, 1):
        for node, port in zip(fabric.ends[:, side].tolist(), fabric.ports[:, side].tolist(), strict=True):
            if fabric.part[node] >= 0:
                table = tables[fabric.part[node]]
                if table.plugs[table.plug[port]].connector == connector:
                    used.add((node, int(table.cage[port])))
    return len(used)


UNIFORM = ("kary-tree", "clos", "mikant", "hyperx")
ratios = st.sampled_from(["1", "3/2", "2", "5/2"])
few = st.integers(0, 3)


@given(
    hosts=st.integers(1, 60),
    blocking=ratios,
    rails=st.integers(1, 3),
    planes=st.integers(1, 2),
    extra=few,
    growth=st.sampled_from([0, 0, 5]),
    equal=st.booleans(),
    families=st.sampled_from([(), ("two-level",), ("egft",), UNIFORM]),
)
def test_plain_ports(
    hosts: int,
    blocking: str,
    rails: int,
    planes: int,
    extra: int,
    growth: int,
    equal: bool,
    families: tuple[str, ...],
) -> None:
    requirements, one = wanted(
        hosts,
        "host",
        blocking=blocking,
        rails=rails,
        planes=planes,
        extra_ports=extra,
        growth_hosts=growth,
        equal_bundles=equal,
        families=families,
    )
    result = search(requirements, one, PLAIN, top=4)
    for best in result.candidates:
        fabric = build(best.design, requirements.hosts, PLAIN, "compute", best.host_ports)
        check(best, fabric, PLAIN)
        if equal and best.design.number("C"):
            assert best.design.number("W", best.design.number("U")) % best.design.number("C") == 0
        assert best.hosts_possible >= hosts + growth


@given(
    hosts=st.integers(1, 60), blocking=ratios, rails=st.integers(1, 3), planes=st.integers(1, 2), extra=few
)
def test_twin_port_cages_and_their_transceivers(
    hosts: int, blocking: str, rails: int, planes: int, extra: int
) -> None:
    requirements, one = wanted(
        hosts, "host", blocking=blocking, rails=rails, planes=planes, extra_ports=extra, media="optical"
    )
    for best in search(requirements, one, TWIN_CATALOG, top=3).candidates:
        fabric = build(best.design, requirements.hosts, TWIN_CATALOG, "compute", best.host_ports)
        check(best, fabric, TWIN_CATALOG)
        assert best.transceivers == cages_in_use(fabric, TWIN_CATALOG, "osfp")


@given(
    hosts=st.integers(1, 120), blocking=ratios, rails=st.integers(1, 2), planes=st.integers(1, 2), extra=few
)
def test_split_ports(hosts: int, blocking: str, rails: int, planes: int, extra: int) -> None:
    requirements, one = wanted(
        hosts, "host", blocking=blocking, rails=rails, planes=planes, extra_ports=extra
    )
    for best in search(requirements, one, SPLIT_CATALOG, top=3).candidates:
        fabric = build(best.design, requirements.hosts, SPLIT_CATALOG, "compute", best.host_ports)
        check(best, fabric, SPLIT_CATALOG)
        down = fabric.kind[fabric.ends[:, 1]] != NodeKind.SWITCH
        assert set(fabric.splits[down].tolist()) == {4}
        assert set(fabric.rate_gbps[down].tolist()) == {25.0}


@given(hosts=st.integers(1, 90), blocking=ratios, rails=st.integers(1, 2), extra=few)
def test_hosts_and_core_on_two_kinds_of_ports(hosts: int, blocking: str, rails: int, extra: int) -> None:
    requirements, one = wanted(hosts, "host", blocking=blocking, rails=rails, extra_ports=extra)
    for best in search(requirements, one, TWO_KINDS, top=3).candidates:
        fabric = build(best.design, requirements.hosts, TWO_KINDS, "compute", best.host_ports)
        check(best, fabric, TWO_KINDS)
        assert best.transceivers == cages_in_use(fabric, TWO_KINDS, "qsfp")
        up = fabric.kind[fabric.ends[:, 1]] == NodeKind.SWITCH
        assert set(fabric.rate_gbps[up].tolist()) <= {100.0}


@given(hosts=st.integers(1, 250), extra=few, blocking=ratios)
def test_blades(hosts: int, extra: int, blocking: str) -> None:
    requirements, one = wanted(hosts, "blade-2s", extra_ports=extra, blocking=blocking)
    for best in search(requirements, one, PAPER, top=20).candidates:
        fabric = build(best.design, requirements.hosts, PAPER, "compute", best.host_ports)
        check(best, fabric, PAPER)
        assert fabric.enclosure == "box-16"
        boxes = np.unique(fabric.block[: best.hosts])
        assert len(boxes) <= best.enclosures
        assert max(Counter(fabric.block[: best.hosts].tolist()).values()) <= 16
        through = np.isin(fabric.block[: best.hosts], fabric.pass_through).sum()
        assert fabric.trace.sum() == hosts - through


@given(hosts=st.integers(11, 40), ports=st.integers(12, 40), blades=st.integers(10, 30), blocking=ratios)
def test_two_enclosures_of_other_sizes(hosts: int, ports: int, blades: int, blocking: str) -> None:
    box = changed(PAPER["box-16"], blades=blades)
    catalog = Catalog([PAPER["blade-2s"], changed(PAPER["blade-ib-32"], ports=(qsfp(ports),)), box])
    requirements, one = wanted(hosts, "blade-2s", blocking=blocking, families=("star",))
    for best in search(requirements, one, catalog, top=20).candidates:
        fabric = build(best.design, requirements.hosts, catalog, "compute", best.host_ports)
        check(best, fabric, catalog)
        assert max(Counter(fabric.block[:hosts].tolist()).values()) <= blades
        assert best.blocking <= Fraction(blocking)
        if best.design.number("E") == 2:
            assert best.design.number("U") == ports // 2


@given(hosts=st.integers(1, 60), extra=st.integers(0, 2), blocking=ratios, own=st.integers(8, 20))
def test_enclosures_whose_switch_has_ports_of_its_own_for_blades(
    hosts: int, extra: int, blocking: str, own: int
) -> None:
    switch = changed(PAPER["blade-ib-32"], ports=(sfp(own, 40.0), qsfp(12)))
    catalog = Catalog([*PAPER, switch, Server(id="blade-2s", ports=(sfp(1, 40.0),), fits=("box-16",))])
    requirements, one = wanted(hosts, "blade-2s", extra_ports=extra, blocking=blocking, core=("ib-36",))
    for best in search(requirements, one, catalog).candidates:
        fabric = build(best.design, requirements.hosts, catalog, "compute", best.host_ports)
        check(best, fabric, catalog)
        assert max(Counter(fabric.block[:hosts].tolist()).values()) <= 16
        assert best.blocking <= Fraction(blocking)


@given(hosts=st.integers(8, 120), blocking=ratios, equal=st.booleans())
def test_bundles_of_three_links_a_cable(hosts: int, blocking: str, equal: bool) -> None:
    more = {"cabling": CablingRules(bundle_cable="ib-12x")}
    requirements, one = wanted(
        hosts, "host", blocking=blocking, equal_bundles=equal, more=more, families=("two-level",)
    )
    for best in search(requirements, one, PLAIN, top=3).candidates:
        fabric = build(best.design, requirements.hosts, PLAIN, "compute", best.host_ports)
        sizes = Counter(fabric.bundle.tolist())
        assert best.cables == sum(ceil(size / 3) for size in sizes.values())


def test_hosts_fill_groups_in_order_and_extra_ports_follow() -> None:
    best, fabric = best_and_fabric(REFERENCE, 63, "gpu-8rail", rails=8, extra_ports=4, media="optical")
    check(best, fabric, REFERENCE)
    assert cages_in_use(fabric, REFERENCE, "osfp") == best.transceivers == 1020
    leaves = fabric.nodes(NodeKind.SWITCH, 1)
    assert [fabric.ids[n] for n in leaves[:2]] == ["compute/edge/1", "compute/edge/2"]
    assert fabric.block[leaves].tolist() == [0] * 8 + [1] * 8
    assert fabric.block[:63].tolist() == [0] * 32 + [1] * 31
    external = fabric.nodes(NodeKind.EXTERNAL)
    assert [fabric.ids[n] for n in external] == [f"compute/external/{j}" for j in (1, 2, 3, 4)]
    far = {
        b: (int(fabric.index[a]), p)
        for (a, b), (p, _) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True)
    }
    # the position after host 63 is the last of the second group: leaves 8 to 11, port 31
    assert [far[n] for n in external.tolist()] == [(8, 31), (9, 31), (10, 31), (11, 31)]


def test_uplinks_follow_the_ports_of_hosts_and_cores_give_each_leaf_a_run() -> None:
    _, fabric = best_and_fabric(
        PAPER, 60, "server-1u", edge=("ib-36",), core=("ib-36",), families=("two-level",)
    )
    rows = [
        (*ends, *ports)
        for ends, ports in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True)
        if ends[1] >= 60
    ]
    assert rows == [(60 + e, 64 + u // 9, 18 + u, e * 9 + u % 9) for e in range(4) for u in range(18)]


def test_uneven_uplinks_give_the_first_cores_more() -> None:
    _, fabric = best_and_fabric(
        PAPER, 127, "server-1u", edge=("ib-36",), core=("ib-36",), families=("two-level",), spread_hosts=False
    )
    cores = fabric.nodes(NodeKind.SWITCH, 2)
    of_first_edge = fabric.ends[fabric.ends[:, 0] == 127]
    assert [int((of_first_edge[:, 1] == core).sum()) for core in cores] == [4, 4, 4, 3, 3]


def test_spread_hosts_differ_by_one_at_most() -> None:
    best, fabric = best_and_fabric(
        PAPER, 127, "server-1u", edge=("ib-36",), core=("ib-36",), families=("two-level",)
    )
    assert best.design.number("spread") == 1
    assert sorted(Counter(fabric.block[:127].tolist()).values()) == [15] + [16] * 7


@pytest.mark.parametrize(("hosts", "held"), [(60, [15] * 4), (127, [15] + [16] * 7), (36 * 3, [18] * 6)])
def test_even_hosts_with_the_same_switches_and_links(hosts: int, held: list[int]) -> None:
    """The paper's 60 nodes: 18, 18, 18, 6 by default."""
    named = {"edge": ("ib-36",), "core": ("ib-36",), "families": ("two-level",)}
    filled, _ = best_and_fabric(PAPER, hosts, "server-1u", **named, spread_hosts=False)
    plain, even = (
        search(*wanted(hosts, "server-1u", **named, spread_hosts=spread), PAPER) for spread in (True, "even")
    )
    (same,) = [one for one in even.candidates if one.design.number("C") == filled.design.number("C")]
    fabric = build(same.design, wanted(hosts, "server-1u")[0].hosts, PAPER, "compute", same.host_ports)
    assert sorted(Counter(fabric.block[:hosts].tolist()).values()) == held
    for key in ("E", "C", "B", "U", "blocking"):
        assert same.design.params[key] == filled.design.params[key]
    assert (same.links, same.cables, same.cost) == (filled.links, filled.cables, filled.cost)
    assert fabric.link_count == same.links
    assert len(even.candidates) == len(plain.candidates)


def test_groups_of_different_hosts_come_in_order() -> None:
    parts = Catalog([*PLAIN, Server(id="twoport", ports=(sfp(2), qsfp(4)))])
    requirements, one = wanted(10, "host", families=("two-level",))
    groups = (*requirements.hosts, HostGroup(name="more", part="twoport", count=4))
    mixed = Requirements(hosts=groups, fabrics=(one,))
    best = search(mixed, one, parts).best
    assert best.host_ports == {"nodes": (0,), "more": (2,)}
    fabric = build(best.design, groups, parts, "compute", best.host_ports)
    assert fabric.ids[9:11] == ("nodes/10", "more/1")
    assert fabric.ports[:14, 1].tolist() == [0] * 10 + [2] * 4


@pytest.mark.parametrize(
    ("params", "hosts", "text"),
    [
        ({"E": 3}, 60, "do not fit 3 edge switches of 18 places"),
        ({"C": 1}, 60, "core switch 'ib-36' has 36 ports qsfp 40 Gb/s, the design takes 72"),
        ({"P_En": 30}, 60, "edge switch 'ib-36' has 36 ports qsfp 40 Gb/s, the design takes 48"),
        ({"C": 0}, 60, "cannot be built"),
        ({"up": 1}, 60, "has 1 kinds of ports"),
        ({"rails": 2}, 60, "do not fit 2 edge switches"),
        ({"family": "ring"}, 60, "unknown family"),
    ],
)
def test_a_design_changed_by_hand_that_cannot_be(params: dict[str, Any], hosts: int, text: str) -> None:
    requirements, one = wanted(hosts, edge=("ib-36",), core=("ib-36",), families=("two-level",))
    best = search(requirements, one, PAPER).best
    family = params.pop("family", "two-level")
    design = changed(best.design, family=family, params={**best.design.params, **params})
    with pytest.raises(FatdeskError, match=text):
        build(design, requirements.hosts, PAPER, "compute", best.host_ports)


def test_hosts_with_too_few_ports() -> None:
    requirements, one = wanted(60, edge=("ib-36",), core=("ib-36",))
    best = search(requirements, one, PAPER).best
    with pytest.raises(FatdeskError, match="have 0 ports for this fabric, which needs 1"):
        build(best.design, requirements.hosts, PAPER, "compute", {})
