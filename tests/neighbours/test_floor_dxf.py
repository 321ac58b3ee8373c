"""The floor plan as DXF: audited by ezdxf, read by GDAL's ogrinfo, and measured against the floor."""

import io
import subprocess
from pathlib import Path

import ezdxf
import pytest
from ezdxf import bbox, recover
from ezdxf.audit import AuditError

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from tests.engine import plan_samples as samples
from tests.neighbours.designs import DESIGNS
from tests.neighbours.programs import needs

each_design = pytest.mark.parametrize("design", DESIGNS)


def made(design: str) -> tuple[Plan, bytes]:
    plan = DESIGNS[design][0]()
    return plan, BY_NAME["floor.dxf"].make(plan)["floor.dxf"]


@each_design
def test_ezdxf_finds_nothing_wrong_and_the_floor_as_it_is(design: str) -> None:
    plan, content = made(design)
    drawing = ezdxf.read(io.StringIO(content.decode()))
    audit = drawing.audit()
    assert not audit.errors
    assert not audit.fixes
    assert (drawing.dxfversion, drawing.header["$INSUNITS"]) == ("AC1024", 4)
    space = drawing.modelspace()
    racks = space.query('LWPOLYLINE[layer=="RACKS"]')
    boxes = []
    for rack in plan.floor.racks:
        part = plan.catalog.rack(rack.part)
        boxes.append((rack.x_mm, -rack.y_mm - part.depth_mm, rack.x_mm + part.width_mm, -rack.y_mm))
    assert [_box(line) for line in racks] == [pytest.approx(box, abs=1e-6) for box in boxes]
    trays = space.query('LWPOLYLINE[layer=="TRAYS"]')
    assert [line.dxf.const_width for line in trays] == [tray.width_mm for tray in plan.floor.trays]
    assert [line.dxf.elevation for line in trays] == [tray.elevation_mm for tray in plan.floor.trays]
    words = [text.dxf.text for text in space.query("TEXT")]
    assert "A01" in words
    assert len(words) == len(plan.floor.racks) + len(plan.floor.trays)


@pytest.mark.parametrize("design", [*DESIGNS, "nodes-396"])
def test_labels_are_apart_and_the_extents_hold_everything(design: str) -> None:
    """Measured by ezdxf with the font that it has; the same for a text as wide as high."""
    plan = DESIGNS[design][0]() if design in DESIGNS else samples.nodes_396()
    drawing = ezdxf.read(io.StringIO(BY_NAME["floor.dxf"].make(plan)["floor.dxf"].decode()))
    space = drawing.modelspace()
    boxes = []
    for text in space.query("TEXT"):
        found = bbox.extents([text])
        boxes.append((found.extmin.x, found.extmin.y, found.extmax.x, found.extmax.y))
    for number, (left, low, right, high) in enumerate(boxes):
        for other in boxes[number + 1 :]:
            assert right <= other[0] or other[2] <= left or high <= other[1] or other[3] <= low
    every = bbox.extents(space)
    low, high = drawing.header["$EXTMIN"], drawing.header["$EXTMAX"]
    assert low[0] <= every.extmin.x
    assert low[1] <= every.extmin.y
    assert high[0] >= every.extmax.x
    assert high[1] >= every.extmax.y
    assert (high[0] - low[0]) < 1.2 * every.size.x
    assert (high[1] - low[1]) < 1.2 * every.size.y


def _box(line: ezdxf.entities.LWPolyline) -> tuple[float, ...]:
    across, along = zip(*(point[:2] for point in line), strict=True)
    return (min(across), min(along), max(across), max(along))


@each_design
def test_a_mangled_twin_is_refused(design: str) -> None:
    _, content = made(design)
    mangled = content.replace(b"\nRACKS\n", b"\nRA<CKS\n")
    _, audit = recover.read(io.BytesIO(mangled))
    assert {error.code for error in [*audit.errors, *audit.fixes]} == {AuditError.INVALID_LAYER_NAME}
    with pytest.raises(ezdxf.DXFError):
        ezdxf.read(io.StringIO(content[: len(content) // 2].decode()))


@needs("gdal-bin", "ogrinfo")
@each_design
def test_ogrinfo_counts_the_same_shapes(design: str, tmp_path: Path) -> None:
    plan, content = made(design)
    shapes = 3 * len(plan.floor.racks) + 2 * len(plan.floor.trays)  # outline, front and label of a rack
    for name, data in (("good", content), ("bad", content[: len(content) // 3])):
        (tmp_path / f"{name}.dxf").write_bytes(data)
    good, bad = (
        subprocess.run(
            ["ogrinfo", "-al", "-so", str(tmp_path / f"{name}.dxf")], capture_output=True, text=True
        )
        for name in ("good", "bad")
    )
    assert f"Feature Count: {shapes}\n" in good.stdout
    assert bad.returncode != 0 or "Feature Count" not in bad.stdout or "ERROR" in bad.stderr
