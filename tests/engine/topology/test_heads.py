"""Layers and pods are named at the edges at every scale and place, and no two names overlap."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import View, width_of
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.heads import LINE, SIZE, layer_heads, pod_heads
from fatdesk.engine.topology.link_colours import colouring, no_figures
from tests.engine.topology.trees import catalog, k_ary

FABRIC = k_ary(8)
RACKS = np.full(FABRIC.node_count, -1, np.int32)
DRAWING = Drawing(FABRIC, FABRIC.ids, RACKS, (), catalog())
LOOKING = Looking(DRAWING, colouring("level", FABRIC, no_figures(FABRIC), RACKS))
LEFT, TOP, RIGHT, BOTTOM = DRAWING.layout.extent
WIDE, HIGH = 1200.0, 800.0


@given(scale=st.floats(0.01, 8.0), across=st.floats(0, 1), down=st.floats(0, 1))
def test_every_layer_and_every_place_has_a_name(scale, across, down):
    x, y = LEFT + (RIGHT - LEFT) * across, TOP + (BOTTOM - TOP) * down
    view = View(scale, WIDE / 2 - x * scale, HIGH / 2 - y * scale, WIDE, HIGH)
    seen = LOOKING.frame(view, names=False)
    assert not any(label.plate for label in seen.labels)
    heads = layer_heads(seen, HIGH)
    beyond = {name for name, at in seen.layers if not 0 <= at <= HIGH}
    assert {name for name, _ in seen.layers} == {"Core", "Middle", "Edge", "Hosts"}
    assert beyond == {head.text for head in heads if head.beyond}
    assert all(0 <= head.y <= HIGH for head in heads)
    places = sorted(head.y for head in heads)
    assert all(b - a >= LINE - 1e-9 for a, b in pairwise(places))
    spans = DRAWING.pod_spans[0]
    inside = [n for n in range(8) if spans[1][n] * scale + view.x > 0 and spans[0][n] * scale + view.x < WIDE]
    pods = pod_heads(DRAWING, view)
    assert len(pods) == len(inside)
    named = [
        (pod, int(head.text.removeprefix("Pod ")))
        for pod, head in zip(inside, pods, strict=True)
        if head.text
    ]
    assert all(pod + 1 == number for pod, number in named)
    if any(head.right - head.left >= 60 for head in pods):
        assert named
    ends = [
        ((head.left + head.right) / 2 - width_of(head.text, SIZE) / 2, width_of(head.text, SIZE))
        for head in pods
        if head.text
    ]
    assert all(a + wide < b for (a, wide), (b, _) in pairwise(ends))


def test_pods_keep_their_numbers_from_the_left():
    """Pod n holds the n-th eighth of the hosts, whatever is in view."""
    columns = DRAWING.layout.columns
    for pod, (left, right) in enumerate(zip(*DRAWING.pod_spans[0], strict=True)):
        inside = (DRAWING.layout.column_x > left) & (DRAWING.layout.column_x < right)
        hosts = np.flatnonzero(np.isin(columns.of_node, np.flatnonzero(inside)) & (FABRIC.kind == 0))
        assert hosts.tolist() == list(range(pod * 16, pod * 16 + 16))
