"""Push into and pull from a small NetBox in memory: what stays, errors, half-way ends.

What the real NetBox accepts is tested by test_netbox_real.py.
"""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fatdesk.cli import main
from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.engine.dcim.client import ServerError
from fatdesk.engine.dcim.comparing import Comparison, compare
from fatdesk.engine.dcim.netbox import KINDS, NetBox
from fatdesk.engine.dcim.netbox import records_for as wanted
from fatdesk.engine.dcim.product import NETBOX
from fatdesk.engine.dcim.pushing import PushStopped, conflicts, push
from fatdesk.engine.dcim.records import Ref
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import load_project, save_project
from tests.engine import plan_samples as samples
from tests.neighbours.fake_netbox import TOKEN, FakeNetBox, serving
from tests.neighbours.test_netbox import splitting


def small() -> Plan:
    """20 hosts on two edge switches and a core switch: 20 cables to hosts, 36 between switches."""
    hosts = HostGroup(name="nodes", part="server-1u", count=20)
    return samples.plan_of("small", [samples.two_level("compute", hosts, "ib-36", "ib-36", (2, 1, 18))])


@pytest.fixture
def netbox() -> FakeNetBox:
    """One that is in use: a maker, a role, a device type and a site with a device are of others."""
    made = FakeNetBox()
    made.page = 40
    maker = made.add("dcim/manufacturers", name="UNKNOWN", slug="unknown")
    role = made.add("dcim/device-roles", name="host", slug="host", color="ffffff")
    kind = made.add("dcim/device-types", manufacturer=maker, model="Old", slug="old", u_height=1)
    site = made.add("dcim/sites", name="Elsewhere", slug="elsewhere", status="active")
    made.add("dcim/devices", name="E01", site=site, role=role, device_type=kind, rack=None, position=None)
    return made


@pytest.fixture
def nodes_60(designed: Callable[[str], Project], tmp_path: Path) -> Path:
    path = tmp_path / "nodes-60.fatdesk"
    save_project(designed("nodes-60"), path)
    return path


@pytest.fixture
def client(netbox: FakeNetBox) -> Iterator[NetBox]:
    with serving(netbox) as address:
        made = NetBox(address, TOKEN, timeout_s=30)
        yield made
        made.close()


def pushed(client: NetBox, plan: Plan, **options: Any) -> Comparison:
    found = compare(client, wanted(plan))
    push(client, found, **options)
    return found


def foreign(netbox: FakeNetBox) -> str:
    rows = [(path, one) for path, some in netbox.objects.items() for one in some.values() if not one["tags"]]
    parts = ("extras/tags", *(kind.path for kind in KINDS.values() if not kind.tagged))
    return json.dumps([one for one in rows if one[0] not in parts])


def test_a_second_push_changes_nothing_and_objects_of_others_stay(netbox: FakeNetBox, client: NetBox) -> None:
    """Of two levels, and of splitters, whose cages have channels; counts are those of the plan."""
    before = foreign(netbox)
    plan = small()
    found = pushed(client, plan)
    assert found.counts["create"] | {"interface-templates": 0} == {
        "sites": 1, "device-roles": 1, "rack-types": 1, "device-types": 2, "interface-templates": 0,
        "racks": 1, "devices": 23, "cables": 56,
    }  # fmt: skip
    assert foreign(netbox) == before
    writes = dict(netbox.requests)
    again = pushed(client, plan)
    assert (again.changes, again.same) == ([], len(again.ids) - len(again.used))
    assert netbox.requests["POST"] == writes["POST"]
    assert netbox.requests["PATCH"] == writes.get("PATCH", 0)
    assert sorted(KINDS[ref.kind].noun for ref in again.used) == ["device role", "manufacturer"]


