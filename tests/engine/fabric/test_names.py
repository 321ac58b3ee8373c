"""Names of nodes from templates: each device has its own, whatever the levels of the network."""

import dataclasses
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.engine.cabling.positions import Position
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.fabric.device_kinds import kind_of
from fatdesk.engine.fabric.name_checks import name_findings
from fatdesk.engine.fabric.name_templates import (
    KIND_FIELDS,
    LABEL_FIELDS,
    Naming,
    check_template,
    template_of,
)
from fatdesk.engine.fabric.names import Layout, Places, RackPlace, make_names, pods_of
from fatdesk.engine.families.design import HostGroup
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.designing import search_fabrics
from fatdesk.project.document.project import FabricDecision

CATALOG = load_shipped([])


def node_names(fabric, naming, groups, fabrics):
    """The names of the nodes of one fabric of a project."""
    return make_names([fabric], naming, groups, fabrics).nodes[0]


def fabric_of(family, hosts):
    """The best fabric of a family on switches of 36 ports."""
    wish = FabricRequirement(name="ib", families=(family,), edge=("ib-36",), core=("ib-36",))
    groups = (HostGroup(name="n", part="server-1u", count=hosts),)
    searched = search_fabrics(Requirements(hosts=groups, fabrics=(wish,)), CATALOG)
    decision = FabricDecision(requirement=wish, design=searched.designs[0])
    return build_fabrics(groups, (decision,), CATALOG)[0]


@pytest.mark.parametrize(("family", "hosts"), [("kary-tree", 12_000), ("egft", 700)])
def test_every_device_of_a_tree_has_its_own_name(family, hosts):
    fabric = fabric_of(family, hosts)
    for naming in (Naming(), Naming(middle="agg{level}-{index}", core="top{level}-{index}")):
        names = node_names(fabric, naming, 1, 1)
        assert len(set(names)) == len(names)


def test_middle_switches_are_named_by_their_template_and_level():
    fabric = fabric_of("kary-tree", 12_000)
    plain = dict(zip(fabric.ids, node_names(fabric, Naming(), 1, 1), strict=True))
    assert plain["ib/middle-2/1"].startswith("M2-")
    assert plain["ib/middle-3/1"].startswith("M3-")
    own = Naming(middle="agg{level}-{index}", core="top{level}", edge="leaf{level}-{index}")
    given = dict(zip(fabric.ids, node_names(fabric, own, 1, 1), strict=True))
    assert given["ib/middle-3/7"] == "agg3-7"
    assert given["ib/core/1"] == "top4"
    assert given["ib/edge/2"] == "leaf1-2"


def test_far_ends_of_extra_ports_are_named_in_full():
    wish = FabricRequirement(name="ib", edge=("ib-36",), core=("ib-36",), extra_ports=2)
    groups = (HostGroup(name="n", part="server-1u", count=60),)
    searched = search_fabrics(Requirements(hosts=groups, fabrics=(wish,)), CATALOG)
    [fabric] = build_fabrics(groups, (FabricDecision(requirement=wish, design=searched.designs[0]),), CATALOG)
    names = dict(zip(fabric.ids, node_names(fabric, Naming(), 1, 1), strict=True))
    assert [names[f"ib/external/{number}"] for number in (1, 2)] == ["external-1", "external-2"]
    assert node_names(fabric, Naming(), 1, 2)[-1] == "ib-external-2"
    leading = replace(wish, extra_ports_to="UFM {a}")
    [named] = build_fabrics(
        groups, (FabricDecision(requirement=leading, design=searched.designs[0]),), CATALOG
    )
    assert node_names(named, Naming(), 1, 1)[-2:] == ("UFM {a}-1", "UFM {a}-2")
    assert node_names(named, Naming(), 1, 2)[-1] == "ib-UFM {a}-2"


RACKS = [RackPlace("A", 1, "A01"), RackPlace("A", 2, "A02"), RackPlace("B", 1, "B01")]


def seated(fabric, placed):
    """Places in three racks, by the number of the rack for each device; None: in no rack."""
    seats, free = {}, [42] * len(RACKS)
    for device, rack in zip(fabric.ids, placed, strict=False):
        if rack is not None:
            seats[device] = Position(rack, free[rack], 1)
            free[rack] -= 1
    return Places(RACKS, seats)


def test_names_by_place_are_counted_from_below_and_from_above_in_each_rack():
    """By hand: devices of one rack sorted by their units."""
    fabric = fabric_of("two-level", 40)
    placed = [number % 3 for number in range(len(fabric.ids))]
    places = seated(fabric, placed)
    naming = Naming(
        host="{label}/{row}{rack}/{in_rack}/{from_top}/{u}/{nth_rack}/{label_lower}/{slot}",
        edge="e{in_rack}{label}",
    )
    names = make_names([fabric], naming, 1, places=places)
    for rack, place in enumerate(RACKS):
        here = [one for one in fabric.ids if kind_of(one) == "host" and places.seats[one].rack == rack]
        here.sort(key=lambda one: places.seats[one].u)
        for number, device in enumerate(here, start=1):
            top, u = len(here) - number + 1, places.seats[device].u
            row, at, label = place
            made = f"{label}/{row}{at}/{number}/{top}/{u}/{rack + 1}/{label.lower()}/0"
            assert names.devices[device] == made
    assert names.nodes[0] == tuple(names.devices[one] for one in fabric.ids)


