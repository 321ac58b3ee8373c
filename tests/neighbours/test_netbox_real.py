"""Pushes into the real NetBox with PostgreSQL and Redis, started by packaging/try_netbox.py.

At night, or by name: ``FATDESK_NETBOX_PYTHON=/tmp/netbox/bin/python pytest -m nightly
tests/neighbours/test_netbox_real.py``. NetBox 4.7.3.
"""

from collections.abc import Callable, Iterator

import pytest
from try_netbox import NETBOX

from fatdesk.engine.dcim.comparing import compare
from fatdesk.engine.dcim.netbox import KINDS, NetBox
from fatdesk.engine.dcim.netbox import records_for as wanted
from fatdesk.engine.dcim.pushing import push
from fatdesk.engine.drawing.plan import Plan
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from tests.neighbours.designs import PLANS
from tests.neighbours.real_servers import (
    check_old_hall,
    empty_server,
    of_others,
    only_some,
    plan_with_feeds,
    planned_pairs,
    push_twice,
)
from tests.neighbours.test_netbox import splitting

pytestmark = pytest.mark.nightly
PATHS = tuple(dict.fromkeys(kind.path for kind in KINDS.values() if kind.tagged))
"""Lists with objects of others."""


@pytest.fixture(scope="module")
def client() -> Iterator[NetBox]:
    """A NetBox that others use: a maker and roles of the names of the plans, and a hall of their own."""
    with empty_server(NETBOX, NetBox) as made:
        _fill(made)
        yield made


def _fill(client: NetBox) -> None:
    (maker,) = client.create("dcim/manufacturers", [{"name": "NVIDIA", "slug": "nvidia"}])
    roles = [{"name": name, "slug": name, "color": "112233"} for name in ("switch", "host")]
    role = client.create("dcim/device-roles", roles)[0]["id"]
    kind = {"manufacturer": maker["id"], "model": "Old", "slug": "old", "u_height": 2}
    (kind,) = client.create("dcim/device-types", [kind])
    ports = [{"device_type": kind["id"], "name": f"e{port}", "type": "1000base-t"} for port in (1, 2)]
    client.create("dcim/interface-templates", ports)
    (site,) = client.create("dcim/sites", [{"name": "Old hall", "slug": "old-hall", "status": "active"}])
    rack = {"name": "A01", "site": site["id"], "status": "active", "facility_id": "C07"}
    shape = {"u_height": 47, "outer_width": 24, "outer_depth": 48, "outer_unit": "in", "desc_units": True}
    racks = client.create(
        "dcim/racks", [rack | shape, {"name": "A03", "site": site["id"], "status": "active"}]
    )
    some = [
        {
            "name": name, "site": site["id"], "role": role, "device_type": kind["id"], "status": "active",
            "rack": racks[rack]["id"], "position": position, "face": "front",
        }
        for name, rack, position in (("E01", 0, 1), ("n001", 1, 3))
    ]  # fmt: skip
    client.create("dcim/devices", some)
    ends = [
        one["id"] for one in client.read("dcim/interfaces", {"site_id": site["id"]}) if one["name"] == "e1"
    ]
    a, b = ([{"object_type": "dcim.interface", "object_id": end}] for end in ends)
    client.create("dcim/cables", [{"a_terminations": a, "b_terminations": b, "label": "theirs"}])


def project_plan(designed: Callable[[str], Project], name: str) -> Plan:
    return Derived(designed(name)).plan


@pytest.mark.parametrize("name", ["nodes-60", "gpu-31", "blades", "splitting"])
def test_a_project_is_pushed_twice_and_the_second_time_nothing_changes(
    client: NetBox, designed: Callable[[str], Project], name: str
) -> None:
    """Each port of a link leads to the port at its other end, through breakout cables, too."""
    before = of_others(client, PATHS)
    made = {"blades": PLANS["blades"], "splitting": splitting}
    plan = made[name]() if name in made else project_plan(designed, name)
    needed = wanted(plan, name)
    push_twice(client, needed, name)
    assert of_others(client, PATHS) == before
    (site,) = client.read("dcim/sites", {"name": name})
    ports = client.read("dcim/interfaces", {"site_id": site["id"]})
    found_pairs = {
        frozenset(((port["device"]["name"], port["name"]), (far["device"]["name"], far["name"])))
        for port in ports
        for far in port["connected_endpoints"] or ()
    }
    assert found_pairs == planned_pairs(plan)


def test_panels_and_feeds(client: NetBox) -> None:
    """Three trunk plugs and twelve patch cords of four units of DGX H100, with the feeds of their racks."""
    needed = wanted(plan_with_feeds(), "panels")
    only_some(needed)
    push(client, compare(client, needed))
    again = compare(client, needed)
    assert again.changes == []
    assert {ref.kind for ref in again.own} >= {"rear-ports", "front-ports", "power-feeds", "power-panels"}


def test_a_device_that_left_the_plan_is_deleted_on_request_and_places_are_exchanged(
    client: NetBox, designed: Callable[[str], Project]
) -> None:
    needed = wanted(project_plan(designed, "nodes-60"), "nodes-60")
    (site,) = client.read("dcim/sites", {"name": "nodes-60"})
    devices = {row["name"]: row for row in client.read("dcim/devices", {"site_id": site["id"]})}
    one, other = devices["E01"], devices["E02"]
    like = {name: one[name]["id"] for name in ("site", "role", "device_type")}
    tags = [tag["id"] for tag in one["tags"]]
    client.create("dcim/devices", [{**like, "name": "left", "tags": tags}, {**like, "name": "theirs"}])
    for device in (one, other):
        client.change("dcim/devices", [{"id": device["id"], "position": None, "face": ""}])
    for device, place in ((one, other), (other, one)):
        body = {
            "id": device["id"],
            "rack": place["rack"]["id"],
            "position": place["position"],
            "face": "front",
        }
        client.change("dcim/devices", [body])
    found = compare(client, needed)
    assert sorted((x.action, x.title) for x in found.changes) == [
        ("change", "E01"), ("change", "E02"), ("extra", "left"),
    ]  # fmt: skip
    push(client, found, delete=True)
    assert compare(client, needed).changes == []
    names = {row["name"] for row in client.read("dcim/devices", {"site_id": site["id"]})}
    assert "theirs" in names
    assert "left" not in names


def test_a_hall_is_pulled_with_its_free_units(client: NetBox) -> None:
    check_old_hall(client)
