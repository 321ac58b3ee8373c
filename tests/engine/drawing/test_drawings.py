"""Pages: labels never overlap or leave the sheet, and say what the plan says."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from fatdesk.engine.drawing.display import Lines, Page, Text
from fatdesk.engine.drawing.palette import LIGHT, PRINT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import Imprint
from fatdesk.engine.drawing.sheets.elevation import elevation_leaves, elevation_rows
from fatdesk.engine.drawing.sheets.floor_plan import floor_plan
from fatdesk.engine.drawing.sketch import Spots, grown, overlap
from fatdesk.engine.drawing.wiring.wiring_diagram import diagram_leaves, wiring_diagrams
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.floor import Floor, Reserved, Tray
from fatdesk.engine.floor.room import Area, RoomRequirement
from tests.engine import plan_samples as samples

PLANS = {
    "60": samples.nodes_60,
    "396": samples.nodes_396,
    "31": lambda: samples.gpu(31),
    "63": lambda: samples.gpu(63),
    "blades": samples.blades,
    "modular": samples.modular,
    "two": samples.two_fabrics,
}


def pages_of(plan: Plan, palette: Palette = LIGHT) -> Iterator[Page]:
    yield floor_plan(plan, palette)
    yield from elevation_rows(plan, palette).values()
    yield from (leaf.draw() for leaf in elevation_leaves(plan, palette))
    yield from wiring_diagrams(plan, palette)


def check_labels(page: Page) -> None:
    """Every text on the sheet and clear of all others; a hair's breadth of touching is allowed."""
    taken = Spots()
    found: list[Text] = [item for item in page.items if isinstance(item, Text)]
    for text in found:
        left, upper, right, lower = text.bounds
        assert left >= 0, text
        assert upper >= 0, text
        assert right <= page.width, text
        assert lower <= page.height, text
        inner = grown(text.bounds, -0.06 * text.size)
        if not taken.clear(inner):
            other = next(t for t in found if t is not text and overlap(inner, t.bounds))
            raise AssertionError(f"{page.title}: {text} over {other}")
        taken.take(inner)


def words(page: Page) -> list[str]:
    return [item.text for item in page.items if isinstance(item, Text)]


@pytest.mark.parametrize("name", PLANS)
def test_labels_keep_apart(name: str) -> None:
    plan = PLANS[name]()
    for palette in (LIGHT, PRINT):
        for page in pages_of(plan, palette):
            check_labels(page)
            assert len(page.items) > 10


