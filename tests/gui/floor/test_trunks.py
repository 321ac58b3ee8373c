"""Trunks between panels on the floor: as wide as they have fibres, selected by clicks, printed."""

from collections import Counter
from math import sqrt

import pytest
from PySide6.QtCore import QPoint

from fatdesk.engine.drawing.floor_picture import trunk_stretches
from fatdesk.engine.drawing.sheets.floor_plan import floor_plan
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.project.document.ref import CABLE, FABRIC, TRAY, TRUNK
from tests.engine.structured.test_panel_racks import example
from tests.gui.inspector.test_inspector import select
from tests.gui.pages.floor import FloorPage
from tests.gui.pages.inspector import Inspector


@pytest.fixture
def floor(window):
    window.session.begin(example("auto"))
    page = FloorPage(window)
    window.show_workspace("floor")
    return page


def test_metres_of_trunks_are_their_routes(floor):
    """All stretches together, each as often as it has trunks, are as long as the routes of all trunks."""
    structured = floor.session.derived.structured
    found = trunk_stretches(structured)
    mm = sum((abs(a.stop[0] - a.start[0]) + abs(a.stop[1] - a.start[1])) * len(a.trunks) for a in found)
    assert mm * 1000 == pytest.approx(sum(trunk.parts_um[0] for trunk in structured.trunks), abs=1)
    for one in found:
        assert one.fibres == sum(structured.trunks[number].part.fibres for number in one.trunks)


def test_clicks_select_trunks_and_what_is_below(floor):
    """Where no rack is below a tray: first a trunk, then the next of the same place, then the tray."""
    session = floor.session
    structured = session.derived.structured
    racks = floor.scene.boxes.values()

    def middle(one):
        return (one.start[0] + one.stop[0]) / 2, (one.start[1] + one.stop[1]) / 2

    spots = [
        (one, middle(one))
        for one in floor.trunks
        if not any(box.adjusted(-90, -90, 90, 90).contains(*middle(one)) for box in racks)
    ]
    one, (x, y) = spots[0]
    found = floor.elements(x, y)
    names = [structured.trunks[number].id for number in one.trunks]
    assert [element.id for element in found if element.kind == TRUNK] == names
    assert found[len(names)].kind == TRAY
    floor.click_on(floor.at(x, y))
    assert session.selection == (TRUNK(names[0]),)
    before = floor.image
    floor.show_layer("trunks", False)
    assert floor.image != before
    assert TRUNK not in {element.kind for element in floor.elements(x, y)}


def test_lines_are_as_wide_as_their_fibres(floor):
    most = max(one.fibres for one in floor.trunks)
    widths = {one.fibres: floor.trunk_width(one) for one in floor.trunks}
    assert len(widths) > 3
    for fibres, width in widths.items():
        assert width == pytest.approx(2 + 7 * sqrt(fibres / most), rel=0.01)


def test_page_of_a_trunk(floor):
    window, session = floor.window, floor.session
    structured = session.derived.structured
    number, trunk = max(enumerate(structured.trunks), key=lambda pair: len(pair[1].cables))
    select(window, TRUNK, trunk.id)
    inspector = Inspector(window)
    texts = inspector.texts
    assert trunk.name in texts
    assert str(structured.lit[number]) in texts
    assert str(trunk.part.fibres - structured.lit[number]) in texts
    row = session.derived.rows[trunk.cables[0]]
    inspector.follow(f"{row.a.device} port {row.a.port}")
    assert session.selection == (CABLE(row.id),)
    assert floor.runs


def test_a_trunk_is_cut_by_hand(floor):
    """Its 18 links fail, and nothing else; once more they work again."""
    window, session = floor.window, floor.session
    structured = session.derived.structured
    trunk = next(trunk for trunk in structured.trunks if len(trunk.cables) == 18)
    select(window, TRUNK, trunk.id)
    outages = outages_of(session)
    assert outages.can_fail(session.selection)
    Inspector(window).field("Fail or restore its links").click()
    fabric, made = session.derived.fabrics[0], session.derived.cabling.fabrics[0]
    failed = outages.what_if.links(FABRIC("compute"), fabric.ends)
    assert failed == {int(made.heads[cable]) for cable in trunk.cables}
    assert len(failed) == 18
    assert outages.sentences[0].startswith("18 links failed: no host cut off")
    window.perform_in_view("fail")
    assert not outages.anything


def test_a_link_is_drawn_over_the_rack_of_its_panels(floor):
    """The line of a link whose panels are in another rack passes the middle of that rack."""
    session = floor.session
    structured, made = session.derived.structured, session.derived.cabling.fabrics[0]
    cable, detour = next((n, d) for n, d in made.detours.items() if d.pairs[0] >= 0)
    rack = session.project.floor.racks[detour.racks[1]]
    session.select([CABLE(session.derived.rows[cable].id)])
    [line] = floor.runs
    centre = floor.scene.boxes[rack.number].center()
    assert any(abs(x - centre.x()) < 1 and abs(y - centre.y()) < 1 for x, y in line)
    assert structured.panels


def test_the_printed_plan_has_the_trunks(floor):
    derived = floor.session.derived
    page, without = (
        floor_plan(derived.plan),
        floor_plan(
            derived.plan.__class__(
                **{name: getattr(derived.plan, name) for name in derived.plan.__dataclass_fields__}
                | {"structured": None}
            )
        ),
    )
    assert len(page.items) == len(without.items) + len(trunk_stretches(derived.structured)) + 2
    texts = Counter(getattr(item, "text", "") for item in page.items)
    most = max(one.fibres for one in trunk_stretches(derived.structured))
    assert texts[f"Trunks: width by fibres, up to {most:,}"] == 1


def test_no_trunks_without_panels(desk):
    page = FloorPage(desk)
    desk.show_workspace("floor")
    assert not page.trunks
    assert isinstance(page.at(0, 0), QPoint)
