"""Files of building plans: pages of PDF files, heads of pictures, and files that must be refused."""

import io
import math
import os
import zlib
from pathlib import Path

import numpy as np
import pytest
from ezdxf.filemanagement import new

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.floor import pdf_page
from fatdesk.engine.floor.building import Underlay
from fatdesk.engine.floor.building_plan import building_plan, plan_picture, read_building_plan, read_cad
from tests.engine.floor.plan_files import pdf_file, png_file


def pixels(png: bytes) -> np.ndarray:
    """The dots of a PNG file whose rows are stored as they are, read without the program."""
    wide, high = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    at, body = 8, b""
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        assert int.from_bytes(png[at + 8 + size : at + 12 + size], "big") == zlib.crc32(
            png[at + 4 : at + 8 + size]
        )
        if png[at + 4 : at + 8] == b"IDAT":
            body += png[at + 8 : at + 8 + size]
        at += 12 + size
    rows = np.frombuffer(zlib.decompress(body), np.uint8).reshape(high, 1 + 3 * wide)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(high, wide, 3)


def test_a_page_of_a_pdf_file_is_a_picture_in_points(tmp_path):
    file = tmp_path / "hall.PDF"
    file.write_bytes(pdf_file([b"", b"1 0 0 rg 0 0 144 72 re f"], (288, 144)))
    found = read_building_plan(file, 2)
    assert (found.problem, found.pages, found.bounds, found.mm_per_unit) == ("", 2, (0, 0, 288, 144), None)
    dots = pixels(found.picture.data)
    assert dots.shape == (400, 800, 3)  # 200 dots an inch
    red = (dots == (255, 0, 0)).all(axis=2)
    assert red[202:, :398].all()
    assert not red[:198].any()
    assert not red[:, 402:].any()
    assert (dots[:198] == 255).all()
    assert read_building_plan(file, 3).problem == "has 2 pages, there is no page 3"


def test_large_pages_have_fewer_dots_and_larger_ones_are_refused(tmp_path):
    file = tmp_path / "hall.pdf"
    file.write_bytes(pdf_file([b""], (3400, 2400)))
    found = read_building_plan(file)
    dots = pixels(found.picture.data)
    assert 15e6 < dots.shape[0] * dots.shape[1] <= 16.1e6
    assert found.bounds == (0, 0, 3400, 2400)
    file.write_bytes(pdf_file([b""], (90000, 72)))
    assert "which no plotter prints" in read_building_plan(file).problem


def test_files_that_are_no_pdf_or_crash_the_process_are_refused(tmp_path, monkeypatch):
    file = tmp_path / "hall.pdf"
    for data in (b"", b"%PDF-1.4 nothing", pdf_file([b""], (72, 72))[:120], b"\0" * 5000):
        file.write_bytes(data)
        found = read_building_plan(file)
        assert found.problem.startswith("cannot be read as a PDF file")
        assert found.picture is None
    dying = tmp_path / "dying.py"
    dying.write_text("import os, sys\nsys.stdin.buffer.read()\nos.abort()\n")
    monkeypatch.setattr(pdf_page, "__file__", str(dying))
    file.write_bytes(pdf_file([b""], (72, 72)))
    assert read_building_plan(file).problem.startswith("cannot be drawn")
    dying.write_text("import time\ntime.sleep(600)\n")
    monkeypatch.setattr(pdf_page, "MOST_SECONDS", 0.2)
    assert "to draw, save its page as PNG" in read_building_plan(file).problem


