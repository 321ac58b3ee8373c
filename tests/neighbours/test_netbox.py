"""The bundle for NetBox: columns and choices as NetBox has them, everything that is named is there.

NetBox itself needs PostgreSQL and Redis and is not started here. Its columns are those of
``netbox/dcim/forms/bulk_import.py`` (fields of the import forms), its choices those of
``netbox/dcim/choices.py``, both of NetBox 4.6.8 (github.com/netbox-community/netbox, August 2026).
"""

import dataclasses
import io
import zipfile
from collections import Counter
from typing import Any

import msgspec
import pytest
import yaml

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import PortNaming, Ports, PowerUnit, Switch
from fatdesk.engine.catalog.plugs import Plug
from fatdesk.engine.dcim.device_types import Kind, port_type, type_documents
from fatdesk.engine.dcim.plan_rows import cable_type
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind, NodePart
from fatdesk.engine.floor.floor import rack_cells
from fatdesk.engine.floor.room_grid import RoomGrid
from fatdesk.project.derived.derived import Derived
from tests.csv_rows import read_csv
from tests.engine import plan_samples as samples
from tests.neighbours.designs import PLANS
from tests.project.designing.test_end_to_end import designed

FIELDS = {
    "01-sites.csv": """
        name slug status region group tenant facility time_zone description physical_address
        shipping_address latitude longitude owner comments tags
    """,
    "02-manufacturers.csv": """
        name slug description owner comments tags
    """,
    "03-device-roles.csv": """
        name slug parent color vm_role config_template description owner comments tags
    """,
    "04-rack-types.csv": """
        manufacturer model slug form_factor width u_height starting_unit desc_units outer_width
        outer_height outer_depth outer_unit mounting_depth weight max_weight weight_unit
        description owner comments tags
    """,
    "05-racks.csv": """
        site location group name facility_id tenant status role rack_type form_factor serial
        asset_tag width u_height desc_units outer_width outer_height outer_depth outer_unit
        mounting_depth airflow weight max_weight weight_unit description owner comments tags
    """,
    "07-devices.csv": """
        name role tenant manufacturer device_type platform serial asset_tag status site location
        rack position face latitude longitude parent device_bay airflow virtual_chassis
        vc_position vc_priority cluster description config_template owner comments tags
    """,
    "09-cables.csv": """
        side_a_site side_a_device side_a_power_panel side_a_type side_a_name side_b_site
        side_b_device side_b_power_panel side_b_type side_b_name type status profile tenant bundle
        label color length length_unit description owner comments tags
    """,
}
FIELDS["08-devices-in-bays.csv"] = FIELDS["07-devices.csv"]
TYPE_FIELDS = """
    manufacturer default_platform model slug part_number u_height exclude_from_utilization is_full_depth
    subdevice_role airflow description weight weight_unit owner comments tags interfaces device-bays
    """
CABLE_TYPES = {
    "", "dac-passive", "dac-active", "aoc", "mmf", "mmf-om3", "mmf-om4", "mmf-om5", "smf", "smf-os2",
    "cat6", "cat6a",
}  # fmt: skip

each_design = pytest.mark.parametrize("design", PLANS)


class Read:
    """A bundle as NetBox would read it."""

    def __init__(self, plan: Plan) -> None:
        (packed,) = BY_NAME["netbox.zip"].make(plan).values()
        with zipfile.ZipFile(io.BytesIO(packed)) as bundle:
            self.order = bundle.namelist()
            files = {name: bundle.read(name) for name in self.order}
        self.tables = {name: read_csv(data) for name, data in files.items() if name.endswith(".csv")}
        heads = {name: data.decode().partition("\r\n")[0].split(",") for name, data in files.items()}
        self.heads = {name: heads[name] for name in self.tables}
        self.types: list[dict[str, Any]] = [
            kind for kind in yaml.safe_load_all(files["06-device-types.yaml"]) if kind is not None
        ]

    def __getitem__(self, name: str) -> list[dict[str, str]]:
        return next(rows for file, rows in self.tables.items() if name in file)


def test_racks_have_their_cell_as_the_id_of_the_facility() -> None:
    plan = PLANS[next(iter(PLANS))]()
    assert "facility_id" not in Read(plan).heads["05-racks.csv"]
    settings = msgspec.structs.replace(plan.floor.plan, grid=RoomGrid(pitch_m=0.6096))
    floor = msgspec.structs.replace(plan.floor, plan=settings)
    cells = rack_cells(floor, plan.catalog.find)
    racks = Read(dataclasses.replace(plan, floor=floor))["racks"]
    assert [row["facility_id"] for row in racks] == [cells[rack.number] for rack in floor.racks]


