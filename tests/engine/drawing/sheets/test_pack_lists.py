"""Lists of the pack against counts by hand: pieces, pulls, bundles, port maps, legend, phases."""

from collections import Counter
from dataclasses import replace
from itertools import groupby, pairwise

import msgspec
import pytest

from fatdesk.core.units import um_from_m
from fatdesk.engine.drawing.display import Boxes, Leaf, Lines, Page, Text
from fatdesk.engine.drawing.palette import PRINT
from fatdesk.engine.drawing.plan import Chosen, Plan
from fatdesk.engine.drawing.sheet import STOCK_A4, Imprint
from fatdesk.engine.drawing.sheets.checklists import table_leaves
from fatdesk.engine.drawing.sheets.pack_lists import cut_table, pieces_of, pull_table, tray_pulls
from fatdesk.engine.drawing.sheets.wiring_sheets import bundle_leaves, legend_leaves, rack_bundles
from fatdesk.engine.drawing.wiring.port_map import port_map_leaves
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.wiring_columns import CUT_COLUMNS as CUTS
from fatdesk.engine.listing.wiring_columns import PULL_COLUMNS as PULLS
from fatdesk.engine.listing.wiring_columns import cut_rows, pull_rows
from fatdesk.engine.wiring.wiring_list import CableRow
from tests.engine import plan_samples as samples

PLANS = {
    "60": samples.nodes_60,
    "396": samples.nodes_396,
    "blades": samples.blades,
    "two": samples.two_fabrics,
}


def words(leaf: Leaf) -> list[str]:
    return [item.text for item in leaf.draw().items if isinstance(item, Text)]


def changed(plan: Plan, *cables: CableRow) -> Plan:
    return replace(plan, make_cables=lambda: list(cables))


def sort_of(cable: CableRow) -> tuple[str, str, int | None]:
    return (cable.phase, cable.part, cable.length.ordered_um)


def row_of(**changes: object) -> CableRow:
    return msgspec.structs.replace(samples.nodes_60().cables[0], **changes)


def long(length_m: float | None) -> dict[str, object]:
    length = samples.nodes_60().cables[0].length
    ordered = None if length_m is None else um_from_m(length_m)
    return {"length": msgspec.structs.replace(length, ordered_um=ordered)}


@pytest.mark.parametrize("name", PLANS)
def test_every_cable_is_among_the_pieces_once(name: str) -> None:
    plan = PLANS[name]()
    pieces = pieces_of(plan.cables, plan.catalog)
    counted = {(some.phase, some.part, some.length_um): some.count for some in pieces}
    assert counted == Counter(map(sort_of, plan.cables))
    known = sum(cable.length.ordered_um or 0 for cable in plan.cables)
    assert sum(some.together_um or 0 for some in pieces) == known


def test_what_is_sold_in_its_length_is_picked_and_the_rest_is_cut() -> None:
    from fatdesk.engine.catalog.part_files import load_shipped

    catalog = load_shipped()
    part = next(cable for cable in catalog.cables() if cable.lengths)
    sold = part.lengths[0].m
    rows = [
        row_of(id="a", part=part.id, phase="2", **long(sold)),
        row_of(id="b", part=part.id, phase="1", **long(sold + 0.013)),
        row_of(id="c", part=part.id, phase="1", **long(sold + 0.013)),
        row_of(id="d", part="", kind="", phase="1", **long(None)),
    ]
    found = [(some.phase, some.part, some.how, some.count) for some in pieces_of(rows, catalog)]
    assert found == [("1", part.id, "cut", 2), ("1", "", "unknown", 1), ("2", part.id, "pick", 1)]
    plan = replace(changed(samples.nodes_60(), *rows), catalog=catalog)
    (sheet,) = table_leaves(cut_table(plan), STOCK_A4.standing, PRINT, Imprint())
    assert any(
        text.startswith("4 cables: 1 to pick, 2 to cut, 1 not known yet · ≥ ") for text in words(sheet)
    )
    table = [dict(zip((column.name for column in CUTS), row, strict=True)) for row in cut_rows(plan)]
    assert [row["how"] for row in table] == ["cut", "unknown", "pick"]
    assert table[1]["together_m"] == "unknown"


@pytest.mark.parametrize("name", PLANS)
def test_each_tray_has_all_cables_that_run_through_it(name: str) -> None:
    plan = PLANS[name]()
    found: Counter[str] = Counter()
    for pull in tray_pulls(plan):
        found[pull.tray] += pull.count
    trays = {tray.id for tray in plan.floor.trays}
    wanted = Counter(tray for cable in plan.cables for tray in set(cable.run) if tray in trays)
    assert found == wanted


def test_pulls_are_in_order_the_longest_ways_first_phase_by_phase() -> None:
    plan = samples.nodes_396()
    half = len(plan.cables) // 2
    rows = [
        msgspec.structs.replace(cable, phase="1" if n < half else "2") for n, cable in enumerate(plan.cables)
    ]
    plan = changed(plan, *rows)
    pulls = tray_pulls(plan)
    for tray in dict.fromkeys(pull.tray for pull in pulls):
        some = [pull for pull in pulls if pull.tray == tray]
        assert [pull.phase for pull in some] == sorted(pull.phase for pull in some)
        for phase in ("1", "2"):
            here = [pull for pull in some if pull.phase == phase]
            assert [pull.order for pull in here] == list(range(1, len(here) + 1))
            assert [pull.way_um for pull in here] == sorted((pull.way_um for pull in here), reverse=True)
    assert {pull.phase for pull in tray_pulls(plan, Chosen(phases=frozenset({"2"})))} == {"2"}
    names = [column.name for column in PULLS]
    table = [dict(zip(names, row, strict=True)) for row in pull_rows(plan)]
    assert [(row["tray"], row["cables"]) for row in table] == [(pull.tray, pull.count) for pull in pulls]
    leaves = table_leaves(pull_table(plan), STOCK_A4.standing, PRINT, Imprint())
    assert sum(1 for leaf in leaves for text in words(leaf) if text == "1") >= 1


