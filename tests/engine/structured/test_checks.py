"""Checks of channels: loss against budgets, polarity, plugs and end faces, reach, units of panels."""

import re

import msgspec
import pytest

from fatdesk.core.finding import Severity
from fatdesk.core.program import shipped
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable, Cassette, Panel
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.floor.floor import Floor, Rack, Reserved, rack_label
from fatdesk.engine.structured.checks import check_structured
from fatdesk.engine.structured.loss import losses_of
from fatdesk.engine.structured.placing import nearest_rack
from fatdesk.engine.structured.stock import generic_part, kit_for
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import CableRecord
from tests.engine.structured.samples import four_units, four_units_derived, with_rules

CORD = "nvidia-mfp7e10-n"
TRUNK, CASSETTE = "generic-trunk-144-base8-mpo-12-om4", "generic-cassette-mpo-12-om4-base8"


@pytest.fixture(scope="module")
def derived():
    return four_units_derived()


def with_part(project, part_id, **changes):
    """The project with another copy of a part; generic parts become parts of the project."""
    part = next((part for part in project.parts if part.id == part_id), None) or generic_part(part_id)
    return SetPart(part=msgspec.structs.replace(part, **changes)).apply(project)


def findings(project, rule):
    derived = Derived(project)
    found = check_structured(derived.structured, project.floor, derived.catalog, project.cabling)
    found += [finding for judged in derived.judged for finding in judged.findings()]
    return [finding for finding in found if finding.rule == rule]


def nvidia(project):
    return with_rules(project, profile="nvidia-ndr-xdr")


def test_loss_is_that_of_fibre_and_four_pairs(derived):
    """Each piece by its ordered length at 3 dB/km, and two pairs of 0.35 dB in each of two cassettes."""
    structured = derived.structured
    made, some = structured.cabling.fabrics[0], structured.channels[0]
    for channel in (0, 500, 1023):
        loss = losses_of(structured, 0)[channel]
        metres = made.choices[made.choice[some.cable[channel]]].ordered_um / 1e6
        assert loss.pairs == 4
        assert loss.loss_db == pytest.approx(4 * 0.35 + metres * 3 / 1000, abs=1e-6)
        assert loss.limit_db is None


def test_adapters_have_one_pair_each():
    project = with_part(four_units(), CASSETTE, mated_pairs=1, rear_loss_db=None)
    structured = Derived(project).structured
    loss = losses_of(structured, 0)[0]
    assert (loss.pairs, loss.missing) == (2, ())


@pytest.mark.parametrize(("budget", "errors"), [(1.3, 1), (5.0, 0)])
def test_loss_above_the_budget_is_an_error(budget, errors):
    project = with_part(four_units(), "nvidia-mma4z00-ns", loss_max_db=budget)
    found = findings(project, "channel-loss")
    assert len(found) == errors
    for finding in found:
        assert finding.severity is Severity.ERROR
        assert "1,024 links of compute" in finding.text
        assert f"{budget:g} dB allowed" in finding.text


def test_figures_that_are_not_known_are_notes():
    found = findings(four_units(), "unknown-figure")
    assert [finding.where for finding in found] == ["nvidia-mma4z00-ns"]
    assert all(finding.severity is Severity.NOTE for finding in found)
    project = with_part(four_units(), CORD, loss_db_per_km=None)
    assert {finding.where for finding in findings(project, "unknown-figure")} == {CORD, "nvidia-mma4z00-ns"}


def test_the_profile_of_the_vendor_holds(derived):
    project = nvidia(four_units())
    rules = ("channel-panels", "channel-pairs", "channel-polarity", "channel-gender", "channel-polish")
    judged = {one.rule.name: one for one in Derived(project).judged}
    for name in rules:
        assert judged[name].count == 0
        assert not len(judged[name].unknown)
    assert list(judged["channel-pairs"].values.amount) == [4]


def test_one_piece_of_type_a_is_an_error_that_names_it(derived):
    """One link of 1,024 has a patch cord of another part, with straight polarity."""
    project = nvidia(four_units())
    cord = next(part for part in project.parts if part.id == CORD)
    project = SetPart(part=msgspec.structs.replace(cord, id="straight-cord", polarity="A")).apply(project)
    link = derived.plan.cables[int(derived.structured.channels[0].cable[77])].id
    project = SetCable(cable=CableRecord(id=link, part="straight-cord")).apply(project)
    [finding] = findings(project, "channel-polarity")
    assert finding.severity is Severity.ERROR
    assert finding.where == "straight-cord"
    assert f"{link}-A" in finding.text


