"""Channels elsewhere: NetBox traces links, cut trunks take theirs, reports compare, moves are patches."""

import io
import zipfile
from collections import Counter
from fractions import Fraction

import msgspec
import pytest
import yaml

from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.bill.rules import BillRules
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.failures.elements import taken
from fatdesk.engine.growth.changes import Fate, changes_between, hours_of
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.losses import elements_of, loss_analysis
from fatdesk.project.growing.expected import expected_by
from tests.csv_rows import read_csv
from tests.engine.structured.samples import four_units_derived, with_rules


@pytest.fixture(scope="module")
def derived():
    return four_units_derived()


class NetBox:
    """The tables of the archive, with what NetBox makes of them: ports of devices, and the cable at each."""

    def __init__(self, plan):
        (packed,) = BY_NAME["netbox.zip"].make(plan).values()
        with zipfile.ZipFile(io.BytesIO(packed)) as bundle:
            files = {name[3:].partition(".")[0]: bundle.read(name) for name in bundle.namelist()}
        self.types = {kind["model"]: kind for kind in yaml.safe_load_all(files["device-types"]) if kind}
        self.devices = {row["name"]: row for row in read_csv(files["devices"])}
        self.roles = {row["name"] for row in read_csv(files["device-roles"])}
        self.cables = read_csv(files["cables"])
        self.at = {}
        for cable in self.cables:
            ends = [tuple(cable[f"side_{s}_{key}"] for key in ("device", "type", "name")) for s in "ab"]
            for end, far in (ends, ends[::-1]):
                assert end not in self.at, "a port takes one cable"
                self.at[end] = far

    def ports(self, device):
        kind = self.types[self.devices[device]["device_type"]]
        found = {("dcim.interface", port["name"]) for port in kind.get("interfaces", ())}
        found |= {("dcim.frontport", port["name"]) for port in kind.get("front-ports", ())}
        return found | {("dcim.rearport", port["name"]) for port in kind.get("rear-ports", ())}

    def trace(self, device, interface):
        """The interface at the other end, and the panels on the way."""
        at, panels, position = (device, "dcim.interface", interface), [], []
        while True:
            device, kind, name = self.at[at]
            if kind == "dcim.interface":
                return device, name, panels
            panels.append(device)
            model = self.types[self.devices[device]["device_type"]]
            if kind == "dcim.frontport":
                [front] = [port for port in model["front-ports"] if port["name"] == name]
                position.append(front["rear_port_position"])
                at = device, "dcim.rearport", front["rear_port"]
            else:
                want = position.pop()
                [front] = [
                    port
                    for port in model["front-ports"]
                    if (port["rear_port"], port["rear_port_position"]) == (name, want)
                ]
                at = device, "dcim.frontport", front["name"]


def test_netbox_traces_each_link_through_both_panels(derived):
    plan = derived.plan
    box, direct = NetBox(plan), NetBox(Derived(with_rules(derived.project, panels=None)).plan)
    used = set(box.at)
    ports = {device: box.ports(device) for device in box.devices}
    assert all(port[1:] in ports[port[0]] for port in used)
    assert {row["role"] for row in box.devices.values()} <= box.roles
    assert sum(row["role"] == "patch-panel" for row in box.devices.values()) == 32
    panels = Counter()
    for (device, kind, name), (far, _, far_name) in direct.at.items():
        assert kind == "dcim.interface"
        end, end_name, way = box.trace(device, name)
        assert (end, end_name) == (far, far_name)
        panels[len(way)] += 1
    hosts = len(direct.cables) - 1024
    assert panels == {2: 2 * 1024, 0: 2 * hosts}
    labels = [cable["label"] for cable in box.cables]
    assert len(set(labels)) == len(labels) == hosts + 3 * 1024


def test_netbox_panels_are_in_free_units_of_their_racks(derived):
    box = NetBox(derived.plan)
    taken_units = Counter()
    for row in box.devices.values():
        tall = box.types[row["device_type"]]["u_height"]
        taken_units.update((row["rack"], int(row["position"]) + n) for n in range(tall))
    assert max(taken_units.values()) == 1


def test_a_cut_trunk_takes_exactly_its_links(derived):
    """Of a trunk those links are lost that its rows name, and no other."""
    trunks = {row.id: row for row in derived.plan.pieces if row.kind == "TRK"}
    found = [element for element in elements_of(derived, "compute") if element.kind == "trunk"]
    assert {element.key for element in found} == {f"trunk/{name}" for name in trunks}
    placed = loss_analysis(derived, "compute").placed
    links = {row.id: row.links for row in derived.plan.cables}
    every = Counter()
    for element in found:
        lost = taken(placed, [element])
        named = [link for cable in element.cables for link in links[cable]]
        assert sorted(named) == sorted(trunks[element.key.removeprefix("trunk/")].links)
        assert int(lost.out.sum()) == len(named)
        assert not lost.dead.any()
        every.update(element.cables)
    assert max(every.values()) == 1
    assert len(every) == 1024


def test_direct_cables_have_no_trunks(derived):
    direct = Derived(with_rules(derived.project, panels=None))
    assert not [element for element in elements_of(direct, "compute") if element.kind == "trunk"]


def test_reports_of_links_compare_unchanged(derived):
    """A report of the fabric as planned has no differences, over panels or not."""
    report = BY_NAME["fabric.net"].make(derived.plan)["fabric.net"]
    found = read_discovered(report, "fabric.net")
    direct = Derived(with_rules(derived.project, panels=None))
    one, other = (expected_by(some, found, None)[0].compared({}) for some in (derived, direct))
    assert (one.matched, one.planned) == (other.matched, other.planned)
    assert one.matched == one.planned > 0
    assert not one.differences


def test_moves_on_panels_are_patch_moves(derived):
    """A link whose far port changes is moved in a rack, as its cords are; a direct one between racks."""
    rules = BillRules(cables_per_hour_in_rack=20, cables_per_hour_between_racks=8)
    for some, rate, patches in (
        (derived, 20, 1),
        (Derived(with_rules(derived.project, panels=None)), 8, 0),
    ):
        channel = derived.structured.channels[0]
        was = some.plan.cables[int(channel.cable[0])]
        now = msgspec.structs.replace(was, id="moved", b=msgspec.structs.replace(was.b, port="99"))
        changes = changes_between([was], [now], {"moved": was.id}, {"moved": True})
        assert changes.count(Fate.MOVED) == 1
        assert changes.patch_moves == patches
        assert hours_of(changes.cables, rules) == Fraction(1, rate)
