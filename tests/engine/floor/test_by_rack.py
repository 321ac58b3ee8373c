"""Hosts rack by rack, edge switches in the racks of their hosts or in racks of their own in the row."""

import dataclasses
from collections import Counter, defaultdict
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest

from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Ports, RackContent, RackPart, Server, Switch
from fatdesk.engine.design.requirements import FabricRequirement, Limits, Requirements
from fatdesk.engine.design.requirements_file import contradictions
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.families import build
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.budget import budget
from fatdesk.engine.floor.checks import check_edges, floor_checks
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.floor.placement.stacking import Level, stacked
from fatdesk.engine.floor.room import RackCount, RoomRequirement
from fatdesk.project.commands.command import RefusedError
from fatdesk.project.commands.fabrics import Redesign, SetFabric, SetHosts
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import RoomTooSmallError, design_project
from fatdesk.project.document.project import FabricDecision, Project


def _qsfp(count: int) -> Ports:
    return Ports(count=count, connector="qsfp", rate_gbps=40.0, lanes=4)


CATALOG = Catalog(
    [
        Server(id="host", height_u=1, ports=(_qsfp(4),)),
        Server(id="heavy", height_u=2, mass_kg=60.0, ports=(_qsfp(4),)),
        Switch(id="switch", height_u=1, ports=(_qsfp(36),)),
        Switch(id="small", height_u=1, ports=(_qsfp(12),)),
        RackPart(id="rack", height_u=24),
    ]
)


def designed(
    groups: tuple[HostGroup, ...], fabrics: tuple[FabricRequirement, ...], **room: Any
) -> tuple[Project, Derived]:
    wish = Requirements(
        hosts=groups, fabrics=fabrics, room=RoomRequirement(rack="rack", improve_steps=300, **room)
    )
    assert not contradictions(wish, CATALOG)
    found = design_project(wish, CATALOG, "t")
    assert found.project is not None
    return found.project, Derived(found.project)


def racks_of(floor: Floor) -> dict[str, int]:
    return {device.id: rack.number for rack in floor.racks for device in rack.devices}


def hosts_of_edges(fabric: Fabric) -> dict[str, set[str]]:
    """Read from the links: which hosts each edge switch has."""
    found: dict[str, set[str]] = defaultdict(set)
    for edge, host in fabric.ends.tolist():
        if fabric.kind[host] == NodeKind.HOST:
            found[fabric.ids[edge]].add(fabric.ids[host])
    return found


def fabric(name: str, **more: Any) -> FabricRequirement:
    return FabricRequirement(name=name, families=("two-level", "egft"), edge=("switch",), **more)


@pytest.mark.parametrize("seed", range(4))
def test_each_rack_has_the_switches_of_its_hosts(seed: int) -> None:
    random = Random(seed)
    rails, each = random.choice([1, 2]), random.choice([1, 2])
    groups = tuple(
        HostGroup(name=f"g{n}", part=part, count=random.randint(5, 40), per_rack=random.randint(3, 8))
        for n, part in enumerate(random.sample(["host", "heavy"], 2))
    )
    aligned = fabric(
        "a", rails=rails, edges_per_rack=rails * each, edge_at=random.choice(["top", "middle", "bottom"])
    )
    others = (fabric("b", blocking=2, edge_at=random.choice(["top", "end-of-row", "middle-of-row"])),)
    both = (aligned, *others) if random.random() < 0.5 else (*others, aligned)
    policy = random.choice(["dense", "prewired", "scalable-unit"])
    project, derived = designed(groups, both, policy=policy)
    where = racks_of(project.floor)
    counts = Counter((where[device], device.split("/")[0]) for device in where if device.startswith("g"))
    for group in groups:
        full, rest = divmod(group.count, group.per_rack or 1)
        held = Counter(n for (_, name), n in counts.items() if name == group.name)
        expected = Counter({group.per_rack: full}) + Counter({rest: 1} if rest else {})
        assert held == expected
    assert len({rack for rack, _ in counts}) == len(counts), "each rack has hosts of one group"
    made = next(some for some in derived.fabrics if some.name == "a")
    on_edge = hosts_of_edges(made)
    for edge, hosts in on_edge.items():
        assert {where[host] for host in hosts} == {where[edge]}
    edges = Counter(where[node] for node in made.ids if node.startswith("a/edge/"))
    assert set(edges) == {rack for rack, _ in counts}
    assert set(edges.values()) == {rails * each}
    for (rack, _), held in counts.items():
        sizes = sorted(len(on_edge[node]) for node in on_edge if where[node] == rack)
        assert sum(sizes) == held * rails
        if held >= each:
            assert sizes[-1] - sizes[0] <= 1, "dealt evenly"
    assert not check_edges(project.floor, derived.fabrics, derived.catalog)


