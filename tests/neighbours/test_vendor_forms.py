"""Forms of UFM, its NDT plugin and its cable validation, read as their documentation and configuration say.

The NDT plugin (github.com/Mellanox/ufm_sdk_3.0, August 2026) takes each row with the first of three titles of
the start device that is there, and a port by the patterns of its ``ndt.conf``; what no pattern takes is an
error. It knows a switch by its node description and a host by that of the adapter. The forms of the cable
validation are those of docs.nvidia.com, "P2P File" and "Topo File" of version 1.5.
"""

import csv
import io
import re
from dataclasses import replace

import pytest

from fatdesk.core.formats.sheets import read_sheets
from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import PortNaming
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.cells import Value
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.planting import planned_of
from tests.neighbours.designs import PLANS
from tests.neighbours.test_netbox import splitting

each_design = pytest.mark.parametrize("design", PLANS)

SWITCH_PATTERNS = (
    r"^Port (\d+)$",
    r"(^Blade \d+_Port \d+/\d+$)",
    r"^Port (\d+/\d+/\d+$)",
    r"^Port (\S+/\d+/\d+$)",
    r"^Port (\S+)$",
)
START = ("#StartDevice", "#Fields:StartDevice", "StartDevice")


def taken(content: bytes) -> set[frozenset[tuple[str, str]]]:
    """The links that the plugin takes from a file; no row may be refused."""
    found = set()
    for row in csv.DictReader(io.StringIO(content.decode())):
        device = next(row[title] for title in START if row.get(title))
        ends = []
        for name, port in ((device, row["StartPort"]), (row["EndDevice"], row["EndPort"])):
            labels = [match[1] for pattern in SWITCH_PATTERNS if (match := re.match(pattern, port))]
            assert labels, row
            ends.append((name, labels[-1]))
        found.add(frozenset(ends))
    return found


@each_design
def test_the_ndt_plugin_takes_every_row(design: str) -> None:
    plan = PLANS[design]()
    links = taken(BY_NAME["ndt.csv"].make(plan)["ndt.csv"])
    assert len(links) == len(plan.fabrics[0].ends)
    hosts = {name for link in links for name, port in link if port == "1" and " " in name}
    fabric, names = plan.fabrics[0], plan.names[0]
    wanted = {
        f"{names[node]} mlx5_{port}"
        for (_, node), (_, port) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True)
        if fabric.kind[node] == NodeKind.HOST
    }
    assert hosts == wanted


def test_ports_of_boxes_cards_and_twin_cages() -> None:
    """By hand: port 1 of a switch, port 1 of card 1, the second link of cage 1."""
    two = taken(BY_NAME["ndt.csv"].make(samples.nodes_60())["ndt.csv"])
    assert {("E01", "1"), ("n01 mlx5_0", "1")} in two
    cards = {end for link in taken(BY_NAME["ndt.csv"].make(samples.modular())["ndt.csv"]) for end in link}
    assert {("C01", "Blade 1_Port 1/1"), ("C01", "Blade 6_Port 1/18")} <= cards
    twins = {end for link in taken(BY_NAME["ndt.csv"].make(samples.gpu(31))["ndt.csv"]) for end in link}
    assert {("E01", "1/2"), ("n01 mlx5_7", "1")} <= twins


VENDOR = """,rack #,U height,#Fields:StartDevice,StartPort,StartDeviceLocation,EndDevice,EndPort,EndDeviceLocation,U height,LinkType,Speed,,Cable Length
,IB0 #1,U41,E01,Port 19,X1,C01,Blade 1_Port 1/1,X2,U25,Data,200000,200G HDR cable,10
,IB0 #1,U41,E01,Port 1,X1,n001 mlx5_0,Port 1,X2,U25,Data,200000,200G HDR cable,10
"""  # noqa: E501


def test_an_ndt_file_as_the_vendor_ships_it_is_read() -> None:
    found = read_discovered(VENDOR.encode(), "ndt.csv")
    assert [(link.port_a, link.port_b) for link in found.links] == [("19", "1/1"), ("1", "1")]
    assert compare(planned_of(samples.modular()), found).matched == 2


LINK = re.compile(r"    (P\d+|L\d+/P\d+) -(\d)x-([\d.]+)G-> (\S+) (\S+) (\S+)")


