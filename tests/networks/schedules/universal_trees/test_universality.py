"""Theorem 10 on real networks: every step of the proof against sets of hosts and links counted one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import network
from fatdesk.networks.routing import fitting, usual
from fatdesk.networks.schedules.store_and_forward import delivered
from fatdesk.networks.schedules.universal_trees.cubic_layout import (
    cubic_layout,
    port_layout,
    volume_in_cube,
    volume_of,
)
from fatdesk.networks.schedules.universal_trees.cutting import cut_box
from fatdesk.networks.schedules.universal_trees.decomposition import node_of_part
from fatdesk.networks.schedules.universal_trees.universal import smallest_root
from fatdesk.networks.schedules.universal_trees.universality import (
    CUBE_RATIO,
    MOST_CONNECTIONS,
    corollary_9,
    fixed_connections,
    in_cube,
    online_bound,
    simulated,
)
from fatdesk.networks.topologies import network_of
from fatdesk.networks.topologies.universal import volume_of_root

SPECS = [
    "kary-tree:k=2,n=3",
    "kary-tree:k=3,n=2",
    "hyperx:S=4-4,K=1-1,T=2",
    "hyperx:S=2-2-2-2,K=1-1-1-1,T=1",
    "mikant:k=2,n=3",
    "ruft:k=2,n=3",
    "universal:n=16,w=8",
    "star:N=5,E=1,Bl=1",
    "two-level:N=20,PE=12,PC=12,Bl=1",
]
NETS = {spec: network_of(spec) for spec in SPECS}


@st.composite
def loaded(draw):
    spec = draw(st.sampled_from(SPECS))
    net = NETS[spec]
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    source, destination = random.integers(0, net.hosts, (2, draw(st.integers(0, 120))))
    return net, source, destination


def crossing(members, pairs):
    return sum((a in members) != (b in members) for a, b in pairs)


@given(loaded(), st.sampled_from([None, 3.0, 50.0, 1e6]))
def test_every_step_of_the_proof_holds(case, volume):
    net, source, destination = case
    found = simulated(net, source, destination, usual(net).routing_table(net), volume=volume)
    t = found.native.time
    assert found.at_least <= t
    assert found.real.load.factor <= found.widest * t + 1e-9
    assert found.ideal.load.factor <= found.real.load.factor
    assert found.real.cycles <= found.real.bound
    if t:
        assert found.slow_down <= found.bound
        assert found.slow_down <= found.slow_down_at_most
        assert found.time == found.real.cycles * found.cycle_time
    else:
        assert found.slow_down is found.bound is None
    assert found.online_cycles >= found.ideal.lower_bound


@given(loaded())
def test_loads_of_channels_are_the_messages_that_leave_balanced_parts(case):
    """The host at each leaf, and the parts, by the paths of parents."""
    net, source, destination = case
    found = simulated(net, source, destination, usual(net).routing_table(net))
    balanced = found.made.balanced
    node = node_of_part(balanced)
    assert len(set(node.tolist())) == len(node)
    host_at = dict(zip((balanced.leaf + found.leaves).tolist(), balanced.sequence.tolist(), strict=True))
    for part, at in enumerate(node.tolist()):
        members = set()
        for leaf, host in host_at.items():
            if leaf >> (leaf.bit_length() - at.bit_length()) == at:
                members.add(host)
        assert len(members) == balanced.hosts[part]
        if part:
            pairs = zip(source.tolist(), destination.tolist(), strict=True)
            both = found.real.load.up[at] + found.real.load.down[at]
            assert both == crossing(members, pairs)


@given(loaded())
def test_rounds_lie_between_congestion_and_congestion_times_path(case):
    net, source, destination = case
    made = delivered(usual(net).routing_table(net), source, destination)
    assert max(made.congestion, made.longest) <= made.time <= max(1, made.congestion) * made.longest
    moving = source != destination
    sent = np.bincount(source[moving], minlength=1).max(initial=0)
    ports = int(np.bincount(net.ends.ravel())[: net.hosts].max())
    assert made.time * ports >= sent


def test_rounds_on_a_path_are_those_of_a_queue():
    """Hosts 0 and 1 on one switch, 2 on the next: m messages from each of two hosts over one link."""
    net = network(
        3, np.array([0, 0, 0, 1, 1]), np.array([[0, 3], [1, 3], [2, 4], [3, 4]]),
        np.array([[0, 0], [0, 1], [0, 0], [2, 1]]),
    )  # fmt: skip
    table = fitting("minimal", net).routing_table(net)
    for m in (1, 2, 7):
        source, destination = np.repeat([0, 1], m), np.full(2 * m, 2)
        made = delivered(table, source, destination)
        assert (made.time, made.congestion, made.longest) == (2 * m + 2, 2 * m, 3)


def test_messages_without_a_path_are_refused():
    net = network(2, np.array([0, 0, 1, 1]), np.array([[0, 2], [1, 3]]), np.array([[0, 0], [0, 0]]))
    with pytest.raises(FatdeskError, match="no path for packets to host 1"):
        delivered(usual(net).routing_table(net), np.array([0]), np.array([1]))


@pytest.mark.parametrize("spec", SPECS)
def test_the_links_of_each_part_pass_through_its_surface(spec):
    """The volume is the smallest: at one part the surface is just enough."""
    net = NETS[spec]
    where, ends, box = port_layout(net)
    host = np.arange(len(where)) < net.hosts
    parts = cut_box(where, host, ends, np.ones(len(ends)), box)
    assert parts.hosts[parts.low < 0].max() == 1
    volume = volume_of(parts)
    assert volume_in_cube(net) == max(net.hosts, volume)
    scale = (volume / np.prod(box[1])) ** (1 / 3)
    room = []
    for part in range(parts.count):
        if parts.low[part] < 0 and parts.high[part] < 0:
            continue
        low, high = parts.box[part]
        inside = {n for n, at in enumerate(where) if (at >= low).all() and (at < high).all()}
        x, y, z = (high - low) * scale
        room.append(2 * (x * y + y * z + z * x) - crossing(inside, ends.tolist()))
    assert min(room) == pytest.approx(0, abs=1e-6)
    assert volume_of(parts, uncut=True) >= volume


@pytest.mark.parametrize("spec", SPECS)
def test_each_end_of_a_link_has_its_own_port_next_to_the_hosts_of_its_switch(spec):
    net = NETS[spec]
    where, ends, box = port_layout(net)
    points, cube = cubic_layout(net)
    assert (where[: net.hosts] == points[: net.hosts]).all()
    assert (box == cube).all()
    assert (where > box[0]).all()
    assert (where < box[1]).all()
    assert len(set(map(tuple, where[: net.hosts].tolist()))) == net.hosts
    links, inside = ends[: net.link_count], ends[net.link_count :]
    at_hosts = net.ends < net.hosts
    assert (links[at_hosts] == net.ends[at_hosts]).all()
    ports = links[~at_hosts]
    assert sorted(ports.tolist()) == list(range(net.hosts, len(where)))
    switch = dict(zip(ports.tolist(), net.ends[~at_hosts].tolist(), strict=True))
    counts = np.bincount(net.ends[~at_hosts])
    assert all(switch[a] == switch[b] for a, b in inside.tolist())
    inner = np.bincount([switch[a] for a in inside[:, 0].tolist()], minlength=len(counts))
    assert (inner == np.where(counts > 1, counts, 0)).all()


def test_theorem_4_volume_of_universal_fat_trees():
    """(w lg(n / w))^(3/2) to within 1 to 4 times, from root capacity n^(2/3) to n."""
    for n in (64, 256, 1024, 4096):
        for w in (smallest_root(n), (smallest_root(n) * n) ** 0.5 // 1, n):
            needed = volume_in_cube(network_of(f"universal:n={n},w={int(w)}"))
            assert 1 <= needed / volume_of_root(n, int(w)) <= 4


@pytest.mark.parametrize("spec", SPECS)
def test_corollary_9(spec):
    made = in_cube(NETS[spec])
    found = corollary_9(made)
    assert found.bound == pytest.approx(4 * CUBE_RATIO / (CUBE_RATIO - 1))
    for level, width in enumerate(made.width):
        assert width <= found.width / CUBE_RATIO**level * (1 + 1e-12)
    for level, width in enumerate(made.balanced_width):
        assert width <= found.factor * found.width / CUBE_RATIO**level * (1 + 1e-12)
        assert width <= found.bound * found.width / CUBE_RATIO**level
    assert 0 < found.factor <= found.bound


@pytest.mark.parametrize("dimensions", [3, 6, 9])
def test_one_step_of_a_hypercube_takes_o_of_lg_n(dimensions):
    spec = f"hyperx:S={'-'.join('2' * dimensions)},K={'-'.join('1' * dimensions)},T=1"
    found = fixed_connections(network_of(spec))
    assert (found.processors, found.degree) == (2**dimensions, dimensions)
    assert found.load_factor <= 4
    assert found.per_lg <= 110


def test_processors_are_all_nodes_where_switches_have_several_hosts_or_none():
    found = fixed_connections(NETS["kary-tree:k=2,n=3"])
    assert (found.processors, found.degree) == (8 + 12, 4)


def test_one_step_needs_a_bounded_degree():
    net = network_of("universal:n=2048,w=2048")
    assert np.bincount(net.ends.ravel()).max() > MOST_CONNECTIONS
    assert fixed_connections(net) is None


def test_bound_on_line():
    assert online_bound(2.5, 16) == 2.5 + 4 * 2
    assert online_bound(1, 2) == 2


def test_two_runs_are_equal():
    net = NETS["mikant:k=2,n=3"]
    source, destination = np.random.default_rng(1).integers(0, net.hosts, (2, 50))
    one, two = (simulated(net, source, destination, usual(net).routing_table(net)) for _ in range(2))
    assert (one.time, one.lost, one.bound) == (two.time, two.lost, two.bound)
