"""Pieces of channels at the sides of racks: counted and weighed piece by piece."""

from collections import Counter

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.engine.catalog.parts import Cable
from fatdesk.project.derived.derived import Derived
from tests.engine.structured.samples import four_units, four_units_derived


@pytest.fixture(scope="module")
def derived():
    return four_units_derived()


def test_trunks_leave_racks_and_cords_stay_within(derived):
    """The top entry of a rack has its trunks and its direct cables, and no cord."""
    structured, load = derived.structured, derived.rack_sides.load
    expected: Counter[int] = Counter()
    for trunk in structured.trunks:
        expected.update(trunk.rack)
    for made, some in zip(structured.cabling.fabrics, structured.channels, strict=True):
        over = set(some.cable.tolist())
        for cable, (a, b) in enumerate(made.spans.rack.tolist()):
            if cable not in over and a != b:
                expected.update(rack for rack in (a, b) if rack >= 0)
    found = load.top_cables.reshape(-1, 2).sum(axis=1)
    assert {rack: count for rack, count in enumerate(found.tolist()) if count} == dict(expected)
    assert structured.count > 0


def test_cords_run_between_the_units_of_device_and_panel(derived):
    """Cables past each unit of the racks, added up over the four sides, by walking every piece."""
    structured, room = derived.structured, derived.rack_sides.room
    racks = derived.project.floor.racks
    past: Counter[tuple[int, int]] = Counter()

    def add(rack, one, other):
        for unit in range(min(one, other), max(one, other) + 1):
            past[rack, unit] += 1

    def unit_of(fabric, made, node):
        seat = structured.cabling.seats[made.fabric.ids[node]]
        return seat.u + (seat.height_u - 1) // 2

    def panel_unit(number):
        panel = structured.panels[number]
        return panel.u + (panel.part.height_u - 1) // 2

    for number, (made, some) in enumerate(zip(structured.cabling.fabrics, structured.channels, strict=True)):
        over = some.number
        for cable, head in enumerate(made.heads.tolist()):
            ends = list(zip(made.fabric.ends[head].tolist(), made.spans.rack[cable].tolist(), strict=True))
            if cable in over:
                for (node, rack), port in zip(ends, structured.ports(number, over[cable]), strict=True):
                    add(rack, unit_of(number, made, node), panel_unit(port.panel))
            elif ends[0][1] == ends[1][1]:
                add(ends[0][1], *(unit_of(number, made, node) for node, _ in ends))
            else:
                for node, rack in ends:
                    if rack >= 0:
                        add(rack, unit_of(number, made, node), int(room.units[rack]))
    for trunk in structured.trunks:
        for end, rack in enumerate(trunk.rack):
            add(rack, panel_unit(structured.rears(trunk, end)[0].panel), int(room.units[rack]))
    cables = derived.rack_sides.load.cables
    for index in range(len(racks)):
        first, units = int(room.first[index]), int(room.units[index])
        here = cables[first : first + 4 * units].reshape(4, units).sum(axis=0)
        assert here.tolist() == [past[index, unit] for unit in range(1, units + 1)]


def test_mass_of_all_pieces_is_in_racks_and_trays():
    """Metres in racks, in trays and between them are those that are ordered, for each piece."""
    project = four_units()
    parts = tuple(
        replace(part, mass_kg_per_m=1.0, mass_kg_per_end=0.0) if isinstance(part, Cable) else part
        for part in project.parts
    )
    derived = Derived(replace(project, parts=parts))
    hung, room = derived._hung
    total = sum(some.mass_kg for some in derived.rack_cables.values())
    kilo = generic = 0.0
    for some in hung:
        ordered = some.ordered_um
        away = np.bincount(
            some.ends.cable,
            np.where(some.ends.within, 0, room.outside_um[some.ends.rack]),
            some.number,
        )
        weighed = np.array([choice.option.cable.mass_kg_per_m == 1.0 for choice in some.choices] + [False])
        known = weighed[some.choice] & ~some.outside
        kilo += float((ordered - away - np.maximum(some.route_um, 0))[known].sum()) / 1e6
        generic += float(ordered[~weighed[some.choice] & (some.choice >= 0)].sum()) / 1e6
    assert kilo > 0
    assert total == pytest.approx(kilo, rel=1e-6)
    assert generic > 0, "generic trunks state no mass"
