"""Packets: labels keep apart, every cable of every switch has its row and boxes, on any paper."""

from collections import Counter
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import ModularSwitch, PortNaming, Switch
from fatdesk.engine.drawing.display import Box, Boxes, Page, Text
from fatdesk.engine.drawing.palette import LIGHT, PRINT
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import FOOT, STOCKS
from fatdesk.engine.drawing.sheets.checklists import TICK
from fatdesk.engine.drawing.sheets.elevation import elevation_leaves
from fatdesk.engine.drawing.sheets.floor_plan import floor_plan
from fatdesk.engine.drawing.sheets.packet import Packets
from fatdesk.engine.drawing.sheets.tray_lists import tray_leaves
from fatdesk.engine.drawing.sheets.wiring_sheets import bundle_leaves, rack_bundles
from fatdesk.engine.drawing.wiring.port_map import port_map_leaves
from fatdesk.engine.drawing.wiring.wiring_diagram import diagram_leaves, wiring_diagrams
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.wiring.wiring_list import End
from tests.engine import plan_samples as samples
from tests.engine.drawing.test_drawings import PLANS, check_labels, plans, words
from tests.engine.papers import on_papers
from tests.patience import few


def boxes_to_tick(page: Page) -> int:
    return sum(
        isinstance(item, Box) and item.width == pytest.approx(TICK) and item.height == pytest.approx(TICK)
        for item in page.items
    )


def in_field(page: Page, frame: float = 10.0) -> None:
    """Texts end above the title block or stand in it, and inside the frame."""
    foot = page.height - frame - FOOT
    for item in page.items:
        if isinstance(item, Text):
            left, upper, right, lower = item.bounds
            assert left >= frame, item
            assert right <= page.width - frame, item
            assert lower <= foot or upper >= foot, item


@pytest.mark.parametrize(("name", "stock"), on_papers(PLANS))
def test_labels_keep_apart_on_every_paper(name: str, stock: str) -> None:
    plan = PLANS[name]()
    paper = STOCKS[stock]
    pages = [
        *Packets(plan, stock=paper).pages(),
        floor_plan(plan, PRINT, stock=paper),
        *(leaf.draw() for leaf in tray_leaves(plan, PRINT, stock=paper)),
        *(leaf.draw() for leaf in elevation_leaves(plan, PRINT, stock=paper)),
        *wiring_diagrams(plan, PRINT, stock=paper),
    ]
    for page in pages:
        check_labels(page)
        in_field(page)


def with_port_names(plan: Plan, name: str) -> Plan:
    """A plan whose switches call their ports so."""
    naming = PortNaming(system="ours", port=name, split=name + ":{piece}", twin=name + "/{link}")
    parts = [
        msgspec.structs.replace(part, port_names=(naming,))
        if isinstance(part, Switch | ModularSwitch)
        else part
        for part in plan.catalog
    ]
    catalog = Catalog(parts)
    shown = {key for fabric in plan.fabrics for key in fabric.ids if "/edge/" in key or "/core/" in key}
    switches = {plan.device_names[key] for key in shown if key in plan.device_names}

    def end(of: End) -> End:
        port = name.format(**{"cage": of.port, "slot/": f"{of.slot}/" if of.slot else ""})
        return msgspec.structs.replace(of, os_ports=(port,)) if of.device in switches else of

    cables = [msgspec.structs.replace(row, a=end(row.a), b=end(row.b)) for row in plan.cables]
    return replace(plan, catalog=catalog, make_cables=lambda: cables)


@pytest.mark.parametrize(("name", "stock"), on_papers(PLANS))
def test_labels_keep_apart_with_names_of_ports(name: str, stock: str, long: bool) -> None:
    """With the longest names, in the long form also with short ones."""
    for form in ("HundredGigE{slot/}1/0/{cage}", "swp{cage}")[: 1 + long]:
        plan = with_port_names(PLANS[name](), form)
        pages = list(Packets(plan, stock=STOCKS[stock]).pages())
        pages += [leaf.draw() for leaf in port_map_leaves(plan, stock=STOCKS[stock])]
        for page in pages:
            check_labels(page)
            in_field(page)
            assert all(item.size >= 1.6 for item in page.items if isinstance(item, Text))
        assert any("port name" in word for page in pages for word in words(page))


