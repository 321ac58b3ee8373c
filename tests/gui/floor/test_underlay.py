"""The building plan below the floor: placed by its units, scaled by two points, missing, changed, undone."""

import cmath
import io
import math

import pytest
from ezdxf.filemanagement import new
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from fatdesk.engine.drawing.display import Picture
from fatdesk.engine.drawing.sheets.floor_plan import floor_plan
from fatdesk.gui.analysis.building_plans import (
    WAITING,
    building_plans_of,
    drawing_of,
    placed,
    rescaled,
    show_building_plan,
)
from fatdesk.project.commands.building import SetPlan
from fatdesk.project.commands.project import Rename
from fatdesk.project.document.ref import PLAN
from fatdesk.project.files.file_format import encode
from tests.engine.floor.plan_files import pdf_file, png_file
from tests.gui.pages.floor import FloorPage
from tests.gui.pages.inspector import Inspector


def in_room(under, u, v):
    there = complex(under.x_mm, under.y_mm) + under.mm_per_unit * complex(u, v) * cmath.rect(
        1, math.radians(under.rotation_deg)
    )
    return there.real, there.imag


@pytest.fixture
def plan_file(desk, tmp_path):
    document = new("R2010", units=6)  # metres
    document.modelspace().add_lwpolyline([(1, -1), (11, -1), (11, -6), (1, -6)], close=True)
    stream = io.StringIO()
    document.write(stream)
    file = desk.session.path.parent / "hall.dxf"
    file.write_bytes(document.encode(stream.getvalue()))
    yield file
    file.unlink()


def test_a_cad_drawing_lies_at_its_scale_and_is_scaled_by_two_points(desk, plan_file, monkeypatch):
    floor = FloorPage(desk)
    before, session = encode(desk.session.project), desk.session
    under = placed(session, plan_file)
    assert (under.file, under.mm_per_unit) == ("hall.dxf", 1000.0)
    middle = floor.scene.picture.extent
    assert in_room(under, 6, 3.5) == pytest.approx(
        ((middle[0] + middle[2]) / 2, (middle[1] + middle[3]) / 2), abs=0.01
    )
    assert session.do(SetPlan(underlay=under))
    session.select([PLAN("plan")])
    assert not drawing_of(session, under).problem
    desk.perform_in_view("fit-all")
    with_plan, scale = floor.image, floor.scale
    for corner in ((1, 1), (11, 6)):
        assert floor.room.contains(floor.at(*in_room(under, *corner)))
    assert session.do(SetPlan(underlay=replace(under, mm_per_unit=9000.0)))
    desk.perform_in_view("fit-all")
    assert floor.scale > scale, "in a large building the room alone"
    session.undo()
    desk.perform_in_view("fit-all")
    floor.show_layer("underlay", False)
    assert floor.image != with_plan
    floor.show_layer("underlay", True)
    desk.perform_in_view("tool-underlay-scale")
    assert not floor.tools_in_use
    asked, typed = [], iter(("twenty", "-1", "20 m"))

    def answer(_, __, words, text):
        asked.append((words.partition(" ")[0], text))
        return next(typed), True

    monkeypatch.setattr("PySide6.QtWidgets.QInputDialog.getText", answer)
    floor.drag(floor.at(0, 0), floor.at(0, 0) + QPoint(round(4000 * floor.scale), 0))
    now = session.project.floor.plan.underlay
    assert now.mm_per_unit == pytest.approx(5000, rel=0.02)
    assert [text for _, text in asked][1:] == ["twenty", "-1"]  # what was typed is kept
    assert [word for word, _ in asked] == ["Distance", "Type", "Type"]
    floor.key(Qt.Key.Key_Escape)
    data = plan_file.read_bytes()
    plan_file.write_bytes(data + b"\n")
    assert drawing_of(session, now).sha256 != now.sha256
    plan_file.rename(plan_file.with_suffix(".gone"))
    assert "is missing" in drawing_of(session, now).problem
    floor.repaint()  # the floor is shown without it
    plan_file.with_suffix(".gone").rename(plan_file)
    while session.history.can_undo:
        session.undo()
    assert encode(session.project) == before