@pytest.mark.parametrize("family", ["two-level", "egft"])
@pytest.mark.parametrize(("rails", "planes", "each"), [(1, 1, 3), (2, 1, 2), (2, 2, 1)])
def test_the_search_counts_what_the_network_has(family: str, rails: int, planes: int, each: int) -> None:
    group = HostGroup(name="g", part="host", count=40, per_rack=7)
    wish = FabricRequirement(
        name="a",
        families=(family,),
        edge=("small", "switch"),
        core=("switch",),
        rails=rails,
        planes=planes,
        edges_per_rack=rails * planes * each,
    )
    requirements = Requirements(hosts=(group,), fabrics=(wish,))
    found = search(requirements, wish, CATALOG).candidates
    assert found
    for one in found:
        assert one.design.number("E") == rails * each * 6
        made = build(one.design, (group,), CATALOG, "a", one.host_ports)
        assert (made.link_count, made.link_count) == (one.links, one.cables)
        assert max(map(len, hosts_of_edges(made).values())) == -(-7 // each)


def test_hosts_possible_are_those_of_full_racks() -> None:
    """Core switches with 36 ports: 2 edge switches of 4 hosts and 4 uplinks each in a rack of 7 hosts."""
    group = HostGroup(name="g", part="host", count=30, per_rack=7)
    wish = fabric("a", edges_per_rack=2, core=("switch",))
    [one, *_] = search(Requirements(hosts=(group,), fabrics=(wish,)), wish, CATALOG).candidates
    ports = -(-one.design.number("U") // one.design.number("C"))
    assert one.hosts_possible == 36 // ports // 2 * 7
    tight = Requirements(hosts=(group,), fabrics=(wish,), limits=Limits(hosts_possible=10_000))
    assert not search(tight, wish, CATALOG).candidates


@pytest.mark.parametrize("at", ["end-of-row", "middle-of-row"])
def test_edge_switches_of_a_row(at: str) -> None:
    groups = (HostGroup(name="g", part="host", count=150),)
    project, derived = designed(groups, (fabric("a", edge_at=at),), rows=3, racks_per_row=5)
    racks = {rack.number: rack for rack in project.floor.racks}
    where = racks_of(project.floor)
    rows = defaultdict(set)
    for edge, hosts in hosts_of_edges(derived.fabrics[0]).items():
        rack = racks[where[edge]]
        rows[rack.row].add(rack.position)
        assert rack.row in {racks[where[host]].row for host in hosts}
        assert not any(device.id.startswith("g/") for device in rack.devices)
    assert set(map(tuple, rows.values())) == {(0,) if at == "end-of-row" else (2,)}
    assert not check_edges(project.floor, derived.fabrics, derived.catalog)


def test_more_racks_are_kept_where_one_does_not_hold_the_switches() -> None:
    """300 hosts on 100 switches of 24 U racks in two rows take three racks in a row and more."""
    groups = (HostGroup(name="g", part="host", count=300),)
    wish = fabric("a", edge_at="end-of-row", hosts_per_edge=3)
    project, derived = designed(groups, (wish,), rows=2, racks_per_row=14)
    positions = defaultdict(set)
    where = racks_of(project.floor)
    racks = {rack.number: rack for rack in project.floor.racks}
    for node in derived.fabrics[0].ids:
        if "/edge/" in node:
            positions[racks[where[node]].row].add(racks[where[node]].position)
    for taken in positions.values():
        assert taken == set(range(len(taken)))
        assert len(taken) >= 2
    assert not check_edges(project.floor, derived.fabrics, derived.catalog)


def test_a_rack_that_is_too_low_is_named_with_its_hosts() -> None:
    groups = (HostGroup(name="g", part="heavy", count=40, per_rack=20),)
    wish = Requirements(
        hosts=groups, fabrics=(fabric("a", edges_per_rack=2),), room=RoomRequirement(rack="rack")
    )
    with pytest.raises(RoomTooSmallError) as raised:
        design_project(wish, CATALOG, "t")
    said = str(raised.value)
    assert "the 20 hosts and 2 edge switches of a rack (42 U) need more units than any empty rack has" in said
    assert "per_rack" in said


@pytest.mark.parametrize(
    ("hosts", "more", "said"),
    [
        ({}, {"edges_per_rack": 1}, "hosts g state no per_rack"),
        (
            {"per_rack": 8},
            {"edges_per_rack": 3, "rails": 2},
            "expected a multiple of rails x planes (2), got 3",
        ),
        ({"per_rack": 8}, {"edges_per_rack": 2, "hosts_per_edge": 3}, "hosts_per_edge allows 3"),
        ({"per_rack": 8}, {"edges_per_rack": 1, "extra_ports": 2}, "leave extra_ports out"),
        ({"per_rack": 8}, {"edges_per_rack": 1, "edge_at": "end-of-row"}, "leave one of them out"),
    ],
)
def test_contradictions(hosts: dict[str, Any], more: dict[str, Any], said: str) -> None:
    group = HostGroup(name="g", part="host", count=40, **hosts)
    wish = Requirements(hosts=(group,), fabrics=(fabric("a", **more),))
    [problem] = contradictions(wish, CATALOG)
    assert said in problem.what
    # a project that has it: reported by check; the command refuses it
    decided = FabricDecision(requirement=wish.fabrics[0])
    project = Project(name="t", hosts=(group,), parts=tuple(CATALOG))
    with pytest.raises(RefusedError, match=r"per_rack|extra_ports"):
        SetFabric(requirement=wish.fabrics[0]).apply(project)
    checked = check(Derived(msgspec.structs.replace(project, fabrics=(decided,))))
    [found] = [some.finding for some in checked if some.finding.rule == "contradiction"]
    assert found.where == "a"
    assert said in found.text


def test_devices_moved_by_hand_are_reported() -> None:
    groups = (HostGroup(name="g", part="host", count=24, per_rack=8),)
    project, derived = designed(groups, (fabric("a", edges_per_rack=1),))
    racks = list(project.floor.racks)
    first, second, *_ = (n for n, rack in enumerate(racks) if any("g/" in d.id for d in rack.devices))
    moved = next(device for device in racks[first].devices if device.id.startswith("g/"))
    racks[first] = msgspec.structs.replace(
        racks[first], devices=tuple(d for d in racks[first].devices if d is not moved)
    )
    moved = msgspec.structs.replace(moved, u=1)
    racks[second] = msgspec.structs.replace(racks[second], devices=(*racks[second].devices, moved))
    floor = msgspec.structs.replace(project.floor, racks=tuple(racks))
    rules = sorted(finding.rule for finding in check_edges(floor, derived.fabrics, derived.catalog))
    assert rules == ["edge-place", "over-hosts"]


PLACES = ("top", "middle", "bottom", "end-of-row")


@pytest.mark.parametrize("built", PLACES)
def test_edge_switches_elsewhere_than_required_later(built: str) -> None:
    """A floor made for one place is sound for this place alone, of switches in racks with several hosts."""
    groups = (HostGroup(name="g", part="host", count=90),)
    project, derived = designed(groups, (fabric("a", edge_at=built),), rows=2, racks_per_row=4)
    hosts = Counter(where for device, where in racks_of(project.floor).items() if device.startswith("g/"))
    assert min(hosts.values()) > 1
    for asked in PLACES:
        requested = [dataclasses.replace(some, edge_at=asked) for some in derived.fabrics]
        rules = {(f.rule, f.severity) for f in check_edges(project.floor, requested, derived.catalog)}
        severity = {"end-of-row": Severity.ERROR, "top": Severity.NOTE}.get(asked, Severity.WARNING)
        # the default, top, is not a request for racks of hosts
        sound = asked == built or (built, asked) == ("end-of-row", "top")
        assert bool(rules) is not sound, (built, asked)
        assert not rules or rules == {("edge-place", severity)}


def test_places_in_a_rack() -> None:
    top, host, middle, low, bottom = Level.TOP, Level.HOST, Level.MIDDLE, Level.LOW, Level.BOTTOM
    # light hosts follow from the top: one switch, two hosts, the middle switch, two hosts
    assert stacked([(0, 20)], [1, 1, 2, 2, 2, 2], [top, middle, host, host, host, host]) == [0, 5, 1, 3, 6, 8]
    # heavy hosts rest on the bottom, the middle switch between them
    assert stacked([(0, 20)], [1, 1, 4, 4], [top, middle, low, low]) == [0, 15, 11, 16]
    # a switch at the bottom is below the hosts
    assert stacked([(0, 20)], [1, 1, 4, 4], [top, bottom, low, low]) == [0, 19, 11, 15]
    assert stacked([(0, 20)], [1, 2, 2], [bottom, host, host]) == [19, 0, 2]


TRAYS = Catalog(
    [
        *CATALOG,
        Server(id="tray", height_u=1, ports=(_qsfp(4),), mass_kg=20.0, power_w=1000.0),
        RackPart(
            id="made",
            height_u=14,
            holds=("tray",),
            power_limit_w=7000.0,
            contents=(
                RackContent(u=1, height_u=1, name="power shelf", power_w=0.0, mass_kg=50.0),
                RackContent(u=6, height_u=3, name="switch trays", power_w=900.0, mass_kg=30.0),
            ),
        ),
    ]
)


def of_trays(racks: int, per_rack: int | None = 6, **more: Any) -> Requirements:
    rack = (RackCount(part="made", count=racks), RackCount(part="rack", count=2))
    return Requirements(
        hosts=(
            HostGroup(name="t", part="tray", count=20, per_rack=per_rack),
            HostGroup(name="h", part="host", count=9),
        ),
        fabrics=(fabric("a", rails=2, **more),),
        room=RoomRequirement(rack=rack, rows=1, racks_per_row=racks + 2, improve_steps=300),
    )


def test_racks_with_fixed_contents_are_placed_whole() -> None:
    made = design_project(of_trays(4), TRAYS, "t").project
    assert made is not None
    derived = Derived(made)
    by_part = defaultdict(list)
    for rack in made.floor.racks:
        by_part[rack.part].append(rack)
    assert [len(rack.devices) for rack in by_part["made"]] == [6, 6, 6, 2]
    for rack in by_part["made"]:
        assert {device.part for device in rack.devices} == {"tray"}
        taken = {device.u for device in rack.devices}
        assert not taken & {1, 6, 7, 8}
        assert {(kept.u, kept.height_u, kept.note) for kept in rack.reserved} == {
            (1, 1, "power shelf"),
            (6, 3, "switch trays"),
        }
        assert budget(rack, derived.catalog).power_w == 900.0 + 1000.0 * len(rack.devices)
    assert not any(device.part == "tray" for rack in by_part["rack"] for device in rack.devices)
    checks = floor_checks(made.floor, derived.wanted, derived.catalog)
    rules = {found.rule for some in checks for found in some}
    assert not rules & {"overlap", "beyond-rack", "over-power"}


@pytest.mark.parametrize(
    ("racks", "per_rack", "said"),
    [
        (3, 6, "the racks made for tray are full (3 are there)"),
        (4, 7, "7 devices (7 U) do not go into a rack made for tray"),  # 7 trays and the contents: 7,900 W
        (4, None, "their group states no per_rack. State how many of the hosts are in a rack"),
    ],
)
def test_too_few_or_too_small_racks_for_their_hosts(racks: int, per_rack: int | None, said: str) -> None:
    with pytest.raises(RoomTooSmallError) as raised:
        design_project(of_trays(racks, per_rack), TRAYS, "t")
    assert said in str(raised.value)


def test_contents_keep_units_of_their_own() -> None:
    with pytest.raises(ValueError, match="expected free units of 1 to 10 for b, got 3 U from unit 2"):
        RackPart(
            id="r",
            height_u=10,
            contents=(RackContent(u=1, height_u=2, name="a"), RackContent(u=2, height_u=3, name="b")),
        )


def test_the_switches_and_hosts_of_a_group_are_near_each_other() -> None:
    """Groups of a Dragonfly+ share no rack, and the spine switches of each are in one of its racks."""
    wish = FabricRequirement(
        name="a",
        families=("dragonfly-plus",),
        edge=("switch",),
        core=("switch",),
        blocking="2",
        edges_per_group=4,
        hosts_per_edge=10,
    )
    groups = (HostGroup(name="g", part="host", count=160),)
    required = Requirements(hosts=groups, fabrics=(wish,), room=RoomRequirement(rack="rack", improve_steps=0))
    found = design_project(required, CATALOG, "t").project
    assert found is not None
    fabric = Derived(found).fabrics[0]
    where = racks_of(found.floor)
    of_edge = {edge: number for number, edge in enumerate(fabric.nodes(NodeKind.SWITCH, 1).tolist())}
    racks: dict[int, set[int]] = defaultdict(set)
    spines: dict[int, set[int]] = defaultdict(set)
    for one, other in fabric.ends.tolist():
        if one in of_edge:
            group = of_edge[one] // 4
            (spines if fabric.level[other] == 2 else racks)[group].add(where[fabric.ids[other]])
            racks[group].add(where[fabric.ids[one]])
    assert sorted(racks) == sorted(spines) == [0, 1, 2, 3]
    taken = [racks[group] | spines[group] for group in range(4)]
    assert len(set.union(*taken)) == sum(map(len, taken))
    assert all(len(spines[group]) == 1 and spines[group] <= racks[group] for group in range(4))


def test_commands_refuse_contradictions_that_files_refuse() -> None:
    project, _ = designed(
        (HostGroup(name="n", part="host", count=24, per_rack=8),), (fabric("a", edges_per_rack=1),)
    )
    with pytest.raises(RefusedError, match=r"^fabrics a: edges_per_rack: hosts n state no per_rack"):
        SetHosts(name="n", part="host", count=24, per_rack=None).apply(project)
    grown = SetHosts(name="n", part="host", count=32).apply(project)
    assert [group.per_rack for group in grown.hosts] == [8]
    wish = msgspec.structs.replace(project.fabrics[0].requirement, extra_ports=2)
    step = Redesign(fabrics=(FabricDecision(requirement=wish),))
    with pytest.raises(RefusedError, match=r"^fabrics a: extra_ports: edge switches by rack have ports"):
        step.apply(project)
    contradicting = msgspec.structs.replace(project, fabrics=step.fabrics)
    assert step.apply(contradicting)  # one that was there before does not stand in the way


@pytest.mark.parametrize(
    ("at", "moved", "found"), [("end-of-row", 5, True), ("end-of-row", 7, False), ("middle-of-row", 7, True)]
)
def test_place_of_switches_in_their_row(at: str, moved: int, found: bool) -> None:
    """Racks 1 and 8 are the ends of a row of eight, racks 4 and 5 its middle."""
    project, derived = designed(
        (HostGroup(name="n", part="heavy", count=30),), (fabric("a", edge_at=at),), rows=1, racks_per_row=8
    )

    def texts(floor: Floor) -> list[str]:
        found = check_edges(floor, derived.fabrics, derived.catalog)
        return [finding.text for finding in found if finding.rule == "edge-place"]

    assert not texts(project.floor)
    racks = list(project.floor.racks)
    home = next(n for n, rack in enumerate(racks) if any("/edge/" in device.id for device in rack.devices))
    assert home == (0 if at == "end-of-row" else 3)
    edges = tuple(device for device in racks[home].devices if "/edge/" in device.id)
    rest = tuple(device for device in racks[home].devices if "/edge/" not in device.id)
    racks[home] = msgspec.structs.replace(racks[home], devices=())
    racks[moved] = msgspec.structs.replace(racks[moved], devices=(*edges, *rest))
    floor = msgspec.structs.replace(project.floor, racks=tuple(racks))
    assert any("of its row" in text for text in texts(floor)) is found


def test_a_room_of_racks_for_certain_hosts_alone_is_refused() -> None:
    catalog = Catalog([*CATALOG, RackPart(id="made", height_u=24, holds=("host",))])
    groups = (HostGroup(name="n", part="host", count=30, per_rack=8),)
    wish = Requirements(hosts=groups, fabrics=(fabric("a"),), room=RoomRequirement(rack="made"))
    (problem,) = contradictions(wish, catalog)
    assert problem.place == ("room", "rack")
    assert "rack: [{part: made, count: 4}, {part: ..., count: ...}]" in problem.what


@pytest.mark.parametrize("seed", range(5))
def test_heavy_hosts_have_the_lowest_centre_of_mass(seed: int) -> None:
    """Brute force: no other order of the hosts of a rack has a lower centre of mass."""
    random = Random(seed)
    heights = [random.randint(1, 8) for _ in range(5)]
    densities = [random.choice([10.0, 14.5, 16.0, 26.0]) for _ in heights]
    free = sum(heights) + random.randint(0, 9)

    def moment(above: list[int]) -> float:
        middles = [free - units - height / 2 for units, height in zip(above, heights, strict=True)]
        return sum(u * each * d for u, each, d in zip(middles, heights, densities, strict=True))

    found = stacked([(0, free)], heights, [Level.LOW] * 5, densities)
    assert found is not None
    every = []
    for order in permutations(range(5)):
        at, above = free, [0] * 5
        for number in order:
            at -= heights[number]
            above[number] = at
        every.append(moment(above))
    assert moment(found) == pytest.approx(min(every))


@pytest.mark.parametrize("where", ["top", "middle", "bottom"])
def test_core_switches_at_a_height_of_their_rack(where: str) -> None:
    project, derived = designed(
        (HostGroup(name="n", part="heavy", count=30),),
        (msgspec.structs.replace(fabric("a", core_in_rack=where), edge=("small",)),),
    )
    for rack in project.floor.racks:
        cores = [device.u for device in rack.devices if "/core/" in device.id]
        others = [device.u for device in rack.devices if device.id.startswith("n/")]
        if not cores:
            continue
        if where == "bottom":
            assert min(cores) == 1
        elif where == "top":
            assert max(cores) == 24
        elif others:
            assert (min(others) < min(cores) and max(cores) < max(others)) or len(others) == 1
        else:
            assert abs((min(cores) + max(cores)) / 2 - 12.5) <= 1
    checks = floor_checks(project.floor, {}, derived.catalog)
    assert not [f for some in checks for f in some if f.rule == "overlap"]
    among = {rack.number for rack in project.floor.racks if any(d.id.startswith("n/") for d in rack.devices)}
    shared = [d for rack in project.floor.racks if rack.number in among for d in rack.devices]
    assert any("/core/" in device.id for device in shared), "a rack has both, so that heights can be compared"
    for asked in ("top", "middle", "bottom"):
        requested = [dataclasses.replace(some, core_at=asked) for some in derived.fabrics]
        found = check_edges(project.floor, requested, derived.catalog)
        severities = {f.severity for f in found if f.rule == "core-place"}
        severity = Severity.NOTE if asked == "top" else Severity.WARNING  # the default is not a request
        assert severities == (set() if asked == where else {severity})