def test_devices_at_the_side_of_a_rack_are_counted_after_those_in_it():
    """Power units at the side of a rack leave the numbers of its servers as they are, wherever they hang."""
    fabric = fabric_of("two-level", 40)
    hosts = [one for one in fabric.ids if kind_of(one) == "host"][:5]
    flat = hosts[1:3]
    seats = {one: Position(0, u, int(one not in flat)) for u, one in enumerate(hosts, start=1)}
    names = make_names([fabric], Naming(host="{in_rack}/{from_top}"), 1, places=Places(RACKS, seats))
    made = [names.devices[one] for one in hosts]
    assert made == ["1/3", "4/5", "5/4", "2/2", "3/1"]


TEXTS = st.sampled_from(["", "n", "A", "-", "{{", "x1"])
FIELDS = st.sampled_from(list(KIND_FIELDS["host"])).flatmap(
    lambda name: st.sampled_from([f"{{{name}}}", f"{{{name}:>3}}"])
)
TEMPLATES = st.lists(TEXTS | FIELDS, max_size=4).map("".join).filter(lambda text: text.count("{{") == 0)
FABRIC = fabric_of("two-level", 40)


@given(
    host=TEMPLATES,
    edge=TEMPLATES.filter(lambda text: "{group" not in text),
    placed=st.lists(st.sampled_from([None, 0, 1, 2]), min_size=46, max_size=46),
)
def test_names_are_unique_or_reported_and_the_same_each_time(host, edge, placed):
    naming, places = Naming(host=host, edge=edge), seated(FABRIC, placed)
    names = make_names([FABRIC], naming, 1, places=places)
    assert names == make_names([FABRIC], naming, 1, places=places)
    count = Counter(names.devices.values())
    findings = name_findings(names, naming, [rack.label for rack in RACKS])
    twice = [one for one in findings if one.rule == "name-twice" and one.severity == "error"]
    assert bool(twice) == (max(count.values()) > 1)
    assert all(count[one.where] > 1 for one in twice)
    for device in names.unplaced:
        assert device not in places.seats
        assert count[names.devices[device]] == 1
    labels = {rack.label.casefold() for rack in RACKS}
    like_racks = {one.where.casefold() for one in findings if one.rule == "name-of-rack"}
    assert like_racks == {name.casefold() for name in count} & labels


def test_a_device_in_no_rack_has_a_plain_name_that_no_other_device_has():
    places = seated(FABRIC, [None, None, *[0] * 30])
    names = make_names([FABRIC], Naming(host="n0{in_rack}-unplaced"), 1, places=places)
    assert names.devices["n/1"] == "n01-unplaced-2"  # the lowest of rack A01 is n01-unplaced by the template
    assert names.devices["n/2"] == "n02-unplaced-2"
    assert len(set(names.devices.values())) == len(names.devices)


def test_findings_name_the_templates_that_make_names_alike():
    naming = Naming(host="A{index:02}", edge="a{index:02}", core="C01")
    found = name_findings(make_names([FABRIC], naming, 1), naming, ["C01", "B01", "b01"])
    texts = {(one.rule, str(one.severity), one.where): one.text for one in found}
    alike = texts["name-twice", "warning", "A01"]
    assert "template of hosts (A{index:02}) and the template of edge switches (a{index:02})" in alike
    assert "template of core switches (C01)" in texts["name-of-rack", "warning", "C01"]
    assert texts["rack-twice", "error", "B01"] == "2 racks have this label"


def test_names_that_are_no_host_names_are_reported():
    naming = Naming(host="node_{index}", edge="-e{index}", core="c" * 61 + "{index}")
    found = name_findings(make_names([FABRIC], naming, 1), naming, [])
    assert [one.where for one in found if one.rule == "name-unsound"] == ["node_1", "-e1", "c" * 61 + "1"]
    plain = make_names([FABRIC], Naming(), 1)
    assert name_findings(plain, Naming(), []) == []


@pytest.mark.parametrize(
    ("kind", "template"),
    [
        ("host", "{zz}"),
        ("host", "{rail}"),
        ("core", "{pod}"),
        ("label", "{in_rack}"),
        ("edge", "{u!r}"),
        ("core", "{"),
    ],
)
def test_templates_with_other_fields_are_refused_with_those_that_there_are(kind, template):
    with pytest.raises(UnsoundError, match=f"^{kind}: .*known fields: .*{{"):
        Naming(**{kind: template})