def test_a_splitter_is_one_cable_whose_port_has_channels(netbox: FakeNetBox, client: NetBox) -> None:
    plan = splitting()
    pushed(client, plan)
    cables = list(netbox.objects["dcim/cables"].values())
    fabric = plan.fabrics[0]
    whole = [one for one in cables if one.get("profile") == "breakout-1c4p-4c1p"]
    legs = sum(len(one["b_terminations"]) for one in whole)
    assert legs == int((fabric.splits > 1).sum())
    assert len(cables) - len(whole) + legs == len(fabric.ends)
    ports = netbox.objects["dcim/interfaces"]
    for one in whole:
        (end,) = one["a_terminations"]
        cage = ports[end["object_id"]]
        channels = [port for port in ports.values() if port.get("parent") == cage["id"]]
        assert cage["channels"] == 4
        assert [port["name"] for port in channels] == [f"{cage['name']}s{leg}" for leg in range(4)]
        assert [port["channel_id"] for port in channels] == [1, 2, 3, 4]
    assert compare(client, wanted(plan)).changes == []


def test_what_people_change_is_reported_and_written_back(netbox: FakeNetBox, client: NetBox) -> None:
    """Places and cables; the status is theirs, as well as devices of their own."""
    plan = small()
    pushed(client, plan)
    devices = {one["name"]: one for one in netbox.objects["dcim/devices"].values() if one["tags"]}
    one, other = devices["n01"], devices["n02"]
    one["position"], other["position"] = other["position"], one["position"]
    one["status"] = "active"
    first, second = list(netbox.objects["dcim/cables"].values())[:2]
    first["b_terminations"], second["b_terminations"] = second["b_terminations"], first["b_terminations"]
    netbox.add("dcim/devices", **{**other, "name": "theirs", "rack": None, "position": None, "tags": []})
    found = compare(client, wanted(plan))
    assert [(x.action, x.kind, x.title) for x in found.changes if x.kind == "devices"] == [
        ("change", "devices", "n01"), ("change", "devices", "n02"),
    ]  # fmt: skip
    assert found.counts["replace"] == {"cables": 2}
    push(client, found)
    assert compare(client, wanted(plan)).changes == []
    assert one["status"] == "active"
    assert "theirs" in {device["name"] for device in netbox.objects["dcim/devices"].values()}


def test_what_left_the_plan_is_deleted_only_on_request_and_only_with_the_tag(
    netbox: FakeNetBox, client: NetBox
) -> None:
    plan = small()
    pushed(client, plan)
    site = next(one["id"] for one in netbox.objects["dcim/sites"].values() if one["name"] == "small")
    rack = next(one["id"] for one in netbox.objects["dcim/racks"].values())
    like = next(one for one in netbox.objects["dcim/devices"].values() if one["name"] == "n01")
    for name, tags in (
        ("old-own", like["tags"]),
        ("theirs", []),
        ("of-another-project", [{"slug": "fatdesk-b"}]),
    ):
        netbox.add(
            "dcim/devices",
            **{**like, "name": name, "site": site, "rack": rack, "position": None, "tags": tags},
        )
    found = compare(client, wanted(plan))
    assert [(one.action, one.title) for one in found.changes] == [("extra", "old-own")]
    push(client, found)
    names = {one["name"] for one in netbox.objects["dcim/devices"].values()}
    assert names >= {"old-own", "theirs", "of-another-project"}
    push(client, compare(client, wanted(plan)), delete=True)
    names = {one["name"] for one in netbox.objects["dcim/devices"].values()}
    assert "old-own" not in names
    assert names >= {"theirs", "of-another-project", "n01"}


def test_a_device_of_others_in_the_way_stops_the_push_before_anything_is_written(
    netbox: FakeNetBox, client: NetBox
) -> None:
    """The same name, and the same unit of a rack that is used as it is."""
    plan = small()
    records = wanted(plan).records
    site = netbox.add("dcim/sites", name="small", slug="small", status="active")
    rack = netbox.add("dcim/racks", name=records["racks"][0].title, site=site, rack_type=None, u_height=42)
    kind = next(iter(netbox.objects["dcim/device-types"]))
    netbox.add("dcim/devices", name="n01", site=site, device_type=kind, rack=None, position=None)
    netbox.add("dcim/devices", name="older", site=site, device_type=kind, rack=rack, position=5.0)
    found = compare(client, wanted(plan))
    assert conflicts(found)[0].title == "n01"
    assert any("U5" in one.what and "older" in one.what for one in conflicts(found))
    with pytest.raises(
        FatdeskError, match=r"n01: there is a device of this name that is not of this project"
    ):
        push(client, found)
    assert netbox.requests["POST"] == 0


