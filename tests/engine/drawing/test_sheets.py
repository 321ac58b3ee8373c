"""Sheets for installers tell every cable, port and line of the bill once, counted in other ways."""

import re
from collections import Counter, defaultdict
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from math import inf

import msgspec
import pytest

from fatdesk.core.money import Money
from fatdesk.engine.bill.making import Bill, BillLine
from fatdesk.engine.drawing.display import Box, Lines, Page, Polyline, Text
from fatdesk.engine.drawing.palette import PRINT
from fatdesk.engine.drawing.plan import Blocks
from fatdesk.engine.drawing.sheet import EDGE, FOOT, STOCK_A4, STOCKS
from fatdesk.engine.drawing.sheets.bill_sheets import bill_leaves
from fatdesk.engine.drawing.sheets.checklists import TICK
from fatdesk.engine.drawing.sheets.packet import Packets
from fatdesk.engine.drawing.sheets.route_sheets import RunSheets, draw_run_map, pulls_by_rack
from fatdesk.engine.drawing.sheets.wiring_sheets import wiring_leaves
from fatdesk.engine.drawing.sketch import Sketch, overlap
from fatdesk.engine.drawing.wiring.wiring_diagram import diagram_leaves
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.floor import rack_label
from tests.engine import plan_samples as samples

PLANS = {
    "60": samples.nodes_60,
    "396": samples.nodes_396,
    "63": lambda: samples.gpu(63),
    "blades": samples.blades,
    "two": samples.two_fabrics,
}


def rows_of(page: Page, top: float = 0.0, bottom: float = inf) -> list[list[str]]:
    """Texts in the field of a sheet by their baseline, from left to right."""
    found: dict[float, list[tuple[float, str]]] = defaultdict(list)
    for item in page.items:
        if isinstance(item, Text) and top < item.y < min(bottom, page.height - EDGE - FOOT):
            found[round(item.y, 2)].append((item.bounds[0], item.text))
    return [[text for _, text in sorted(found[y])] for y in sorted(found)]


@pytest.mark.parametrize("stock", STOCKS)
@pytest.mark.parametrize("name", PLANS)
def test_the_wiring_list_has_every_cable_once_in_order(name: str, stock: str) -> None:
    plan = PLANS[name]()
    pages = [leaf.draw() for leaf in wiring_leaves(plan, stock=STOCKS[stock])]
    numbers = [plan.numbers[cable.id] for cable in plan.cables]
    stated = [row for page in pages for row in rows_of(page) if row[0] in numbers]
    assert [row[0] for row in stated] == numbers
    for row, cable in zip(stated, plan.cables, strict=True):
        assert cable.a.device in row
        assert cable.b.device in row
        assert cable.part in row or "none chosen" in row
    for page in pages:
        rules = [line for item in page.items if isinstance(item, Lines) for line in item.segments]
        between = [y for _, y, _, y2 in rules if y == y2 and 30 < y < page.height - EDGE - FOOT - 1]
        steps = {round((b - a) / 4.6, 3) for a, b in pairwise(between[:-1])}
        assert steps <= {5.0}, "a rule under each fifth row"


@pytest.mark.parametrize("name", PLANS)
def test_runs_tell_each_cable_between_racks_at_both_and_tick_it_once(name: str) -> None:
    plan = PLANS[name]()
    wanted: Counter[tuple[str, str]] = Counter()
    for cable in plan.cables:
        racks = {cable.a.rack_label, *(end.rack_label for end in cable.legs or (cable.b,))} - {""}
        for near in racks:
            for far in racks - {near}:
                wanted[near, far] += 1
    sheets = RunSheets(plan)
    stated: Counter[tuple[str, str]] = Counter()
    ticked: Counter[frozenset[str]] = Counter()
    for i, routes in enumerate(sheets.sheets):
        page = sheets.page(i)
        heads = sorted(item.y for item in page.items if isinstance(item, Text) and item.text == "to rack")
        titles = [
            min(
                t.y
                for t in page.items
                if isinstance(t, Text) and t.text == f"Routes of rack {rack_label(some.rack)}"
            )
            for some in routes
        ]
        assert len(heads) == len(routes)
        ends = [*[y - 6 for y in titles[1:]], page.height - EDGE - FOOT]
        for some, top, bottom in zip(routes, heads, [*heads[1:], page.height], strict=True):
            mine = rack_label(some.rack)
            table = rows_of(page, top, bottom)
            boxes = sorted(
                item.y
                for item in page.items
                if isinstance(item, Box) and item.width == pytest.approx(TICK) and top < item.y < bottom
            )
            here = [row for row in table if len(row) >= 5 and row[1].replace(",", "").isdigit()]
            for row in here:
                stated[mine, row[0]] += int(row[1].replace(",", ""))
                if not row[-1].startswith("see "):
                    ticked[frozenset((mine, row[0]))] += int(row[1].replace(",", ""))
            assert len(boxes) == sum(not row[-1].startswith("see ") for row in here)
            assert all(y + TICK < next(end for end in ends if end > top) for y in boxes)
    assert stated == wanted
    assert sum(ticked.values()) * 2 == sum(wanted.values())
    assert all(ticked[frozenset(pair)] == count for pair, count in wanted.items())


