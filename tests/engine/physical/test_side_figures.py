"""Sides of racks: random requirements walked cable by cable over the wiring list, and figures by hand."""

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.core.finding import Severity
from fatdesk.engine.cabling.rack_sides import halves_of
from fatdesk.engine.catalog.mounting import port_side
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import AnyPart, Cable, Ports, RackPart, Switch
from fatdesk.engine.catalog.plugs import table_of
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.floor.budget import budget
from fatdesk.engine.floor.facility import facility_of
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.judging import judge
from fatdesk.engine.rules.rules import Profile, Rule
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import Project

DESIGNS = {
    "rails": """
hosts: [{name: gpu, part: nvidia-dgx-h100, count: 20}]
fabrics:
- {name: compute, rails: 8, media: optical, edge: [nvidia-qm9700], core: [nvidia-qm9700], extra_ports: 2}
""",
    "servers": """
hosts: [{name: nodes, part: server-1u, count: 100}]
fabrics: [{name: compute, blocking: 1, families: [two-level], edge: [ib-36], core: [ib-36]}]
""",
}
MANAGER_MM2, ENTRY_MM2 = 9_000.0, 30_000.0
SIDES = {("front", 0): 0, ("front", 1): 1, ("rear", 0): 2, ("rear", 1): 3}


def made(text: str, folder: Path, **rules: object) -> Derived:
    """A design whose racks have side managers, and whose cables all have a diameter and a mass."""
    file = folder / "r.yaml"
    file.write_text(text)
    catalog = load_shipped([])
    project = design_project(read_requirements(file, catalog), catalog, "hall").project
    return Derived(perform(with_sides(project), SetCabling(**rules)) if rules else with_sides(project))


def with_sides(project: Project) -> Project:
    return replace(project, parts=tuple(map(_known, project.parts)))


def _known(part: AnyPart) -> AnyPart:
    if isinstance(part, RackPart):
        return replace(part, side_manager_mm2=MANAGER_MM2, top_entry_mm2=ENTRY_MM2)
    if isinstance(part, Cable):
        diameter = part.diameter_mm or 7.5
        return replace(part, diameter_mm=diameter, mass_kg_per_m=0.03, mass_kg_per_end=0.1)
    return part


@pytest.fixture(scope="module", params=["rails", "servers"])
def derived(request, tmp_path_factory):
    return made(DESIGNS[request.param], tmp_path_factory.mktemp("sides"))


