"""Networks gone wrong, drawn by hand, and port use against counting one by one."""

import re
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.fabric.checks import check_fabrics
from fatdesk.engine.fabric.fabric import NodeKind
from tests.engine.cabling.networks import network

S, H, X = NodeKind.SWITCH, NodeKind.HOST, NodeKind.EXTERNAL


def twice(*fabrics):
    return sorted((f.where, f.text.split()[1]) for f in check_fabrics(fabrics) if f.rule == "port-used-twice")


def changed(fabric, **arrays):
    values = {name: getattr(fabric, name) for name in fabric.__dataclass_fields__}
    return type(fabric)(**values | {name: np.array(value, np.int32) for name, value in arrays.items()})


def test_a_port_used_by_a_link_to_each_side_is_found():
    """Two joined switches: the port of the second is end 1 of the join and end 0 of a host's link."""
    net = network([(0, 1), (1, 2)], ["s", "s", "h"], [S, S, H], ports=[(5, 7), (7, 0)])
    assert twice(net) == [("net/edge/2", "8")]


@pytest.mark.parametrize(
    ("split", "splits", "wrong"),
    [
        ([0, 1, 2], [4, 4, 4], []),
        ([0, 1, 1], [4, 4, 4], ["1"]),
        ([0, 1, 0], [4, 4, 1], ["1"]),
        ([0, 1, 2], [4, 4, 1], ["1"]),
    ],
)
def test_a_split_port_holds_a_link_a_split(split, splits, wrong):
    net = network([(0, 1), (0, 2), (0, 3)], ["s", "h", "h", "h"], [S, H, H, H], [(0, 0)] * 3, splits=splits)
    assert [port for _, port in twice(changed(net, split=split))] == wrong


def test_two_networks_on_one_host_port():
    one = network([(0, 1)], ["s", "h"], [S, H])
    other = network([(0, 1)], ["s", "h"], [S, H])
    assert twice(one, type(one)(**{**vars(other), "name": "other"})) == [("n/2", "1")]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3), st.integers(0, 2), st.integers(4, 6), st.integers(0, 1), st.integers(0, 2)
        ),
        max_size=12,
    )
)
def test_ports_used_twice_by_counting(links):
    """(switch, its port, host, its port, split) of each link; split 2 stands for a port not split."""
    net = network(
        [(a, b) for a, _, b, _, _ in links],
        ["s"] * 4 + ["h"] * 3,
        [S] * 4 + [H] * 3,
        [(p, q) for _, p, _, q, _ in links],
        splits=[1 if leg == 2 else 2 for *_, leg in links],
    )
    net = changed(net, split=[0 if leg == 2 else leg for *_, leg in links])
    held = defaultdict(list)
    for a, p, b, q, leg in links:
        held[net.ids[a], p].append(leg)
        held[net.ids[b], q].append(2)
    wrong = {
        (node, str(port + 1))
        for (node, port), legs in held.items()
        if len(legs) > 1 and (2 in legs or len(set(legs)) < len(legs))
    }
    assert twice(net) == sorted(wrong)


def test_hosts_cut_off_and_uneven_bundles():
    links = [(0, 1), (0, 1), (0, 2), (1, 3), (4, 5)]
    net = network(links, ["s", "s", "s", "h", "s", "h"], [S, S, S, H, S, H])
    found = {(f.rule, f.where) for f in check_fabrics([net])}
    assert {("unequal-bundles", "net"), ("unreachable", "n/6")} <= found


def uneven(fabric):
    """The findings about bundles as levels and sizes."""
    found = [f.text for f in check_fabrics([fabric]) if f.rule == "unequal-bundles"]
    return [tuple(int(word) for word in re.findall(r"\d+", text)) for text in found]


def leveled(sizes, level):
    """Switches with so many links between pairs of them; every switch with a host of its own."""
    links = [pair for pair, count in sizes.items() for _ in range(count)]
    count = len(level)
    links += [(switch, count + switch) for switch in range(count)]
    net = network(links, ["s"] * count + ["h"] * count, [S] * count + [H] * count)
    return changed(net, level=[*level, *[0] * count])


def test_bundles_of_other_levels_may_have_other_sizes():
    """Edge switches with 1 link to each middle switch, these with 9 to each core switch."""
    below = {(edge, middle): 1 for edge in (0, 1) for middle in (2, 3)}
    above = {(middle, core): 9 for middle in (2, 3) for core in (4, 5)}
    assert uneven(leveled(below | above, [1, 1, 2, 2, 3, 3])) == []
    assert uneven(leveled(below | above | {(3, 5): 8}, [1, 1, 2, 2, 3, 3])) == [(2, 3, 8, 9)]
    both = uneven(leveled(below | above | {(3, 5): 8, (0, 2): 3}, [1, 1, 2, 2, 3, 3]))
    assert both == [(1, 2, 1, 3), (2, 3, 8, 9)]


def test_bundles_of_other_planes_may_have_other_sizes():
    """Two trees that share hosts and no switch: each a subnet of its own for a subnet manager."""
    planes = {(0, 2): 2, (1, 2): 2, (3, 5): 3, (4, 5): 3}
    net = leveled(planes, [1, 1, 2, 1, 1, 2])
    shared = net.ends.copy()
    shared[-3:, 1] = shared[-6:-3, 1]  # hosts of the first tree, at the second one too
    assert uneven(changed(net, ends=shared)) == []
    assert uneven(leveled(planes | {(4, 5): 4}, [1, 1, 2, 1, 1, 2])) == [(1, 2, 3, 4)]


@given(
    st.lists(st.integers(1, 3), min_size=2, max_size=8),
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(1, 3)), max_size=12),
)
def test_uneven_bundles_by_walking(level, drawn):
    """Sizes of bundles, gathered by walking over switches from each of them."""
    count = len(level)
    sizes = {(min(a, b), max(a, b)): n for a, b, n in drawn if a != b and max(a, b) < count}
    wanted = {}
    for start in range(count):
        tree, old = {start}, set()
        while tree != old:
            old = set(tree)
            tree |= {end for pair in sizes if old & set(pair) for end in pair}
        of_levels = {pair: tuple(sorted(level[end] for end in pair)) for pair in sizes}
        for levels in set(of_levels.values()):
            own = {sizes[pair] for pair, found in of_levels.items() if pair[0] in tree and found == levels}
            if len(own) > 1:
                wanted.setdefault(levels, set()).update(own)
    stated = [(*dict.fromkeys(levels), min(own), max(own)) for levels, own in sorted(wanted.items())]
    assert uneven(leveled(sizes, level)) == stated


def test_an_empty_network_has_no_findings():
    assert check_fabrics([network([], [])]) == []
    assert check_fabrics([network([(0, 1)], ["s", ""], [S, X])]) == []
