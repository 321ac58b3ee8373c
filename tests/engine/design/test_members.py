"""Groups that a fabric joins in ways of their own, and switches by their management ports."""

import csv
import re
from collections import Counter, defaultdict
from decimal import Decimal
from fractions import Fraction
from io import BytesIO, StringIO
from zipfile import ZipFile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.cli.projects.show import in_words
from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.core.progress import SILENT
from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import (
    Cable,
    Ports,
    PowerUnit,
    RackPart,
    Server,
    StandardLength,
    Switch,
    Transceiver,
)
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.curve import curve, lower_bound
from fatdesk.engine.design.host_ports import host_port_map
from fatdesk.engine.design.members import members_of, named_ports
from fatdesk.engine.design.requirements import FabricRequirement, Membership, Requirements
from fatdesk.engine.design.requirements_file import contradictions, parse_requirements, requirements_yaml
from fatdesk.engine.design.search import search
from fatdesk.engine.drawing.display import Text
from fatdesk.engine.drawing.wiring.wiring_diagram import wiring_diagrams
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.device_kinds import host_word
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.families import build, tiers_of
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.engine.floor.placement.blocks import load_of
from fatdesk.engine.floor.placement.furnishing import refurnish
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.listing.point_to_point import joints
from fatdesk.project.commands.devices import MoveDevice, SwapDevices
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.fabrics import needed_devices
from fatdesk.project.derived.figures import counts, summary
from fatdesk.project.designing.designing import design_project, search_fabrics
from fatdesk.project.designing.from_point import explore_for_sale
from fatdesk.project.designing.improving import improve_project
from fatdesk.project.document.project import Project
from tests.engine.asbuilt.planting import planned_of
from tests.engine.design.search_samples import IB_36, NDR_64, TWIN, osfp, price, qsfp
from tests.patience import few

MGMT = Ports(count=1, connector="rj45", rate_gbps=1.0)
LEAF = Switch(
    id="leaf", height_u=1, ports=(qsfp(20, 200.0, breakout=(1, 2)),), management=(MGMT,), price=price(9)
)
OOB = Switch(
    id="oob",
    height_u=1,
    ports=(
        Ports(count=12, connector="rj45", rate_gbps=1.0),
        Ports(count=2, connector="qsfp28", rate_gbps=100.0),
    ),
    management=(MGMT,),
    price=price(1),
)
TOP = Switch(
    id="top", height_u=1, ports=(Ports(count=64, connector="qsfp28", rate_gbps=100.0),), price=price(5)
)
WHOLE = Server(id="whole", height_u=4, ports=(qsfp(6, 200.0), MGMT))
HALF = Server(id="half", height_u=2, ports=(qsfp(6, 100.0), MGMT))
PDU = PowerUnit(id="pdu", height_u=0, ports=(MGMT,))


def cable(part_id: str, connector: str, **more: int) -> Cable:
    lengths = (StandardLength(m=3.0), StandardLength(m=50.0))
    ends = (1, 2) if more else (1, 1)
    return Cable(
        id=part_id, medium="copper", connectors=(connector, connector), lengths=lengths, ends=ends, **more
    )


CATALOG = Catalog(
    [
        LEAF,
        OOB,
        TOP,
        WHOLE,
        HALF,
        PDU,
        IB_36,
        RackPart(id="rack", height_u=42),
        cable("plain", "qsfp"),
        cable("splitter", "qsfp", links=2),
        cable("cat-6", "rj45"),
        cable("uplink", "qsfp28"),
    ]
)


def best(requirements: Requirements, number: int = 0) -> tuple[Candidate, Fabric]:
    fabric = requirements.fabrics[number]
    found = search(requirements, fabric, CATALOG, top=1).best
    groups = members_of(requirements, fabric, CATALOG)
    made = build(found.design, groups, CATALOG, fabric.name, found.host_ports)
    return found, made


def group_of(node_id: str) -> str:
    return node_id.rpartition("/")[0]


