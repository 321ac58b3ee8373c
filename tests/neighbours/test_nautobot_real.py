"""Pushes into the real Nautobot with PostgreSQL and Redis, started by packaging/try_nautobot.py.

At night, or by name: ``FATDESK_NAUTOBOT_PYTHON=/tmp/nautobot/bin/python pytest -m nightly
tests/neighbours/test_nautobot_real.py``. Nautobot 3.2.7.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from try_nautobot import NAUTOBOT

from fatdesk.engine.dcim.comparing import compare
from fatdesk.engine.dcim.nautobot import Nautobot
from fatdesk.engine.dcim.pushing import PushStopped, conflicts, push
from fatdesk.engine.dcim.records import Id
from fatdesk.engine.drawing.plan import Plan
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from tests.neighbours.designs import PLANS
from tests.neighbours.real_servers import (
    Ends,
    check_old_hall,
    empty_server,
    of_others,
    only_first_enclosure,
    only_some,
    plan_with_feeds,
    planned_pairs,
    push_twice,
)
from tests.neighbours.test_netbox import splitting
from tests.neighbours.test_netbox_push import small

pytestmark = pytest.mark.nightly
PATHS = (
    "dcim/locations", "dcim/device-types", "dcim/racks", "dcim/power-panels", "dcim/power-feeds",
    "dcim/devices", "dcim/cables", "dcim/manufacturers", "extras/roles", "dcim/location-types",
)  # fmt: skip
"""Lists with objects of others."""


@pytest.fixture(scope="module")
def server() -> Iterator[Nautobot]:
    """A Nautobot that others use: a maker and roles of the names of the plans, and a hall of their own."""
    with empty_server(NAUTOBOT, Nautobot) as made:
        _fill(made)
        yield made


def _status(server: Nautobot) -> Id:
    (found,) = server.read("extras/statuses", {"name": "Active"})
    number: Id = found["id"]
    return number


def _role(server: Nautobot, name: str) -> Id:
    """A role for devices, made where there is none."""
    found = list(server.read("extras/roles", {"name": name}))
    body = {"name": name, "color": "112233", "content_types": ["dcim.device"]}
    number: Id = found[0]["id"] if found else server.create("extras/roles", [body])[0]["id"]
    return number


def _fill(server: Nautobot) -> None:
    status, role = _status(server), _role(server, "Switch")
    (maker,) = server.create("dcim/manufacturers", [{"name": "NVIDIA"}])
    kind = {"manufacturer": maker["id"], "model": "Old", "u_height": 2}
    (kind,) = server.create("dcim/device-types", [kind])
    ports = [{"device_type": kind["id"], "name": f"e{port}", "type": "1000base-t"} for port in (1, 2)]
    server.create("dcim/interface-templates", ports)
    room = {"name": "Room", "content_types": ["dcim.rack", "dcim.device", "dcim.powerpanel"]}
    hall = {"name": "Building", "content_types": ["dcim.device"]}
    types = {one["name"]: one["id"] for one in server.create("dcim/location-types", [room, hall])}
    places = [
        {"name": "Old hall", "location_type": types["Room"], "status": status},
        {"name": "Tower", "location_type": types["Building"], "status": status},
    ]
    site = server.create("dcim/locations", places)[0]["id"]
    rack = {"location": site, "status": status}
    shape = {"u_height": 47, "outer_width": 24, "outer_depth": 48, "outer_unit": "in", "desc_units": True}
    racks = server.create(
        "dcim/racks", [rack | shape | {"name": "A01", "facility_id": "C07"}, rack | {"name": "A03"}]
    )
    some = [
        {
            "name": name, "location": site, "role": role, "device_type": kind["id"], "status": status,
            "rack": racks[number]["id"], "position": position, "face": "front",
        }
        for name, number, position in (("E01", 0, 1), ("n001", 1, 3))
    ]  # fmt: skip
    server.create("dcim/devices", some)
    ends = [one["id"] for one in server.read("dcim/interfaces", {"location": site}) if one["name"] == "e1"]
    cable: dict[str, Any] = {"label": "theirs", "status": _connected(server)}
    for side, end in zip("ab", ends, strict=True):
        cable |= {f"termination_{side}_type": "dcim.interface", f"termination_{side}_id": end}
    server.create("dcim/cables", [cable])


def _connected(server: Nautobot) -> Id:
    (found,) = server.read("extras/statuses", {"name": "Connected"})
    number: Id = found["id"]
    return number


def traced_pairs(server: Nautobot, site: Id) -> set[Ends]:
    """The ports at both ends of each path that Nautobot traced, of a breakout by the name of its leg.

    The endpoint of a port is that of its path; a leg is the child interface whose breakout position is the
    connector at which the far port is plugged.
    """
    devices = {row["id"]: row["name"] for row in server.read("dcim/devices", {"location": site})}
    ports = {row["id"]: row for row in server.read("dcim/interfaces", {"location": site})}
    legs = {
        (port["parent_interface"]["id"], port["breakout_position"]): port["name"]
        for port in ports.values()
        if port["parent_interface"]
    }
    slots = {
        (end["object_id"]): connector
        for row in server.rows("cables", "site", [site])
        for connector, end in enumerate(row["b_terminations"], start=1)
    }
    found = set()
    for port in ports.values():
        far = port["connected_endpoint"]
        if far is None or any(parent == port["id"] for parent, _ in legs):
            continue
        other = ports[far["id"]]
        name = legs.get((other["id"], slots.get(port["id"], 0)), other["name"])
        found.add(
            frozenset(((devices[port["device"]["id"]], port["name"]), (devices[other["device"]["id"]], name)))
        )
    return found


@pytest.mark.parametrize("name", ["small", "splitting", "nodes-60"])
def test_a_project_is_pushed_twice_and_the_second_time_nothing_changes(
    server: Nautobot, designed: Callable[[str], Project], name: str
) -> None:
    """Each port of a link leads to the port at its other end, through breakout cables, too."""
    before = of_others(server, PATHS)
    made: dict[str, Callable[[], Plan]] = {"splitting": splitting, "small": small}
    plan = made[name]() if name in made else Derived(designed(name)).plan
    needed = server.wanted(plan, name)
    push_twice(server, needed, name)
    now = of_others(server, PATHS)
    assert [row for row in now if row["id"] in {old["id"] for old in before}] == before
    added = {row["object_type"] for row in now} - {row["object_type"] for row in before}
    assert added <= {"dcim.manufacturer", "extras.role", "dcim.locationtype"}  # they carry no tags
    (site,) = server.rows("sites", "name", [name])
    assert traced_pairs(server, site["id"]) == planned_pairs(plan)


def test_blades_are_in_the_bays_of_their_enclosure(server: Nautobot) -> None:
    """The first of 14 enclosures, with 16 blades and a switch."""
    needed = server.wanted(PLANS["blades"](), "blades")
    only_first_enclosure(needed)
    push(server, compare(server, needed))
    assert compare(server, needed).changes == []
    (site,) = server.rows("sites", "name", ["blades"])
    names = {row["id"]: row["name"].lower() for row in server.read("dcim/devices", {"location": site["id"]})}
    bays = {
        row["name"].lower(): names[row["installed_device"]["id"]]
        for row in server.read("dcim/device-bays", {"device": list(names)})
    }
    assert bays == {
        one.key[1]: one.fields["installed_device"].key[0] for one in needed.records["device-bays"]
    }
    assert len(bays) == 17
    for name in ("devices", "interfaces", "device-bays"):
        needed.records[name] = []
    assert str(push(server, compare(server, needed), delete=True)) == "deleted 18 devices"


def test_panels_and_feeds(server: Nautobot) -> None:
    """Three trunk plugs and twelve patch cords of four units of DGX H100, with the feeds of their racks."""
    needed = server.wanted(plan_with_feeds(), "panels")
    only_some(needed)
    push(server, compare(server, needed))
    again = compare(server, needed)
    assert again.changes == []
    assert {ref.kind for ref in again.own} >= {"rear-ports", "front-ports", "power-feeds", "power-panels"}
    cables = needed.records["cables"]
    sides = [(one.title, *one.initial["a_terminations"], *one.initial["b_terminations"]) for one in cables]
    trunks = {end for _, *ends in sides for end in ends if end.kind == "rear-ports"}
    rears = {one.key: one.initial["rear_port"] for one in needed.records["front-ports"]}
    cords: dict[str, list[tuple[str, ...]]] = {}
    for title, near, far in sides:
        if near.kind == "interfaces" and rears[far.key] in trunks:
            cords.setdefault(title[:-1], []).append(near.key)
    whole = {frozenset(ends) for ends in cords.values() if len(ends) == 2}
    (site,) = server.rows("sites", "name", ["panels"])
    traced = {
        frozenset((name.lower(), port.lower()) for name, port in pair)
        for pair in traced_pairs(server, site["id"])
    }
    assert len(whole) == 3
    assert traced == whole


def test_a_push_that_breaks_off_is_completed_by_the_next(
    server: Nautobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the two steps of new cables, which are found by their label and not made twice."""
    needed = server.wanted(small(), "broken")
    change = Nautobot.change

    def breaks(self: Nautobot, path: str, objects: Any) -> Any:
        if path == "dcim/cables":
            raise KeyboardInterrupt
        return change(self, path, objects)

    with monkeypatch.context() as patch:
        patch.setattr(Nautobot, "change", breaks)
        with pytest.raises(PushStopped, match=r"cancelled; written before: .*created .* devices"):
            push(server, compare(server, needed))
    unfinished = [row["id"] for row in server.read("dcim/cables") if "is being made" in row["label"]]
    assert len(unfinished) == 10
    push(server, compare(server, needed))
    assert compare(server, needed).changes == []
    kept = {row["id"]: row for row in server.read("dcim/cables")}
    assert {kept[number]["label"] for number in unfinished} == {""}
    assert not [row for row in kept.values() if "is being made" in row["label"]]


