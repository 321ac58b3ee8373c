"""Installed fabrics as projects: everything downstream works, positions and lengths come from tables."""

import pytest
from msgspec.structs import replace

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.discovered import Discovered
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.floor.floor import rack_label
from fatdesk.project.commands.fabrics import SetAsBuilt, SetDesign
from fatdesk.project.commands.history import History
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from fatdesk.project.derived.waiving import errors
from fatdesk.project.designing.adopting import AdoptedProject, adopt_project, read_positions
from fatdesk.project.designing.designing import design_project
from fatdesk.project.designing.redesigning import redesign, requirements_of
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.files.file_format import decode, encode
from fatdesk.project.growing.expected import plan_for, report_for
from fatdesk.project.growing.policies import policy_results
from tests.engine.asbuilt.test_directors import Box, report

CATALOG = load_shipped([])
LEAVES = {f"leaf{n}": [f"n{n}{h}" for h in range(1, 5)] for n in (1, 2)}
DUMP = "\n".join(
    [
        *(
            f'"{leaf}":"{port}" -- "{host}":"1"'
            for leaf, hosts in LEAVES.items()
            for port, host in enumerate(hosts, 1)
        ),
        *(
            f'"{leaf}":"{20 + 2 * s + k}" -- "{spine}":"{4 * n + k + 1}"'
            for n, leaf in enumerate(LEAVES)
            for s, spine in enumerate(("spine1", "spine2"))
            for k in range(2)
        ),
    ]
)  # fmt: skip
HOSTS = [host for hosts in LEAVES.values() for host in hosts]
CHOSEN = {"switches": "ib-36", "hosts": "server-1u"}


def made(positions: str = "", dump: str = f"graph g {{\n{DUMP}\n}}") -> AdoptedProject:
    table = read_positions(positions.encode(), "racks.csv") if positions else None
    return adopt_project(read_discovered(dump.encode(), "site.dot"), CATALOG, CHOSEN, table)


@pytest.fixture(scope="module")
def small() -> AdoptedProject:
    return made()


def test_everything_follows_from_an_adopted_project(small: AdoptedProject) -> None:
    derived = Derived(small.project)
    checked = check(derived)
    assert errors(checked) == 0
    figures = summary(derived, checked)
    counts = {"hosts": 8, "switches": 4, "links": 16, "cables": 16, "transceivers": 0, "power_units": 0}
    assert figures["counts"] == counts
    assert figures["fabrics"][0]["as_built"] == {"source": "site.dot", "reason": ""}
    assert {rack_label(rack) for rack in small.project.floor.racks} == {"A01"}
    assert set(derived.device_names.values()) == {*LEAVES, *HOSTS, "spine1", "spine2"}
    for form in ("fabric.net", "topology.dot"):
        [data] = BY_NAME[form].make(derived.plan).values()
        found = read_discovered(data, form)
        assert not compare(plan_for(derived, found), found).differences
    found = read_discovered(f"graph g {{\n{DUMP}\n}}".encode(), "site.dot")
    stated = compare(plan_for(derived, found), found)
    assert (stated.matched, stated.differences) == (16, ())


def test_names_that_were_found_override_templates(small: AdoptedProject) -> None:
    project = replace(small.project, naming=Naming(host="x{index}", edge="{label}-{u}"))
    assert Derived(project).device_names["fabric/edge/1"] == "leaf1"


def test_it_is_saved_with_a_line_for_each_node_and_opened_again(small: AdoptedProject) -> None:
    data = encode(small.project)
    assert sum(line.startswith(b'{"t":"nodes"') for line in data.splitlines()) == 12
    assert decode(data, "p").project == small.project


def test_a_record_is_set_and_undone(small: AdoptedProject) -> None:
    history = History(small.project)
    record = small.project.fabrics[0].as_built
    assert record is not None
    [first, *rest] = record.nodes
    moved = replace(first, links=first.links[1:])
    history.do(SetAsBuilt(fabric="fabric", as_built=replace(record, nodes=(moved, *rest))))
    assert Derived(history.project).fabrics[0].link_count == 15
    history.undo()
    assert history.project == small.project


def test_a_design_replaces_what_is_built(small: AdoptedProject) -> None:
    assert SetDesign(fabric="fabric").apply(small.project).fabrics[0].as_built is None
    requirements = requirements_of(small.project)
    designed = design_project(requirements, CATALOG, "again").project
    assert designed is not None
    command = redesign(small.project, designed)
    assert command is not None
    after = command.apply(small.project)
    assert after.fabrics[0].as_built is None
    assert after.fabrics[0].design is not None


