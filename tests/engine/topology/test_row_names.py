"""The names of the rows at the left edge cover no device, whatever the scale and the place."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import View, width_of
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.link_colours import colouring, no_figures
from tests.engine.topology.trees import catalog, k_ary

FABRIC = k_ary(6)
RACKS = np.full(FABRIC.node_count, -1, np.int32)
DRAWING = Drawing(FABRIC, FABRIC.ids, RACKS, (), catalog())
LOOKING = Looking(DRAWING, colouring("level", FABRIC, no_figures(FABRIC), RACKS))


@given(
    scale=st.floats(0.05, 4.0),
    left=st.floats(-3000, 400),
    down=st.floats(-300, 600),
)
def test_no_name_lies_over_a_device(scale, left, down):
    seen = LOOKING.frame(View(scale, left, down - float(DRAWING.layout.row_y[-1]) * scale, 1200.0, 800.0))
    for name in (label for label in seen.labels if label.plate):
        right, low, high = name.x + width_of(name.text, 12.0), name.y - 7, name.y + 7
        for box in seen.boxes:
            apart = box.x >= right or box.x + box.width <= name.x
            assert apart or box.y >= high or box.y + box.height <= low, (name.text, box)
        for x, y, wide, tall in seen.hosts.tolist():
            assert x >= right or x + wide <= name.x or y >= high or y + tall <= low, name.text