@pytest.mark.parametrize(
    ("part", "changes", "rule"),
    [
        (TRUNK, {"gender": "female"}, "channel-gender"),
        (CORD, {"gender": "male"}, "channel-gender"),
        (CORD, {"polish": "upc"}, "channel-polish"),
        (CASSETTE, {"rear_polish": "upc"}, "channel-polish"),
        (TRUNK, {"polarity": "C"}, "channel-polarity"),
        (CASSETTE, {"polarity": "A"}, "channel-polarity"),
    ],
)
def test_plugs_that_do_not_mate(part, changes, rule):
    found = findings(nvidia(with_part(four_units(), part, **changes)), rule)
    assert [finding.severity for finding in found] == [Severity.ERROR]
    assert found[0].where == (TRUNK if "rear_polish" in changes else part)


def test_unknown_plugs_are_notes():
    found = findings(nvidia(with_part(four_units(), CORD, polarity=None)), "channel-polarity")
    assert [(finding.severity, finding.where) for finding in found] == [(Severity.NOTE, CORD)]


def test_channels_beyond_reach():
    """The pieces together are longer than the signal reaches, though each direct cable is not."""
    project = with_part(four_units(), CORD, reach_m=15.0)
    [finding] = findings(project, "beyond-reach")
    assert "the signal reaches 15 m" in finding.text
    assert "with all pieces" in finding.text


def test_cables_without_cassettes_go_directly():
    """A panel of the catalog is there, and no cassette takes the plugs with 8 fibres in plugs of 12."""
    project = four_units()
    thick = with_part(project, CORD, fibres=16)
    derived = Derived(thick)
    assert derived.structured.count == 0
    [finding] = findings(thick, "no-panel")
    assert "1,024 cables go directly" in finding.text


def test_racks_without_units_for_panels(derived):
    """A rack that keeps all its units for storage has none for its panels; another of its row has."""
    project = four_units()
    floor = project.floor
    full = derived.structured.panels[0].rack
    count = sum(panel.rack == full for panel in derived.structured.panels)
    reserved = (Reserved(u=1, height_u=48, note="storage"),)
    racks = [
        msgspec.structs.replace(rack, reserved=reserved) if number == full else rack
        for number, rack in enumerate(floor.racks)
    ]
    changed = msgspec.structs.replace(project, floor=msgspec.structs.replace(floor, racks=tuple(racks)))
    structured = Derived(changed).structured
    assert {panel.rack for panel in structured.panels if panel.u is None} == {full}
    assert structured.count == 1024
    [finding] = findings(changed, "panel-units")
    assert finding.severity is Severity.ERROR
    assert finding.where == rack_label(racks[full])
    assert finding.text == f"no free units for {count} of its {count} panels"
    assert f"`rack: all, height_u: {count}, note: panels`" in finding.fix
    named = re.search(r"; (\S+) is the nearest", finding.fix)[1]
    near = next(number for number, rack in enumerate(racks) if rack_label(rack) == named)
    assert racks[near].row == racks[full].row
    taken = sum(Derived(changed).catalog[device.part].height_u for device in racks[near].devices)
    taken += sum(panel.rack == near for panel in structured.panels)
    assert 48 - taken >= count


def test_units_that_the_finding_names_cure_it():
    """The shipped example of four units has one rack full of switches; units kept for panels are enough."""
    catalog = load_shipped()

    def panel_units(text):
        requirements = parse_requirements(text.encode(), "example.yaml", catalog)
        project = design_project(requirements, catalog, "example").project
        derived = Derived(project)
        found = check_structured(derived.structured, project.floor, derived.catalog, project.cabling)
        return [finding for finding in found if finding.rule == "panel-units"]

    example = shipped("resources") / "examples" / "superpod-h100.yaml"
    text = f"{example.read_text()}\ncabling: {{panels: top, panel_racks: devices}}\n"
    [finding] = panel_units(text)
    assert finding.where == "B05"
    kept = re.search(r"`(rack: all, .*?)`", finding.fix)[1]
    assert not panel_units(text.replace("room: {", f"room: {{reserve: [{{{kept}}}], "))