def test_what_others_made_is_adopted_on_request_and_never_deleted(netbox: FakeNetBox, client: NetBox) -> None:
    """A device and a cable lose their tags: they are of others then. One of another project stays."""
    plan = small()
    pushed(client, plan)
    devices = {one["name"]: one for one in netbox.objects["dcim/devices"].values() if one["tags"]}
    theirs = netbox.add("extras/tags", name="theirs", slug="theirs")
    cable = next(iter(netbox.objects["dcim/cables"].values()))
    devices["n01"]["tags"] = [{"id": theirs, "slug": "theirs"}]
    devices["n01"] |= {"position": None, "comments": "ours"}
    cable["tags"] = []
    devices["n20"]["tags"] = [{"id": 0, "slug": "fatdesk-b"}]
    refused = {one.title: one.what for one in conflicts(compare(client, wanted(plan), adopt=True))}
    assert "that is of fatdesk-b" in refused["n20"]
    devices["n20"]["tags"] = []
    found = compare(client, wanted(plan), adopt=True)
    assert [(one.kind, one.title) for one in found.of("adopt")][:2] == [
        ("devices", "n01"),
        ("devices", "n20"),
    ]
    assert "position: none -> " in found.of("adopt")[0].what
    push(client, found)
    assert compare(client, wanted(plan)).changes == []
    assert [one["slug"] for one in devices["n01"]["tags"]] == ["theirs", "fatdesk-small-adopted"]
    assert devices["n01"]["comments"] == "ours"
    less = wanted(plan)
    for kind in ("devices", "interfaces"):
        less.records[kind] = [one for one in less.records[kind] if one.key[0] != "n01"]
    less.records["cables"] = [
        one for one in less.records["cables"] if "/n01/" not in f"/{one.key}".replace(":", "/")
    ]
    gone = compare(client, less)
    assert [one.title for one in gone.of("extra") if one.kind == "devices"] == ["n01"]
    push(client, gone, delete=True)
    assert devices["n01"]["id"] in netbox.objects["dcim/devices"]
    assert [one["slug"] for one in devices["n01"]["tags"]] == ["theirs"]
    assert cable["id"] in netbox.objects["dcim/cables"]


def test_units_of_a_rack_that_counts_from_the_top(netbox: FakeNetBox, client: NetBox) -> None:
    """A rack of others of 42 units, whose unit 1 is the highest: U1 of the plan is U42 there."""
    plan = small()
    site = netbox.add("dcim/sites", name="small", slug="small", status="active")
    name = wanted(plan).records["racks"][0].title
    netbox.add("dcim/racks", name=name, site=site, rack_type=None, u_height=42, desc_units=True)
    pushed(client, plan)
    there = {one["name"]: one["position"] for one in netbox.objects["dcim/devices"].values() if one["tags"]}
    (rack,) = plan.floor.racks
    assert there == {plan.device_names[device.id]: 43 - device.u for device in rack.devices}
    assert compare(client, wanted(plan)).changes == []


def test_feeds_are_those_of_racks_whose_breakers_are_known(designed: Callable[[str], Project]) -> None:
    """Two circuits of both feeds of one rack; the breaker of the other rack is not stated."""
    project = designed("nodes-60")
    known = PowerFeeds(breaker_a=32.0, circuits=2, continuous="US", voltage_v=415.0)
    first, second = project.floor.racks
    racks = (replace(first, power=known), replace(second, power=PowerFeeds()))
    plan = Derived(replace(project, floor=replace(project.floor, racks=racks))).plan
    made = wanted(plan)
    assert [one.title for one in made.records["power-panels"]] == ["Feed A", "Feed B"]
    assert [one.title for one in made.records["power-feeds"]] == ["A01-A1", "A01-A2", "A01-B1", "A01-B2"]
    assert made.records["power-feeds"][2].fields == {
        "rack": Ref("racks", ("a01",)), "voltage": 415, "amperage": 32, "phase": "three-phase",
        "max_utilization": 80, "type": "redundant",
    }  # fmt: skip
    assert made.left_out[-1] == "feeds of 1 rack whose breakers are unknown"