def test_a_device_of_others_is_adopted_on_request_and_released_with_delete(server: Nautobot) -> None:
    plan = small()
    needed = server.wanted(plan, "small")
    (site,) = server.rows("sites", "name", ["small"])
    (kind,) = server.read("dcim/device-types", {"model": "Old"})
    (own,) = server.read("dcim/devices", {"location": site["id"], "name": "n20"})
    server.delete("dcim/devices", [own["id"]])
    body = {
        "name": "n20", "location": site["id"], "role": _role(server, "Switch"), "device_type": kind["id"],
        "status": _status(server), "comments": "theirs", "serial": "S1",
    }  # fmt: skip
    (theirs,) = server.create("dcim/devices", [body])
    (refused,) = conflicts(compare(server, needed))
    assert "adopt" in refused.what
    found = compare(server, needed, adopt=True)
    (adopted,) = found.of("adopt")
    assert (adopted.title, adopted.fields) == ("n20", ("device_type", "rack", "position", "face"))
    push(server, found)
    assert compare(server, needed).changes == []
    (now,) = server.read("dcim/devices", {"id": theirs["id"]})
    assert (now["comments"], now["serial"]) == ("theirs", "S1")
    without = server.wanted(plan, "small")
    for name in ("devices", "interfaces"):
        without.records[name] = [one for one in without.records[name] if one.key[0] != "n20"]
    without.records["cables"] = [one for one in without.records["cables"] if "n20" not in str(one.key)]
    assert str(push(server, compare(server, without), delete=True)) == "deleted 1 cable, released 1 device"
    (now,) = server.read("dcim/devices", {"id": theirs["id"]})
    assert now["tags"] == []


def test_locations_and_roles_that_cannot_be_used_are_conflicts(server: Nautobot) -> None:
    found = compare(server, server.wanted(small(), "Tower"))
    (refused,) = conflicts(found)
    assert refused.title == "Tower"
    assert "does not allow dcim.rack, dcim.powerpanel" in refused.what


def test_a_hall_is_pulled_with_its_free_units(server: Nautobot) -> None:
    check_old_hall(server)
