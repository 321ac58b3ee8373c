"""Places and lengths of candidates against the general router, and against plain loops over devices."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.cabling.laying import lay
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.exploring.pricing.grid import figures, grid_of, length, size_for
from fatdesk.engine.exploring.pricing.placement import (
    host_pieces,
    lattice_pieces,
    lattice_places,
    room_of,
    tree_pieces,
)
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import lay_out
from fatdesk.networks.topologies import network_of
from tests.engine.cabling.networks import network
from tests.engine.cabling.test_lengths import CATALOG, algorithm_4, floor_with, rooms
from tests.engine.exploring.trees_in_racks import tree_places
from tests.plain_rules import PLAIN

GRID = grid_of(None, PLAIN, CATALOG)
UNIT = Fraction(4445, 100_000)


@given(rooms(), st.sampled_from((PLAIN, CablingRules(slack_m=0.35, tolerance=0.07))))
def test_formula_is_the_general_router_to_the_last_digit(case, rules):
    rows, per_row, gap, seats = case
    floor = floor_with(rows, per_row, gap, seats)
    links = [(i, j) for i in range(len(seats)) for j in range(i + 1, len(seats))]
    cabling = lay([network(links, [f"box-{h}" for _, _, (h, _) in seats])], ["any"], floor, rules, CATALOG)
    laid = cabling.fabrics[0]
    routed = {int(laid.links[laid.start[k]]): int(laid.spans.computed_um[k]) for k in range(laid.count)}
    room = RoomRequirement(rows=rows, racks_per_row=per_row, cross_tray_every=gap)
    grid = grid_of(room, rules, CATALOG)
    ends = [
        (row * per_row + (at if row % 2 == 0 else per_row - 1 - at), (2 * (43 - u) - h) * 22_225)
        for row, at, (h, u) in seats
    ]
    for number, (i, j) in enumerate(links):
        assert length(*ends[i], *ends[j], figures(grid, per_row)) == routed[number]


@given(st.integers(1, 400))
def test_a_room_without_size_is_the_one_that_is_laid_out(racks):
    floor = lay_out(RoomRequirement(), CATALOG, TraySize(), racks)
    rows, per_row = size_for(GRID, racks)
    assert len(floor.racks) == rows * per_row
    assert max(rack.row for rack in floor.racks) + 1 == rows


def seats(groups, above, dense):
    """(rack, units above the middle) of every device: blocks one after the other, then switches; all 1 U."""
    racks, places = [[]], {}

    def put(name, rack):
        places[name] = (rack, Fraction(2 * len(racks[rack]) + 1, 2))
        racks[rack].append(name)

    for number, (switch, hosts, height) in enumerate(groups):
        if number and (len(racks[-1]) == 42 or (not dense and len(racks[-1]) + height > 42)):
            racks.append([])
        for name in (switch, *hosts, *[None] * (0 if dense else height - 1 - len(hosts))):
            if len(racks[-1]) == 42:
                racks.append([])
            put(name, len(racks) - 1)
    for name in above:
        rack = next((n for n, some in enumerate(racks) if len(some) < 42), None)
        if rack is None:
            racks.append([])
            rack = len(racks) - 1
        put(name, rack)
    return places, len(racks)


def expected(places, racks, links):
    """How often each (micrometres, links, same rack) occurs."""
    per_row = size_for(GRID, racks)[1]

    def at(name):
        rack, z = places[name]
        row, step = divmod(rack, per_row)
        return (row, step if row % 2 == 0 else per_row - 1 - step, z * UNIT)

    return Counter(
        (algorithm_4(at(a), at(b), 4) * 1_000_000, n, places[a][0] == places[b][0]) for a, b, n in links
    )


def found(*pieces):
    return Counter(
        (um, n, not far)
        for some in pieces
        for um, n, far in zip(
            some.length_um.tolist(), some.links.tolist(), some.between.tolist(), strict=True
        )
    )


TREES = [
    (Egft((16, 4), (1, 8), (1, 2)), 60),
    (Egft((24, 5, 3), (1, 4, 6), (1, 3, 2)), 350),
    (Egft((5, 3, 2), (1, 3, 2), (1, 1, 5)), 30),
    (Egft((2, 2, 2, 2), (1, 3, 2, 5), (1, 1, 4, 1)), 13),
    (Egft((4, 4, 3), (1, 4, 2), (1, 1, 5)), 48),  # ten uplinks over four switches: runs of 3, 3, 2 and 2
    (Egft((3, 2, 2), (1, 5, 3), (1, 1, 1)), 12),  # fewer uplinks than switches
]


def built_links(tree):
    """((level, number), (level, number)) of each link between switches of the network that is built."""
    network = network_of("egft:" + ",".join(f"{name}={value}" for name, value in tree.params().items()))
    names = [
        (level, number) for level in range(1, tree.levels + 1) for number in range(tree.switches_at(level))
    ]
    for ends in network.ends.tolist():
        if min(ends) >= network.hosts:
            low, high = sorted(names[end - network.hosts] for end in ends)
            yield low, high


@pytest.mark.parametrize(("tree", "hosts"), TREES)
@pytest.mark.parametrize("policy", ["dense", "prewired"])
def test_trees_are_placed_and_wired_as_told(tree, hosts, policy):
    T = tree.M[0]
    groups, links, names, left = [], [], [], hosts
    for edge in range(tree.modules(1)):
        some = [("host", edge, i) for i in range(min(T, left))]
        left -= len(some)
        groups.append(((1, edge), some, T + 1))
        links += [((1, edge), host, 1) for host in some]
    for level in range(2, tree.levels + 1):
        names += [(level, number) for number in range(tree.switches_at(level))]
    links += [(low, high, n) for (low, high), n in Counter(built_links(tree)).items()]
    places, racks = seats(groups, names, policy == "dense")
    got = tree_places(tree, hosts, (1, 1), GRID, policy)
    assert got.racks == racks
    room = room_of(GRID, got)
    between = tree_pieces(tree, got, room)
    assert found(host_pieces(got, room), between) == expected(places, racks, links)
    assert between.links.sum() == tree.links - tree.ports
    uplinks = Counter()
    for a, _, n in links:
        uplinks[a] += n
    for (level, number), count in uplinks.items():
        ports = tree.M[0] if level == 1 else 0
        assert count <= tree.uplinks(level) + ports, (level, number)


@pytest.mark.parametrize(
    ("lattice", "hosts"),
    [
        (HyperX((6, 6), (1, 1), 8), 288),
        (HyperX((4, 3, 2), (1, 2, 3), 20), 470),
        (HyperX((7,), (2,), 33), 220),
    ],
)
@pytest.mark.parametrize("policy", ["dense", "prewired"])
def test_lattices_are_placed_and_wired_as_told(lattice, hosts, policy):
    P, T = lattice.switches, lattice.T
    got = lattice_places(lattice, hosts, (1, 1), GRID, policy)
    room = room_of(GRID, got)
    if policy == "prewired":
        assert got.racks == -(-P // (42 // (T + 1)))
    for order in set(permutations(zip(lattice.S, lattice.K, strict=True))):
        sides = [side for side, _ in order]
        points = [tuple(n // prod(sides[d + 1 :]) % sides[d] for d in range(len(sides))) for n in range(P)]
        groups, links = [], []
        for n, point in enumerate(points):
            some = [("host", n, i) for i in range(hosts // P + (n < hosts % P))]
            groups.append((point, some, T + 1))
            links += [(point, host, 1) for host in some]
            for other in points[:n]:
                differ = [d for d in range(len(sides)) if point[d] != other[d]]
                if len(differ) == 1:
                    links.append((point, other, order[differ[0]][1]))
        places, racks = seats(groups, [], policy == "dense")
        assert racks == got.racks
        pieces = lattice_pieces(order, got, room)
        assert found(host_pieces(got, room), pieces) == expected(places, racks, links)


def test_what_is_higher_than_a_rack_has_no_place():
    lattice = HyperX((4,), (1,), 48)
    assert lattice_places(lattice, 192, (1, 1), GRID, "prewired") is None
    assert lattice_places(lattice, 192, (1, 1), GRID, "dense").racks == 5
    assert tree_places(Egft((8,), (1,), (1,)), 8, (43, 1), GRID, "dense") is None
    assert lattice_places(HyperX((4,), (1,), 8), 32, (1, 1), GRID, "scalable-unit").racks == 4
