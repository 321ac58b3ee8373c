"""Links between rows end at the upper and lower edges of the boxes as they are drawn, at every scale."""

import numpy as np
import pytest

from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import Emphasis, View
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.link_colours import colouring, no_figures
from tests.engine.topology.trees import catalog, three_levels


@pytest.mark.parametrize("scale", [0.02, 0.05, 0.1, 0.3, 0.8, 1.5])
def test_links_end_at_the_edges_of_boxes_and_groups(scale):
    fabric = three_levels(4, 8, 6, 6, 8)
    racks = np.zeros(fabric.node_count, np.int32)
    drawing = Drawing(fabric, tuple(fabric.ids), racks, ["R1"], catalog(64))
    looking = Looking(drawing, colouring("kind", fabric, no_figures(fabric), racks))
    looking.emphasise(Emphasis.none(fabric))
    left, top, right, foot = drawing.layout.extent
    wide, high = (right - left) * scale + 400, (foot - top) * scale + 400
    seen = looking.frame(View(scale, 200 - left * scale, 200 - top * scale, wide, high))
    edges = {(box.row, box.number): (box.y, box.y + box.height) for box in seen.boxes if box.what != "hosts"}
    assert len(seen.strands.lines)
    for line, pair, number in zip(
        seen.strands.lines.tolist(), seen.strands.pair.tolist(), seen.strands.number.tolist(), strict=True
    ):
        low_row, low_tier, high_row, high_tier = seen.pairs[pair]
        bundles = drawing.wiring.between(low_row, low_tier, high_row, high_tier)
        lower = edges[low_row, int(bundles.low[number])]
        upper = edges[high_row, int(bundles.high[number])]
        assert line[1] == pytest.approx(lower[0])
        assert line[3] == pytest.approx(upper[1])