names = st.one_of(
    st.sampled_from(
        ["n", "a-very-long-host-name-of-a-very-large-site", "計算ノード", "<b>&", "a\x07b\nc", ""]
    ),
    st.text(max_size=30),
)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Networks of all sizes in rooms of all shapes, with names that nobody expects."""
    small = draw(st.booleans())
    edge, P_En = ("tiny-4", 2) if small else ("ib-36", 18)
    hosts = draw(st.integers(1, 200))
    E = -(-hosts // P_En)
    uplinks = 2 if small else 18
    core, ports, cards = ("ib-36", 36, 0) if E <= 36 and draw(st.booleans()) else ("modular-108", 108, 6)
    bundle = min(ports // E, uplinks)
    group = HostGroup(name="nodes", part="server-1u", count=hosts)
    fabric = samples.two_level("compute", group, edge, core, (E, -(-uplinks // bundle), P_En), cards=cards)
    column = Area(x_m=draw(st.floats(-1, 3)), y_m=3.0, width_m=0.3, depth_m=0.3, name=draw(names))
    room = RoomRequirement(
        rack=draw(st.sampled_from(["rack-42u", "rack-48u"])),
        rows=draw(st.integers(1, 5)),
        racks_per_row=draw(st.integers(3, 12)),
        aisle_m=draw(st.sampled_from([0.0, 0.6, 1.2192, 3.0])),
        cross_tray_every=draw(st.integers(1, 5)),
        columns=(column,) if draw(st.booleans()) else (),
    )
    plan = samples.plan_of(draw(names), [fabric], room, cabled=False)
    if draw(st.booleans()):
        odd = draw(st.lists(names, min_size=1, max_size=5))
        plan = replace(
            plan,
            names=tuple(tuple(odd[i % len(odd)] for i in range(len(own))) for own in plan.names),
            device_names={key: odd[i % len(odd)] for i, key in enumerate(plan.device_names)},
        )
    return replace(plan, fill_max=draw(st.sampled_from([0.0, 0.1, 0.5, 1.0])))


@given(plans())
def test_labels_keep_apart_whatever_the_names_and_the_room(plan: Plan) -> None:
    for page in pages_of(plan):
        check_labels(page)


def test_a_plan_with_nothing_in_it_says_so() -> None:
    plan = replace(samples.nodes_60(), floor=Floor(), fabrics=(), names=())
    assert "No racks in this room yet" in words(floor_plan(plan))
    assert wiring_diagrams(plan) == []
    assert list(elevation_leaves(plan)) == []
    (page,) = elevation_rows(plan).values()
    assert "Nothing is placed yet" in words(page)


def test_floor_plan_is_to_scale_and_tells_labels_units_and_fill() -> None:
    page = floor_plan(samples.nodes_396())
    stated = words(page)
    for expected in ("A01", "B04", "42/42 U", "28/42 U", "Row A", "1.219 m", "4.267 m", "Scale 1 : 25"):
        assert expected in stated, expected
    assert "tray-1 · 7 %" in stated
    assert "≥ 21 %" in stated
    line = {item.text: item.y for item in page.items if isinstance(item, Text)}
    assert len({round(line[name]) for name in ("A01", "A02", "A05", "A07")}) == 1, "also below crossing trays"


def test_the_name_of_a_row_is_next_to_it_on_the_plan() -> None:
    """Of a row far from the others; at the left edge it was next to what is there."""
    plan = samples.nodes_396()
    racks = tuple(structs.replace(one, x_mm=one.x_mm + 9_000.0 * one.row) for one in plan.floor.racks)
    page = floor_plan(replace(plan, floor=Floor(racks=racks)))
    at = {item.text: item.x for item in page.items if isinstance(item, Text)}
    assert at["A07"] < at["Row B"] < at["B04"]
    assert at["Row A"] < at["A01"]


def test_trays_have_one_outline_without_lines_where_they_join() -> None:
    """An upright tray ends in the middle of a level one: a T."""
    plan = samples.nodes_396()
    size = {"width_mm": 300.0, "depth_mm": 100.0, "elevation_mm": 2500.0}
    level = Tray(id="level", points_mm=((0.0, 500.0), (4000.0, 500.0)), **size)
    upright = Tray(id="upright", points_mm=((2000.0, 500.0), (2000.0, 3000.0)), **size)
    page = floor_plan(replace(plan, floor=Floor(racks=plan.floor.racks, trays=(level, upright))), LIGHT)
    (outline,) = [
        item for item in page.items if isinstance(item, Lines) and item.pen.colour == LIGHT.heat_outline
    ]
    assert len(outline.segments) == 9, "the end of the upright one is on an edge of the level one"


def test_elevations_tell_units_names_power_and_reserved_space() -> None:
    plan = samples.nodes_60()
    racks = list(plan.floor.racks)
    kept = Reserved(u=1, height_u=2, note="patching")
    racks[0] = structs.replace(racks[0], reserved=(kept,))
    plan = replace(plan, floor=Floor(racks=tuple(racks), trays=plan.floor.trays))
    (page,) = elevation_rows(plan).values()
    stated = words(page)
    assert {"A01", "A02", "E01", "C02", "n01", "n60", "42", "1"} <= set(stated)
    assert "39 of 42 U in use, 2 reserved" in stated
    assert "13.1 kW of 18.0 kW · 745 kg of 1,000 kg" in stated
    assert "Reserved 2 U · patching" in stated


def test_four_racks_a_sheet_and_a_row_a_page_where_there_are_many() -> None:
    plan = samples.gpu(63)
    assert set(elevation_rows(plan)) == {"A", "B", "C", "D"}
    assert len(list(elevation_leaves(plan))) == 5 + 5 + 5 + 4
    assert set(elevation_rows(samples.nodes_396())) == {""}


def test_small_networks_list_every_host_port_with_its_cable() -> None:
    (page,) = wiring_diagrams(samples.nodes_60())
    stated = words(page)
    assert sum("× 9" in word for word in stated) == 8
    assert {"p19–27", "p28–36", "36 of 36 ports · ib-36", "n60", "p7–18"} - set(stated) <= {
        "36 of 36 ports · ib-36"
    }
    assert stated.count("DAC 4 m") + stated.count("DAC 5 m") + stated.count("DAC 3 m") == 60
    plan = samples.nodes_60()
    hosts = {plan.numbers[row.id] for row in plan.cables if "n" in row.a.device + row.b.device}
    assert len(hosts) == 60
    assert hosts <= set(stated), "a cable is found by the number on its labels"
    assert "8 bundles, 72 links between switches, 60 to hosts" in stated


def test_tables_of_switches_give_the_number_of_each_cable() -> None:
    plan = samples.nodes_396()
    stated = {word for leaf in diagram_leaves(plan) for word in words(leaf.draw())}
    assert len(plan.numbers) == 792
    assert set(plan.numbers.values()) <= stated


def test_large_networks_share_boxes() -> None:
    group = HostGroup(name="nodes", part="server-1u", count=200)
    fabric = samples.two_level("compute", group, "tiny-4", "modular-108", (100, 2, 2), cards=6)
    (page,) = wiring_diagrams(samples.plan_of("wide", [fabric]))
    stated = words(page)
    assert "E001–E005" in stated
    assert any("5 switches a box" in word for word in stated)
    assert "40 bundles of 5 links" in stated


def test_sheets_say_their_origin() -> None:
    imprint = Imprint(project="hall-2", state="02d4 77c1", printed="2026-11-20 14:05")
    stated = words(floor_plan(samples.nodes_60(), PRINT, imprint))
    assert {"hall-2", "state 02d4 77c1", "2026-11-20 14:05", "1 of 1"} <= set(stated)
