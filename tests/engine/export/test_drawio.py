"""draw.io: XML that a parser reads, shapes apart from each other, connectors between shapes that are there.

The program is not installed here. Form: mxfile, diagram, mxGraphModel, root with the cells 0 and 1, as
www.drawio.com/doc/faq/save-file-formats describes it.
"""

from collections import Counter
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from fatdesk.engine.export import BY_NAME
from tests.engine import plan_samples as samples
from tests.neighbours.designs import PLANS

MAKE = BY_NAME["network.drawio"].make
Box = tuple[float, float, float, float]


def box(one: ET.Element) -> Box:
    geometry = one.find("mxCell/mxGeometry")
    assert geometry is not None
    x, y, wide, high = (float(geometry.attrib[key]) for key in ("x", "y", "width", "height"))
    return x, y, x + wide, y + high


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def shapes(page: ET.Element, kind: str, parent: str = "1") -> list[ET.Element]:
    return [
        one
        for one in page.iter("UserObject")
        if (cell := one.find("mxCell")) is not None and cell.get(kind) == "1" and cell.get("parent") == parent
    ]


@pytest.mark.parametrize("design", PLANS)
def test_every_device_and_pair_of_devices_is_there_once(design: str) -> None:
    plan = PLANS[design]()
    fabric, names = plan.fabrics[0], plan.names[0]
    root = ET.fromstring(MAKE(plan)["network.drawio"])
    assert [page.attrib["name"] for page in root] == ["compute", "Racks"]
    page = root[0]
    boxes = {one.attrib["id"]: box(one) for one in shapes(page, "vertex")}
    labels = {one.attrib["id"]: one.attrib["label"] for one in shapes(page, "vertex")}
    assert not [1 for a, b in combinations(boxes.values(), 2) if overlap(a, b)]
    pairs = Counter(
        (names[a], names[b])
        for (a, b), trace in zip(fabric.ends.tolist(), fabric.trace.tolist(), strict=True)
        if not trace
    )
    assert sorted(labels.values()) == sorted({name for pair in pairs for name in pair})
    drawn = {}
    for one in shapes(page, "edge"):
        cell = one.find("mxCell")
        assert cell is not None
        ends = labels[cell.attrib["source"]], labels[cell.attrib["target"]]
        drawn[ends] = int(one.attrib["label"].partition(" x ")[0]) if " x " in one.attrib["label"] else 1
        assert len(one.attrib["ports"].split(", ")) == drawn[ends]
    assert drawn == dict(pairs)
    every = [cell.attrib["id"] for cell in page.iter() if "id" in cell.attrib and cell.tag != "diagram"]
    assert len(every) == len(set(every))


def test_devices_are_in_their_racks_at_their_units() -> None:
    plan = samples.nodes_60()
    page = ET.fromstring(MAKE(plan)["network.drawio"])[1]
    racks = shapes(page, "vertex")
    assert [one.attrib["label"] for one in racks] == ["A01", "A02"]
    assert not overlap(box(racks[0]), box(racks[1]))
    for shape, rack in zip(racks, plan.floor.racks, strict=True):
        inside = shapes(page, "vertex", shape.attrib["id"])
        assert len(inside) == len(rack.devices)
        height = box(shape)[3] - box(shape)[1]
        for one in inside:
            left, top, _, bottom = box(one)
            assert (left, bottom) == (0, height - (int(one.attrib["unit"]) - 1) * 20)
            assert top >= 30
        assert not [1 for a, b in combinations(map(box, inside), 2) if overlap(a, b)]


def test_names_are_text() -> None:
    root = ET.fromstring(MAKE(samples.with_text(samples.nodes_60(), "<b>&\x00x"))["network.drawio"])
    assert len(root) == 2
