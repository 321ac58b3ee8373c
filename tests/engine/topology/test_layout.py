"""Where things stand: rows, pods, bundles and groups, against counts that are known in closed form."""

from itertools import pairwise

import numpy as np
import pytest

from fatdesk.engine.topology.cluster_layout import lay_out
from fatdesk.engine.topology.drawing import Drawing, Wiring, group_of
from fatdesk.engine.topology.frame import View, width_of
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.layout import columns_of
from fatdesk.engine.topology.link_colours import colouring, no_figures
from tests.engine.topology.trees import catalog, dragonfly, k_ary, three_levels

FIGURES = ["slot_x", "slot_wide", "slot_high", "box_x", "box_y", "column_x"]


@pytest.mark.parametrize("k", [4, 6, 8])
def test_pods_of_a_fat_tree(k):
    fabric = k_ary(k)
    columns = columns_of(fabric)
    assert columns.levels == 3
    assert columns.count == k * k // 2
    (pods,) = columns.pods
    assert pods.tolist() == sorted(pods.tolist())
    assert np.bincount(pods).tolist() == [k // 2] * k
    middle = np.flatnonzero(fabric.level == 2)
    assert columns.pod_of_node[middle].tolist() == (np.arange(k * k // 2) // (k // 2)).tolist()


def test_pods_stand_together_however_switches_are_numbered():
    fabric = three_levels(4, 6, 2, 3, 2)
    rng = np.random.default_rng(7)
    new = np.arange(fabric.node_count)
    edges = np.flatnonzero(fabric.level == 1)
    new[edges] = rng.permutation(edges)
    mixed = fabric.__class__(**{**vars(fabric), "ends": new[fabric.ends].astype(np.int32)})
    block = mixed.block.copy()
    to_host = mixed.kind[mixed.ends[:, 1]] == 0
    block[mixed.ends[to_host, 1]] = mixed.block[mixed.ends[to_host, 0]]
    mixed = fabric.__class__(**{**vars(mixed), "block": block})
    columns = columns_of(mixed)
    (pods,) = columns.pods
    assert np.bincount(pods).tolist() == [6] * 4
    assert (np.diff(pods) >= 0).all()
    for edge, middle in mixed.ends[mixed.level[mixed.ends[:, 1]] == 2].tolist():
        assert pods[columns.of_node[edge]] == columns.pod_of_node[middle]


@pytest.mark.parametrize("k", [4, 8])
def test_nothing_overlaps_and_every_layer_is_above_the_last(k):
    layout = lay_out(k_ary(k), catalog())
    assert len(layout.rows) == 3
    assert (np.diff(layout.row_y) < -52).all()
    assert layout.host_y > layout.row_y[0] + 26
    for slots in layout.rows:
        left = layout.slot_x[slots] - layout.slot_wide[slots] / 2
        right = layout.slot_x[slots] + layout.slot_wide[slots] / 2
        assert (left[1:] >= right[:-1]).all()
    edge = layout.column_x - layout.column_wide / 2
    assert (edge[1:] >= (layout.column_x + layout.column_wide / 2)[:-1]).all()


def test_middle_switches_stand_over_their_pod():
    fabric = k_ary(8)
    layout = lay_out(fabric, catalog())
    (pods,) = layout.columns.pods
    for node in np.flatnonzero(fabric.level == 2).tolist():
        own = np.flatnonzero(pods == layout.columns.pod_of_node[node])
        left = layout.column_x[own[0]] - layout.column_wide[own[0]] / 2
        right = layout.column_x[own[-1]] + layout.column_wide[own[-1]] / 2
        assert left - 20 <= layout.slot_x[layout.slot_of_node[node]] <= right + 20


def test_hosts_hang_under_their_edge_switch():
    fabric = k_ary(4)
    layout = lay_out(fabric, catalog())
    place = dict(zip(layout.hosts.tolist(), layout.host_column.tolist(), strict=True))
    for edge, host in fabric.ends[fabric.kind[fabric.ends[:, 1]] == 0].tolist():
        assert place[host] == layout.columns.of_node[edge]
    assert np.bincount(layout.host_column).tolist() == [2] * 8
    assert len(set(zip(layout.host_column.tolist(), layout.host_place.tolist(), strict=True))) == 16


@pytest.mark.parametrize(("pods", "edges", "middles", "cores"), [(4, 2, 2, 2), (5, 7, 3, 4), (20, 20, 2, 2)])
def test_bundles_at_every_coarseness_hold_all_links(pods, edges, middles, cores):
    fabric = three_levels(pods, edges, 3, middles, cores)
    wiring = Wiring(lay_out(fabric, catalog()))
    assert wiring.row_pairs == ((0, 1), (1, 2))
    up, top = pods * edges * middles, pods * middles * cores
    assert wiring.links == up + top
    for (low, high), links in (((0, 1), up), ((1, 2), top)):
        for low_tier in range(len(wiring.tiers[low])):
            for high_tier in range(len(wiring.tiers[high])):
                some = wiring.between(low, low_tier, high, high_tier)
                assert some.count.sum() == links
                assert len(np.unique(some.low * 10_000 + some.high)) == len(some.low)
                assert (some.ends[:, 1] > some.ends[:, 3]).all()
    links = np.concatenate([wiring.links_of(n) for n in range(len(wiring.count))])
    assert len(np.unique(links)) == len(links) == wiring.links


def test_groups_grow_step_by_step_and_keep_pods_whole():
    fabric = three_levels(40, 20, 2, 2, 2)
    wiring = Wiring(lay_out(fabric, catalog()))
    row = wiring.tiers[0]
    assert row[0].count == 800
    counts = [tier.count for tier in row]
    assert counts == sorted(counts, reverse=True)
    assert all(a / b <= 17 for a, b in pairwise(counts))
    assert counts[-1] <= 16
    pod = next(tier for tier in row if tier.word == "pod")
    assert pod.count == 40
    assert np.diff(pod.start).tolist() == [20] * 40
    for fine, coarse in pairwise(row):
        assert set(coarse.start.tolist()) <= set(fine.start.tolist())
        assert group_of(coarse, coarse.start[:-1]).tolist() == list(range(coarse.count))


def test_the_same_network_gives_the_same_picture():
    first, second = lay_out(k_ary(6), catalog()), lay_out(k_ary(6), catalog())
    for name in FIGURES:
        assert (getattr(first, name) == getattr(second, name)).all()


@pytest.mark.parametrize("share", [0.2, 0.35, 0.5, 0.8])
def test_narrow_pods_are_named_by_number_and_no_counts_run_together(share):
    """Every pod says which it is, never how many switches it has; texts under hosts keep apart."""
    fabric = k_ary(16)
    racks = np.full(fabric.node_count, -1, np.int32)
    drawing = Drawing(fabric, fabric.ids, racks, (), catalog())
    left, _, right, _ = drawing.layout.extent
    scale = 1000 * share / (right - left)
    looking = Looking(drawing, colouring("level", fabric, no_figures(fabric), racks))
    seen = looking.frame(View(scale, 100.0, 700 - float(drawing.layout.row_y[0]) * scale, 4000.0, 900.0))
    groups = [box for box in seen.boxes if box.what == "group" and box.row == 0]
    assert len(groups) == 16
    named = [label for label in seen.labels if label.bold and label.y > groups[0].y]
    numbers = [int(label.text.removeprefix("Pod ").removeprefix("P")) for label in named]
    assert numbers in ([], list(range(1, 17)))
    assert numbers or groups[0].width < 16
    below = sorted((at.x, at.text) for at in seen.labels if at.y > groups[0].y + groups[0].height)
    for (x1, one), (x2, two) in pairwise(below):
        assert x1 + width_of(one, 11.0) / 2 <= x2 - width_of(two, 11.0) / 2, (one, two)


@pytest.mark.parametrize("wing", [2, 3])
def test_groups_of_a_dragonfly_stay_together(wing):
    """Edge and spine switches of a group are one pod, and no box of several switches holds two groups."""
    fabric = dragonfly(groups=4, edges=wing, spines=5, hosts=2)
    columns = columns_of(fabric)
    (groups,) = columns.pods
    assert columns.pod_word == "Group"
    assert groups.tolist() == np.repeat(np.arange(4), wing).tolist()
    spine = np.flatnonzero(fabric.level == 2)
    assert columns.pod_of_node[spine].tolist() == np.repeat(np.arange(4), 5).tolist()
    drawing = Drawing(fabric, fabric.ids, np.full(fabric.node_count, -1, np.int32), (), catalog())
    tier = next(tier for tier in drawing.wiring.tiers[1] if tier.count == 4)
    assert [drawing.group_name(1, tier, group) for group in range(4)] == [f"Group {n}" for n in range(1, 5)]
    for group, (left, right) in enumerate(zip(*drawing.pod_spans[0], strict=True)):
        x = drawing.layout.slot_x[drawing.layout.slot_of_node[drawing.nodes_of(1, tier, group)]]
        assert ((left < x) & (x < right)).all()


@pytest.mark.parametrize("share", [0.5, 0.8, 1.2])
def test_counts_of_hosts_have_one_form(share):
    """Groups of seven and of eight pods are not equally wide: all are counted alike."""
    fabric = three_levels(62, 9, 9, 9, 9)
    racks = np.full(fabric.node_count, -1, np.int32)
    drawing = Drawing(fabric, fabric.ids, racks, (), catalog())
    left, _, right, _ = drawing.layout.extent
    scale = 1000 * share / (right - left)
    looking = Looking(drawing, colouring("level", fabric, no_figures(fabric), racks))
    seen = looking.frame(View(scale, 100.0, 700 - float(drawing.layout.row_y[0]) * scale, 4000.0, 900.0))
    bars = [box for box in seen.boxes if box.what == "hosts"]
    counts = [at.text for at in seen.labels if at.y > bars[0].y + bars[0].height]
    assert counts
    assert len({text.startswith("×") for text in counts}) == 1
