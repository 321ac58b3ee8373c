"""Decompositions against sets of nodes that are cut and counted one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.schedules.universal_trees.cutting import cut_box
from fatdesk.networks.schedules.universal_trees.decomposition import decompose


@st.composite
def rooms(draw, together=False):
    """Nodes at any points of a room, some of them hosts, any links."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(1, 40))
    size = np.array(draw(st.sampled_from([(1, 1, 1), (20.0, 6.0, 2.5), (3.0, 30.0, 1.0)])))
    cells = 3 if together else 64
    spots = random.choice(cells**3, n, replace=together)
    where = np.stack(np.unravel_index(spots, (cells,) * 3), axis=1) / (cells - 1) * size
    host = random.random(n) < draw(st.sampled_from([0.3, 0.8, 1.0]))
    ends = random.integers(0, n, (draw(st.integers(0, 80)), 2))
    ends = ends[ends[:, 0] != ends[:, 1]]
    return where, host, ends, random.integers(1, 5, len(ends)).astype(float), np.stack([np.zeros(3), size])


def crossing(nodes, ends, bandwidth):
    leaves = [(a in nodes) != (b in nodes) for a, b in ends.tolist()]
    return sum(leaves), sum(w for w, yes in zip(bandwidth.tolist(), leaves, strict=True) if yes)


def cut_by_hand(nodes, low, high, level, where, host):
    """(level, nodes, surface, plane) of every part, by the definition."""
    sides = [h - a for a, h in zip(low, high, strict=True)]
    surface = 2 * (sides[0] * sides[1] + sides[1] * sides[2] + sides[2] * sides[0])
    if sum(host[node] for node in nodes) <= 1:
        return [(level, nodes, surface, None)]
    axis = max(range(3), key=lambda k: (round(sides[k], 9), -k))
    middle = (low[axis] + high[axis]) / 2
    upper = frozenset(node for node in nodes if where[node][axis] >= middle)
    found = [(level, nodes, surface, (axis, middle))]
    for part, at in ((nodes - upper, "high"), (upper, "low")):
        if part:
            corner = [*(high if at == "high" else low)]
            corner[axis] = middle
            found += cut_by_hand(
                part, *((low, corner) if at == "high" else (corner, high)), level + 1, where, host
            )
    return found


@given(rooms())
def test_planes_surfaces_and_links_are_those_of_cutting_by_hand(room):
    where, host, ends, bandwidth, box = room
    parts = cut_box(*room)
    by_hand = cut_by_hand(frozenset(range(len(host))), *box.tolist(), 0, where.tolist(), host.tolist())
    assert len(by_hand) == parts.count
    key = lambda row: (row[0], row[1:4], row[4])  # noqa: E731
    wanted = sorted(
        (
            (
                level,
                sum(host[n] for n in nodes),
                *crossing(nodes, ends, bandwidth),
                round(surface, 6),
                plane is None,
            )
            for level, nodes, surface, plane in by_hand
        ),
        key=key,
    )
    found = sorted(
        (
            (int(a), int(b), int(c), float(d), round(float(e), 6), bool(f))
            for a, b, c, d, e, f in zip(
                parts.level,
                parts.hosts,
                parts.crossing_links,
                parts.crossing,
                parts.surface_m2,
                parts.axis < 0,
                strict=True,
            )
        ),
        key=key,
    )
    assert found == wanted
    planes = sorted((level, *plane) for level, _, _, plane in by_hand if plane)
    cut = parts.axis >= 0
    found_planes = sorted(zip(parts.level[cut], parts.axis[cut], parts.at_m[cut], strict=True))
    assert np.array(found_planes) == pytest.approx(np.array(planes))


@given(rooms(together=True))
def test_each_link_is_cut_once_at_the_level_where_its_ends_part(room):
    _, host, ends, bandwidth, _ = room
    parts = cut_box(*room)
    assert parts.depth <= 60
    wanted = np.zeros(parts.depth + 1)
    for (a, b), width in zip(ends.tolist(), bandwidth.tolist(), strict=True):
        apart = int(parts.place[a] ^ parts.place[b])
        if apart:
            wanted[parts.depth - apart.bit_length()] += width
    found = np.zeros(parts.depth + 1)
    np.add.at(found, parts.level, parts.cut)
    assert found.tolist() == wanted.tolist()
    leaf = (parts.low < 0) & (parts.high < 0)
    assert (parts.hosts[leaf] <= 1).all()
    assert len(set(parts.place[host].tolist())) == host.sum()