class Walked:
    """Sides of racks by the rows of the wiring list: cable after cable, unit after unit."""

    def __init__(self, derived: Derived, at: str = "both") -> None:
        self.derived, self.catalog = derived, derived.catalog
        self.area: Counter[tuple[int, int, int]] = Counter()
        self.stored: Counter[tuple[int, int]] = Counter()
        self.top: Counter[tuple[int, int]] = Counter()
        self.mass: Counter[int] = Counter()
        for row in derived.rows:
            self._add(row, at)

    def _half(self, end) -> int:
        part = self.catalog[end.model]
        cages = sum(group.count for group in part.ports)
        cage = int(end.port.split("/")[0])
        rows = 1 if cages <= 4 else 2
        columns = -(-cages // rows)
        place = (cage - 1) // rows - (columns - 1) / 2
        if place:
            return int(place > 0)
        number = int("".join(filter(str.isdigit, end.device)))
        return (number - 1) % 2

    def _place(self, end) -> tuple[int, int, int]:
        """Rack, side, and the unit of the middle of the device."""
        part = self.catalog[end.model]
        side = SIDES[port_side(part), self._half(end)]
        return end.rack, side, end.u + (end.height_u - 1) // 2

    def _add(self, row, at: str) -> None:
        cable = self.catalog.find(row.part)
        section = math.pi / 4 * cable.diameter_mm**2 if cable is not None else 0.0
        ends = [end for end in (row.a, *(row.legs or (row.b,))) if end.rack is not None]
        length = row.length
        excess = (length.ordered_um - length.computed_um) / 1000 if length.ordered_um is not None else 0.0
        if row.b.rack == row.a.rack:
            rack, side, unit = self._place(row.a)
            other = self._place(row.b)[2]
            for u in range(min(unit, other), max(unit, other) + 1):
                self.area[rack, side, u] += section
            self.stored[rack, side] += section * excess
            self.mass[rack] += 0.03 * length.ordered_um / 1e6 + 0.2
            return
        shares = {"near": (1.0, 0.0), "far": (0.0, 1.0), "both": (0.5, 0.5)}[at]
        known = length.ordered_um is not None
        for end, share in zip(ends, shares if len(ends) > 1 else (1.0,), strict=True):
            if known:
                metres = self._in_rack(end) + (length.slack_um + length.tolerance_um) / 2e6
                self.mass[end.rack] += 0.03 * (metres + share * excess / 1000) + 0.1
            else:
                self.mass[end.rack] += 0.0
            rack, side, unit = self._place(end)
            for u in range(unit, self._units(rack) + 1):
                self.area[rack, side, u] += section
            self.stored[rack, side] += section * excess * share
            self.top[rack, side % 2] += section

    def _in_rack(self, end) -> float:
        """Metres from the port to the top of the rack: to its side, to the middle of its depth, and up."""
        rack = self.catalog.rack(self.derived.project.floor.racks[end.rack].part)
        part = self.catalog[end.model]
        up = (rack.height_u - end.u + 1 - end.height_u / 2) * 44.45
        face = 0.0 if port_side(part) == "front" else part.depth_mm or rack.depth_mm
        if isinstance(part, Switch) and face:
            face = rack.depth_mm
        deep = abs(min(face, rack.depth_mm) - rack.depth_mm / 2)
        return (rack.width_mm / 2 + up + deep) / 1000

    def _units(self, rack: int) -> int:
        return self.catalog.rack(self.derived.project.floor.racks[rack].part).height_u


def amounts(derived: Derived, name: str) -> dict[str, float]:
    values = FIGURES[name].values(derived.placed)
    return dict(zip(values.elements, values.amount.tolist(), strict=True))


def labels(derived: Derived) -> list[str]:
    return [rack_label(rack) for rack in derived.project.floor.racks]


def test_fill_is_that_of_the_cables_walked_one_by_one(derived):
    walked = Walked(derived)
    names = labels(derived)
    expected: dict[str, float] = {}
    for (rack, side, _), area in walked.area.items():
        high = walked._units(rack) * 44.45
        fill = (area + walked.stored[rack, side] / high) / MANAGER_MM2
        expected[names[rack]] = max(fill, expected.get(names[rack], 0.0))
    assert amounts(derived, "rack-side-fill") == pytest.approx(expected, rel=1e-5)
    tops = {}
    for (rack, _), area in walked.top.items():
        tops[names[rack]] = max(tops.get(names[rack], 0.0), area / (ENTRY_MM2 / 2))
    assert amounts(derived, "rack-top-fill") == pytest.approx(tops, rel=1e-6)


def test_excess_is_stored_where_the_rules_say(derived):
    names = labels(derived)
    total = set()
    for at in ("near", "far", "both"):
        moved = Derived(perform(derived.project, SetCabling(excess_at=at)))
        walked = Walked(moved, at)
        expected = dict.fromkeys(amounts(moved, "rack-excess-fill"), 0.0)
        for (rack, _), volume in walked.stored.items():
            share = volume / (walked._units(rack) * 44.45) / MANAGER_MM2
            expected[names[rack]] = max(share, expected[names[rack]])
        assert amounts(moved, "rack-excess-fill") == pytest.approx(expected, rel=1e-4, abs=1e-7)
        total.add(round(moved.rack_sides.load.stored_nl.sum() / 1e7))
    assert len(total) == 1, "all of it is somewhere"


def test_mass_of_cables_counts_in_their_racks_and_in_the_floor_load(derived):
    for at in ("near", "far", "both"):
        moved = Derived(perform(derived.project, SetCabling(excess_at=at)))
        walked = Walked(moved, at)
        racks = moved.project.floor.racks
        expected = {racks[index].number: kg for index, kg in walked.mass.items()}
        found = {number: some.mass_kg for number, some in moved.rack_cables.items()}
        assert found == pytest.approx(expected, rel=1e-5, abs=1e-5)
    bare = facility_of(moved.project.floor, None, moved.catalog, moved.plugged)
    for some, without in zip(moved.facility.racks, bare.racks, strict=True):
        assert some.mass_kg == pytest.approx(without.mass_kg + found.get(some.rack.number, 0.0))
        own = budget(some.rack, moved.catalog, moved.plugged)
        left = budget(some.rack, moved.catalog, moved.plugged, moved.rack_cables)
        assert left.mass_kg == pytest.approx(own.mass_kg + found.get(some.rack.number, 0.0))


def test_cables_of_unknown_mass_make_the_mass_of_their_racks_a_lower_bound(derived):
    bare = tuple(
        replace(part, mass_kg_per_end=None) if isinstance(part, Cable) else part
        for part in derived.project.parts
    )
    unknown = Derived(replace(derived.project, parts=bare))
    used = {row.part for row in unknown.rows if row.part}
    named = {part for some in unknown.rack_cables.values() for part in some.lacks_mass if part}
    assert named == used
    for number, some in unknown.rack_cables.items():
        assert 0 < some.mass_kg < derived.rack_cables[number].mass_kg
    assert all(some.lacks_mass for some in unknown.facility.used if some.rack.number in unknown.rack_cables)


def test_half_of_the_cables_of_a_full_switch_leave_to_each_side():
    for cages in (32, 36, 40, 64):
        table = table_of((Ports(count=cages, connector="qsfp", rate_gbps=100.0),))
        halves = halves_of(table)
        assert (np.bincount(halves, minlength=3) == [cages // 2, cages // 2, 0]).all()
    odd = halves_of(table_of((Ports(count=3, connector="qsfp", rate_gbps=100.0),)))
    assert odd.tolist() == [0, 2, 1]


def test_unknown_managers_and_diameters_are_notes(derived):
    rule = Rule(name="house", scope="rack", figure="rack-side-fill", limit=0.4, source="a handbook")
    rules = Profile(id="house", title="House", source="a handbook", rules=(rule,)).in_force
    bare = tuple(
        replace(part, side_manager_mm2=None) if isinstance(part, RackPart) else part
        for part in derived.project.parts
    )
    [judged] = judge(rules, FIGURES, Derived(replace(derived.project, parts=bare)).placed)
    notes = judged.findings()
    assert {note.severity for note in notes} == {Severity.NOTE}
    assert all(note.text.endswith("side managers of its part is not known") for note in notes)
    thin = tuple(
        replace(part, diameter_mm=None) if isinstance(part, Cable) else part for part in derived.project.parts
    )
    [judged] = judge(rules, FIGURES, Derived(replace(derived.project, parts=thin)).placed)
    assert judged.values.at_least.all()
    assert all("diameter" in note.text for note in judged.findings())


def test_a_finding_names_side_unit_and_profile(derived):
    small = tuple(
        replace(part, side_manager_mm2=500.0) if isinstance(part, RackPart) else part
        for part in derived.project.parts
    )
    project = perform(replace(derived.project, parts=small), SetCabling(profile="planning"))
    found = [
        f for one in Derived(project).judged if one.rule.name == "rack-side-fill" for f in one.findings()
    ]
    errors = [one for one in found if one.severity is Severity.ERROR]
    assert errors
    assert all(" at the rear at U" in one.text or " at the front at U" in one.text for one in errors)
    assert errors[0].text.endswith("40 % allowed: exceeds the profile Planning (40 %)")


def test_width_and_depth_stand_for_the_cross_section():
    part = RackPart(id="r", height_u=42, side_manager_width_mm=100.0, side_manager_depth_mm=150.0)
    assert part.manager_mm2 == 15_000.0
    assert RackPart(id="r", height_u=42, side_manager_width_mm=100.0).manager_mm2 is None
