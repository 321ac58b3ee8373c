"""What would help overfull trays: figures of each step, recomputed from the project that it makes."""

from decimal import Decimal

import pytest
from msgspec.structs import replace

from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.catalog.tray_loads import TrayLoad
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.floor.route_rules import RouteRule
from fatdesk.project.commands.history import History
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.tray_relief import without_relief
from fatdesk.project.designing.tray_remedies import overfull, tray_remedies, tray_remedy
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from tests.project.designing.test_tray_relief import WISH, designed, fills


@pytest.fixture(scope="module")
def copper():
    """A design in which copper overfills trays."""
    project = designed().project
    return replace(project, cables=without_relief(project.cables))


@pytest.fixture(scope="module")
def fullest(copper):
    full = fills(copper)
    return max(full, key=full.get)


@pytest.fixture(scope="module")
def remedies(copper, fullest):
    return {one.kind: one for one in tray_remedies(Derived(copper), fullest)}


def findings(project, tray):
    found = [one.finding for one in check(Derived(project))]
    return [one for one in found if one.where == tray and one.rule == "tray-fill"]


def cost_and_metres(project):
    """Of the lines of the bill, and of the rows of the wiring list."""
    derived = Derived(project)
    lines = [line for line in derived.bill.lines if line.category in ("cables", "transceivers", "trays")]
    money = sum((line.needed * (line.unit_price or 0) for line in lines), Decimal(0))
    return money, sum(row.length.ordered_um for row in derived.rows) / 1e6


def test_overfull_trays_are_those_of_the_findings(copper):
    found = {one.finding.where for one in check(Derived(copper)) if one.finding.rule == "tray-fill"}
    assert (
        set(overfull(Derived(copper)))
        == found
        == {tray for tray, fill in fills(copper).items() if fill > 0.3}
    )


def test_each_step_is_undone_and_does_what_it_states(copper, fullest, remedies):
    now = cost_and_metres(copper)
    for one in remedies.values():
        assert findings(copper, fullest)
        history = History(copper)
        history.do(one.command)
        after = history.project
        assert one.removes == (not findings(after, fullest)), one.kind
        assert [(some.cost.amount, pytest.approx(some.metres)) for some in (one.before, one.after)] == [
            now,
            cost_and_metres(after),
        ]
        assert one.before.cost.at_least, "trays have no price"
        history.undo()
        assert history.project == copper


def test_the_wider_tray_is_the_smallest_usual_one_that_is_enough(copper, fullest, remedies):
    wider = remedies["wider"]
    assert wider.removes
    [before] = [tray for tray in copper.floor.trays if tray.id == fullest]
    [after] = [tray for tray in wider.command.apply(copper).floor.trays if tray.id == fullest]
    needed = fills(copper)[fullest] * before.width_mm / 0.3
    usual = [width for width in (100, 150, 200, 300, 450, 600, 750, 900) if width >= needed]
    assert after.width_mm == usual[0]
    assert replace(after, width_mm=before.width_mm) == before
    assert wider.before.metres == wider.after.metres


def test_beyond_the_usual_widths_a_multiple_of_50_mm(copper, fullest):
    flat = tuple(replace(tray, depth_mm=2.0) for tray in copper.floor.trays)
    thin = replace(copper, floor=replace(copper.floor, trays=flat))
    needed = fills(thin)[fullest] * 80 / 0.3
    assert needed > 900
    wider = tray_remedies(Derived(thin), fullest)[0]
    [after] = [tray for tray in wider.command.apply(thin).floor.trays if tray.id == fullest]
    assert after.width_mm % 50 == 0
    assert needed <= after.width_mm < needed + 50
    assert wider.removes


def test_what_does_not_help_says_what_stays(copper, fullest):
    """Where copper is required, optical is not a remedy; where a load is too large, a wider tray is none."""
    fabrics = tuple(
        replace(one, requirement=replace(one.requirement, media="copper")) for one in copper.fabrics
    )
    optical = {one.kind: one for one in tray_remedies(Derived(replace(copper, fabrics=fabrics)), fullest)}[
        "optical"
    ]
    assert optical.command is None
    assert "copper, which the network requires" in optical.text
    weak = tuple(
        replace(tray, support_mm=1500.0, loads=(TrayLoad(span_m=1.5, n_per_m=10.0),))
        if tray.id == fullest
        else tray
        for tray in copper.floor.trays
    )
    parts = tuple(
        replace(part, mass_kg_per_m=0.05) if isinstance(part, Cable) else part for part in copper.parts
    )
    loaded = replace(
        copper,
        floor=replace(copper.floor, trays=weak),
        cabling=replace(copper.cabling, profile="planning"),
        parts=parts,
    )
    assert len(overfull(Derived(loaded))[fullest]) == 2
    wider = tray_remedies(Derived(loaded), fullest)[0]
    assert not wider.removes
    [stays] = wider.stays
    assert stays.startswith(f"{fullest}: Load is ")
    found = {
        one.finding.rule
        for one in check(Derived(wider.command.apply(loaded)))
        if one.finding.where == fullest
    }
    assert found == {"tray-load"}