@given(st.one_of(rooms(), rooms(together=True)))
def test_theorem_8(room):
    _, host, ends, bandwidth, _ = room
    made = decompose(*room)
    balanced, n = made.balanced, int(host.sum())
    assert (made.balanced_width <= made.bound).all()
    for level in range(balanced.depth + 1):
        hosts = balanced.hosts[balanced.level == level]
        assert hosts.max() - hosts.min() <= 1 or (level and hosts.min() == 0 and hosts.max() == 1)
    divided = balanced.one >= 0
    assert (
        np.abs(balanced.hosts[balanced.one[divided]] - balanced.hosts[balanced.other[divided]]).max(initial=0)
        <= 1
    )
    assert balanced.depth == max(n - 1, 0).bit_length()
    assert sorted(balanced.sequence.tolist()) == np.flatnonzero(host).tolist()
    # bandwidths, from the strings that each part has
    place = made.parts.place
    for part in range(len(balanced.level)):
        a, b, c, d = balanced.strings[part].tolist()
        nodes = {node for node, at in enumerate(place.tolist()) if a <= at < b or c <= at < d}
        assert crossing(nodes, ends, bandwidth) == (balanced.crossing_links[part], balanced.crossing[part])
        assert sum(bool(host[node]) for node in nodes) == balanced.hosts[part]


@given(st.integers(2, 300), st.integers(0, 1000))
def test_theorem_5_surfaces_in_a_cube(nodes, seed):
    where = np.random.default_rng(seed).random((nodes, 3)) * 8
    links = np.zeros((0, 2), np.int64)
    parts = cut_box(where, np.ones(nodes, bool), links, np.zeros(0), np.array([[0.0] * 3, [8.0] * 3]))
    volume = 512 / 2.0**parts.level
    assert (parts.surface_m2 <= 4 * 4 ** (1 / 3) * volume ** (2 / 3) * (1 + 1e-12)).all()
    cubes = parts.level % 3 == 0
    assert parts.surface_m2[cubes] == pytest.approx(6 * volume[cubes] ** (2 / 3))
    assert (np.prod(parts.box[:, 1] - parts.box[:, 0], axis=1)) == pytest.approx(volume)


def test_nodes_outside_cross_every_part_that_they_lead_into():
    where = np.array([[0.0, 0, 0], [1, 0, 0], [np.nan] * 3])
    made = decompose(
        where,
        np.array([True, True, False]),
        np.array([[0, 2], [0, 1]]),
        np.array([5.0, 2.0]),
        np.array([[0.0, 0, 0], [1, 1, 1]]),
    )
    assert made.parts.crossing.tolist() == [5, 7, 2]
    assert made.parts.per_m2[0] == pytest.approx(5 / 6)
    assert made.balanced.crossing.tolist() == [5, 7, 2]


def test_nodes_at_one_place_are_parted_by_number():
    made = decompose(
        np.ones((5, 3)), np.ones(5, bool), np.array([[0, 4]]), np.ones(1), np.array([[0.0] * 3, [2.0] * 3])
    )
    assert made.parts.depth == 3
    assert (made.parts.axis == -1).all()
    assert sorted(made.balanced.sequence.tolist()) == [0, 1, 2, 3, 4]
    assert made.balanced.crossing_links[0] == 0


def test_bad_boxes_are_told():
    where, host = np.array([[0.0, 0, 0], [5, 0, 0]]), np.ones(2, bool)
    with pytest.raises(FatdeskError, match=r"1 nodes are outside the box, the first at \[5.0, 0.0, 0.0\]"):
        decompose(where, host, np.zeros((0, 2), int), np.zeros(0), np.array([[0.0] * 3, [1.0] * 3]))
    with pytest.raises(FatdeskError, match="the box"):
        decompose(where, host, np.zeros((0, 2), int), np.zeros(0), np.array([[0.0] * 3, [np.nan] * 3]))