@st.composite
def wishes(draw: st.DrawFn) -> Requirements:
    rails, planes = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    groups, members = [], []
    for name in ("a", "b", "c")[: draw(st.integers(1, 3))]:
        part = draw(st.sampled_from(["whole", "half"]))
        groups.append(HostGroup(name=name, part=part, count=draw(st.integers(1, 30))))
        own = tuple(sorted(draw(st.sets(st.integers(1, rails)))))
        links = draw(st.none() | st.integers(1, 6 // planes))
        if own or links:
            members.append(Membership(hosts=name, rails=own, links=links))
    fabric = FabricRequirement(
        name="net",
        rails=rails,
        planes=planes,
        edge=("leaf",),
        core=("leaf",),
        members=tuple(members),
        extra_ports=draw(st.integers(0, 3)),
        blocking=draw(st.sampled_from(["1", "2", "1/2"])),
        families=draw(st.sampled_from([("two-level", "egft"), ("star", "two-level", "egft")])),
        spread_hosts=draw(st.sampled_from([True, False, "even"])),
    )
    return Requirements(hosts=tuple(groups), fabrics=(fabric,))


@given(wanted=wishes())
def test_every_host_has_its_links_on_its_rails(wanted: Requirements) -> None:
    """Counted link by link in the network that is built, against the requirements alone."""
    fabric = wanted.fabrics[0]
    if not search(wanted, fabric, CATALOG, top=1).candidates:
        return
    found, made = best(wanted)
    rails, planes, design = fabric.rails, fabric.planes, found.design
    how = {one.hosts: one for one in fabric.members}
    of_host: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    at_port: defaultdict[tuple[int, int], list[tuple[int, int, float]]] = defaultdict(list)
    edges = design.number("E")
    kinds = made.kind[made.ends]
    for n, (edge, far) in enumerate(made.ends.tolist()):
        if kinds[n, 1] == NodeKind.SWITCH:
            continue
        place = int(made.ids[edge].rpartition("/")[2]) - 1
        own = (int(made.splits[n]), int(made.split[n]), float(made.rate_gbps[n]))
        at_port[edge, int(made.ports[n, 0])].append(own)
        if kinds[n, 1] == NodeKind.HOST:
            of_host[made.ids[far]].append((place // edges, place % edges % rails))
    links = Counter[str]()
    for group in wanted.hosts:
        member = how.get(group.name, Membership(hosts=group.name))
        own_rails = {rail - 1 for rail in member.rails} or set(range(rails))
        each = member.links or len(own_rails)
        on_rail = Counter[int]()
        for host in range(1, group.count + 1):
            joined = of_host[f"{group.name}/{host}"]
            assert len(joined) == each * planes
            links[group.part] += len(joined)
            if design.family == "star":
                continue
            for plane in range(planes):
                on = [rail for at, rail in joined if at == plane]
                of_rail = [on.count(rail) for rail in own_rails]
                assert sum(of_rail) == each, "on its rails alone"
                assert max(of_rail) - min(of_rail) <= 1, "on all of them alike"
                on_rail.update(on)
        if design.family != "star":
            assert max(on_rail.values()) - min(on_rail[rail] for rail in own_rails) <= planes
    for shares in at_port.values():
        assert len({splits for splits, _, _ in shares}) == 1, "hosts of one rate share a port"
        assert len({leg for _, leg, _ in shares}) == len(shares) <= shares[0][0]
        assert all(rate == 200.0 / splits for splits, _, rate in shares)
    per_switch = Counter(edge for edge, _ in at_port)
    assert max(per_switch.values()) <= max(design.number("P_En"), 1)
    uplinks = int((kinds == NodeKind.SWITCH).all(axis=1).sum())
    assert found.links == len(made.ends)
    assert found.cables == len(at_port) + uplinks
    carried = links["whole"] * 200 + links["half"] * 100
    across = edges * design.number("U") * planes * 200
    expected = carried if design.family == "star" else min(carried, across)
    assert found.bisection_gbps == Fraction(expected, 2)


@given(wanted=wishes())
def test_the_hosts_possible_need_no_other_core_switch(wanted: Requirements) -> None:
    """The last group grown to what is possible fits the same core switches, one host more does not."""
    fabric = replace(wanted.fabrics[0], families=("two-level",), spread_hosts=False, members=())
    first = replace(wanted.hosts[0], part="whole")
    rest = tuple(replace(group, part="half") for group in wanted.hosts[1:])
    wanted = replace(wanted, hosts=(first, *rest), fabrics=(fabric,))
    if not search(wanted, fabric, CATALOG, top=1).candidates:
        return
    found, _ = best(wanted)
    more = found.hosts_possible - found.hosts
    for extra, fits in ((more, True), (more + 1, False)):
        grown = replace(wanted, hosts=(replace(first, count=first.count + extra), *rest))
        again = search(grown, fabric, CATALOG, top=1).candidates
        cores = again[0].design.number("C") if again else 0
        assert (cores <= found.design.number("C") and bool(again)) == fits


@given(wanted=wishes(), limit=st.integers(2, 24))
def test_hosts_on_an_edge_switch_are_counted_as_hosts(wanted: Requirements, limit: int) -> None:
    """On whole and split ports alike: as many as allowed are filled in, and never more."""
    fabric = replace(wanted.fabrics[0], hosts_per_edge=limit, families=("two-level",))
    wanted = replace(wanted, fabrics=(fabric,))
    if not search(wanted, fabric, CATALOG, top=1).candidates:
        return
    _, made = best(wanted)
    to_switch = made.kind[made.ends[:, 1]] == NodeKind.SWITCH
    held = Counter(made.ends[~to_switch, 0].tolist())
    assert max(held.values()) <= limit


def test_a_whole_port_is_one_host() -> None:
    """Of 40 hosts on whole ports and one on half a port 8 are on each edge switch."""
    fabric = FabricRequirement(name="net", edge=("leaf",), core=("leaf",), hosts_per_edge=8)
    groups = (HostGroup(name="a", part="whole", count=40), HostGroup(name="b", part="half", count=1))
    found = search(Requirements(hosts=groups, fabrics=(fabric,)), fabric, CATALOG, top=1).best
    assert (found.design.params["splits"], found.design.number("E"), found.design.number("P_En")) == (
        "1,2",
        6,
        8,
    )


@settings(max_examples=few(15))
@given(
    counts=st.tuples(st.integers(1, 40), st.integers(1, 40)),
    per_rack=st.tuples(st.integers(1, 12), st.integers(1, 12)),
    each=st.integers(1, 2),
    family=st.sampled_from(["two-level", "egft"]),
)
def test_edge_switches_by_rack_have_hosts_of_their_rack_alone(
    counts: tuple[int, int], per_rack: tuple[int, int], each: int, family: str
) -> None:
    """Racks of whole ports next to racks of split ones, counted link by link in the network that is built."""
    fabric = FabricRequirement(
        name="net", families=(family,), blocking="2", edge=("leaf",), core=("leaf",), edges_per_rack=each
    )
    groups = tuple(
        HostGroup(name=part, part=part, count=count, per_rack=held)
        for part, count, held in zip(("half", "whole"), counts, per_rack, strict=True)
    )
    wanted = Requirements(hosts=groups, fabrics=(fabric,))
    if not search(wanted, fabric, CATALOG, top=1).candidates:
        return
    found, made = best(wanted)
    held = dict(zip(("half", "whole"), per_rack, strict=True))
    on_switch: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    taken: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for n, (edge, far) in enumerate(made.ends.tolist()):
        place = (edge, int(made.ports[n, 0]))
        taken[place].append((int(made.splits[n]), int(made.split[n])))
        if made.kind[far] == NodeKind.HOST:
            group, number = made.ids[far].split("/")
            on_switch[edge].append((group, (int(number) - 1) // held[group]))
            assert int(made.splits[n]) == {"half": 2, "whole": 1}[group]
    for legs in taken.values():
        assert len({splits for splits, _ in legs}) == 1
        assert len({leg for _, leg in legs}) == len(legs) <= legs[0][0]
    assert all(len(set(racks)) == 1 for racks in on_switch.values()), "hosts of one rack"
    racks = sum(-(-count // most) for count, most in zip(counts, per_rack, strict=True))
    assert found.design.number("E") == racks * each
    full = {own[0] for own in on_switch.values()}
    sizes = {rack: sorted(len(own) for own in on_switch.values() if own[0] == rack) for rack in full}
    assert all(own[-1] - own[0] <= 1 for own in sizes.values()), "dealt evenly"
    ports = max(-(-own[-1] // {"half": 2, "whole": 1}[rack[0]]) for rack, own in sizes.items())
    assert (found.design.number("P_En"), found.design.number("U")) == (ports, -(-ports // 2))
    assert found.links == len(made.ends)
    assert found.cables == len(taken), "an uplink has a port of its own at the lower switch"


def test_the_lower_bound_of_a_curve_counts_links_and_given_cores() -> None:
    """Single-homed hosts take one port each, and core switches that are given may be fewer than needed."""
    alike = FabricRequirement(
        name="net", rails=2, edge=("leaf",), core=("leaf",), families=("two-level",), cable_price=Decimal(0)
    )
    wanted = Requirements(hosts=(HostGroup(name="a", part="whole", count=4),), fabrics=(alike,))
    single = replace(alike, members=(Membership(hosts="a", links=1),))
    for fabric, bounds in (
        (alike, [81, 162]),  # 0.45 a port of a leaf switch, 3 ports a link
        (single, [Fraction(81, 2), 81]),
        (replace(alike, core_count=4), [81, Fraction(486, 5)]),  # blocking 1 and 10/4
    ):
        points = curve(wanted, fabric, CATALOG, 30, 60, step=30)
        assert [point.lower_bound for point in points] == bounds
        assert all(point.cost.amount >= point.lower_bound for point in points)
    others = replace(alike, name="oob", rails=1, switches_of=("net",), edge=("oob",), core=("top",))
    with pytest.raises(FatdeskError, match="'oob' joins the switches of others"):
        curve(wanted, others, CATALOG, 30, 60)
    net = search(wanted, alike, CATALOG).best.design
    wanted = replace(wanted, fabrics=(alike, others))
    best_oob = search(wanted, others, CATALOG, designs={"net": net}).best
    assert lower_bound(wanted, others, CATALOG, best_oob) is None


def test_switches_without_a_management_port_are_named_with_the_fabric() -> None:
    """As every error of a fabric, so that the requirements file is pointed at."""
    net = FabricRequirement(name="net", edge=("top",), core=("top",))
    oob = FabricRequirement(name="oob", edge=("oob",), switches_of=("net",))
    wanted = Requirements(hosts=(HostGroup(name="a", part="half", count=2),), fabrics=(net, oob))
    design = Design(family="star", parts=(PartUse(role="edge", part="top", count=1),), params={})
    with pytest.raises(FatdeskError, match=r"^fabric 'oob': top has no management port: add"):
        search(wanted, oob, CATALOG, designs={"net": design})


def test_what_is_joined_by_names_of_ports() -> None:
    assert named_ports(CATALOG, "whole", ["2", "4-6"]) == (1, 3, 4, 5)
    with pytest.raises(FatdeskError, match="whole has no port '9': it has 1, 2, 3, 4, 5, 6, 7"):
        named_ports(CATALOG, "whole", ["9"])
    fabrics = tuple(
        FabricRequirement(name=name, edge=("leaf",), members=(Membership(hosts="a", ports=ports),))
        for name, ports in (("one", ("5",)), ("two", ("2",)), ("three", ()))
    )
    wanted = Requirements(hosts=(HostGroup(name="a", part="whole", count=4),), fabrics=fabrics)
    design = search(wanted, fabrics[0], CATALOG).best.design
    taken = host_port_map(wanted, [design] * 3, CATALOG)
    assert [one["a"] for one in taken] == [(4,), (1,), (0,)]
    for wrong, text in ((("7",), "none joins port 7 of whole"), (("2", "3"), "")):
        other = replace(fabrics[0], members=(Membership(hosts="a", ports=wrong),))
        asked = replace(wanted, fabrics=(other,))
        if text:
            with pytest.raises(FatdeskError, match=text):
                host_port_map(asked, [design], CATALOG)


@pytest.mark.parametrize(("family", "count"), [("star", 12), ("two-level", 60), ("egft", 300), ("clos", 60)])
def test_all_switches_of_other_fabrics_are_joined(family: str, count: int) -> None:
    """By one link each, at the port after all others, as the devices that they are."""
    fabric = FabricRequirement(name="net", families=(family,), edge=("leaf",), core=("leaf",))
    out_of_band = FabricRequirement(
        name="oob", edge=("oob",), core=("top",), blocking="12", switches_of=("net",)
    )
    wanted = Requirements(
        hosts=(HostGroup(name="a", part="whole", count=count),), fabrics=(fabric, out_of_band)
    )
    with pytest.raises(FatdeskError, match="joins the switches of 'net', which has no design yet"):
        search(wanted, out_of_band, CATALOG)
    found, made = best(wanted)
    result = search(wanted, out_of_band, CATALOG, designs={"net": found.design}, taken=found.host_ports)
    oob = result.best
    groups = members_of(wanted, out_of_band, CATALOG, {"net": found.design})
    network = build(oob.design, groups, CATALOG, "oob", oob.host_ports)
    switches = {made.ids[node] for node in made.nodes(NodeKind.SWITCH).tolist()}
    assert sum(tier.count for tier in tiers_of(found.design)) == len(switches)
    joined = {network.ids[node] for node in network.nodes(NodeKind.HOST).tolist()}
    assert joined == switches | {f"a/{n}" for n in range(1, count + 1)}
    ends, ports = network.ends, network.ports
    own = np.array(["/" in group_of(network.ids[node]) for node in range(network.node_count)])
    at_switch = own[ends[:, 1]] & (network.kind[ends[:, 1]] == NodeKind.HOST)
    assert int(at_switch.sum()) == len(switches)
    assert set(ports[at_switch, 1].tolist()) == {20}


def test_a_network_of_switches_alone() -> None:
    """It has a cable for each switch of the other fabric and no more; hosts keep their management ports."""
    net = FabricRequirement(name="net", edge=("leaf",), core=("leaf",), families=("two-level",))
    text = b"""
hosts: [{name: a, part: whole, count: 50}]
fabrics:
- {name: net, edge: [leaf], core: [leaf], families: [two-level]}
- {name: oob, hosts: none, switches_of: [net], edge: [oob]}
room: {rack: rack}
"""
    wanted = parse_requirements(text, "r.yaml", CATALOG)
    assert wanted.fabrics[0] == net
    assert parse_requirements(requirements_yaml(wanted), "r.yaml", CATALOG) == wanted
    project = design_project(wanted, CATALOG, "p").project
    assert project is not None
    derived = Derived(project)
    fabrics = derived.fabrics
    switches = 5 + 3  # 50 hosts on 10 of 20 ports; 50 uplinks to 20 ports each
    assert [len(fabric.ends) for fabric in fabrics] == [50 + 50, switches]
    assert {group_of(fabrics[1].ids[far]) for far in fabrics[1].ends[:, 1].tolist()} == {
        "net/edge",
        "net/core",
    }
    assert [one.finding for one in check(derived) if one.finding.severity == Severity.ERROR] == []


def test_no_hosts_are_said_by_a_word_that_no_group_has() -> None:
    text = (
        "hosts: [{name: none, part: whole, count: 2}]\n"
        "fabrics: [{name: net}, {name: oob, hosts: %s, switches_of: [net]}]\n"
    )
    for hosts, why in (
        ("none", 'a group of hosts has the name "none": write [none] to join it, or rename it for no hosts'),
        ("[]", "expected a list of 1 or more (leave the key out to allow all), got a list of 0"),
        ("[none]", ""),
    ):
        if not why:
            assert parse_requirements((text % hosts).encode(), "r.yaml").fabrics[1].named_hosts == ("none",)
            continue
        with pytest.raises(FatdeskError) as caught:
            parse_requirements((text % hosts).encode(), "r.yaml")
        assert str(caught.value) == f"r.yaml:2: fabrics[1].hosts: {why}"


def whole_cluster() -> Requirements:
    return Requirements(
        hosts=(
            HostGroup(name="gpu", part="whole", count=20),
            HostGroup(name="store", part="half", count=9),
            HostGroup(name="ufm", part="whole", count=1),
            HostGroup(name="pdu", part="pdu", count=6, per_rack=2),
        ),
        fabrics=(
            FabricRequirement(
                name="compute",
                hosts=("gpu", "store", "ufm"),
                rails=2,
                edge=("leaf",),
                core=("leaf",),
                members=(Membership(hosts="store", links=1), Membership(hosts="ufm", rails=(2,))),
            ),
            FabricRequirement(
                name="oob", edge=("oob",), core=("top",), blocking="12", switches_of=("compute",)
            ),
        ),
        room=RoomRequirement(rack="rack"),
    )


def test_from_the_file_to_racks_and_cables() -> None:
    text = requirements_yaml(whole_cluster())
    wanted = parse_requirements(text, "wish.yaml", CATALOG)
    assert wanted == whole_cluster()
    project = design_project(wanted, CATALOG, "p").project
    assert project is not None
    derived = Derived(project)
    assert not derived.built.problems
    placed = Counter(device.id for rack in project.floor.racks for device in rack.devices)
    assert set(placed.values()) == {1}
    assert {node for fabric in derived.fabrics for node in fabric.ids} == set(placed)
    for rack in project.floor.racks:
        assert sum(device.part == "pdu" for device in rack.devices) == 2
    assert not [one for one in check(derived) if one.finding.rule in ("per-rack-count", "contradiction")]
    compute, oob = derived.names
    known = dict(zip(derived.fabrics[0].ids, compute, strict=True))
    pairs = zip(derived.fabrics[1].ids, oob, strict=True)
    assert all(known[node] == name for node, name in pairs if node in known)
    names = [*{*compute, *oob}]
    assert len(names) == len(placed), "no two devices have one name"
    assert not [one for one in check(derived) if one.finding.rule == "label-twice"]
    assert not [f for f in derived.fabric_findings if f.rule in ("port-used-twice", "unreachable")]
    found = counts(derived)
    assert (found["hosts"], found["power_units"]) == (20 + 9 + 1, 6)
    assert "hosts 30, power units 6, switches" in in_words(summary(derived, []))
    ends = [end for joint in joints(derived.plan) for end in (joint.a, joint.b) if joint.fabric == "oob"]
    assert {end.u is None for end in ends if end.id.startswith("pdu/")} == {True}
    assert {end.u is None for end in ends if not end.id.startswith("pdu/")} == {False}


def test_files_of_servers_leave_equipment_out() -> None:
    """Slurm and ClusterShell list servers alone; NetBox refuses a position of what has no height."""
    project = design_project(whole_cluster(), CATALOG, "p").project
    assert project is not None
    plan = Derived(project).plan
    texts = BY_NAME["topology.conf"].make(plan) | BY_NAME["groups.yaml"].make(plan)
    listed = {
        word for text in texts.values() for word in re.findall(r"[a-z]+-[nEC](?=[\[0-9])", text.decode())
    }
    assert listed == {"gpu-n", "store-n", "ufm-n", "compute-E", "oob-E"}, "switches as switches alone"
    nodes = [line for line in texts["topology-oob.conf"].decode().split("\n") if " Nodes=" in line]
    assert all(not re.search(r"Nodes=\S*(compute|pdu)", line) for line in nodes)
    with ZipFile(BytesIO(BY_NAME["netbox.zip"].make(plan)["netbox.zip"])) as archive:
        rows = list(csv.DictReader(StringIO(archive.read("07-devices.csv").decode())))
    flat = [row for row in rows if row["name"].startswith("pdu")]
    assert {(row["position"], row["face"]) for row in flat} == {("", "")}
    assert len(flat) == 6


def test_power_units_that_are_not_as_many_as_the_racks_have() -> None:
    """They are dealt evenly, and the finding says how many there should be."""
    wanted = whole_cluster()
    *others, pdu = wanted.hosts
    for count in (5, 8):
        hosts = (*others, replace(pdu, count=count))
        project = design_project(replace(wanted, hosts=hosts), CATALOG, "p").project
        assert project is not None
        held = [sum(device.part == "pdu" for device in rack.devices) for rack in project.floor.racks]
        assert (sum(held), len(held)) == (count, 3)
        assert max(held) - min(held) <= 1
        [found] = [one.finding for one in check(Derived(project)) if one.finding.rule == "per-rack-count"]
        assert found.text == f"{count} are there, and 3 racks in use with 2 each have 6"


def test_power_units_of_no_network_count_in_no_rack() -> None:
    """They are reported as devices that are not needed; racks with all of theirs are not."""
    project = design_project(whole_cluster(), CATALOG, "p").project
    assert project is not None
    [first, *others] = project.floor.racks
    stray = replace(next(one for one in first.devices if one.part == "pdu"), id="pdu/77")
    crowded = replace(first, devices=(*first.devices, stray))
    project = replace(project, floor=replace(project.floor, racks=(crowded, *others)))
    found = [one.finding for one in check(Derived(project))]
    assert not [one for one in found if one.rule == "per-rack-count"]
    assert [one.where for one in found if one.rule == "stray"] == ["pdu/77"]


def test_designs_for_sale_of_a_network_that_joins_switches() -> None:
    """Those that the search finds; with any part those of all switches for management."""
    wanted = whole_cluster()
    searched = search_fabrics(wanted, CATALOG, progress=SILENT)
    found = explore_for_sale(wanted, "oob", CATALOG).designs
    designs = [found.design(number) for number in np.flatnonzero(found.fits).tolist()]
    assert searched.designs[1] in designs
    assert len(designs) == searched.results[1].found


def test_power_units_stay_where_they_are_put() -> None:
    """Rack units mean nothing to them, and the optimiser leaves them at their racks."""
    project = design_project(whole_cluster(), CATALOG, "p").project
    assert project is not None

    def held(project: Project) -> list[list[tuple[str, int]]]:
        racks = project.floor.racks
        return [[(one.id, one.u) for one in rack.devices if one.part == "pdu"] for rack in racks]

    apart = SwapDevices(a="gpu/1", b="gpu/20").apply(project)
    better = improve_project(apart, 1, 2000, None, progress=SILENT)
    assert better.better
    assert held(replace(apart, floor=better.floor)) == held(project)

    moved = MoveDevice(id="pdu/1", rack=3, u=99).apply(apart)
    assert ("pdu/1", 21) in held(moved)[2]
    [found] = [one.finding for one in check(Derived(moved)) if one.finding.rule == "per-rack-count"]
    assert found.text == "A01 has 1, A03 has 3, 2 are required in each rack in use (per_rack)"
    better = improve_project(moved, 1, 2000, None, progress=SILENT)
    assert held(replace(moved, floor=better.floor)) == held(moved)


def test_lists_and_drawings_name_equipment_that_a_network_joins() -> None:
    """A switch is a switch in the rows of each network; hosts that are equipment are counted as devices."""
    plan = Derived(design_project(whole_cluster(), CATALOG, "p").project).plan
    kinds = {(joint.fabric, end.id): end.kind for joint in joints(plan) for end in (joint.a, joint.b)}
    assert kinds["oob", "compute/edge/1"] == kinds["compute", "compute/edge/1"] == "Switch"
    assert (kinds["oob", "pdu/1"], kinds["oob", "gpu/1"]) == ("Power unit", "Host")
    forms = {
        end.in_forms for joint in joints(plan) for end in (joint.a, joint.b) if end.id == "compute/edge/1"
    }
    assert "mgmt" in forms
    assert [host_word(fabric, CATALOG) for fabric in plan.fabrics] == ["host", "device"]
    texts = [[item.text for item in page.items if isinstance(item, Text)] for page in wiring_diagrams(plan)]
    assert [any(" devices" in text for text in page) for page in texts] == [False, True]


def test_report_of_an_out_of_band_network_is_as_planned() -> None:
    plan = Derived(design_project(whole_cluster(), CATALOG, "p").project).plan
    files = BY_NAME["topology.dot"].make(plan)
    roles = Counter(re.findall(rb'role="(\w+)"', files["topology-oob.dot"]))
    switches = len(plan.fabrics[0].nodes(NodeKind.SWITCH))
    assert (roles[b"host"], roles[b"managed"], roles[b"power_unit"]) == (30, switches, 6)
    found = compare(planned_of(plan), read_discovered(files["topology-oob.dot"], "topology-oob.dot"))
    assert not found.differences
    assert found.matched == found.planned == len(plan.fabrics[1].ends)


@pytest.mark.parametrize(
    ("kept", "racks"),
    [({6: 1}, [2, 2, 2]), ({1: 3}, [2, 2, 2]), ({4: 1, 5: 1, 6: 1}, [3, 2, 1])],
)
def test_power_units_that_stay_count_in_their_racks(kept: dict[int, int], racks: list[int]) -> None:
    """Units by number that stay in a rack by number when all other devices are placed again."""
    project = design_project(whole_cluster(), CATALOG, "p").project
    assert project is not None
    devices = {device.id: device for rack in project.floor.racks for device in rack.devices}
    bare = [
        replace(rack, devices=tuple(devices[f"pdu/{n}"] for n, at in kept.items() if at == rack.number))
        for rack in project.floor.racks
    ]
    load = load_of(Derived(project).fabrics, CATALOG)
    made = refurnish(load, replace(project.floor, racks=tuple(bare)), project.wishes.room, CATALOG)
    assert [sum(device.part == "pdu" for device in rack.devices) for rack in made.floor.racks] == racks


@pytest.mark.parametrize(
    ("change", "place", "text"),
    [
        ({"members": (Membership(hosts="none"),)}, ("members", 0, "hosts"), 'joins no hosts "none"'),
        ({"members": (Membership(hosts="gpu", rails=(3,)),)}, ("members", 0, "rails", 0), "no rail 3"),
        ({"members": (Membership(hosts="gpu"),) * 2}, ("members", 1, "hosts"), "there twice"),
        ({"hosts": "none", "members": ()}, ("hosts",), "joins nothing"),
        ({"switches_of": ("oob",)}, ("switches_of", 0), 'no fabric "oob" is before this one'),
        ({"switches_of": ("compute",)}, ("switches_of", 0), 'no fabric "compute" is before this one'),
    ],
)
def test_contradictions_are_named_with_their_place(
    change: dict[str, object], place: tuple[object, ...], text: str
) -> None:
    wanted = whole_cluster()
    compute = replace(wanted.fabrics[0], **change)
    found = contradictions(replace(wanted, fabrics=(compute, wanted.fabrics[1])), CATALOG)
    assert [one.place for one in found] == [("fabrics", 0, *place)]
    assert text in found[0].what


FULL = Server(id="full", ports=(osfp(2),), height_u=8)
SLOW = Server(id="slow", ports=(Ports(count=2, connector="qsfp112", rate_gbps=200.0, lanes=2),), height_u=2)
NDR_200 = Transceiver(
    id="ndr-200", connector="qsfp112", lanes=2, rate_gbps=200.0, fibre="mpo", price=price(500)
)
LEGS = Cable(id="legs", medium="fibre", connectors=("mpo", "mpo"), ends=(1, 2), links=2)
FIBRES = Catalog([FULL, SLOW, NDR_64, TWIN, NDR_200, LEGS])


@given(full=st.integers(1, 70), slow=st.integers(1, 70), rails=st.integers(1, 2), even=st.booleans())
def test_transceivers_where_hosts_share_ports_differently(
    full: int, slow: int, rails: int, even: bool
) -> None:
    """Each cage of the network that is built holds one, counted cage by cage."""
    fabric = FabricRequirement(
        name="net",
        rails=rails,
        families=("two-level", "star"),
        spread_hosts="even" if even else False,
        members=(Membership(hosts="s", links=1),),
    )
    groups = (HostGroup(name="f", part="full", count=full), HostGroup(name="s", part="slow", count=slow))
    wanted = Requirements(hosts=groups, fabrics=(fabric,))
    found = search(wanted, fabric, FIBRES, top=1).best
    assert found.design.params["splits"] == "1,2"
    made = build(found.design, members_of(wanted, fabric, FIBRES), FIBRES, fabric.name, found.host_ports)
    slow_host = np.array([group_of(node) == "s" for node in made.ids])
    cages = {
        (end, port if slow_host[end] else port // 2)
        for ends, ports in zip(made.ends.tolist(), made.ports.tolist(), strict=True)
        for end, port in zip(ends, ports, strict=True)
    }
    assert found.transceivers == len(cages)


def test_hosts_outside_the_room_have_cables_of_the_stated_length() -> None:
    """Such as gateways: own ports, no rack and no line of the bill; the shortest cable that is enough."""
    wanted = whole_cluster()
    gateway = HostGroup(name="gateway", part="half", count=2, outside_m=41.5)
    compute = replace(
        wanted.fabrics[0],
        hosts=(*wanted.fabrics[0].hosts, "gateway"),
        members=(*wanted.fabrics[0].members, Membership(hosts="gateway", links=4)),
    )
    hosts = tuple(group for group in wanted.hosts if group.part != "pdu")
    wanted = replace(wanted, hosts=(*hosts, gateway), fabrics=(compute, *wanted.fabrics[1:]))
    assert parse_requirements(requirements_yaml(wanted), "wish.yaml", CATALOG) == wanted
    project = design_project(wanted, CATALOG, "p").project
    assert project is not None
    derived = Derived(project)
    placed = {device.id for rack in project.floor.racks for device in rack.devices}
    assert not any(device.startswith("gateway/") for device in placed)
    assert {device.id for device in needed_devices(derived.fabrics, CATALOG)} == placed
    own = [row for row in derived.rows if any("gateway" in link for link in row.links)]
    assert sum("gateway" in link for row in own for link in row.links) == 2 * 4 + 2
    assert {(row.length.computed_um, row.length.ordered_um) for row in own} == {(41_500_000, 50_000_000)}
    counted = Counter({item.part: item.count for item in derived.items if item.category == "hosts"})
    assert counted == {"whole": 21, "half": 9}
    assert not [one for one in check(derived) if one.finding.severity == Severity.ERROR]
