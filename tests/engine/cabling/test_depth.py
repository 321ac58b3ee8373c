"""The depth of racks and devices in lengths, against sums by hand; old projects keep their lengths."""

import msgspec
import pytest

from fatdesk.engine.cabling.laying import lay
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.mounting import port_side
from fatdesk.engine.catalog.parts import Cable, Ports, RackPart, Server, StandardLength, Switch
from fatdesk.engine.floor.floor import Device, Floor, Rack, Tray
from tests.engine.cabling.networks import network

PORTS = (Ports(count=8, connector="qsfp", rate_gbps=40.0, lanes=4),)
SHALLOW, DEEP = 0.9144, 1.2
"""Depths of the two racks, metres."""
PARTS = [
    RackPart(id="shallow", height_u=42),
    RackPart(id="deep", height_u=42, depth_mm=1200.0),
    Switch(id="front", ports=PORTS, height_u=1, airflow="front-to-rear"),
    Switch(id="rear", ports=PORTS, height_u=1, airflow="rear-to-front"),
    Switch(id="unstated", ports=PORTS, height_u=1, depth_mm=400.0),
    Switch(id="stated", ports=PORTS, height_u=1, airflow="front-to-rear", port_side="rear"),
    Server(id="server", ports=PORTS, height_u=1, depth_mm=750.0),
    Server(id="long", ports=PORTS, height_u=1, depth_mm=1100.0),
    Server(id="plain", ports=PORTS, height_u=1),
    Server(id="facing", ports=PORTS, height_u=1, depth_mm=750.0, port_side="front"),
    Cable(
        id="c",
        medium="copper",
        connectors=("qsfp", "qsfp"),
        lanes=4,
        lengths=tuple(StandardLength(m=float(m)) for m in range(1, 20)),
    ),
]
CATALOG = Catalog(PARTS)
FACES = {
    "front": (0.0, 0.0),
    "rear": (SHALLOW, DEEP),
    "unstated": (SHALLOW, DEEP),
    "stated": (SHALLOW, DEEP),
    "server": (0.75, 0.75),
    "long": (SHALLOW, 1.1),
    "plain": (SHALLOW, DEEP),
    "facing": (0.0, 0.0),
}
"""From the front of each rack to the ports, by hand."""


def laid(a, b, *, apart, rules):
    """The spans of one cable from the shallow rack to the same or to the deep one."""
    devices = (Device(id="net/edge/1", part=a, u=40), Device(id="net/edge/2", part=b, u=10))
    racks = (
        Rack(number=1, part="shallow", row=0, position=0, x_mm=0.0, y_mm=0.0, devices=devices[:1]),
        Rack(number=2, part="deep", row=0, position=1, x_mm=609.6, y_mm=0.0, devices=devices[1:]),
    )
    if not apart:
        racks = (
            msgspec.structs.replace(racks[0], devices=devices),
            msgspec.structs.replace(racks[1], devices=()),
        )
    line = ((0.0, 457.2), (3000.0, 457.2))
    tray = Tray(id="t", points_mm=line, elevation_mm=2590.8, width_mm=300.0, depth_mm=100.0)
    floor = Floor(racks=racks, trays=(tray,))
    return lay([network([(0, 1)], [a, b])], ["any"], floor, rules, CATALOG).fabrics[0].spans


@pytest.mark.parametrize("a", FACES)
@pytest.mark.parametrize("b", FACES)
def test_depth_is_the_way_between_ports_and_the_middle_of_racks(a, b):
    rules = CablingRules(slack_m=0.25, tolerance=0.1)
    without = laid(a, b, apart=True, rules=msgspec.structs.replace(rules, depth=False))
    with_depth = laid(a, b, apart=True, rules=rules)
    expected = abs(FACES[a][0] - SHALLOW / 2) + abs(FACES[b][1] - DEEP / 2)
    assert with_depth.depth_um[0] == round(expected * 1e6)
    assert without.depth_um[0] == 0
    plain = (
        with_depth.route_um[0] + with_depth.vertical_um[0] + with_depth.side_um[0] + with_depth.depth_um[0]
    )
    assert with_depth.tolerance_um[0] == (plain + 5) // 10
    assert with_depth.computed_um[0] == plain + with_depth.tolerance_um[0] + 250_000
    same = laid(a, b, apart=False, rules=rules)
    assert same.depth_um[0] == round(abs(FACES[a][0] - FACES[b][0]) * 1e6)


def test_a_front_switch_and_a_server_with_rear_ports_are_a_rack_apart():
    """The case of the review: about 1 m that no length had."""
    assert laid("front", "plain", apart=False, rules=CablingRules()).depth_um[0] == 914_400


def test_sides_by_kind_and_air():
    assert {part.id: port_side(part) for part in PARTS if part.id in FACES} == {
        "front": "front",
        "rear": "rear",
        "unstated": "rear",
        "stated": "rear",
        "server": "rear",
        "long": "rear",
        "plain": "rear",
        "facing": "front",
    }


def findings(rules, ordered=None):
    """Rules and texts of what is found of 24 cables between two racks."""
    from dataclasses import replace

    from fatdesk.engine.cabling.checks import check_cabling

    parts = ["server"] * 8
    devices = [Device(id=f"net/edge/{n + 1}", part="server", u=40 - n) for n in range(8)]
    racks = (
        Rack(number=1, part="shallow", row=0, position=0, x_mm=0.0, y_mm=0.0, devices=tuple(devices[:4])),
        Rack(number=2, part="deep", row=0, position=1, x_mm=609.6, y_mm=0.0, devices=tuple(devices[4:])),
    )
    line = ((0.0, 457.2), (3000.0, 457.2))
    tray = Tray(id="t", points_mm=line, elevation_mm=2590.8, width_mm=300.0, depth_mm=100.0)
    floor = Floor(racks=racks, trays=(tray,))
    links = [(a, b) for a in range(4) for b in range(4, 8)]
    cabling = lay([network(links, parts)], ["any"], floor, rules, CATALOG)
    if ordered is not None:
        (made,) = cabling.fabrics
        choices = tuple(replace(choice, ordered_um=ordered) for choice in made.choices)
        cabling = replace(cabling, fabrics=(replace(made, choices=choices),))
    found = check_cabling(cabling, floor, CATALOG)
    return cabling.fabrics[0], {f.rule: f for f in found}


def test_cables_with_little_to_spare_are_one_finding_a_part():
    made, found = findings(CablingRules(slack_m=0.0, tolerance=0.04))
    spare = [
        made.choices[choice].ordered_um - um
        for choice, um in zip(made.choice.tolist(), made.spans.computed_um.tolist(), strict=True)
    ]
    little = [um for um in spare if um < 300_000]
    assert 0 < len(little) < len(spare)
    text = found["little-spare"].text
    assert text.startswith(f"{len(little)} cables of net (")
    assert text.endswith(f"less than 0.3 m to spare, the least {min(little) / 1e6:.3f} m")
    assert (found["little-spare"].severity, found["little-spare"].where) == ("warning", "c")


def test_cables_by_the_default_rules_have_enough_to_spare():
    _, found = findings(CablingRules())
    assert "little-spare" not in found


def test_a_length_within_the_slack_is_a_warning_and_below_an_error():
    made, _ = findings(CablingRules())
    longest = int(made.spans.computed_um.max())
    _, found = findings(CablingRules(), ordered=longest - 100_000)
    assert "too-short" not in found
    assert "the least 0.200 m" in found["little-spare"].text
    _, found = findings(CablingRules(), ordered=longest - 300_001)
    assert "needed" in found["too-short"].text