def test_runs_lie_in_trays() -> None:
    """Each corner of a way lies on the middle of some tray, drawn on the same sheet."""
    sheets = RunSheets(samples.nodes_396())
    page = sheets.page(1)
    lines = [item for item in page.items if isinstance(item, Polyline) and item.pen]
    trays = [item for item in lines if item.pen and item.pen.square]
    ways = [item for item in lines if item.pen and not item.pen.square]
    assert len(trays) == len(sheets.plan.floor.trays) * len(sheets.sheets[1])
    assert ways
    for way in ways:
        for x, y in way.points:
            assert any(
                min(a[0], b[0]) - 0.01 <= x <= max(a[0], b[0]) + 0.01
                and min(a[1], b[1]) - 0.01 <= y <= max(a[1], b[1]) + 0.01
                for tray in trays
                for a, b in zip(tray.points, tray.points[1:], strict=False)
            )


@pytest.mark.parametrize("name", ["396", "63", "blades"])
def test_switch_sheets_tell_each_link_of_each_switch_below_the_core(name: str) -> None:
    plan = PLANS[name]()
    (fabric,), (names,) = plan.fabrics, plan.names
    pages = [leaf.draw() for leaf in diagram_leaves(plan)]
    assert len(pages) > 2
    stated = Counter(
        item.text for page in pages[1:] for item in page.items if isinstance(item, Text) and item.size < 2.35
    )
    low = {int(node) for node in fabric.nodes(NodeKind.SWITCH, 1)}
    wanted = Counter(names[b if a in low else a] for a, b in fabric.ends.tolist() if (a in low) != (b in low))
    assert {device: stated[device] for device in wanted} == dict(wanted)


def test_a_group_of_the_bill_stays_together_and_sums_are_right() -> None:
    def line(category: str, number: int, price: str | None) -> BillLine:
        each = None if price is None else Decimal(price)
        return BillLine(
            part=f"{category}-{number}", category=category, needed=2, spares=1, order=3, unit_price=each,
            extended=None if each is None else 3 * each, source=f"list {number % 3}", price_date="2026",
        )  # fmt: skip

    lines = [line(c, n, None if n % 7 == 3 else f"{n}.25") for c in ("a", "b", "c") for n in range(20)]
    lines += [line("long", n, "1.00") for n in range(120)]
    total = Money(
        amount=sum((some.extended for some in lines if some.extended is not None), Decimal(0)), unpriced=5
    )
    plan = replace(samples.nodes_60(), make_bill=lambda: Bill(lines=tuple(lines), total=total))
    pages = [leaf.draw() for leaf in bill_leaves(plan)]
    stated = [rows_of(page) for page in pages]
    for some in lines:
        assert sum(row[0] == some.part for rows in stated for row in rows) == 1
    for category in ("A", "B", "C"):
        at = [i for i, rows in enumerate(stated) for row in rows if row[0].startswith(category.lower() + "-")]
        heads = [row for rows in stated for row in rows if row[0] == category]
        assert len(set(at)) == 1, "a group that fits is not broken"
        known = [s.extended for s in lines if s.category == category.lower() and s.extended is not None]
        assert f"≥ {sum(known):,.2f}" in heads[0]
    assert sum(row[0].startswith("Long") for rows in stated for row in rows) > 1, (
        "a long one repeats its head"
    )
    assert any(f"≥ USD {total.amount:,.2f}" in row for row in stated[-1])
    for rows in stated:
        used = {row[-1] for row in rows if "-" in row[0] and row[-1] in "123"}
        notes = {row[0] for row in rows if row[-1].startswith("list ")}
        assert used <= notes, "the sources of a sheet stand on it"