@pytest.mark.parametrize("cards", [(1, 2, 3), (1, 20)])
def test_a_modular_switch_agrees_with_its_chips_and_with_its_exports(cards: tuple[int, ...]) -> None:
    """Exported as one box, or as chips where it has more ports than InfiniBand numbers."""
    box = Box(cards=cards)

    def dump(port: int) -> Discovered:
        ends = {1: [(box.line(card), port if card == 1 else 18) for card in cards], 2: [(box.line(1), 1)]}
        return read_discovered(report(box, ends).encode(), "site.net")

    derived = Derived(adopt_project(dump(18), CATALOG, {"hosts": "server-1u", "leaf*": "ib-36"}).project)
    seen = report_for(derived, dump(18))
    stated = compare(plan_for(derived, seen), seen)
    assert (stated.matched, stated.differences, stated.unknown) == (len(cards) + 1 + 4, (), ())
    assert summary(derived, check(derived))["counts"]["switches"] == 3
    for form in ("fabric.net", "fabric-inside.net"):
        [data] = BY_NAME[form].make(derived.plan).values()
        found = report_for(derived, read_discovered(data, form))
        assert not compare(plan_for(derived, found), found).differences
    assert derived.project.fabrics[0].requirement.hosts_per_edge == 2
    moved = report_for(derived, dump(17))
    [difference] = compare(plan_for(derived, moved), moved).differences
    [plug] = difference.displaced
    assert (plug.found.port, plug.planned.port, difference.moves) == ("1/17", "1/18", 1)


def test_names_of_hosts_that_grow_later_follow_those_that_were_found() -> None:
    """Hosts from 0 with a gap; switches of both levels share a pattern, so new ones have plain names."""
    lines = [f"sw{leaf} cn{number:02}" for number in range(12) if number != 5 for leaf in (number // 6 + 1,)]
    lines += [f"sw{leaf} sw{spine}" for leaf in (1, 2) for spine in (8, 9)]
    found = read_discovered("\n".join(lines).encode(), "site.txt", edge_lists=True)
    project = adopt_project(found, CATALOG, CHOSEN).project
    assert [group.names for group in project.hosts] == ["cn{index:02}"]
    assert project.naming == Naming()
    step = GrowthStep(hosts=(HostTarget(name="cn", count=14),))
    [found] = policy_results(project, (step,), CATALOG, [("in-place",)])
    grown = found.works[0].grown.project
    before, after = Derived(project).device_names, Derived(grown).device_names
    assert before.items() <= after.items()
    assert [after[f"cn/{n}"] for n in (11, 12, 13, 14)] == ["cn11", "cn12", "cn13", "cn14"]


def test_a_star_that_grows_keeps_the_names_that_were_found() -> None:
    """Its links are those of the design, whose names would be cn1, cn2 and so on."""
    names = ["cn101", "cn102", "cn205"]
    lines = "\n".join(f"sw1 {name}" for name in names)
    found = read_discovered(lines.encode(), "site.txt", edge_lists=True)
    project = adopt_project(found, CATALOG, CHOSEN).project
    assert project.fabrics[0].as_built.family == "star"
    step = GrowthStep(hosts=(HostTarget(name="cn", count=5),))
    [plan] = policy_results(project, (step,), CATALOG, [("in-place",)])
    grown = plan.works[0].grown
    after = Derived(grown.project).device_names
    assert Derived(project).device_names.items() <= after.items()
    assert [after[f"cn/{n}"] for n in range(1, 6)] == [*names, "cn206", "cn207"]
    assert grown.remarks == ()


POSITIONS = """\
Device,Rack,U
leaf1,B03,40
leaf2,B04,40
spine1,B03,42
n11,B03,1
n12,B03,1
n13,B07,99
nobody,B03,3
n14,B03,
"""


def test_positions_of_a_table_and_what_they_leave_out() -> None:
    found = made(POSITIONS)
    places = {
        device.id: (rack_label(rack), device.u)
        for rack in found.project.floor.racks
        for device in rack.devices
    }
    names = {name: device for device, name in Derived(found.project).device_names.items()}
    assert {name: places[names[name]] for name in ("leaf1", "leaf2", "spine1", "n11")} == {
        "leaf1": ("B03", 40),
        "leaf2": ("B04", 40),
        "spine1": ("B03", 42),
        "n11": ("B03", 1),
    }
    assert len(places) == 12, "all others are placed by the rules"
    assert found.placed == 4
    said = [note.what for note in found.notes]
    assert any("nodes/2 has no room at U1 of B03 (nodes/1 is there)" in one for one in said)
    assert any("has no room at U99 of B07 (the rack has 42 units)" in one for one in said)
    assert "racks.csv: nobody is not a device of the report: left out" in said
    assert "racks.csv: n14 has no rack and unit: left out" in said
    assert errors(check(Derived(found.project))) == 0


def test_lengths_of_a_table_are_measured_lengths() -> None:
    table = (
        "node,port,remote node,remote port,length m\nleaf1,1,n11,1,2.5\nleaf1,20,spine1,1,7\nleaf9,1,x,1,3\n"
    )
    found = made(table)
    assert {one.id: one.measured_m for one in found.project.cables.values()} == {
        "fabric/edge/1:1--nodes/1:1": 2.5,
        "fabric/edge/1:20--fabric/core/1:1": 7.0,
    }
    assert any("ends with a length that no cable of the report has: 2" in note.what for note in found.notes)


def test_a_table_without_the_columns() -> None:
    with pytest.raises(InputError, match=r"racks\.csv:1: columns: has no columns device, rack and u"):
        read_positions(b"a,b\n1,2\n", "racks.csv")