@pytest.mark.parametrize(
    ("parts", "size", "text"),
    [
        ((), None, "no cassette for mpo-12-om4 with 8 fibres a link, base-8"),
        ((CASSETTE,), None, "no trunk for mpo-12-om4 with 8 fibres a link, base-8"),
        ((CASSETTE, TRUNK), 96, "no trunk of 96 fibres for mpo-12-om4 with 8 fibres a link, base-8"),
    ],
)
def test_what_is_missing_is_named(derived, parts, size, text):
    rules = CablingRules(panels="all", panel_base=8, trunk_fibres=size)
    catalog = Catalog([generic_part(part) for part in ("generic-panel-1u", *parts)])
    assert kit_for(derived.catalog.get(CORD, Cable), rules, catalog) == text


@pytest.mark.parametrize(
    ("free", "units", "expected"), [([9, 0, 3, 0], 3, 2), ([9, 0, 2, 0], 3, 0), ([0, 9, 2, 0], 3, None)]
)
def test_the_nearest_rack_is_one_of_the_row(free, units, expected):
    """Rack 1 stands between rack 2 of its row, 1.2 m away, and rack 0 of the next, 1 m away."""
    places = ((0, 0.0, 0.0), (1, 0.0, 1000.0), (1, 1200.0, 1000.0), (1, 1800.0, 1000.0))
    racks = tuple(
        Rack(number=number, part="rack-42u", row=row, position=number, x_mm=x, y_mm=y)
        for number, (row, x, y) in enumerate(places, start=1)
    )
    assert nearest_rack(Floor(racks=racks), 1, free, units) == expected


def test_parts_of_the_project_come_before_generic_ones():
    """A cassette of 12 ports, a panel of 2 U with 6 slots, and a trunk of 96 fibres."""
    project = with_rules(four_units(), trunk_fibres=None)
    parts = (
        Panel(id="own-panel", height_u=2, slots=6),
        Cassette(id="own-cassette", ports=12, port="mpo-12-om4", rears=12, rear="mpo-12-om4", fibres=96),
        Cable(
            id="own-trunk",
            medium="fibre",
            connectors=("mpo-12-om4", "mpo-12-om4"),
            ends=(12, 12),
            fibres=96,
        ),
    )
    for part in parts:
        project = SetPart(part=part).apply(project)
    structured = Derived(project).structured
    assert {trunk.part.id for trunk in structured.trunks} == {"own-trunk"}
    assert max(len(trunk.cables) for trunk in structured.trunks) == 12
    assert {fitting.part.id for fitting in structured.cabling.fittings} == {"own-panel", "own-cassette"}


def test_loss_of_the_summary_and_of_a_link(derived):
    """Recomputed for every link from the lengths of the list of pieces: 3 dB/km, and 0.35 dB four times."""
    found = []
    ids = list(dict.fromkeys(piece.link.id for piece in derived.piece_rows.pieces()))
    metres = dict.fromkeys(ids, 0.0)
    for piece in derived.piece_rows.pieces():
        metres[piece.link.id] += piece.length.ordered_um / 1e6
    for cable in ids:
        expected = metres[cable] * 3 / 1000 + 4 * 0.35
        loss = derived.piece_rows.loss(cable)
        assert (loss.loss_db, loss.pairs) == (pytest.approx(expected, abs=1e-6), 4)
        found.append(expected)
    figures = summary(derived, [])["structured"]
    assert figures["loss_db"] == pytest.approx(max(found), abs=1e-6)
    assert figures["loss_at_least"] is False


def test_records_of_pieces_are_no_orphans(derived):
    link = derived.plan.cables[int(derived.structured.channels[0].cable[0])].id
    project = SetCable(cable=CableRecord(id=f"{link}-A", remark="green")).apply(four_units())
    after = Derived(project)
    assert not [one for one in check(after) if one.finding.rule == "no-such-cable"]
    assert next(row for row in after.plan.pieces if row.id == f"{link}-A").remark == "green"
