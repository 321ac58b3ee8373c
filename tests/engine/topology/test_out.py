"""What has failed as it is drawn: strokes, crosses and boxes, counted by hand on a small tree."""

import numpy as np
import pytest

from fatdesk.engine.topology.frame import Emphasis, View
from fatdesk.engine.topology.frame_style import Inks, Look
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.reference_drawing import studied
from fatdesk.gui.theme.tokens import LIGHT
from fatdesk.networks.topologies import network_of

INKS = Inks(
    **{name: getattr(LIGHT, name) for name in Inks.__struct_fields__ if hasattr(LIGHT, name)},
    ground=LIGHT.canvas,
    dark=False,
    palette=LIGHT.drawing,
)


@pytest.fixture
def tree():
    """Two levels, k = 2: hosts 0 to 3, two switches of each level, single links."""
    return studied("x", "kary-tree:k=2,n=2", network_of("kary-tree:k=2,n=2"))


def seen_with(some, nodes=(), cut=(), links=()):
    emphasis = Emphasis.none(some.fabric)
    emphasis.dead[list(nodes)] = True
    emphasis.cut[list(cut)] = True
    emphasis.out[list(links)] = True
    looking = Looking(some.drawing(), some.colouring("level"), emphasis)
    left, top, right, bottom = looking.drawing.layout.extent
    scale = 600 / max(right - left, bottom - top)
    seen = looking.frame(View(scale, 100 - left * scale, 100 - top * scale, 800.0, 800.0))
    return seen, Look(seen, looking.colours, INKS)


def red(strokes):
    return [stroke for stroke in strokes if stroke.colour == LIGHT.error and len(stroke.lines)]


def test_nothing_out_draws_nothing_red(tree):
    seen, look = seen_with(tree)
    assert not red(look.strands())
    assert not len(look.dead().lines)
    assert not any("out" in note for note in seen.notes)
    assert not seen.dimmed


def test_failed_links_are_dashed_red_with_a_cross_each(tree):
    links = np.flatnonzero((tree.network.ends >= tree.network.hosts).all(axis=1))[:3]
    seen, look = seen_with(tree, links=links)
    lines, crosses = red(look.strands())
    assert len(lines.lines) == 3
    assert lines.dash
    assert len(crosses.lines) == 6  # two lines each
    middles = {(round((a + c) / 2), round((b + d) / 2)) for a, b, c, d in lines.lines}
    crossed = {(round((a + c) / 2), round((b + d) / 2)) for a, b, c, d in crosses.lines}
    assert crossed == middles
    assert "Red, dashed: 3 links failed. Red ground: cut off" in seen.notes
    assert seen.strands.out.sum() == 3


def test_of_a_bundle_a_part_may_be_out():
    some = studied("x", "egft:M=3-2,C=1-1,K=1-2", network_of("egft:M=3-2,C=1-1,K=1-2"))
    inner = np.flatnonzero((some.network.ends >= some.network.hosts).all(axis=1))
    first = some.network.ends[inner[0]]
    bundle = inner[(some.network.ends[inner] == first).all(axis=1)]
    assert len(bundle) == 2
    seen, look = seen_with(some, links=bundle[:1])
    crosses = red(look.strands())
    assert [len(stroke.lines) for stroke in crosses] == [2]  # no dashed line: it carries still
    assert [pill.text for pill in seen.pills if "failed" in pill.text] == ["× 2, 1 failed"]
    seen, look = seen_with(some, links=bundle)
    assert [bool(stroke.dash) for stroke in red(look.strands())] == [True, False]


def test_failed_and_cut_off_devices_have_a_look_of_their_own(tree):
    hosts = tree.network.hosts
    seen, look = seen_with(tree, nodes=[hosts], cut=[0, 1])
    states = {tree.names[node]: "" for node in range(tree.network.node_count)}
    for box in seen.boxes:
        slot = tree.drawing().layout.box_slot[box.number]
        states[tree.names[int(tree.drawing().layout.slot_node[slot])]] = box.state
    assert sorted(states.values()) == ["", "", "", "", "", "cut", "cut", "out"]
    fills = {box.state: look.box(box) for box in seen.boxes}
    assert fills["out"].dash
    assert not fills["cut"].dash
    assert fills["out"].fill == fills["cut"].fill == LIGHT.error_tint
    assert len(look.dead().lines) == 2