@pytest.mark.parametrize("name", ["396", "63", "blades"])
def test_bundles_and_tables_of_switches_have_the_names_of_ports_too(name: str) -> None:
    plan = PLANS[name]()
    named = with_port_names(plan, "swp{cage}")
    for leaves in (bundle_leaves, diagram_leaves):
        before, after = ([leaf.draw() for leaf in leaves(one)] for one in (plan, named))
        assert len(before) == len(after)
        texts = [item for page in after for item in page.items if isinstance(item, Text)]
        assert all(item.size >= 1.6 for item in texts if item.text.startswith("swp"))
        ports = {name for row in named.cables for end in (row.a, row.b, *row.legs) for name in end.os_ports}
        shown = {item.text for item in texts}
        assert ports & shown
        assert not any(
            item.text.startswith("swp") for page in before for item in page.items if isinstance(item, Text)
        )
        for page in after:
            in_field(page)
    shown = {
        item.text for leaf in bundle_leaves(named) for item in leaf.draw().items if isinstance(item, Text)
    }
    bundled = [some for bundle in rack_bundles(named) for some in bundle.pluggings]
    assert {some.near_os_port for some in bundled} | {some.far_os_port for some in bundled} <= shown | {""}


@pytest.mark.parametrize("name", PLANS)
def test_names_of_ports_need_no_more_packets(name: str) -> None:
    plan = PLANS[name]()
    assert len(Packets(with_port_names(plan, "swp{cage}")).sheets) == len(Packets(plan).sheets)


def test_a_cage_has_its_number_its_port_name_and_its_far_end() -> None:
    """Cage 3 of a leaf of nodes-60 leads to n03."""
    plan = with_port_names(samples.nodes_60(), "swp{cage}")
    packets = Packets(plan)
    i = next(i for i, s in enumerate(packets.sheets) if s.device and s.device.id == "compute/edge/1")
    texts = [item for item in packets.page(i).items if isinstance(item, Text)]
    name = next(item for item in texts if item.text == "swp3")
    left, _, right, _ = name.bounds
    column = [item.text for item in texts if left - 1 < item.x < right + 1 and abs(item.y - name.y) < 5]
    assert column[:3] == ["3", "swp3", "n03"]


@settings(max_examples=few(15))
@given(plans())
def test_labels_keep_apart_whatever_the_names_and_the_room(plan: Plan) -> None:
    for page in [*Packets(plan, LIGHT).pages(), *(leaf.draw() for leaf in tray_leaves(plan))]:
        check_labels(page)
        in_field(page)


@pytest.mark.parametrize("name", PLANS)
def test_every_plug_of_every_switch_has_one_row_with_two_boxes(name: str) -> None:
    plan = PLANS[name]()
    switches = {
        fabric.name: {names[node] for node in fabric.nodes(NodeKind.SWITCH)}
        for fabric, names in zip(plan.fabrics, plan.names, strict=True)
    }
    plugs = sum(
        (row.a.device in switches[row.fabric]) + (row.b.device in switches[row.fabric]) for row in plan.cables
    )
    packets = Packets(plan)
    made = [(packets.sheets[i], page) for i, page in enumerate(packets.pages())]
    assert sum(boxes_to_tick(page) for sheet, page in made if sheet.device) == 2 * plugs
    leaving = sum(
        row.b.device not in switches[row.fabric]
        and row.b.rack is not None
        and row.b.rack_label != row.a.rack_label
        for row in plan.cables
    )
    devices = sum(1 + len(device.inside) for rack in plan.floor.racks for device in rack.devices)
    assert sum(len(sheet.plugged) for sheet in packets.sheets) == leaving
    assert sum(len(sheet.rows) for sheet in packets.sheets) == devices
    assert sum(boxes_to_tick(page) for sheet, page in made if not sheet.device) == 2 * leaving + devices


