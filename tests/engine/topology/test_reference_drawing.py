"""Networks of papers as they are drawn: rows, grids, lanes, words; facts from specs 3 and 4."""

from itertools import combinations

import numpy as np
import pytest

from fatdesk.engine.drawing.palette import LIGHT, contrast
from fatdesk.engine.topology.frame import MOST_LABELS, View, width_of
from fatdesk.engine.topology.frame_style import MOST_PIECES
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.layout import Kind
from fatdesk.engine.topology.reference_drawing import link_count, studied
from fatdesk.gui.theme.tokens import DARK
from fatdesk.networks.topologies import network_of

SPECS = (
    "star:N=5,E=2,Bl=1",
    "kary-tree:k=2,n=3",
    "clos:k=2,n=1",
    "clos:k=2,n=3",
    "mikant:k=3,n=3",
    "ruft:k=2,n=1",
    "ruft:k=3,n=2",
    "ruft-pl:k=2,n=3",
    "ft-ruft-212:k=2,n=3",
    "ft-ruft-222:k=2,n=3",
    "egft:M=2-2,C=1-2,K=1-1",
    "hyperx:S=5,K=1,T=2",
    "hyperx:S=4-4,K=1-2,T=3",
    "hyperx:S=2-3-4,K=1-1-1,T=1",
    "universal:n=16,w=8",
)


def of(spec):
    return studied("x", spec, network_of(spec))


def fitted(drawing, width=1300.0, height=800.0):
    left, top, right, bottom = drawing.layout.extent
    scale = min((width - 160) / (right - left), (height - 160) / (bottom - top))
    return View(scale, 130 - left * scale, 30 - top * scale, width, height)


def frame(spec, zoom=1.0):
    network = of(spec)
    drawing = network.drawing()
    view = fitted(drawing)
    row = view.down(float(drawing.layout.row_y[0]))
    view = view._replace(
        scale=view.scale * zoom, x=650 + (view.x - 650) * zoom, y=row + (view.y - row) * zoom
    )
    return Looking(drawing, network.colouring(network.modes[0])).frame(view)


@pytest.mark.parametrize("spec", SPECS)
def test_every_link_is_drawn_or_hangs_under_its_switch(spec):
    network = of(spec)
    drawing = network.drawing()
    hanging = (drawing.layout.link_box < 0).any(axis=1)
    of_hosts = (network.network.ends < network.network.hosts).any(axis=1)
    assert not (hanging & ~of_hosts).any()
    assert int(drawing.wiring.count.sum()) == int((~hanging).sum())
    assert link_count(spec) == network.network.link_count


@pytest.mark.parametrize("spec", SPECS)
def test_boxes_of_a_row_do_not_touch(spec):
    layout = of(spec).drawing().layout
    for slots in layout.rows:
        left = layout.slot_x[slots] - layout.slot_wide[slots] / 2
        right = layout.slot_x[slots] + layout.slot_wide[slots] / 2
        assert (left[1:] >= right[:-1]).all()
    assert len(layout.rows) == 1 or (np.diff(layout.row_y) < -52).all()


@pytest.mark.parametrize("zoom", [1.0, 0.4, 2.5])
@pytest.mark.parametrize("spec", SPECS)
def test_no_label_hides_another(spec, zoom):
    labels = frame(spec, zoom).labels
    assert labels
    boxes = []
    for label in labels:
        wide = width_of(label.text, label.size, label.bold)
        left = label.x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
        if not label.plate:  # names of rows lie on a ground of their own
            boxes.append((left, left + wide, label.y - label.size / 2, label.y + label.size / 2))
    for one, other in combinations(boxes, 2):
        apart = one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
        assert apart, (one, other)


def test_stages_stand_from_the_sending_hosts_up():
    drawing = of("ft-ruft-212:k=2,n=3").drawing()
    words = [drawing.row_name(row) for row in range(len(drawing.layout.rows))]
    assert words == ["Hosts send", "Stage 0", "Stage 1", "Stage 2", "Hosts receive"]
    assert [len(slots) for slots in drawing.layout.rows] == [8, 4, 4, 4, 8]
    kinds = [set(drawing.layout.slot_kind[slots].tolist()) for slots in drawing.layout.rows]
    assert kinds == [{Kind.HOST}, {Kind.SWITCH}, {Kind.SWITCH}, {Kind.SWITCH}, {Kind.AGAIN}]


def test_ends_of_host_0_are_drawn_as_the_paper_tells():
    """Spec 3: node 0 injects at switches 0 and 2 and receives from 8 and 9; node 7's first last one is 11."""
    network = of("ft-ruft-212:k=2,n=3")
    layout = network.drawing().layout
    drawn = {
        (int(layout.slot_node[a]), int(layout.slot_node[b]), int(layout.slot_kind[b]))
        for a, b in (layout.link_box.tolist())
    }
    at = {
        layout.slot_node[a] - 8
        for a, b in layout.link_box
        if layout.slot_kind[b] == Kind.HOST and layout.slot_node[b] == 0
    }
    assert at == {0, 2}
    assert {a - 8 for a, b, kind in drawn if b == 0 and kind == Kind.AGAIN} == {8, 9}
    primary = network.network.lane == 0
    last = [
        layout.slot_node[a] - 8
        for a, b in layout.link_box[primary].tolist()
        if layout.slot_kind[b] == Kind.AGAIN and layout.slot_node[b] == 7
    ]
    assert last == [11]