@each_design
def test_the_topology_file_tells_every_link_at_its_switches(design: str) -> None:
    """System type and name, then port, width, and the far end with the adapter of a host."""
    plan = PLANS[design]()
    (content,) = BY_NAME["fabric-ibdiagnet.topo"].make(plan).values()
    ends: dict[tuple[str, str], tuple[str, str]] = {}
    kinds: dict[str, str] = {}
    here = ""
    for line in content.decode().splitlines():
        if match := LINK.fullmatch(line):
            port, lanes, rate, kind, far, far_port = match.groups()
            assert (here, port) not in ends
            ends[here, port] = (far, far_port)
            assert int(lanes) * float(rate) in plan.fabrics[0].rate_gbps
            assert kinds.setdefault(far, kind) == kind
        elif line and not line.startswith("#"):
            kind, here = line.split(" ")
            assert kinds.setdefault(here, kind) == kind
    fabric = plan.fabrics[0]
    switch = fabric.kind[fabric.ends] == NodeKind.SWITCH
    inside = (fabric.kind[fabric.ends] != NodeKind.EXTERNAL).all(axis=1)
    assert len(ends) == int(switch[inside].sum())
    for (name, port), (far, far_port) in ends.items():
        if not far_port.startswith("mlx5_"):
            assert ends[far, far_port] == (name, port)
    if design == "two-level":
        assert ends["E01", "P1"] == ("n01", "mlx5_0/P1")
        assert kinds["n01"] == "HCA_mlx5_0"
    if design == "rails":
        assert ends["E01", "P2"] == ("n02", "mlx5_0/P1")
        assert kinds["n01"] == "HCA_mlx5_7"


def cells(plan: Plan) -> list[dict[str, Value]]:
    (content,) = BY_NAME["cable-validation-racks.xlsx"].make(plan).values()
    (sheet,) = [one for one in read_sheets(content, "racks.xlsx") if len(one.rows) > 2]
    head = next(n for n, row in enumerate(sheet.rows) if "HCA/Port" in row)
    return [{"host": row[3], "switch": row[7]} for row in sheet.rows[head + 1 :]]


def test_hosts_of_the_cable_validation_have_numbers_of_adapters() -> None:
    """Eight rails: adapters 1 to 8, which the tool takes for mlx5_0 to mlx5_7; switch ports as printed."""
    rows = cells(samples.gpu(31))
    assert {str(row["host"]) for row in rows[:248]} == {str(number) for number in range(1, 9)}
    assert {str(row["switch"]) for row in rows[:4]} <= {
        f"{cage}/{link}" for cage in range(1, 33) for link in (1, 2)
    }


DOT = re.compile(r'  "([^"]+)":"([^"]+)" -- "([^"]+)":"([^"]+)" ')


def test_topology_dot_names_ports_as_switches_report_them() -> None:
    """SN3700C under Cumulus Linux: legs ``swp1s0`` to ``swp1s3``, uplinks of the same switch ``swp32``."""
    plan = splitting()
    fabric, names = plan.fabrics[0], plan.names[0]
    wanted = []
    for (a, b), (p, q), leg, legs in zip(
        fabric.ends.tolist(),
        fabric.ports.tolist(),
        fabric.split.tolist(),
        fabric.splits.tolist(),
        strict=True,
    ):
        near = f"swp{p + 1}s{leg}" if legs > 1 else f"swp{p + 1}"
        far = f"port{q + 1}" if fabric.kind[b] == NodeKind.HOST else f"swp{q + 1}"
        wanted.append((names[a], near, names[b], far))
    content = BY_NAME["topology.dot"].make(plan)["topology.dot"].decode()
    assert DOT.findall(content) == wanted
    on_one = {near for name, near, _, _ in wanted if name == wanted[0][0]}
    assert {"swp1s0", "swp1s3"} <= on_one
    assert any("s" not in near.removeprefix("swp") for near in on_one)
    assert any(
        "host ports" in words and "port1 instead" in words for words in BY_NAME["topology.dot"].left_out(plan)
    )


def test_topology_dot_names_host_ports_that_their_part_names() -> None:
    plan = splitting()
    part = plan.catalog["lenovo-sr645-e810-25"]
    values = {name: getattr(part, name) for name in part.__struct_fields__}
    naming = PortNaming(system="debian", names=("ens1f0np0", "ens1f1np1"))
    named = type(part)(**values | {"port_names": (naming,)})
    plan = replace(plan, catalog=Catalog([named if one.id == part.id else one for one in plan.catalog]))
    content = BY_NAME["topology.dot"].make(plan)["topology.dot"].decode()
    fars = {far for _, _, name, far in DOT.findall(content) if name.startswith("n")}
    assert fars == {"ens1f0np0"}
    assert not any("host ports" in words for words in BY_NAME["topology.dot"].left_out(plan))
