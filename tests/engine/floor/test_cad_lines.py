"""Lines of CAD drawings, made by ezdxf itself: units, blocks, curves, and the program's own floor plan."""

import io
import math

import pytest
from ezdxf.filemanagement import new

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.floor.cad_lines import read_cad


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


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "has no lines|can be read"),
        (b"\x89PNG\r\n" + bytes(200), "has no lines|can be read"),
        (saved(new("R2010")), "has no lines in its model space"),
    ],
)
def test_what_is_no_drawing_is_refused(data: bytes, message: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(FatdeskError, match=message):
        read_cad(data)
    assert not caplog.records, "the error says all"
