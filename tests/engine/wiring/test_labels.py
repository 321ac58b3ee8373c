"""Labels of cable ends and the wiring list, against templates filled in by hand for each end."""

import gc
import weakref

import msgspec
import pytest
from msgspec.structs import replace

from fatdesk.engine.cabling.spans import UNKNOWN
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import PortNaming, Switch
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.floor import letters
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.wiring.rows import BETWEEN_ENDS, Writing, near_labels, outline_of
from fatdesk.engine.wiring.wiring_list import CableRow, End
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import Project

TEMPLATES = (
    Naming().label,
    "{port:>4}|{slot}|{label}",
    "{port}-{port}-{{x}}-{device}",
    "{label}",
    "{slot}.{row}{rack:03}",
    "{port_name}|{cage}|{leg}|{far}:{far_port}|{fabric}|{port}{slot}",
)
"""The port as it is, padded, twice, and not at all."""
KINDS = {
    "plain": ("server-1u", {"edge": ("ib-36",), "core": ("ib-36",)}),
    "cards": ("server-1u", {"edge": ("ib-36",), "core": ("modular-108",)}),
    "twin cages": ("gpu-8rail", {"edge": ("ndr-64",), "core": ("ndr-64",)}),
}


@pytest.fixture(scope="module", params=KINDS)
def project(request: pytest.FixtureRequest) -> Project:
    """Two levels, some of whose devices stand nowhere, with names of ports that the part tells."""
    host, switches = KINDS[request.param]
    catalog = Catalog(
        replace(part, port_names=(PortNaming(system="cumulus"),)) if isinstance(part, Switch) else part
        for part in load_shipped()
    )
    wish = Requirements(
        hosts=(HostGroup(name="nodes", part=host, count=40),),
        fabrics=(FabricRequirement(name="compute", families=("two-level",), **switches),),
        room=RoomRequirement(rows=2, racks_per_row=10, improve_steps=0),
    )
    made = design_project(wish, catalog, "labels").project
    assert made is not None
    racks = made.floor.racks
    used = next(n for n, rack in enumerate(racks) if rack.devices)
    fewer = replace(racks[used], devices=racks[used].devices[1:])
    return replace(made, floor=replace(made.floor, racks=(*racks[:used], fewer, *racks[used + 1 :])))


def by_hand(end: End, template: str, far: End) -> str:
    """The label of one end, from what both ends state."""
    if end.row is None or end.rack is None:
        return f"{end.device}-P{end.port}"
    return template.format(
        row=letters(end.row),
        rack=end.rack + 1,
        u=end.u,
        port=f"{end.slot}/{end.port}" if end.slot else end.port,
        device=end.device,
        slot=end.slot,
        label=end.rack_label,
        port_name=", ".join(end.os_ports) or (f"{end.slot}/{end.port}" if end.slot else end.port),
        cage=end.port.split("/")[0],
        leg=end.sub_port,
        far=far.device,
        far_port=f"{far.slot}/{far.port}" if far.slot else far.port,
        fabric="compute",
    )


def ends(row: CableRow) -> tuple[End, ...]:
    return (row.a, *(row.legs or (row.b,)))


@pytest.mark.parametrize("template", TEMPLATES)
def test_labels_are_the_template_filled_in_for_each_end(project: Project, template: str) -> None:
    derived = Derived(replace(project, naming=replace(project.naming, label=template)))
    rows = derived.rows
    assert rows
    assert any(end.rack is None for row in rows for end in ends(row))
    near = []
    for row in rows:
        a, *others = ends(row)
        here = by_hand(a, template, others[0])
        assert a.label.startswith(here + BETWEEN_ENDS + by_hand(others[0], template, a))
        assert all(end.label == by_hand(end, template, a) + BETWEEN_ENDS + here for end in others)
        near += [
            (by_hand(end, template, far), f"{end.device} port {end.port}")
            for end, far in ((a, others[0]), *((other, a) for other in others))
        ]
    writing = Writing(derived.names, template, derived.project.floor, derived.catalog)
    assert list(near_labels(derived.cabling, writing)) == near


def test_single_rows_are_made_as_in_the_whole_list(project: Project) -> None:
    """Alone, in slices, in order, and kept as a list: the same to the byte."""
    derived = Derived(project)
    rows = derived.rows
    stated = [msgspec.json.encode(row) for row in rows]
    assert [msgspec.json.encode(rows[i]) for i in range(len(rows))] == stated
    assert rows[-1].id == rows[len(rows) - 1].id
    assert [msgspec.json.encode(row) for row in (*rows[:3], *rows[3:])] == stated
    held = Derived(project).rows.listed()
    assert [msgspec.json.encode(row) for row in held] == stated
    with pytest.raises(IndexError):
        rows[len(rows)]


def test_rows_are_listed_once_while_someone_holds_them(project: Project) -> None:
    rows = Derived(project).rows
    held = rows.listed()
    assert rows.listed() is held
    assert rows[5] is held[5]
    first = weakref.ref(held)
    del held
    gc.collect()
    assert first() is None


def test_columns_of_the_wiring_list_are_those_of_its_rows(project: Project) -> None:
    """They come from the arrays, without any row."""
    rows = Derived(project).rows
    assert list(rows.ids) == [row.id for row in rows]
    assert list(rows.costs) == [row.cost for row in rows]
    for column, name in ((rows.computed_um, "computed_um"), (rows.ordered_um, "ordered_um")):
        lengths = [getattr(row.length, name) for row in rows]
        assert column.tolist() == [UNKNOWN if um is None else um for um in lengths]
    assert list(rows.outlines) == [outline_of(row) for row in rows]


def test_ports_are_called_as_the_system_of_their_part_calls_them(project: Project) -> None:
    """Cumulus Linux counts cages: ``swp`` and the number on the front."""
    found = [
        (end, name)
        for row in Derived(project).rows
        for end in ends(row)
        for name in end.os_ports
        if end.model
    ]
    assert found
    for end, name in found:
        assert (
            name.removeprefix("swp").partition("s")[0] in end.port.replace(",", " ").replace("/", " ").split()
        )