def test_pictures_are_placed_and_a_point_stays_when_they_are_scaled(desk, plan_file, tmp_path):
    image = QImage(400, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    file = tmp_path / "plan.png"
    image.save(str(file))
    under = placed(desk.session, file)
    assert drawing_of(desk.session, under).image.width() == 400
    turned = replace(under, rotation_deg=30.0, x_mm=70.0)
    one, other = in_room(turned, 40, 20), in_room(turned, 140, 20)
    after = rescaled(turned, one, other, 2500.0)
    assert in_room(after, 40, 20) == pytest.approx(one, abs=0.01)
    assert after.mm_per_unit == pytest.approx(25.0)
    assert desk.session.do(SetPlan(underlay=turned))
    image.save(str(tmp_path / "later.png"))
    again = placed(desk.session, tmp_path / "later.png")  # another state of the same picture
    assert again == replace(turned, file=again.file, sha256=again.sha256)
    image.scaled(4000, 1000).save(str(tmp_path / "finer.png"))  # the same hall in smaller pixels
    assert placed(desk.session, tmp_path / "finer.png").mm_per_unit == pytest.approx(under.mm_per_unit / 10)
    (tmp_path / "page.pdf").write_bytes(pdf_file([b"1 0 0 rg 0 0 288 144 re f"], (288, 144)))
    page = placed(desk.session, tmp_path / "page.pdf")  # a point of a page is not a pixel
    assert (page.rotation_deg, page.mm_per_unit) != (turned.rotation_deg, turned.mm_per_unit)
    drawing = placed(desk.session, plan_file)  # a drawing in metres is not a picture of 400 pixels
    assert (drawing.mm_per_unit, drawing.rotation_deg) == (1000.0, 0.0)
    assert desk.session.do(SetPlan(underlay=replace(drawing, x_mm=5.0)))
    assert placed(desk.session, plan_file).x_mm == 5.0
    assert placed(desk.session, file).mm_per_unit == under.mm_per_unit  # and the other way around
    while desk.session.history.can_undo:
        desk.session.undo()
    foreign = replace(under, file="//host/share/plan.png")
    assert "another machine" in drawing_of(desk.session, foreign).problem


def test_a_cut_off_picture_does_not_replace_a_plan(desk, tmp_path, qtbot):
    file = tmp_path / "cut.png"
    file.write_bytes(png_file(31, 17)[:40])
    with qtbot.waitSignal(desk.session.refused) as heard:
        show_building_plan(desk.session, file)
    assert heard.args == ["cut.png cannot be read as a picture."]
    assert desk.session.project.floor.plan.underlay is None


def test_a_page_of_a_pdf_file_is_drawn_in_the_background_and_printed(desk, tmp_path, qtbot):
    file = tmp_path / "hall.pdf"
    file.write_bytes(pdf_file([b"", b"1 0 0 rg 0 0 288 144 re f"], (288, 144)))
    session = desk.session
    under = replace(placed(session, file), page=2, mm_per_unit=20.0, x_mm=0.0, y_mm=0.0)
    session.select([PLAN("plan")])
    assert session.do(SetPlan(underlay=under))
    floor = FloorPage(desk)
    if drawing_of(session, under).problem == WAITING:
        qtbot.waitSignal(building_plans_of(session).changed).wait()
    drawn = drawing_of(session, under)
    assert (drawn.problem, drawn.plan.pages) == ("", 2)
    assert "The page is being drawn…" not in Inspector(desk).texts
    assert "Pages of the file" in Inspector(desk).texts
    assert drawn.image.pixelColor(5, 5).name() == "#ff0000"
    shown = floor.image
    floor.show_layer("underlay", False)
    assert floor.image != shown
    floor.show_layer("underlay", True)
    page = floor_plan(session.derived.plan)
    (picture,) = [item for item in page.items if isinstance(item, Picture)]
    assert picture.width == pytest.approx(2 * picture.height)
    session.undo()


def test_a_building_plan_is_chosen_in_the_inspector(desk, plan_file, monkeypatch, qtbot):
    session = desk.session
    session.select([PLAN("plan")])
    page = Inspector(desk)
    with qtbot.waitSignal(session.changed):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(plan_file), ""))
        page.follow("Choose building plan")
    assert session.project.floor.plan.underlay.file == "hall.dxf"
    broken = plan_file.with_name("broken.png")
    broken.write_bytes(b"no picture")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(broken), ""))
    with qtbot.waitSignal(session.refused) as refused:
        page.follow("Choose another file")
    assert "broken.png" in refused.args[0]
    assert session.project.floor.plan.underlay.file == "hall.dxf"


def test_a_plan_is_still_shown_when_its_project_is_saved_elsewhere(desk, plan_file, tmp_path):
    session = desk.session
    assert session.do(SetPlan(underlay=placed(session, plan_file)))
    assert session.do(Rename(name="after the plan"))
    (tmp_path / "elsewhere").mkdir()
    session.save_as(tmp_path / "elsewhere" / "a.fatdesk")
    assert session.undo_label == "Rename to after the plan"
    session.undo()  # the same file is named in every step, and no step was added
    assert not drawing_of(session, session.project.floor.plan.underlay).problem
    assert session.unsaved
    session.redo()
    assert not drawing_of(session, session.project.floor.plan.underlay).problem
    assert not session.unsaved
    session.load(session.path)
    assert not drawing_of(session, session.project.floor.plan.underlay).problem
