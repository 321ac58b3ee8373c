"""Port maps agree with the wiring list and with the parts: each end of a cable is at one port."""

import io
import re
import zipfile
from collections import Counter

import pytest

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.plugs import groups_of
from fatdesk.engine.drawing.wiring.port_map import SwitchPorts
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.wiring.ports import EXTERNAL_END
from fatdesk.project.derived.derived import Derived
from tests.project.designing.test_end_to_end import CASES, OWN, designed

KINDS = (
    "splitters part filled",
    "two networks on two ports",
    "legs and externals",
    "rails and planes",
    "bundles of three",
    "modular",
    "blades",
    "compute and storage",
)


@pytest.fixture(scope="module", params=KINDS)
def derived(request):
    return Derived(designed(Catalog([*load_shipped(), *OWN]), *CASES[request.param]).project)


def sides_of(row):
    """Each link of a cable: its name, split into device and port at both ends."""
    legs = row.legs or (row.b,) * len(row.links)
    for name, end in zip(row.links, legs, strict=True):
        pairs = [(row.a.device, end.device), (end.device, row.a.device)]
        for a, b in pairs:
            found = re.fullmatch(f"{re.escape(a)}:([0-9/.]+)-{re.escape(b)}:([0-9/.]+)", name)
            if found:
                yield (a, found[1]), (b, found[2])
                break
        else:
            raise AssertionError(name)


def maps_of(derived):
    """All port maps by the name of the device, hosts of several networks once."""
    ids = {one: None for fabric in derived.fabrics for one in fabric.ids}
    found = [derived.port_maps.of(one) for one in ids]
    return {made.name: made for made in found if made is not None}


def test_every_end_of_every_cable_is_at_one_port(derived):
    maps = maps_of(derived)
    outside = {
        name
        for fabric, names in zip(derived.fabrics, derived.names, strict=True)
        for name, kind in zip(names, fabric.kind.tolist(), strict=True)
        if kind == NodeKind.EXTERNAL
    }
    at = {
        (made.name, port.text): port.end
        for made in maps.values()
        for port in made.ports
        if port.end is not None and port.end.cable
    }
    expected = {}
    for row in derived.rows:
        for near, far in sides_of(row):
            for here, there in ((near, far), (far, near)):
                if here[0] not in outside:
                    expected[here] = (row.id, *there, row.kind, row.length.computed_um, row.length.ordered_um)
    found = {
        place: (
            end.cable,
            end.name,
            "1" if end.level == EXTERNAL_END else end.port,
            end.kind,
            end.computed_um,
            end.ordered_um,
        )
        for place, end in at.items()
    }
    assert found == {
        place: (cable, name, "1" if name in outside else port, *figures)
        for place, (cable, name, port, *figures) in expected.items()
    }


def test_unused_ports_are_those_of_the_part_that_no_link_uses(derived):
    """Counted from the parts and the arrays of links alone."""
    used, legs = Counter(), Counter()
    for fabric in derived.fabrics:
        split = {}
        for (a, b), (p, _), splits in zip(
            fabric.ends.tolist(), fabric.ports.tolist(), fabric.splits.tolist(), strict=True
        ):
            used[fabric.ids[a]] += 1
            used[fabric.ids[b]] += 1
            split[a, p] = splits
        for (node, _), count in split.items():
            legs[fabric.ids[node]] += count - 1
    parts = {
        one: fabric.parts[part]
        for fabric in derived.fabrics
        for one, part in zip(fabric.ids, fabric.part.tolist(), strict=True)
        if part >= 0
    }
    for device, part in parts.items():
        groups = groups_of(derived.catalog, part.part, part.cards, part.card)
        made = derived.port_maps.of(device)
        total = sum(group.count * group.links for group in groups) + legs[device]
        assert len(made.ports) == total, device
        assert made.used == used[device], device
        assert len({port.text for port in made.ports}) == total
        places = [(port.card, port.cage) for port in made.ports]
        assert places == sorted(places, key=lambda place: (place[0] < 0, place)), "management ports last"


@pytest.fixture(scope="module")
def managed():
    """A network of four hosts, and one for the management of them, their switches and power units."""
    hosts = {"n": ("nvidia-dgx-h100", 4), "u": ("apc-ap8888", 2)}
    compute = {"name": "compute", "hosts": ("n",), "rails": 8, "edge": ("nvidia-qm9700",)}
    oob = {"name": "oob", "switches_of": ("compute",), "edge": ("nvidia-sn2201",)}
    star = {"families": ("star",)}
    return Derived(designed(load_shipped(), hosts, [compute | star, oob | star]).project)


def test_an_out_of_band_network_is_in_lists_maps_and_netbox(managed):
    """A cable of Category 6 to each management port, by the names of MLNX-OS and Cumulus Linux."""
    rows = [row for row in managed.rows if row.fabric == "oob"]
    switches = [one for one in managed.fabrics[0].ids if one.startswith("compute/edge/")]
    assert len(rows) == 4 + 2 + len(switches)
    assert {row.part for row in rows} == {"cat6-rj45"}
    ends = [row.b for row in rows if row.b.port == "mgmt"]
    assert {end.os_ports for end in ends} == {("mgmt0",)}
    assert {row.a.os_ports[0][:3] for row in rows} == {"swp"}
    paper = SwitchPorts(managed.plan)
    for device in switches:
        drawn, made = paper.cages(device), managed.port_maps.of(device)
        assert (drawn[-1].port, len(drawn)) == ("mgmt", 32 + 1)
        assert [some.device for some in drawn[-1].plugged] == [made.management[0].end.name]
        assert (made.management[0].os_port, made.management[0].end.fabric) == ("mgmt0", "oob")
    (packed,) = BY_NAME["netbox.zip"].make(managed.plan).values()
    with zipfile.ZipFile(io.BytesIO(packed)) as bundle:
        cables = bundle.read("09-cables.csv").decode().splitlines()
    assert sum(",mgmt0,cat6," in line for line in cables) == len(switches)


def test_a_device_outside_has_no_ports(derived):
    for fabric in derived.fabrics:
        for node in fabric.nodes(NodeKind.EXTERNAL).tolist()[:1]:
            assert derived.port_maps.of(fabric.ids[node]) is None
    assert derived.port_maps.of("nothing/1") is None