@pytest.mark.parametrize(
    ("template", "stated"),
    [
        ("n{index", "braces do not match"),
        ("n}", "braces do not match"),
        ("n{index:zz}", "{index:zz} is not understood"),
        ("n{index:000000007}", "{index:000000007} is not understood"),
        ("n{in\ndex}", r"{in\ndex} is not understood"),
    ],
)
def test_what_is_wrong_with_a_template_is_stated_without_words_of_the_language_it_is_read_with(
    template, stated
):
    with pytest.raises(FatdeskError) as refused:
        check_template(template, "host")
    assert stated in str(refused.value)
    assert not any(word in str(refused.value) for word in ("string", "specifier", "object"))


def test_every_field_has_a_meaning_and_an_example_that_fits_its_templates():
    for kind, fields in {**KIND_FIELDS, "label": LABEL_FIELDS}.items():
        Naming(**{kind: "".join(f"{{{name}}}" for name in fields)})
        assert all(len(one.meaning) <= 56 for one in fields.values())


def test_rail_and_plane_of_switches_are_those_of_their_hosts_ports():
    """Independent of the names: a host's port r leads to a switch of rail r, port p R + r to plane p."""
    wish = FabricRequirement(
        name="ib", families=("two-level",), rails=4, planes=2, edge=("ndr-64",), core=("ndr-64",)
    )
    groups = (HostGroup(name="n", part="gpu-8rail", count=70),)
    design = search_fabrics(Requirements(hosts=groups, fabrics=(wish,)), CATALOG).designs[0]
    [fabric] = build_fabrics(groups, (FabricDecision(requirement=wish, design=design),), CATALOG)
    naming = Naming(edge="{rail}.{plane}.{pod}.{index}", core="{plane}.{index}")
    [names] = make_names([fabric], naming, 1, layouts=[Layout(4, 2)]).nodes
    pods = {}
    for (edge, host), (_, port) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True):
        if not fabric.ids[host].startswith("n/"):
            assert names[host].split(".")[0] == names[edge].split(".")[1]  # up links stay in their plane
            continue
        rail, plane, pod, _ = map(int, names[edge].split("."))
        assert (rail - 1, plane - 1) == (port % 4, port // 4)
        pods.setdefault(host, set()).add(pod)
    assert all(len(some) == 1 for some in pods.values())


def test_pods_of_three_levels_are_joined_by_core_switches_alone():
    """Against a search through the links below the core, switch by switch."""
    fabric = fabric_of("egft", 700)
    pods = pods_of(fabric).tolist()
    top = int(fabric.level.max())
    below = [(a, b) for a, b in fabric.ends.tolist() if max(fabric.level[a], fabric.level[b]) < top]
    assert all(pods[a] == pods[b] for a, b in below)
    joined = {}
    for a, b in below:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    seen, pieces = set(), 0
    for node in joined:
        if node in seen:
            continue
        pieces, queue = pieces + 1, [node]
        while queue:
            at = queue.pop()
            if at not in seen:
                seen.add(at)
                queue += joined[at]
    assert pieces == max(pods) > 1
    assert {pods[node] for node in range(len(pods)) if fabric.level[node] == top} == {0}


@pytest.mark.parametrize(
    ("found", "template", "new"),
    [
        (["node001", "node002"], "node{index:03}", ["node003", "node004"]),
        (["r7-n0", "r7-n1"], "r7-n{index}", ["r7-n2", "r7-n3"]),
        (["node001", "node009"], "node{index:03}", ["node010", "node011"]),
        (["alpha", "beta"], "n{index:02}", ["n03", "n04"]),
    ],
)
def test_numbers_of_new_devices_follow_those_that_were_found(
    found: list[str], template: str, new: list[str]
) -> None:
    """From the highest number of the group, so that gaps and numbers from 0 give no name twice."""
    fabric = dataclasses.replace(FABRIC, found_names=dict(zip(FABRIC.ids, found, strict=False)))
    names = make_names([fabric], Naming(), 1, of_groups={"n": template}).nodes[0]
    assert list(names[: len(found) + len(new)]) == [*found, *new]


def test_a_template_of_a_group_precedes_that_of_all_hosts() -> None:
    naming = Naming(host="h{index}")
    assert make_names([FABRIC], naming, 1, of_groups={"other": "x{index}"}).nodes[0][0] == "h1"
    assert make_names([FABRIC], naming, 1, of_groups={"n": "x{index}"}).nodes[0][0] == "x1"
    with pytest.raises(UnsoundError, match=r"names: template '\{rail\}': \{rail\} is not understood"):
        HostGroup(name="n", part="p", count=1, names="{rail}")


@given(
    stem=st.text("ab-{}", min_size=1, max_size=4),
    start=st.integers(0, 120),
    count=st.integers(2, 20),
    width=st.sampled_from([1, 3]),
    end=st.sampled_from(["", "-ib", "x2"]),
)
def test_the_template_of_some_names_gives_them_back(
    stem: str, start: int, count: int, width: int, end: str
) -> None:
    names = [f"{stem}{n:0{width}}{end}" for n in range(start, start + count)]
    template = template_of(names)
    assert [template.format(index=n) for n in range(start, start + count)] == names