@pytest.mark.parametrize("name", PLANS)
def test_each_cable_between_racks_is_in_one_bundle(name: str) -> None:
    plan = PLANS[name]()
    bundles = rack_bundles(plan)
    found = [cable.id for bundle in bundles for cable in bundle.cables]
    wanted = [
        cable.id
        for cable in plan.cables
        if cable.a.rack_label and cable.b.rack_label and cable.a.rack_label != cable.b.rack_label
    ]
    assert sorted(found) == sorted(wanted)
    for bundle in bundles:
        assert bundle.start != bundle.stop
        assert [some.order for some in bundle.pluggings] == list(range(1, len(bundle.pluggings) + 1))
        assert {some.near.rack_label for some in bundle.pluggings} == {bundle.start}
        assert {some.far.rack_label for some in bundle.pluggings} == {bundle.stop}
        units = [some.near.u or 0 for some in bundle.pluggings]
        assert units == sorted(units, reverse=True)
    assert len({(bundle.start, bundle.stop) for bundle in bundles}) == len(bundles)


def test_the_sheets_of_bundles_name_every_cable_and_themselves() -> None:
    plan = samples.nodes_396()
    leaves = list(bundle_leaves(plan))
    stated = Counter(text for leaf in leaves for text in words(leaf))
    for bundle in rack_bundles(plan):
        for cable in bundle.cables:
            assert stated[plan.numbers[cable.id]] == 1
    for leaf in leaves[:3]:
        page = leaf.draw()
        assert sum(isinstance(item, Boxes) for item in page.items) == 1
        assert "the code names this sheet" in words(leaf)


def test_bundles_of_a_rack_share_sheets_in_their_order() -> None:
    """Every bundle is whole on one sheet; on the next one of the same rack is only what had no room left."""
    plan = samples.nodes_396()
    bundles = rack_bundles(plan)
    leaves = list(bundle_leaves(plan))
    names = {f"{bundle.start} to {bundle.stop}": bundle for bundle in bundles}
    pages = [[text for text in words(leaf) if text in names] for leaf in leaves]
    assert [name for name, _ in groupby(name for page in pages for name in page)] == list(names)
    assert max(map(len, pages)) > 1
    assert len(pages) < len(bundles)
    for page in pages:
        assert len({names[name].start for name in page}) == 1
    height = 297 - 2 * 10 - 20  # margins and title block
    for page, following in pairwise(pages):
        if names[page[0]].start == names[following[0]].start:
            rows = sum(len(names[name].pluggings) for name in [*page, following[0]])
            assert rows * 4.6 + 33 * (len(page) + 1) > height - 33


def test_the_legs_of_a_splitter_stand_below_it() -> None:
    plan = samples.nodes_396()
    one, other = [cable for cable in plan.cables if cable.a.rack_label != cable.b.rack_label][:2]
    row = msgspec.structs.replace(one, legs=(one.b, other.b))
    (bundle,) = rack_bundles(changed(plan, row))
    assert [some.order for some in bundle.pluggings] == [1, 0]
    (leaf,) = bundle_leaves(changed(plan, row))
    assert "same cable" in words(leaf)


@pytest.mark.parametrize("name", PLANS)
def test_every_switch_has_its_map(name: str) -> None:
    plan = PLANS[name]()
    switches = {
        device
        for fabric, names in zip(plan.fabrics, plan.names, strict=True)
        for device, kind in zip(names, fabric.kind.tolist(), strict=True)
        if kind == NodeKind.SWITCH
    }
    assert set(titles(plan, Chosen())) == switches
    inside = [
        plan.device_names[device.id]
        for rack in plan.floor.racks
        if rack.row == 0 and rack.position == 0
        for outer in rack.devices
        for device in (outer, *outer.inside)
    ]
    here = titles(plan, Chosen(racks=frozenset({"A01"})))
    assert set(here) == switches & set(inside)


def titles(plan: Plan, chosen: Chosen) -> list[str]:
    """The names above the maps."""
    items = [item for leaf in port_map_leaves(plan, chosen=chosen) for item in leaf.draw().items]
    return [item.text for item in items if isinstance(item, Text) and item.size == 4.4]


def patterns(page: Page) -> set[tuple[float, ...]]:
    return {item.pen.dash for item in page.items if isinstance(item, Lines) and item.pen.width > 1.0}


def test_the_legend_has_a_pattern_a_kind_and_its_count() -> None:
    kinds = ("DAC", "ACC", "AOC", "FIB", "SPL", "")
    rows = [row_of(id=str(n), kind=kind, phase=str(n % 2), **long(2)) for n, kind in enumerate(kinds)]
    (leaf,) = legend_leaves(changed(samples.nodes_60(), *rows))
    stated = words(leaf)
    assert stated.count("1 cable · 2 m") == len(kinds)
    assert "Active optical (AOC)" in stated
    assert "Phases" in stated
    assert stated.count("3 cables · 6 m") == 2
    assert len(patterns(leaf.draw())) == len(kinds) - 1, "DAC and AOC are solid, AOC with a gap along it"
    assert list(legend_leaves(changed(samples.nodes_60()))) == []


def test_cables_of_two_racks_are_one_pull_whichever_end_is_named_first() -> None:
    (pull,) = tray_pulls(samples.nodes_60())
    assert (pull.start, pull.stop, pull.count) == ("A01", "A02", 36)