@each_design
def test_columns_are_netbox_s_and_everything_named_was_imported_before(design: str) -> None:
    plan = PLANS[design]()
    read = Read(plan)
    assert read.order == sorted(read.order)
    for name, head in read.heads.items():
        assert set(head) <= set(FIELDS[name].split()), name
    types = {(kind["manufacturer"], kind["model"]): kind for kind in read.types}
    assert len(types) == len(read.types) == len({kind["slug"] for kind in read.types})
    assert all(set(kind) <= set(TYPE_FIELDS.split()) for kind in read.types)
    makers = {row["name"] for row in read["manufacturers"]}
    roles = {row["name"] for row in read["roles"]}
    (site,) = {row["name"] for row in read["sites"]}
    racks = {row["name"] for row in read["racks"] if row["site"] == site}
    rack_types = {row["model"] for row in read["rack-types"] if row["manufacturer"] in makers}
    assert {row["rack_type"] for row in read["racks"]} <= rack_types
    assert len(racks) == len(plan.floor.racks)
    devices = read["07-devices"] + read["08-devices"]
    names = [row["name"] for row in devices]
    assert len(names) == len(set(names))
    for row in devices:
        assert row["role"] in roles
        assert row["site"] == site
        assert (row["manufacturer"], row["device_type"]) in types
        assert row["manufacturer"] in makers


@each_design
def test_every_position_is_free_and_every_bay_is_there(design: str) -> None:
    read = Read(PLANS[design]())
    types = {kind["model"]: kind for kind in read.types}
    height = {row["model"]: int(row["u_height"]) for row in read["rack-types"]}
    of_rack = {row["name"]: height[row["rack_type"]] for row in read["racks"]}
    taken: Counter[tuple[str, int]] = Counter()
    for row in read["07-devices"]:
        tall = types[row["device_type"]]["u_height"]
        assert tall >= 1
        for unit in range(int(row["position"]), int(row["position"]) + tall):
            taken[row["rack"], unit] += 1
            assert 1 <= unit <= of_rack[row["rack"]]
    assert max(taken.values()) == 1
    parents = {row["name"]: types[row["device_type"]] for row in read["07-devices"]}
    bays: Counter[tuple[str, str]] = Counter()
    for row in read["08-devices"]:
        kind = types[row["device_type"]]
        assert (kind["u_height"], kind["subdevice_role"]) == (0, "child")
        assert parents[row["parent"]]["subdevice_role"] == "parent"
        assert {"name": row["device_bay"]} in parents[row["parent"]]["device-bays"]
        bays[row["parent"], row["device_bay"]] += 1
    assert all(count == 1 for count in bays.values())


@each_design
def test_every_cable_joins_two_ports_that_are_there_and_free(design: str) -> None:
    plan = PLANS[design]()
    read = Read(plan)
    ports = {kind["model"]: {port["name"] for port in kind.get("interfaces", ())} for kind in read.types}
    of_device = {row["name"]: ports[row["device_type"]] for row in read["07-devices"] + read["08-devices"]}
    taken: Counter[tuple[str, str]] = Counter()
    for row in read["cables"]:
        for side in "ab":
            assert row[f"side_{side}_site"] == read["sites"][0]["name"]
            assert row[f"side_{side}_type"] == "dcim.interface"
            assert row[f"side_{side}_name"] in of_device[row[f"side_{side}_device"]]
            taken[row[f"side_{side}_device"], row[f"side_{side}_name"]] += 1
        assert row["type"] in CABLE_TYPES
        assert (row["length"] == "") == (row["length_unit"] == "")
    assert max(taken.values()) == 1
    fabric = plan.fabrics[0]
    inside = (fabric.kind[fabric.ends] != NodeKind.EXTERNAL).all(axis=1) & ~fabric.trace
    assert len(read["cables"]) == int(inside.sum())
    if design == "two-level":  # made by hand from the sample's links: E01 port 1 to n01, E01 port 19 to C01
        pairs = {
            (r["side_a_device"], r["side_a_name"], r["side_b_device"], r["side_b_name"])
            for r in read["cables"]
        }
        assert {("E01", "1", "n01", "1"), ("E01", "19", "C01", "1")} <= pairs


def splitting() -> Plan:
    """120 hosts at 25 Gb/s on ports of 100 Gb/s that are split in four, and uplinks that are not."""
    switch = ("nvidia-sn3700c",)
    fabric = {"edge": switch, "core": switch, "families": ("two-level",)}
    hosts = {"n": ("lenovo-sr645-e810-25", 120)}
    project = designed(Catalog(load_shipped()), hosts, [fabric]).project
    assert project is not None
    return Derived(project).plan


