"""Links within a row of switches are seen: as arcs over the boxes between, none through a box."""

import numpy as np
import pytest

from fatdesk.engine.design.search import search
from fatdesk.engine.families import build
from fatdesk.engine.topology.drawing import Drawing
from tests.engine.design.search_samples import PAPER, wanted


@pytest.mark.parametrize(("family", "hosts"), [("mikant", 60), ("hyperx", 40)])
def test_no_line_runs_through_another_box(family: str, hosts: int) -> None:
    requirements, one = wanted(hosts, edge=("ib-36",), core=("ib-36",), families=(family,), blocking=2)
    best = search(requirements, one, PAPER).candidates[-1 if family == "hyperx" else 0]
    fabric = build(best.design, requirements.hosts, PAPER, "compute", best.host_ports)
    racks = np.full(fabric.node_count, -1, np.int32)
    drawing = Drawing(fabric, fabric.ids, racks, (), PAPER)
    layout, some = drawing.layout, drawing.wiring.between(0, 0, 0, 0)
    pairs = {tuple(sorted(pair)) for pair in fabric.ends[fabric.kind[fabric.ends[:, 1]] == 1].tolist()}
    assert len(some.low) == len(pairs)
    assert set(some.piece_of.tolist()) == set(range(len(pairs)))
    left, upper, right, _ = layout.extent
    for box in range(len(layout.box_x)):
        x, y = layout.box_x[box], layout.box_y[box]
        inside = (np.abs(some.ends[:, [0, 2]].mean(axis=1) - x) < layout.box_wide[box] / 2 - 1) & (
            np.abs(some.ends[:, [1, 3]].mean(axis=1) - y) < layout.box_high[box] / 2 - 1
        )
        assert not inside.any()
    assert some.ends[:, [1, 3]].min() >= upper
    assert left <= some.ends[:, [0, 2]].min() <= some.ends[:, [0, 2]].max() <= right
