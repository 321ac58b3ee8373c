"""The building plan on printed floor plans: where its lines and pictures are, on SVG and PDF."""

import math
import re
import subprocess
from base64 import b64decode
from dataclasses import replace
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from msgspec.structs import replace as changed

from fatdesk.engine.drawing.display import Lines, Picture
from fatdesk.engine.drawing.sheets.floor_plan import floor_plan, inside_frame
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.floor.building import PlanSettings, Underlay
from fatdesk.engine.floor.building_plan import BuildingPlan, PlanPicture
from fatdesk.engine.floor.floor import Floor
from fatdesk.paper.documents import PDFS, Printing
from tests.engine import plan_samples as samples
from tests.engine.floor.plan_files import png_file
from tests.paper.readers import needs_poppler

UNDER = Underlay(file="hall", sha256="0" * 64, mm_per_unit=20.0, x_mm=300.0, y_mm=200.0, rotation_deg=90.0)
RED = PlanPicture(png_file(40, 20, (255, 0, 0)), "png", 40.0, 20.0)


def plan_with(building, underlay=UNDER):
    plan = samples.nodes_60()
    floor = changed(plan.floor, plan=PlanSettings(underlay=underlay))
    return replace(plan, floor=floor, make_building=lambda: building)


def racks_on_sheet(page):
    """The corner of the first rack in the room and on the sheet, and the scale, from the drawn boxes."""
    plan = samples.nodes_60()
    rack = min(plan.floor.racks, key=lambda rack: (rack.x_mm, rack.y_mm))
    scale = int(re.search(r"Scale 1 : (\d+)", svg(page).decode())[1])
    boxes = [item for item in page.items if getattr(item, "radius", 0) == 0.4]
    box = min(boxes, key=lambda box: (box.x, box.y))
    return box.x - rack.x_mm / scale, box.y - rack.y_mm / scale, scale


def test_lines_are_at_their_places_and_end_at_the_frame():
    lines = (((0.0, 0.0), (10.0, 0.0)), ((0.0, 0.0), (0.0, 1e6)))
    page = floor_plan(plan_with(BuildingPlan("x", lines)))
    x, y, scale = racks_on_sheet(page)
    first = page.items.index(next(item for item in page.items if getattr(item, "radius", 0) == 0.4))
    (drawn,) = [
        item
        for item in page.items[:first]
        if isinstance(item, Lines) and (item.pen.width, len(item.segments)) == (0.18, 2)
    ]
    one, long = drawn.segments
    # turned by a quarter clockwise, u runs down the sheet and v to its left
    corner = (x + 300 / scale, y + 200 / scale)
    assert one == pytest.approx((*corner, corner[0], corner[1] + 200 / scale), abs=0.002)
    assert long[:2] == pytest.approx(corner, abs=0.002)
    assert 0 < long[2] < 25  # cut off at the frame, not at the racks
    assert floor_plan(plan_with(None)) == floor_plan(samples.nodes_60())


def test_clipped_segments_are_those_of_points_inside():
    rng = np.random.default_rng(5)
    segments = rng.uniform(-10, 20, (300, 4)).round(1)
    segments[::7, 2] = segments[::7, 0]
    kept = inside_frame(segments, (0.0, 0.0, 10.0, 8.0))
    assert ((kept >= -1e-9) & (kept <= (10 + 1e-9, 8 + 1e-9) * 2)).all()
    steps = np.linspace(0, 1, 4001)[:, None, None]
    points = segments[None, :, :2] * (1 - steps) + segments[None, :, 2:] * steps
    inside = ((points >= 0) & (points <= (10, 8))).all(axis=2).mean(axis=0)
    length = np.hypot(*(segments[:, 2:] - segments[:, :2]).T)
    total = np.hypot(*(kept[:, 2:] - kept[:, :2]).T).sum()
    assert total == pytest.approx((inside * length).sum(), rel=2e-3)


def test_svg_holds_the_picture_and_nothing_else_from_outside():
    page = floor_plan(plan_with(BuildingPlan("x", picture=RED)))
    x, y, scale = racks_on_sheet(page)
    data = svg(page)
    (image,) = Xml.fromstring(data).iter("{http://www.w3.org/2000/svg}image")
    address = image.attrib["{http://www.w3.org/1999/xlink}href"]
    assert b64decode(address.removeprefix("data:image/png;base64,")) == RED.data
    assert float(image.attrib["width"]) == pytest.approx(800 / scale, abs=0.001)
    turn = re.fullmatch(r"translate\(([\d.-]+) ([\d.-]+)\) rotate\(90\)", image.attrib["transform"])
    assert [float(turn[1]), float(turn[2])] == pytest.approx([x + 300 / scale, y + 200 / scale], abs=0.002)
    assert data.count(b"href=") == 1


@needs_poppler
def test_pdf_shows_the_picture_pale_where_it_lies_unless_it_is_switched_off(tmp_path):
    under = changed(UNDER, rotation_deg=30.0, mm_per_unit=15.0)
    plan = replace(plan_with(BuildingPlan("x", picture=RED)), floor=Floor(plan=PlanSettings(underlay=under)))
    (document,) = [some for some in PDFS if some.name == "floor.pdf"]
    page = floor_plan(plan)
    (picture,) = [item for item in page.items if isinstance(item, Picture)]

    def red(printing):
        (data,) = document.make(plan, printing).values()
        file = tmp_path / "floor.pdf"
        file.write_bytes(data)
        done = subprocess.run(
            ["pdftoppm", "-r", "50.8", "-f", "1", "-l", "1", file], capture_output=True, check=True
        )
        _, size, _, dots = done.stdout.split(b"\n", 3)
        wide, high = map(int, size.split())
        found = np.frombuffer(dots, np.uint8).reshape(high, wide, 3).astype(int)
        return (found[..., 0] > 200) & (abs(found[..., 1] - found[..., 2]) < 9) & (found[..., 1] < 200)

    shown = red(Printing())
    turn = math.radians(30)
    for right, down in ((0.05, 0.1), (0.95, 0.1), (0.05, 0.9)):
        u, v = right * picture.width, down * picture.height
        x = picture.x + math.cos(turn) * u - math.sin(turn) * v
        y = picture.y + math.sin(turn) * u + math.cos(turn) * v
        assert shown[round(2 * y), round(2 * x)], (x, y)
    assert shown.sum() > 1000
    assert not red(Printing(building_plan=False)).any()
    assert document.make(plan) == document.make(plan)