@pytest.mark.parametrize("late", [False, True])
def test_a_push_that_breaks_off_states_what_was_written_and_the_next_completes_it(
    netbox: FakeNetBox, client: NetBox, late: bool
) -> None:
    """Whether the request whose answer was lost had been carried out or not."""
    plan = small()
    netbox.breaks_after, netbox.late = 9, late
    with pytest.raises(
        PushStopped, match=r"the connection broke; written before: .*created 1 site.*push again"
    ) as stop:
        push(client, compare(client, wanted(plan)))
    written = sum(stop.value.written.counts.values())
    tagged = [one for some in netbox.objects.values() for one in some.values() if one["tags"]]
    templates = len(netbox.objects["dcim/interface-templates"])
    missing = len(tagged) + templates - written
    assert (missing > 0) == late
    netbox.breaks_after = None
    pushed(client, plan)
    assert compare(client, wanted(plan)).changes == []
    assert len(netbox.objects["dcim/cables"]) == 56


def test_cancelling_states_what_was_written(netbox: FakeNetBox, client: NetBox) -> None:
    class Impatient:
        def step(self, done: int, total: int, text: str) -> None:
            if "devices" in text:
                raise Cancelled

    with pytest.raises(
        PushStopped, match=r"cancelled; written before: created 1 site, .* 1 rack; push again"
    ):
        push(client, compare(client, wanted(small())), Impatient())


def test_an_error_of_netbox_is_one_line_with_the_name_of_the_object(
    netbox: FakeNetBox, client: NetBox
) -> None:
    netbox.refuses = "E02"
    with pytest.raises(PushStopped, match=r"E02: name: This name is not allowed\.; written before: ") as stop:
        push(client, compare(client, wanted(small())))
    assert "\n" not in str(stop.value)


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("netbox.example.com", "is not an address of a NetBox"),
        ("ftp://netbox.example.com", "is not an address of a NetBox"),
        ("http://[::1", "is not an address of a NetBox"),
        ("https://user:word@netbox.example.com", "is not an address of a NetBox"),
        ("http://netbox.example.com", "anyone on the way can read the token"),
    ],
)
def test_addresses_that_cannot_be_used(address: str, problem: str) -> None:
    with pytest.raises(FatdeskError, match=problem):
        NetBox(address, TOKEN)


def test_tokens_go_to_the_address_alone_and_old_servers_are_refused(netbox: FakeNetBox) -> None:
    with serving(netbox) as address:
        with (
            closing(NetBox(address, "nbt_wrong.token")) as client,
            pytest.raises(ServerError, match="refuses the token") as refused,
        ):
            client.version()
        assert "wrong" not in str(refused.value)
        netbox.version = "4.2.9"
        with (
            closing(NetBox(address, TOKEN)) as client,
            pytest.raises(ServerError, match=r"is NetBox 4\.2\.9, 4\.7 or later is needed"),
        ):
            client.version()
    netbox.redirects = "https://elsewhere.example.com/"
    before = netbox.requests["GET"]
    with (
        serving(netbox) as address,
        closing(NetBox(address, TOKEN)) as client,
        pytest.raises(ServerError, match=r"redirects to https://elsewhere\.example\.com/, give that address"),
    ):
        client.version()
    assert netbox.requests["GET"] == before + 1
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(ServerError, match=r"cannot be reached .*check the address"):
            NetBox(f"http://127.0.0.1:{unused.getsockname()[1]}", TOKEN).version()


