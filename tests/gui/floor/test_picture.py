"""The floor on the screen and on paper: the same racks, labels, roles, trays, areas and dimensions."""

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF

from fatdesk.engine.drawing.display import Box, Lines, Polyline, Text
from fatdesk.engine.drawing.palette import LIGHT
from fatdesk.engine.drawing.sheets.floor_plan import floor_plan
from fatdesk.engine.floor.room import Area
from fatdesk.gui.floor.layers.ground import RULER, draw_aisles, draw_areas, draw_rows
from fatdesk.gui.floor.layers.racks import draw_labels, draw_racks
from fatdesk.gui.floor.layers.trays import draw_trays
from fatdesk.project.commands.room import AddTray
from fatdesk.project.files.storing import save_project
from tests.gui.pages.floor import FloorPage

AREAS = (
    Area(x_m=0.3, y_m=4.6, width_m=0.9, depth_m=0.8, name="Pillar 1"),
    Area(x_m=2.1, y_m=4.5, width_m=1.5, depth_m=1.2, name="Door", kind="keep-out"),
)
USED = re.compile(r"\d+/\d+ U")
NEAR = 0.2
"""Pixels for a millimetre of the room: racks are wide enough for all their texts."""


@pytest.fixture(params=["nodes-60", "nodes-396", "blades-224", "gpu-63"])
def floor(request, window, designed, tmp_path):
    project = designed(request.param)
    path = tmp_path / "floor.fatdesk"
    turned = [
        replace(rack, front="up" if rack.row % 2 or rack.number == 1 else "down")
        for rack in project.floor.racks
    ]
    save_project(replace(project, floor=replace(project.floor, racks=tuple(turned), columns=AREAS)), path)
    window.files.open_path(path)
    return FloorPage(window)


def whole(bounds):
    """Bounds to the millimetre."""
    return tuple(round(value) for value in bounds)


def facing(rack, bar):
    """The side of a rack that the bar along its front is nearest to."""
    x, y = (bar[0] + bar[2]) / 2, (bar[1] + bar[3]) / 2
    away = {"left": x - rack[0], "up": y - rack[1], "right": rack[2] - x, "down": rack[3] - y}
    return min(away, key=away.get)


class Screen:
    """What the window draws, in millimetres of the room."""

    def __init__(self, floor):
        self.floor = floor
        floor.look(scale=NEAR)
        self.racks, self.bars, self.words, self.fronts = {}, {}, {}, {}
        for number in floor.scene.racks:
            self.look_at(number)
        self.areas = [
            (whole(self.mm(call.rect)), "solid" if call.name == "fill" else "keep-out")
            for call in self.drawn(draw_areas)
            if call.name in ("fill", "rect")
        ]
        self.area_names = [call.text for call in self.drawn(draw_areas) if call.text]
        self.rows = {call.text: self.mm(call.rect) for call in self.drawn(draw_rows) if call.text}
        found = self.drawn(draw_aisles)
        self.aisles = [call.text for call in found if call.text]
        self.aisle_spans = [
            whole(self.mm(call.rect))[1::2] for call in found if call.name == "line" and not call.rect.width()
        ]
        self.trays, bins = {}, []
        for call in self.drawn(draw_trays):
            if call.name == "fill":
                bins.append(LIGHT.heat.index(call.fill))
            else:
                self.trays[whole(self.mm(call.rect))] = max(bins)
                bins = []

    def drawn(self, layer):
        return self.floor.drawn(layer)

    def mm(self, rect):
        start, stop = self.floor.from_px(rect.topLeft()), self.floor.from_px(rect.bottomRight())
        return (start.x(), start.y(), stop.x(), stop.y())

    def look_at(self, number):
        """A rack in the middle of the view."""
        px = self.floor.look_at(self.floor.scene.boxes[number])
        found = [call for call in self.drawn(draw_racks) if px.contains(call.rect)]
        outline = next(call for call in found if call.name == "rounded")
        mm = whole(self.mm(outline.rect.adjusted(-1, -1, 1, 1)))
        self.racks[mm] = bool(outline.fill == LIGHT.host.fill)
        labels = [call for call in self.drawn(draw_labels) if px.contains(call.rect.center())]
        front, *bars = [call for call in labels if call.name == "fill"]
        self.fronts[mm] = facing(px.getCoords(), front.rect.getCoords())
        if bars:
            room, (bar,) = front, bars
            self.bars[mm] = (LIGHT.bars.index(bar.fill), round(bar.rect.width() / room.rect.width(), 3))
        texts = [call.text for call in labels if call.text]
        self.words[mm] = (next(t for t in texts if not USED.fullmatch(t)), *filter(USED.fullmatch, texts))


