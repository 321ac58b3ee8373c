"""Names of a project by templates with places: they follow the floor, ids do not."""

from pathlib import Path

import pytest

from fatdesk.core.errors import InputError
from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements, read_requirements, requirements_yaml
from fatdesk.engine.export import EXPORTS
from fatdesk.project.commands.devices import MoveDevice, RemoveDevice
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.project import SetNaming
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.naming import preview_names
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import Project

CATALOG = load_shipped([])
REQUIREMENTS = b"""
hosts:   [{name: nodes, part: server-1u, count: 60}]
fabrics: [{name: compute, families: [two-level], edge: [ib-36], core: [ib-36]}]
room:    {rows: 2, racks_per_row: 2, improve_steps: 0}
naming:  {host: "{label_lower}-n{in_rack:02}", edge: "{label}-sw{from_top}"}
"""


@pytest.fixture(scope="module")
def project() -> Project:
    made = design_project(parse_requirements(REQUIREMENTS, "r.yaml", CATALOG), CATALOG, "x", top=1).project
    assert made is not None
    return made


def test_a_design_has_the_names_of_its_requirements(project: Project) -> None:
    wanted = parse_requirements(REQUIREMENTS, "r.yaml", CATALOG)
    assert parse_requirements(requirements_yaml(wanted), "r.yaml", CATALOG) == wanted
    derived = Derived(project)
    for rack in project.floor.racks:
        label = f"{'AB'[rack.row]}{rack.position + 1:02}"
        hosts = sorted((one.u, one.id) for one in rack.devices if one.id.startswith("nodes/"))
        for number, (_, device) in enumerate(hosts, start=1):
            assert derived.device_names[device] == f"{label.lower()}-n{number:02}"
    assert not [one for one in check(derived) if one.finding.rule.startswith("name")]


def test_errors_of_templates_in_requirements_have_their_place() -> None:
    with pytest.raises(InputError, match=r"r.yaml:5: naming.host: template .*known fields"):
        parse_requirements(REQUIREMENTS.replace(b"in_rack", b"in_rak", 1), "r.yaml", CATALOG)


def test_names_follow_a_moved_device_and_a_moved_rack_changes_none(project: Project) -> None:
    before = Derived(project)
    names = before.named
    (first, last, *_), empty = project.floor.racks, project.floor.racks[-1]
    moved = perform(project, MoveRack(rack=last.number, x_mm=last.x_mm + 100, y_mm=last.y_mm))
    assert Derived(moved, before).named is names
    device = next(one for one in first.devices if one.id.startswith("nodes/"))
    other = perform(project, MoveDevice(id=device.id, rack=empty.number, u=1))
    after = Derived(other, before)
    assert after.device_names[device.id] == "b01-n01" != before.device_names[device.id]
    assert after.named == Derived(other).named
    assert set(after.device_names) == set(before.device_names)
    assert list(after.rows.ids) == list(before.rows.ids)
    removed = Derived(perform(project, RemoveDevice(id=device.id)), before)
    plain = f"n{int(device.id.split('/')[1]):02}-unplaced"
    assert removed.device_names[device.id] == plain
    assert [one.finding.where for one in check(removed) if one.finding.rule == "name-unplaced"] == [plain]


def test_all_files_have_the_names_of_the_project(project: Project) -> None:
    derived = Derived(project)
    names = set(derived.device_names.values())
    for file in ("fabric.dot", "fabric.net", "wiring.csv"):
        [export] = [one for one in EXPORTS if one.name == file]
        text = export.make(derived.plan)[file].decode()
        assert all(name in text for name in names), file


def test_a_preview_changes_nothing_and_shows_what_is_wrong(project: Project) -> None:
    derived = Derived(project)
    now = preview_names(derived, project.naming)
    assert [(one.kind, one.devices) for one in now.kinds] == [("host", 60), ("edge", 4), ("core", 2)]
    assert now.findings == ()
    edges = [derived.device_names[f"compute/edge/{number}"] for number in (1, 3, 4)]
    assert list(now.kinds[1][-3:]) == edges
    wanted = perform(project, SetNaming(host="{label}", label="{device}:{far}")).naming
    seen = preview_names(derived, wanted)
    assert {one.rule for one in seen.findings} == {"name-twice", "name-of-rack", "label-twice"}
    a, _, b = seen.label.partition(" > ")
    assert ":".join(reversed(a.split(":"))) == b
    assert derived.named.devices == Derived(project).named.devices


def test_compute_trays_of_gb200_racks_are_named_as_published() -> None:
    """Eight racks of 18 trays: A01-P1-DGX-01-C01 .. A01-P1-DGX-01-C18, racks 01 to 08.

    Source: NVIDIA, Mission Control 2.0.0, Automated Rack Import Process, "GB200 and NVLink Switch Host
    Naming Conventions".
    """
    file = Path(str(shipped("resources"))) / "examples" / "gb200-unit.yaml"
    made = design_project(read_requirements(file, CATALOG), CATALOG, "x", top=1).project
    assert made is not None
    template = "{label}-P1-DGX-{nth_rack:02}-C{in_rack:02}"
    names = Derived(perform(made, SetNaming(host=template))).named
    hosts = sorted(names.devices[one] for one in names.by_kind["host"])
    racks = sorted({name.partition("-")[0] for name in hosts}, key=lambda label: (label[0], label))
    assert len(racks) == 8
    published = [(rack, tray) for rack in range(1, 9) for tray in range(1, 19)]
    assert sorted(name.partition("-")[2] for name in hosts) == [
        f"P1-DGX-{rack:02}-C{tray:02}" for rack, tray in published
    ]
    assert all(
        len({name.split("-")[3] for name in hosts if name.startswith(f"{rack}-")}) == 1 for rack in racks
    )