def through(project, tray):
    return {row.id for row in Derived(project).rows if tray in row.run}


def test_a_second_tray_above_carries_a_part_of_the_cables(copper, fullest, remedies):
    second = remedies["second"]
    assert second.removes
    after = second.command.apply(copper)
    [old] = [tray for tray in copper.floor.trays if tray.id == fullest]
    [new] = [tray for tray in after.floor.trays if tray.id not in {one.id for one in copper.floor.trays}]
    assert replace(new, id=old.id, elevation_mm=old.elevation_mm) == old
    assert new.elevation_mm == old.elevation_mm + old.depth_mm + 300
    full = fills(after)
    assert max(full.values()) <= 0.3
    assert full[new.id] > 0
    assert full[fullest] > 0
    assert through(after, new.id) | through(after, fullest) == through(copper, fullest)
    assert not through(after, new.id) & through(after, fullest)


def test_a_second_tray_is_clear_of_those_that_are_above_already(copper, fullest):
    [old] = [tray for tray in copper.floor.trays if tray.id == fullest]
    above = [
        replace(old, id=f"{fullest}-{letter}", elevation_mm=old.elevation_mm + more)
        for letter, more in (("b", old.depth_mm + 320), ("c", old.depth_mm + 320 + 2 * (old.depth_mm + 300)))
    ]
    floor = replace(copper.floor, trays=(*copper.floor.trays, *above))
    avoiding = RouteRule(name="free", between=(("", ""),), avoid=tuple(tray.id for tray in above))
    project = replace(copper, floor=replace(floor, routes=(avoiding,)))
    second = tray_remedy(Derived(project), fullest, "second")
    [new] = [tray for tray in second.command.apply(project).floor.trays if tray not in floor.trays]
    assert new.id == f"{fullest}-d"
    assert new.elevation_mm == above[0].elevation_mm + old.depth_mm + 300
    assert f"at {new.elevation_mm / 1000:g} m, 300 mm clear" in second.text


@pytest.fixture(scope="module")
def larger():
    """A design with a tray that is hardly too full, and other routes around it."""
    wish = WISH.replace("144", "396").replace("rows: 2, racks_per_row: 3", "rows: 3, racks_per_row: 6")
    project = designed(wish.replace("0.08", "0.2")).project
    return replace(project, cables=without_relief(project.cables))


def test_cables_take_another_route_within_all_limits(larger):
    full = fills(larger)
    [tray] = [one for one, fill in full.items() if fill > 0.3]
    route = tray_remedy(Derived(larger), tray, "route")
    assert route.removes
    after = route.command.apply(larger)
    assert max(fills(after).values()) <= 0.3
    [rule] = after.floor.routes
    assert rule.avoid == (tray,)
    racks = {rack_label(rack): f"rack:{rack.number}" for rack in larger.floor.racks}
    rows = {row.id: row for row in Derived(after).rows}
    for row in Derived(larger).rows:
        ends = {racks[row.a.rack_label], racks[row.b.rack_label]}
        if any(ends == set(pair) for pair in rule.between):
            assert tray not in rows[row.id].run
        else:
            assert rows[row.id] == row
    # any pair that stays in the tray after all fills it too much
    for pair in rule.between:
        fewer = tuple(some for some in rule.between if some != pair)
        routes = (replace(rule, between=fewer),) if fewer else ()
        back = replace(after, floor=replace(after.floor, routes=routes))
        assert max(fills(back).values()) > 0.3


def test_cables_in_place_keep_their_route(larger):
    [tray] = [one for one, fill in fills(larger).items() if fill > 0.3]
    records = [CableRecord(id=cable, status="installed") for cable in sorted(through(larger, tray))]
    held = Derived(replace(larger, cables=CableRecords(records)))
    for kind in ("route", "second"):
        found = tray_remedy(held, tray, kind)
        assert found.command is None
        assert "of racks are in place or decided by hand" in found.text