@pytest.mark.parametrize(("spec", "second"), [("ruft-pl", 32), ("ft-ruft-212", 16), ("ft-ruft-222", 32)])
def test_secondary_links_have_lines_of_their_own(spec, second):
    network = of(f"{spec}:k=2,n=3")
    drawing = network.drawing()
    wiring = drawing.wiring
    assert (wiring.count == 1).all()
    assert np.bincount(wiring.lane).tolist() == [32, second]
    lines = [
        tuple(np.round(line, 3))
        for low, high in wiring.row_pairs
        for line in wiring.between(low, 0, high, 0).ends.tolist()
    ]
    assert len(set(lines)) == len(lines) == 32 + second
    colours = network.colouring("lane")
    assert colours.names == ("Primary", "Secondary")
    totals = Looking(drawing, colours).totals
    assert totals == [32, second]


def test_lanes_are_told_apart_without_colour():
    for palette, dark in ((LIGHT, False), (DARK.drawing, True)):
        colours = of("ruft-pl:k=2,n=2").colouring("lane")
        first, second = colours.colours(palette, dark=dark)
        assert contrast(first, second) >= 2
        assert min(contrast(colour, palette.ground) for colour in (first, second)) >= 3
    assert colours.kinds[0] != colours.kinds[1]


@pytest.mark.parametrize(("spec", "middle"), [("mikant:k=3,n=3", []), ("clos:k=3,n=3", ["Middle"])])
def test_the_groups_mirror_each_other(spec, middle):
    network = of(spec)
    layout = network.drawing().layout
    half = ["Group 0, hosts", "Group 0, level 0", "Group 0, level 1"]
    other = ["Group 1, level 1", "Group 1, level 0", "Group 1, hosts"]
    assert list(layout.row_words) == half + middle + other
    for row, slots in enumerate(layout.rows):
        names = {network.names[node][0] for node in layout.slot_node[slots].tolist()}
        assert names == {layout.row_words[row].replace("Group ", "")[0].lower()}
        mirrored = layout.rows[len(layout.rows) - 1 - row]
        assert np.allclose(layout.slot_x[slots], layout.slot_x[mirrored])


@pytest.mark.parametrize(
    "spec", ["hyperx:S=4-4,K=1-1,T=1", "hyperx:S=3-4-5,K=1-1-1,T=2", "hyperx:S=6,K=2,T=1"]
)
def test_no_link_of_a_lattice_hides_another(spec):
    """No two links have a piece in common, and straight ones lead to neighbours only."""
    drawing = of(spec).drawing()
    wiring = drawing.wiring
    for low, high in wiring.row_pairs:
        some = wiring.between(low, 0, high, 0)
        lines = np.round(some.ends, 3)
        assert len(np.unique(lines, axis=0)) == len(lines)
        pieces = np.bincount(some.piece_of, minlength=len(some.count))
        assert (pieces > 0).all()
        a, b = drawing.layout.box_slot[some.low], drawing.layout.box_slot[some.high]
        step = np.abs(wiring.place_in_row[a] - wiring.place_in_row[b]) + abs(low - high)
        assert (step[pieces == 1] == 1).all()


@pytest.mark.parametrize("spec", ["hyperx:S=4-4,K=1-2,T=3", "hyperx:S=2-3-4,K=1-1-1,T=1"])
def test_links_of_a_lattice_are_coloured_by_dimension(spec):
    network = of(spec)
    S = network.network.params["S"]
    K = network.network.params["K"]
    colours = network.colouring("level")
    count = int(np.prod(S))
    wanted = [count * (s - 1) * k // 2 for s, k in zip(S, K, strict=True)]  # each switch to s - 1 others
    assert np.bincount(colours.of_link).tolist() == [network.network.hosts, *wanted]
    assert frame(spec).strands.bundles == sum(w // k for w, k in zip(wanted, K, strict=True))


@pytest.mark.parametrize("spec", SPECS)
def test_a_picture_names_every_row_and_colour(spec):
    network = of(spec)
    for mode in network.modes:
        colours = network.colouring(mode)
        looking = Looking(network.drawing(), colours)
        names = [colours.names[code] for code, count in enumerate(looking.totals) if count]
        assert all(names)
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("spec", ["ruft-pl:k=4,n=6", "mikant:k=4,n=6", "hyperx:S=16-16,K=1-1,T=16"])
def test_large_networks_keep_the_budgets(spec):
    for zoom in (1.0, 20.0):
        seen = frame(spec, zoom)
        assert len(seen.strands.lines) <= MOST_PIECES
        assert len(seen.labels) <= MOST_LABELS
        assert seen.boxes
        assert len(seen.strands.lines) or zoom > 1


def test_arcs_of_a_small_lattice_look_round():
    row = of("hyperx:S=4-4,K=1-1,T=4").drawing().wiring.between(0, 0, 0, 0)
    arcs = np.flatnonzero(np.bincount(row.piece_of) > 1)
    assert len(arcs) == 3, "of the pairs of a row that are no neighbours"
    for arc in arcs:
        lines = row.ends[row.piece_of == arc]
        turn = np.arctan2(lines[:, 3] - lines[:, 1], lines[:, 2] - lines[:, 0])
        assert np.degrees(np.abs(np.diff(turn))).max() < 12
