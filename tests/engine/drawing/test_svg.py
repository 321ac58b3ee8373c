"""SVG files: well-formed, inert, and drawn by a real program."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.drawing.display import Box, Lines, Page, Pen, Polyline, Text
from fatdesk.engine.drawing.svg import escaped, svg
from fatdesk.engine.export import EXPORTS
from tests.engine import plan_samples as samples

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>alert(1)</script> "&\x00\x07\ud800<img src="file:///etc/passwd">'


def page_of(*items: Text | Box | Lines | Polyline) -> Page:
    return Page(title="t", width=100.0, height=50.0, items=items)


def test_each_item_becomes_one_shape() -> None:
    pen = Pen(colour="#000000", width=0.25, dash=(1.0, 0.5))
    page = page_of(
        Lines(segments=((0.0, 0.0, 10.0, 0.0), (0.0, 5.0, 10.0, 5.0)), pen=pen),
        Polyline(points=((0.0, 0.0), (1.0, 1.0), (2.0, 0.0)), fill="#FFFFFF", closed=True),
        Box(x=1.0, y=2.0, width=3.0, height=4.0, pen=pen, radius=0.5),
        Text(x=5.0, y=5.0, text="n01", size=3.0, colour="#000000", bold=True, anchor="end", turned=True),
    )
    root = ElementTree.fromstring(svg(page))
    assert [child.tag.removeprefix(SVG) for child in root] == ["title", "path", "path", "rect", "text"]
    assert root.get("viewBox") == "0 0 100 50"
    assert root[1].get("d") == "M0 0L10 0M0 5L10 5"
    assert root[1].get("stroke-dasharray") == "1 0.5"
    assert root[2].get("d") == "M0 0L1 1L2 0Z"
    assert root[4].text == "n01"


@given(st.text())
def test_any_text_stays_text(text: str) -> None:
    page = page_of(Text(x=0.0, y=0.0, text=text, size=3.0, colour="#000000"))
    root = ElementTree.fromstring(svg(page))
    assert len(root) == 2
    assert (root[1].text or "") == "".join(sign for sign in text if escaped(sign))


@pytest.mark.parametrize("name", ["floor.svg", "elevations.svg", "wiring-diagram.svg"])
def test_nothing_in_a_drawing_runs_or_loads(name: str) -> None:
    make = next(export.make for export in EXPORTS if export.name == name)
    for content in make(samples.with_text(samples.nodes_60(), HOSTILE)).values():
        root = ElementTree.fromstring(content)
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
            "svg", "title", "path", "rect", "text",
        }  # fmt: skip
        for element in root.iter():
            assert not [key for key in element.attrib if key.startswith("on") or "href" in key]


@pytest.mark.parametrize("name", ["floor.svg", "elevations.svg", "wiring-diagram.svg"])
def test_a_real_program_draws_it(qapp: object, tmp_path: Path, name: str) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    make = next(export.make for export in EXPORTS if export.name == name)
    for file, content in make(samples.nodes_60()).items():
        renderer = QSvgRenderer(content)
        assert renderer.isValid(), file
        image = QImage(600, 400, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        colours = {image.pixel(x, y) for x in range(0, 600, 2) for y in range(0, 400, 2)}
        assert len(colours) > 8, file