def test_a_bill_without_any_price_has_no_total() -> None:
    plan = samples.gpu(31)
    lines = tuple(msgspec.structs.replace(some, unit_price=None, extended=None) for some in plan.bill.lines)
    bill = Bill(lines=lines, total=Money(amount=Decimal(0), unpriced=5))
    (leaf,) = bill_leaves(replace(plan, make_bill=lambda: bill))
    assert ["Total, at least: " + f"{len(lines)} lines without a price", "unknown"] in rows_of(leaf.draw())


def test_spread_blocks_are_hatched_and_no_others() -> None:
    plan = samples.nodes_396()
    fabric, names = plan.fabrics[0], plan.names[0]
    rack_of = {d.id: rack_label(rack) for rack in plan.floor.racks for d in rack.devices}
    racks: dict[int, set[str]] = defaultdict(set)
    for a, b in fabric.ends.tolist():
        if fabric.kind[b] == NodeKind.HOST:
            racks[a] |= {rack_of[fabric.ids[a]], rack_of[fabric.ids[b]]}
    spread = {names[edge] for edge, found in racks.items() if len(found) > 1}
    assert 0 < len(spread) < len(racks)
    blocks = Blocks(plan)
    hatched = 0
    for rack in plan.floor.racks:
        for device in rack.devices:
            assert blocks.is_spread(device.id) == (blocks.name(device.id) in spread)
            hatched += blocks.is_spread(device.id)
    packets = Packets(plan)
    strips = 0
    for rack in {made.rack.number: i for i, made in enumerate(packets.sheets)}.values():
        page = packets.page(rack)
        strips += sum(
            isinstance(i, Box) and i.width == pytest.approx(4.0) and i.x == 21.0 for i in page.items
        )
        key = any(isinstance(i, Text) and "spread over several racks" in i.text for i in page.items)
        strips -= key  # the key itself
        assert key == any(blocks.is_spread(d.id) for d in packets.sheets[rack].rack.devices)
    assert strips == hatched


def test_hosts_on_many_edge_switches_are_of_no_block() -> None:
    plan = samples.gpu(63)
    blocks = Blocks(plan)
    assert not any(blocks.name(d.id) for rack in plan.floor.racks for d in rack.devices)


def test_packets_of_some_racks() -> None:
    plan = samples.nodes_396()
    some = Packets(plan, stock=STOCK_A4, only={"A02", "B05"})
    assert {rack_label(made.rack) for made in some.sheets} == {"A02", "B05"}
    everything = Packets(plan)
    titles = [leaf.title for leaf in everything.leaves()]
    assert len(titles) == len(everything.sheets)
    assert [t for t in titles if t.startswith(("Rack A02", "Rack B05"))] == [
        leaf.title for leaf in some.leaves()
    ]


def test_diagrams_keep_to_the_paper_and_have_every_bundle_once() -> None:
    """Ports at both ends of each bundle are counted from the links of the network."""
    for name in ("396", "blades"):
        plan = PLANS[name]()
        leaves = list(diagram_leaves(plan))
        pages = [leaf.draw() for leaf in leaves]
        assert {(page.width, page.height) for page in pages} == {(297.0, 210.0)}
        links: Counter[tuple[str, str]] = Counter()
        for fabric, names in zip(plan.fabrics, plan.names, strict=True):
            for a, b in fabric.ends.tolist():
                if fabric.kind[a] == fabric.kind[b] == NodeKind.SWITCH:
                    links[min(names[a], names[b]), max(names[a], names[b])] += 1
        tables = [page for leaf, page in zip(leaves, pages, strict=True) if ", bundles B" in leaf.title]
        stated: Counter[tuple[str, str]] = Counter()
        labels = []
        for page in tables:
            for row in rows_of(page):
                for k in range(0, len(row), 8):
                    if re.fullmatch(r"B\d+", row[k]):
                        label, low, _, high, _, count = row[k : k + 6]
                        labels.append(label)
                        stated[min(low, high), max(low, high)] += int(count)
        if max(links.values()) > 1 and len(pages) > 1:
            assert stated == links
            assert sorted(labels, key=lambda label: int(label[1:])) == [
                f"B{n}" for n in range(1, len(links) + 1)
            ]
        else:
            assert not tables


def test_the_key_of_routes_is_clear_of_labels_below_the_racks() -> None:
    plan = samples.two_fabrics()
    for rack, pulls in pulls_by_rack(plan).items():
        sketch = Sketch(210.0, 297.0, PRINT)
        draw_run_map(sketch, plan, rack, pulls, (14.0, 20.0, 196.0, 50.0))
        texts = [item for item in sketch.items if isinstance(item, Text)]
        (key,) = (item for item in texts if item.text.startswith("Black:"))
        assert not [item.text for item in texts if item is not key and overlap(item.bounds, key.bounds)]