class Paper:
    """What the printed plan shows, back in millimetres of the room."""

    def __init__(self, plan):
        items = floor_plan(plan, LIGHT).items
        texts = [item for item in items if isinstance(item, Text)]
        self.scale = next(
            int(text.text.split(":")[1]) for text in texts if text.text.startswith("Scale 1 : ")
        )
        outlines = [item for item in items if isinstance(item, Box) and item.radius == 0.4]
        rack = min(plan.floor.racks, key=lambda rack: rack.x_mm), min(plan.floor.racks, key=lambda r: r.y_mm)
        self.x = min(box.x for box in outlines) - rack[0].x_mm / self.scale
        self.y = min(box.y for box in outlines) - rack[1].y_mm / self.scale
        self.racks = {self.box(box): bool(box.fill) for box in outlines}
        boxes = [item for item in items if isinstance(item, Box)]
        self.bars, self.words = {}, {}
        self.fronts = {}
        for box in boxes:
            rack = self.around(box.x + box.width / 2, box.y + box.height / 2)
            if (
                rack
                and not box.radius
                and box.fill in (LIGHT.ground, LIGHT.faint)
                and rack not in self.fronts
            ):
                self.fronts[rack] = facing(rack, self.box(box))
        for room, bar in pairwise(boxes):
            if bar.fill in LIGHT.bars and (room.x, room.y, room.height) == (bar.x, bar.y, bar.height):
                rack = self.around(bar.x, bar.y)
                self.bars[rack] = (LIGHT.bars.index(bar.fill), round(bar.width / room.width, 3))
        labels = {f"{text.text}" for text in texts if text.bold}
        for text in texts:
            rack = self.around(text.x, text.y - text.size * 0.36)
            if rack and "·" not in text.text and (text.text in labels or USED.fullmatch(text.text)):
                self.words.setdefault(rack, []).append(text.text)
        trays = [item for item in items if isinstance(item, Polyline)]
        self.trays = {}
        for line in trays:
            xs, ys = zip(*[self.point(*point) for point in line.points], strict=True)
            half = line.pen.width * self.scale / 2
            mm = whole((min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half))
            self.trays[mm] = LIGHT.heat.index(line.pen.colour)
        solid = [box for box in boxes if box.fill == LIGHT.frame and not box.pen]
        dashed = [box for box in boxes if box.pen and box.pen.dash and not box.fill and not box.radius]
        self.areas = [(self.box(box), "solid") for box in solid[:1]]
        self.areas += [(self.box(box), "keep-out") for box in dashed[:1]]
        self.texts = {text.text: text for text in texts}
        upright = [
            (self.point(x1, y1)[1], self.point(x2, y2)[1])
            for item in items
            if isinstance(item, Lines) and item.pen.colour == LIGHT.text2
            for x1, y1, x2, y2 in item.segments
            if x1 == x2
        ]
        self.upright = [whole(span) for span in upright]

    def point(self, x, y):
        return (x - self.x) * self.scale, (y - self.y) * self.scale

    def box(self, box):
        return whole((*self.point(box.x, box.y), *self.point(box.x + box.width, box.y + box.height)))

    def around(self, x, y):
        """The rack around a point of the sheet."""
        x, y = self.point(x, y)
        return next((r for r in self.racks if r[0] <= x <= r[2] and r[1] <= y <= r[3]), None)


def test_screen_and_paper_show_the_same_floor(window, floor):
    screen, paper = Screen(floor), Paper(window.session.derived.plan)
    assert screen.racks == paper.racks
    assert len(screen.racks) == len(window.session.project.floor.racks)
    assert screen.bars == paper.bars
    assert len(screen.bars) == sum(screen.racks.values())
    assert screen.fronts == paper.fronts
    assert set(screen.fronts.values()) == {"down", "up"}
    assert screen.trays == paper.trays
    assert sorted(screen.areas) == sorted(paper.areas)
    assert {area[1] for area in screen.areas} == {"solid", "keep-out"}
    used = 0
    for rack, (name, *texts) in screen.words.items():
        label, *others = paper.words[rack]
        assert label == name
        if texts and others:
            used += 1
            assert texts == others
    assert used or all(len(words) == 1 for words in (*screen.words.values(), *paper.words.values()))
    for name, box in screen.rows.items():
        text = paper.texts[name]
        assert paper.point(text.x, text.y - 0.36 * text.size)[1] == pytest.approx(
            (box[1] + box[3]) / 2, abs=2
        )
    assert set(screen.aisles) <= set(paper.texts)
    assert set(screen.aisle_spans) <= set(paper.upright)
    assert {name for name in screen.area_names if name in paper.texts}


def test_the_ruler_covers_no_part_of_a_figure(desk):
    """Half under the ruler 1.19 m would read 19 m: texts are whole or out of view."""
    floor = FloorPage(desk)
    floor.look(scale=NEAR)
    ruler, seen = floor.px(RULER), 0
    for shift in range(0, 160, 10):
        floor.look(origin=QPointF(shift, floor.origin.y()))
        plates = [*floor.aisle_plates.values(), *floor.row_names.values()]
        assert plates
        assert not [plate for plate in plates if plate.left() < ruler < plate.right()], shift
        seen += sum(plate.left() >= ruler for plate in plates)
    assert seen


def test_no_number_of_a_tray_lies_over_the_name_of_a_row(desk):
    floor = FloorPage(desk)
    row = next(iter(floor.scene.picture.rows.values()))[0]
    y = (row.near + row.far) / 2
    tray = replace(
        desk.session.project.floor.trays[0], id="to-the-left", points_mm=((-1800.0, y), (600.0, y))
    )
    assert desk.session.do(AddTray(tray=tray))
    names = list(floor.row_names.values())
    shown = [plate for plate in floor.tray_plates if plate.tray == "to-the-left"]
    assert shown
    assert not [plate for plate in shown for name in names if plate.box.intersects(name)]
