"""Port maps agree with the wiring list and with the parts: each end of a cable is at one port."""

import re
from collections import Counter

import pytest

from fatdesk.engine.cabling.ports import EXTERNAL_END
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.plugs import groups_of
from fatdesk.engine.fabric.fabric import NodeKind
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


def test_a_device_outside_has_no_ports(derived):
    for fabric in derived.fabrics:
        for node in fabric.nodes(NodeKind.EXTERNAL).tolist()[:1]:
            assert derived.port_maps.of(fabric.ids[node]) is None
    assert derived.port_maps.of("nothing/1") is None