def test_a_split_port_is_its_legs_and_any_other_port_one_interface() -> None:
    """Switches of 32 ports of 100 Gb/s, some of them split in four, with the names of Cumulus Linux."""
    plan = splitting()
    read = Read(plan)
    fabric = plan.fabrics[0]
    legs: dict[str, dict[int, int]] = {}
    for (node, _), (port, _), splits in zip(
        fabric.ends.tolist(), fabric.ports.tolist(), fabric.splits.tolist(), strict=True
    ):
        if splits > 1:
            legs.setdefault(plan.names[0][node], {})[port + 1] = splits
    assert {count for some in legs.values() for count in some.values()} == {4}
    types = {
        kind["model"]: [port for port in kind["interfaces"] if not port.get("mgmt_only")]
        for kind in read.types
    }
    of_device = {row["name"]: types[row["device_type"]] for row in read["07-devices"]}
    for name, split in legs.items():
        found = Counter(port["type"] for port in of_device[name])
        assert found == {"25gbase-x-sfp28": 4 * len(split), "100gbase-x-qsfp28": 32 - len(split)}
        names = {port["name"] for port in of_device[name]}
        for cage in range(1, 33):
            wanted = [f"swp{cage}s{leg}" for leg in range(4)] if cage in split else [f"swp{cage}"]
            assert set(wanted) <= names
        assert len(names) == 32 + 3 * len(split)
    cables = read["cables"]
    assert len(cables) == len(fabric.ends)
    assert all(row["type"] for row in cables)


def test_cables_tell_their_type_by_medium_and_mode() -> None:
    catalog = Catalog(load_shipped())
    found = {
        part: cable_type(catalog[part])
        for part in ("cisco-qsfp-100g-cu", "cisco-qsfp-100g-aoc", "om4-mpo-12-upc", "os2-lc-duplex")
    }
    assert list(found.values()) == ["dac-passive", "aoc", "mmf-om4", "smf-os2"]
    assert [cable_type(catalog[part]) for part in ("cat6-rj45", "cat6a-rj45")] == ["cat6", "cat6a"]
    assert cable_type(catalog["nvidia-mfp7e30-n"]) == "smf"
    assert cable_type(None) == ""


def test_a_name_that_stands_twice_and_hostile_text_stay_apart() -> None:
    read = Read(samples.with_text(samples.nodes_60(), "=1+1 <x>"))
    names = [row["name"] for row in read["07-devices"]]
    assert len(set(names)) == len(names) == 66


def test_infiniband_ports_tell_their_width_from_4_7_3_on() -> None:
    ports = Ports(count=1, connector="osfp", rate_gbps=400.0, lanes=4, protocol="infiniband")
    plug = Plug(ports.connector, ports.rate_gbps, ports.lanes, 1, ports.protocol)
    assert [port_type(plug, None, four_x) for four_x in (True, False)] == [
        "infiniband-ndr-4x",
        "infiniband-ndr",
    ]
    assert port_type(Plug("qsfp56", 100.0, 2, 1, "infiniband"), None, True) == "infiniband-hdr-2x"
    assert port_type(Plug("qsfp-dd", 400.0, 8, 1, "ethernet"), None, True) == "400gbase-x-qsfpdd"
    assert port_type(Plug("qsfp56", 200.0, 4, 1), "infiniband", False) == "infiniband-hdr"
    assert port_type(Plug("cxp", 120.0, 12, 1), "ethernet", False) == "other"
    plan = samples.nodes_60()
    assert set(BY_NAME["netbox-older.zip"].make(plan)) == {"netbox-older.zip"}
    assert BY_NAME["netbox.zip"].make(plan) == BY_NAME["netbox.zip"].make(samples.nodes_60())


def test_management_ports_are_marked_and_named_by_their_system() -> None:
    """Those of switches, as well as the port of a power unit, which is an ordinary one."""
    port = Ports(count=1, connector="rj45", rate_gbps=1.0, protocol="ethernet")
    data = Ports(count=2, connector="qsfp28", rate_gbps=100.0, lanes=4, protocol="ethernet")
    catalog = Catalog(
        [
            Switch(id="s", ports=(data,), management=(port,), port_names=(PortNaming(system="cumulus"),)),
            Switch(id="j", ports=(data,), management=(port,), port_names=(PortNaming(system="junos"),)),
            PowerUnit(id="p", ports=(port,)),
            PowerUnit(id="q"),
        ]
    )
    models = {Kind(NodePart(part=part)): part for part in "sjpq"}
    stated = type_documents(catalog, models, None, four_x=True)
    last = [(kind.get("interfaces") or [None])[-1] for kind in stated]
    assert last == [
        {"name": "eth0", "type": "1000base-t", "mgmt_only": True},
        {"name": "mgmt", "type": "1000base-t", "mgmt_only": True},
        {"name": "1", "type": "1000base-t"},
        None,
    ]
    assert [port["name"] for port in stated[1]["interfaces"]] == ["et-0/0/0", "et-0/0/1", "mgmt"]