def test_devices_follow_the_cables_of_hosts_where_both_fit_on_a_sheet() -> None:
    """A rack of one host had two sheets, both nearly white."""
    plan = samples.gpu(31)
    packets = Packets(plan)
    alone = [sheet for sheet in packets.sheets if sheet.rack.number == plan.floor.racks[0].number]
    assert [(len(sheet.plugged), len(sheet.rows)) for sheet in alone] == [(8, 1)]
    for number, sheet in enumerate(packets.sheets):
        if sheet.plugged and sheet.rows:
            page = packets.page(number)
            check_labels(page)
            codes = [item for item in page.items if isinstance(item, Boxes)]
            right = [item for item in page.items if isinstance(item, Box) and item.x > 100 and item.width < 5]
            lowest = max(item.y + item.height for item in right)
            assert lowest < min(corner[1] for code in codes for corner in code.corners)


def test_a_sheet_says_rack_power_mass_switch_and_ends() -> None:
    packets = Packets(samples.nodes_60())
    stated = words(packets.page(0))
    for expected in (
        "Rack A01", "39 of 42 U · 13.1 kW of 18.0 kW · 745 kg of 1,000 kg",
        "Switch C01", "cable", "plugged", "tested",
        "Plugged by", "36 cables: 36 × DAC · 180.00 m", "Rack A01, packet for the installer",
    ):  # fmt: skip
        assert any(expected in word for word in stated), (expected, stated)


def test_sheets_are_numbered_by_rack_and_through_the_document() -> None:
    packets = Packets(samples.nodes_396())
    by_rack = Counter(sheet.rack.number for sheet in packets.sheets)
    seen: Counter[int] = Counter()
    for i, made in enumerate(packets.sheets):
        seen[made.rack.number] += 1
        stated = words(packets.page(i))
        assert f"{seen[made.rack.number]} of {by_rack[made.rack.number]}" in stated
        assert f"A4 · page {i + 1} of {len(packets.sheets)}" in stated


def test_cards_stay_together() -> None:
    packets = Packets(samples.modular())
    maps = [sheet for sheet in packets.sheets if sheet.device and sheet.device.cards]
    assert {tuple(dict.fromkeys(cage.slot for cage in sheet.cages)) for sheet in maps} == {
        ("1", "2"),
        ("3", "4"),
        ("5", "6"),
    }


def test_legs_of_a_splitter_have_a_row_each_and_ticks_tell_what_is_done() -> None:
    plan = samples.nodes_60()
    first, second, *others = plan.cables
    legs = tuple(
        msgspec.structs.replace(row.b, sub_port=str(n)) for n, row in enumerate((first, second), start=1)
    )
    split = msgspec.structs.replace(first, kind="SPL", legs=legs, status="installed")
    plan = replace(plan, make_cables=lambda: [split, *others])
    packets = Packets(plan)
    i = next(i for i, s in enumerate(packets.sheets) if s.device and s.device.id == "compute/edge/1")
    plugged = [some for cage in packets.sheets[i].cages for some in cage.plugged if some.cable is split]
    assert [some.device for some in plugged] == ["n01", "n02"]
    assert "1 × SPL" in " ".join(words(packets.page(i)))


def test_free_ports_and_traces_are_no_rows() -> None:
    stated = words(Packets(samples.blades()).page(0))
    assert any("16 backplane traces to blades" in word for word in stated)


def test_a_device_with_several_cables_states_their_number_and_far_ends() -> None:
    stated = words(Packets(samples.gpu(31)).page(0))
    assert "8 cables" in stated
    assert any(text.startswith("E01 … ") for text in stated)
