"""Push into and pull from a small Nautobot in memory: what it holds differently from NetBox.

What both have in common is tested by test_netbox_push.py, the real Nautobot by test_nautobot_real.py.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fatdesk.cli import main
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.dcim.client import ServerError
from fatdesk.engine.dcim.comparing import Comparison, compare
from fatdesk.engine.dcim.hall import read_hall
from fatdesk.engine.dcim.nautobot import KINDS, Nautobot
from fatdesk.engine.dcim.product import NAUTOBOT
from fatdesk.engine.dcim.pushing import PushStopped, conflicts, push
from fatdesk.engine.drawing.plan import Plan
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import load_project, save_project
from tests.neighbours.fake_nautobot import HALL, TOKEN, FakeNautobot
from tests.neighbours.fake_netbox import serving
from tests.neighbours.test_netbox import splitting
from tests.neighbours.test_netbox_push import small


@pytest.fixture
def nautobot() -> FakeNautobot:
    """One that is in use: a maker, a role, a device type and a location with a device are of others."""
    made = FakeNautobot()
    made.page = 40
    maker = made.add("dcim/manufacturers", name="UNKNOWN")
    role = made.add("extras/roles", name="host", color="ffffff", content_types=["dcim.device"])
    kind = made.add("dcim/device-types", manufacturer=maker, model="Old", u_height=1)
    room = made.add("dcim/location-types", name="Room", content_types=HALL)
    site = made.add("dcim/locations", name="Elsewhere", location_type=room)
    made.add("dcim/devices", name="E01", location=site, role=role, device_type=kind, rack=None, position=None)
    return made


@pytest.fixture
def server(nautobot: FakeNautobot) -> Iterator[Nautobot]:
    with serving(nautobot) as address:
        made = Nautobot(address, TOKEN, timeout_s=30)
        yield made
        made.close()


def pushed(server: Nautobot, plan: Plan, **options: Any) -> Comparison:
    found = compare(server, server.wanted(plan))
    push(server, found, **options)
    return found


def test_a_second_push_changes_nothing_and_objects_of_others_stay(
    nautobot: FakeNautobot, server: Nautobot
) -> None:
    """The role and maker of others are used, and the location is of the type that a push makes."""
    before = {path: json.dumps(list(some.values())) for path, some in nautobot.objects.items()}
    plan = small()
    found = pushed(server, plan)
    assert found.counts["create"] | {"interface-templates": 0} == {
        "location-types": 1, "sites": 1, "device-roles": 1, "device-types": 2, "interface-templates": 0,
        "racks": 1, "devices": 23, "cables": 56,
    }  # fmt: skip
    for path, text in before.items():
        now = json.dumps(list(nautobot.objects[path].values()))
        assert now.startswith(text[:-1]), path
    writes = dict(nautobot.requests)
    again = pushed(server, plan)
    assert again.changes == []
    assert {KINDS[ref.kind].noun for ref in again.used} == {"manufacturer", "role"}
    assert dict(nautobot.requests) | {"GET": 0, "OPTIONS": 0} == writes | {"GET": 0, "OPTIONS": 0}
    (location,) = (one for one in nautobot.objects["dcim/locations"].values() if one["name"] == "small")
    kind = nautobot.objects["dcim/location-types"][location["location_type"]]
    assert (kind["name"], kind["content_types"]) == ("Site", HALL)
    rack = next(iter(nautobot.objects["dcim/racks"].values()))
    assert (rack["u_height"], rack["type"], rack["location"]) == (42, "4-post-cabinet", location["id"])
    planned = {key for key, one in nautobot.objects["extras/statuses"].items() if one["name"] == "Planned"}
    assert {one["status"] for one in nautobot.objects["dcim/cables"].values()} == planned


def test_a_splitter_is_one_cable_of_a_type_and_its_legs_are_children_of_the_port(
    nautobot: FakeNautobot, server: Nautobot
) -> None:
    plan = splitting()
    pushed(server, plan)
    cables = list(nautobot.objects["dcim/cables"].values())
    types = nautobot.objects["dcim/cable-types"]
    (kind,) = types.values()
    assert [kind[name] for name in ("name", "a_connectors", "b_connectors", "total_lanes")] == [
        "1x4 Breakout", 1, 4, 4,
    ]  # fmt: skip
    whole = [one for one in cables if one["cable_type"] == kind["id"]]
    fabric = plan.fabrics[0]
    assert sum(len(one["ends"]) - 1 for one in whole) == int((fabric.splits > 1).sum())
    ports = nautobot.objects["dcim/interfaces"]
    for one in whole:
        cage = ports[one["ends"]["a1"]["id"]]
        children = [port for port in ports.values() if port["parent_interface"] == cage["id"]]
        assert [(port["name"], port["type"], port["breakout_position"]) for port in children] == [
            (f"{cage['name']}s{leg}", "virtual", leg + 1) for leg in range(4)
        ]
    lengths = {(one["length"], one["length_unit"]) for one in whole}
    planned = {round(row.length.ordered_um / 10_000) for row in plan.cables if row.length.ordered_um}
    assert {length for length, _ in lengths} <= planned
    assert {unit for _, unit in lengths} == {"cm"}
    assert compare(server, server.wanted(plan)).changes == []


def test_before_3_2_each_leg_is_a_cable(nautobot: FakeNautobot, server: Nautobot) -> None:
    """And the tags of new cables are kept there, so that they are made in one step."""
    nautobot.version = "3.1.4"
    wanted = server.wanted(splitting())
    assert "cable-types" not in server.kinds
    assert "channels" not in server.kinds
    assert {len(one.initial["b_terminations"]) for one in wanted.records["cables"]} == {1}
    assert any("each leg is a cable" in one for one in wanted.left_out)
    nautobot.version = "2.3.9"
    with (
        closing(Nautobot(server.address, TOKEN)) as old,
        pytest.raises(ServerError, match=r"is Nautobot 2\.3\.9, 2\.4 or later is needed"),
    ):
        old.version()


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("after", [3, 9, 10])
def test_a_push_that_breaks_off_is_completed_by_the_next(
    nautobot: FakeNautobot, server: Nautobot, after: int, late: bool
) -> None:
    """Also between the two steps of new cables; nothing is made twice."""
    plan = small()
    nautobot.breaks_after, nautobot.late = after, late
    with pytest.raises(PushStopped, match=r"the connection broke; written before: .*push again"):
        push(server, compare(server, server.wanted(plan)))
    nautobot.breaks_after = None
    with serving(nautobot) as address:
        again = Nautobot(address, TOKEN, timeout_s=30)
        pushed(again, plan)
        assert compare(again, again.wanted(plan)).changes == []
        again.close()
    cables = list(nautobot.objects["dcim/cables"].values())
    assert len(cables) == 56
    assert {(one["label"], len(one["ends"])) for one in cables} == {("", 2)}
    assert all(one["tags"] for one in cables)


def test_splitters_without_ends_are_found_by_the_next_push(nautobot: FakeNautobot, server: Nautobot) -> None:
    """A push that breaks off at any change of cables leaves splitters that have no ends yet."""
    plan = splitting()
    pushed(server, plan)
    cables = nautobot.objects["dcim/cables"]
    whole = len(cables)
    several = next(number for number, one in cables.items() if len(one["ends"]) > 2)
    cables[several] |= {"ends": {}, "tags": [], "label": f"{server.wanted(plan).tag} is being made"}
    again = pushed(server, plan)
    assert [(one.action, one.kind) for one in again.changes] == [("create", "cables")]
    assert len(cables) == whole
    assert len(cables[several]["ends"]) > 2
    assert compare(server, server.wanted(plan)).changes == []


def test_what_others_made_that_cannot_be_used_is_a_conflict(nautobot: FakeNautobot, server: Nautobot) -> None:
    """A location of a type without racks, a role that is not for devices, two locations of one name."""
    kind = nautobot.add("dcim/location-types", name="Tower", content_types=["dcim.device"])
    place = nautobot.add("dcim/locations", name="small", location_type=kind)
    nautobot.add("extras/roles", name="switch", content_types=["dcim.rack"])
    found = {one.title: one.what for one in conflicts(compare(server, server.wanted(small())))}
    assert found == {
        "small": "its location type Tower does not allow dcim.rack, dcim.powerpanel: "
        "add them to its content types",
        "switch": "it does not allow dcim.device: add them to its content types",
    }
    room = next(iter(nautobot.objects["dcim/location-types"]))
    nautobot.add("dcim/locations", name="small", location_type=room)
    assert "give the id of one" in conflicts(compare(server, server.wanted(small())))[0].what
    by_id = compare(server, server.wanted(small(), str(place)))
    assert [one.title for one in conflicts(by_id)] == [place, "switch"]
    assert nautobot.requests["POST"] == 0


def test_an_adopted_device_keeps_the_tags_of_others(nautobot: FakeNautobot, server: Nautobot) -> None:
    plan = small()
    pushed(server, plan)
    theirs = nautobot.add("extras/tags", name="theirs")
    device = next(one for one in nautobot.objects["dcim/devices"].values() if one["name"] == "n01")
    device["tags"] = [{"id": theirs, "slug": "theirs"}]
    device["face"] = "rear"
    again = Nautobot(server.address, TOKEN, timeout_s=30)
    found = compare(again, again.wanted(plan), adopt=True)
    assert [(one.title, one.what) for one in found.of("adopt")] == [("n01", "face: rear -> front")]
    push(again, found)
    assert [tag["slug"] for tag in device["tags"]] == ["theirs", "fatdesk-small-adopted"]
    assert compare(again, again.wanted(plan)).changes == []
    again.close()


def test_types_that_it_does_not_know_are_other(nautobot: FakeNautobot, server: Nautobot) -> None:
    nautobot.types = ["other", "1000base-t", "virtual"]
    wanted = server.wanted(splitting())
    for kind in ("interface-templates", "interfaces"):
        assert {one.fields["type"] for one in wanted.records[kind]} <= set(nautobot.types)
    nautobot.types = []
    assert "100gbase-x-qsfp28" in {
        one.fields["type"] for one in server.wanted(splitting()).records["interfaces"]
    }


def test_a_status_that_is_missing_is_one_line(nautobot: FakeNautobot, server: Nautobot) -> None:
    nautobot.objects["extras/statuses"].popitem()
    with pytest.raises(PushStopped, match=r"there is no status Planned for dcim\.location, add it"):
        push(server, compare(server, server.wanted(small())))


def test_an_error_states_the_object(nautobot: FakeNautobot, server: Nautobot) -> None:
    nautobot.refuses = "E02"
    with pytest.raises(PushStopped, match=r"E02: name: This name is not allowed\.; written before: "):
        push(server, compare(server, server.wanted(small())))


def test_a_hall_is_read_with_the_locations_below_it(nautobot: FakeNautobot, server: Nautobot) -> None:
    """Two racks of one name in different rooms, one of them counted from the top."""
    room = next(iter(nautobot.objects["dcim/location-types"]))
    site = nautobot.add("dcim/locations", name="Hall", location_type=room)
    kind = next(iter(nautobot.objects["dcim/device-types"]))
    for name, down in (("North", False), ("South", True)):
        place = nautobot.add("dcim/locations", name=name, location_type=room, parent=site)
        rack = nautobot.add("dcim/racks", name="R1", location=place, u_height=42, desc_units=down)
        nautobot.add("dcim/devices", name=name, location=place, device_type=kind, rack=rack, position=2)
    hall = read_hall(server, "hall")
    assert [(rack.location, rack.name, rack.taken) for rack in hall.racks] == [
        ("North", "R1", ((2, 1, "North (Old)"),)),
        ("South", "R1", ((41, 1, "South (Old)"),)),
    ]
    with pytest.raises(FatdeskError, match="there is no location Nowhere"):
        read_hall(server, "Nowhere")


def test_the_command_line_pushes_twice_and_pulls(
    nautobot: FakeNautobot,
    designed: Callable[[str], Project],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    project = tmp_path / "nodes-60.fatdesk"
    save_project(designed("nodes-60"), project)
    monkeypatch.setenv(NAUTOBOT.variable, TOKEN)
    with serving(nautobot) as address:
        assert main(["nautobot", "push", str(project), address, "--site", "Hall 7", "--dry-run"]) == 0
        assert nautobot.requests["POST"] == 0
        assert main(["nautobot", "push", str(project), address, "--site", "Hall 7"]) == 0
        assert "written: created 1 location type, created 1 location" in capsys.readouterr().out
        assert main(["nautobot", "push", str(project), address, "--site", "Hall 7", "--json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert (record["nautobot"], record["differences"], record["written"]) == ("3.2.7", [], [])
        hall = tmp_path / "hall.fatdesk"
        assert main(["nautobot", "pull", str(hall), address, "--site", "Hall 7"]) == 0
        assert "location Hall 7: 2 racks, 66 devices in them" in capsys.readouterr().out
    assert {part.source for part in load_project(hall).project.parts} == {"Nautobot"}
