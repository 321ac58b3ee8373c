"""Power units at the sides of racks: alike on screen and paper, selected, moved to other racks."""

import pytest
from PySide6.QtCore import Qt

from fatdesk.engine.drawing.display import Box, Text
from fatdesk.engine.drawing.palette import LIGHT
from fatdesk.engine.drawing.sheets.elevation import elevation_leaves
from fatdesk.engine.drawing.sheets.packet import Packets
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.ref import DEVICE
from fatdesk.project.files.storing import save_project
from tests.engine.design.test_members import CATALOG, whole_cluster
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.racks import RacksPage


@pytest.fixture(scope="module")
def cluster():
    """Three racks with two power units each; an out-of-band network joins these and the switches."""
    return design_project(whole_cluster(), CATALOG, "cluster").project


@pytest.fixture
def racks(window, cluster, tmp_path):
    path = tmp_path / "cluster.fatdesk"
    save_project(cluster, path)
    window.files.open_path(path)
    return RacksPage(window)


def beside(window):
    """Ids and units of the power units of each rack."""
    return [
        [(device.id, device.u) for device in rack.devices if device.part == "pdu"]
        for rack in window.session.project.floor.racks
    ]


def test_screen_and_paper_show_them_at_the_same_sides(window, racks):
    names = window.session.derived.device_names
    racks.show_largest()
    screen = []
    for number in racks.scene.racks:
        box = racks.look_at(racks.scene.boxes[number])
        texts = {call.text for call in racks.drawn()}
        for device, _ in beside(window)[number - 1]:
            assert names[device] in texts
            place = racks.rect_px(racks.scene.devices[device][2])
            assert (place.top(), place.bottom()) == pytest.approx((box.top(), box.bottom()))
            side = "left" if place.right() == pytest.approx(box.left()) else "right"
            assert side == "left" or place.left() == pytest.approx(box.right())
            screen.append((number, side, names[device]))
    plan = window.session.derived.plan
    paper = [
        (number, side, text)
        for leaf in elevation_leaves(plan, LIGHT)
        for number, side, text in sides_on(leaf.draw(), list(racks.scene.racks))
    ]
    assert sorted(paper) == sorted(screen)
    assert len(screen) == 6
    packet = Packets(plan).page(0)
    assert [text for _, _, text in sides_on(packet, [1])] == [text for _, _, text in screen[:2]]


def sides_on(page, racks):
    """Turned names left and right of the frames of racks."""
    boxes = [item for item in page.items if isinstance(item, Box)]
    frames = [box for box in boxes if box.pen and box.pen.width == 0.5 and not box.fill]
    names = [item for item in page.items if isinstance(item, Text) and item.turned]
    for number, frame in zip(racks, frames, strict=False):
        for text in names:
            if frame.x - 5 < text.x < frame.x:
                yield number, "left", text.text
            elif frame.x + frame.width < text.x < frame.x + frame.width + 5:
                yield number, "right", text.text


def test_selected_and_moved_to_another_rack(window, racks):
    racks.tap(racks.spot("pdu/1"))
    assert window.session.ids(DEVICE) == {"pdu/1"}
    assert "at the side" in Inspector(window).shown_texts
    assert beside(window)[0] == [("pdu/1", 21), ("pdu/2", 21)]
    racks.drag(racks.spot("pdu/1"), racks.unit("A02", 4))
    assert [len(some) for some in beside(window)] == [1, 3, 2]
    assert ("pdu/1", 21) in beside(window)[1]
    racks.key(Qt.Key.Key_Up)  # units mean nothing to it
    assert ("pdu/1", 21) in beside(window)[1]
    racks.key(Qt.Key.Key_Right)
    assert [len(some) for some in beside(window)] == [1, 2, 3]


def test_inspector_of_a_switch_names_the_network_that_joins_it(window, racks):
    for device, joined in (("compute/edge/1", True), ("oob/edge/1", False), ("gpu/1", False)):
        window.session.select([DEVICE(device)])
        texts = Inspector(window).shown_texts
        assert ("Host of network" in texts, "oob" in texts) == (joined, joined)