def test_the_command_line_pushes_twice_and_writes_no_token(
    netbox: FakeNetBox,
    nodes_60: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(NETBOX.variable, TOKEN)
    with serving(netbox) as address:
        assert main(["netbox", "push", str(nodes_60), address, "--site", "Hall 7", "--dry-run"]) == 0
        assert netbox.requests["POST"] == 0
        assert main(["netbox", "push", str(nodes_60), address, "--site", "Hall 7"]) == 0
        out, err = capsys.readouterr()
        assert "written: created 1 site" in out
        assert main(["netbox", "push", str(nodes_60), address, "--site", "Hall 7", "--json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert (record["differences"], record["written"], record["site"]) == ([], [], "Hall 7")
        cables = list(netbox.objects["dcim/cables"].values())
        cables[0]["b_terminations"], cables[1]["b_terminations"] = (
            one["b_terminations"] for one in cables[1::-1]
        )
        assert main(["netbox", "push", str(nodes_60), address, "--site", "Hall 7"]) == 0
        assert "written: deleted 2 cables, created 2 cables" in capsys.readouterr().out
        hall = tmp_path / "hall.fatdesk"
        assert main(["netbox", "pull", str(hall), address, "--site", "hall 7"]) == 0
        said = capsys.readouterr()
        pull = ["netbox", "pull", str(nodes_60), address, "--site", "Hall 7", "--into", "--json"]
        assert main(pull) == 0
        record = json.loads(capsys.readouterr().out)
        assert (record["differences"], record["notes"]) == ([], ["66 devices of this project left out"])
        (store,) = (key for key, one in netbox.objects["dcim/device-types"].items() if one["model"] == "Old")
        rack = list(netbox.objects["dcim/racks"].values())[1]
        theirs = {"device_type": store, "rack": rack["id"], "position": 2.0, "site": rack["site"]}
        netbox.add("dcim/devices", name="store-1", **theirs)
        assert main([*pull[:-1], "--dry-run"]) == 0
        assert "reserve A02: unit 2: store-1 (Old)" in capsys.readouterr().out
        assert load_project(nodes_60).project.floor.racks[1].reserved == ()
        assert main([*pull[:-1], "-o", str(tmp_path / "b.fatdesk")]) == 0
        (kept,) = load_project(tmp_path / "b.fatdesk").project.floor.racks[1].reserved
        assert (kept.u, kept.height_u, kept.note) == (2, 1, "store-1 (Old)")
        capsys.readouterr()
        monkeypatch.setenv(NETBOX.variable, "nbt_other.token")
        assert main(["netbox", "push", str(nodes_60), address]) == 2
        assert "refuses the token" in capsys.readouterr().err
        assert main(["netbox", "pull", str(hall), address, "--site", "Hall 7"]) == 2
        assert main(["netbox", "pull", str(tmp_path / "a.fatdesk"), address, "--site", "x", "--delete"]) == 2
    pulled = load_project(hall).project
    planned = load_project(nodes_60).project.floor.racks
    taken = sum(some.height_u for rack in pulled.floor.racks for some in rack.reserved)
    assert len(pulled.floor.racks) == len(planned)
    assert taken == sum(1 for rack in planned for _ in rack.devices)
    assert "66 devices in them" in said.out
    assert TOKEN not in out + err + said.out + said.err + hall.read_text() + nodes_60.read_text()
    assert not any(TOKEN in json.dumps(body) for body in netbox.bodies)


def test_a_missing_token_is_one_line_that_states_where_to_put_it(
    nodes_60: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The key ring is asked by a program that stands in for the real one."""
    monkeypatch.delenv(NETBOX.variable, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    command = ["netbox", "push", str(nodes_60), "http://127.0.0.1:9"]
    assert main(command) == 2
    assert (
        f"no token, set {NETBOX.variable} or keep it in the key ring: secret-tool store"
        in capsys.readouterr().err
    )
    ring = tmp_path / "secret-tool"
    ring.write_text(
        '#!/bin/sh\n[ "$*" = "lookup service fatdesk-netbox address http://127.0.0.1:9" ] && echo abc\n'
    )
    ring.chmod(0o755)
    assert main(command) == 2
    assert "http://127.0.0.1:9: cannot be reached" in capsys.readouterr().err