def test_sizes_of_pictures_are_read_from_their_heads(tmp_path):
    assert plan_picture(png_file(31, 17))[1:] == ("png", 31.0, 17.0)
    extra = b"\xff\xe0\x00\x08abcdef" + b"\xff\xff\xc4\x00\x04zz"
    jpeg = b"\xff\xd8" + extra + b"\xff\xc2\x00\x0b\x08\x00\x11\x00\x1f\x01\x01\x11\x00"
    assert plan_picture(jpeg)[1:] == ("jpeg", 31.0, 17.0)
    with pytest.raises(FatdeskError, match="60 million pixels"):
        plan_picture(png_file(1, 1)[:16] + b"\0\1\0\0\0\1\0\0" + png_file(1, 1)[24:])
    for data in (b"", b"\xff\xd8\xff", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"\xff\xd8" + extra):
        with pytest.raises(FatdeskError, match="as a picture"):
            plan_picture(data)


def test_paths_lead_from_the_folder_of_the_project_and_to_no_other_machine(tmp_path):
    (tmp_path / "hall.png").write_bytes(png_file(4, 2))
    under = Underlay(file="hall.png", sha256="0" * 64, mm_per_unit=1.0)
    assert building_plan(under, tmp_path).bounds == (0, 0, 4, 2)
    assert building_plan(under, tmp_path / "other").problem == f"is missing from {tmp_path / 'other'}"
    for start in ("//", "\\\\", "/\\", "\\/"):  # Windows reads either slash
        far = Underlay(file=f"{start}server/share/hall.png", sha256="0" * 64, mm_per_unit=1.0)
        assert "on another machine" in building_plan(far, tmp_path).problem


def test_only_a_regular_file_of_bounded_size_is_read(tmp_path, monkeypatch):
    pipe = tmp_path / "hall.dxf"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), tmp_path):
        assert "not a regular file" in read_building_plan(path).problem
    monkeypatch.setattr("fatdesk.engine.floor.building_plan.MOST_BYTES", 100)
    file = tmp_path / "large.png"
    file.write_bytes(bytes(101))
    assert "is larger" in read_building_plan(file).problem


def saved(document) -> bytes:
    stream = io.StringIO()
    document.write(stream)
    return document.encode(stream.getvalue())


def test_lines_curves_and_blocks_in_the_units_of_the_drawing() -> None:
    document = new("R2010", units=1)  # inches
    block = document.blocks.new("pillar")
    block.add_line((0, 0), (10, 0))
    space = document.modelspace()
    space.add_lwpolyline([(0, 0), (100, 0), (100, 50)])
    space.add_blockref("pillar", (20, 30), dxfattribs={"rotation": 90})
    space.add_circle((50, 25), radius=5)
    space.add_text("no line")
    found = read_cad(saved(document))
    assert found.mm_per_unit == pytest.approx(25.4)
    assert ((0.0, 0.0), (100.0, 0.0), (100.0, -50.0)) in found.lines
    assert ((20.0, -30.0), (20.0, -40.0)) in found.lines
    (circle,) = [line for line in found.lines if len(line) > 3]
    assert all(abs(math.dist(point, (50, -25)) - 5) < 0.01 for point in circle)
    assert circle[0] == pytest.approx(circle[-1])
    assert found.bounds == (0.0, -50.0, 100.0, 0.0)
    assert len(found.lines) == 3


@pytest.mark.parametrize("units", [6, 0])
def test_a_drawing_in_coordinates_of_a_map_has_its_origin_at_its_corner(units: int) -> None:
    document = new("R2010", units=units)  # metres, none
    document.modelspace().add_lwpolyline([(512345.5, 5412345.25), (512357.5, 5412354.25)])
    found = read_cad(saved(document))
    assert found.lines == (((0.5, -0.25), (12.5, -9.25)),)
    assert found.bounds == (0.5, -9.25, 12.5, -0.25)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "has no lines|cannot be read"),
        (b"\x89PNG\r\n" + bytes(200), "has no lines|cannot be read"),
        (b"AC1027" + bytes(200), "is a DWG drawing, save it as DXF"),
        (saved(new("R2010")), "has no lines in its model space"),
    ],
)
def test_what_is_no_drawing_is_refused(data: bytes, message: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(FatdeskError, match=message):
        read_cad(data)
    assert not caplog.records, "the error says all"
