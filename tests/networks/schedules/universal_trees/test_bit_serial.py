"""Delivery cycles bit by bit: nodes that see nothing but the bits on their wires, against the paths."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.networks.schedules.capacitated_tree import load
from fatdesk.networks.schedules.offline import schedule
from fatdesk.networks.schedules.universal_trees.bit_serial import (
    Hardware,
    delivery_cycle,
)
from fatdesk.networks.schedules.universal_trees.concentrators import concentrator
from fatdesk.networks.topologies.universal import capacities
from tests.networks.schedules.trees import messages
from tests.networks.schedules.universal_trees.bits import Collision, headers, transmit

TREES = [(2, 2), (4, 3), (8, 4), (16, 7), (16, 16), (64, 16), (64, 40)]


@st.composite
def loaded(draw):
    n, w = draw(st.sampled_from(TREES))
    return Hardware(n, capacities(n, w)), *draw(messages(n, 120))


def first_wires(source, destination):
    seen, found = {}, {}
    for message, (s, d) in enumerate(zip(source.tolist(), destination.tolist(), strict=True)):
        if s != d:
            found[message] = seen[s] = seen.get(s, -1) + 1
    return found


@given(loaded())
def test_bits_arrive_where_and_when_they_should(found):
    hardware, source, destination = found
    made = delivery_cycle(hardware, source, destination)
    going = np.flatnonzero(made.delivered & (source != destination))
    bits, wires = headers(hardware, made), first_wires(source, destination)

    def name(message):
        return [message >> k & 1 for k in range(8)]

    sent = [(int(source[m]), wires[m], [*bits[m], *name(m)]) for m in going.tolist()]
    arrivals = transmit(hardware, sent)
    assert len(arrivals) == len(going)
    came = {tuple(name(m)): m for m in going.tolist()}
    for arrival in arrivals:
        message = came.pop(arrival.data)
        assert arrival.leaf == destination[message]
        turn = hardware.depth - int(source[message] ^ destination[message]).bit_length()
        assert arrival.time + len(arrival.data) + 1 == hardware.message_time(turn, 8)
        assert len(bits[message]) == hardware.message_time(turn, 0) - 1 - (2 * (hardware.depth - turn) - 1)
    assert not came


@given(loaded())
def test_what_the_concentrators_guarantee_is_never_lost(found):
    hardware, source, destination = found
    tree = hardware.guaranteed
    assert (tree.up[1:] <= hardware.tree.up[1:]).all()
    made = schedule(tree, source, destination)
    for cycle in range(made.cycles):
        here = made.cycle == cycle
        assert delivery_cycle(hardware, source[here], destination[here]).delivered.all()


@given(loaded())
def test_no_wire_is_used_twice_and_nothing_is_lost_without_need(found):
    hardware, source, destination = found
    made = delivery_cycle(hardware, source, destination)
    through = made.delivered
    loads = load(hardware.tree, source[through], destination[through])
    assert loads.factor <= 1
    for step in made.steps:
        last = step.wires[-1]
        alive = last >= 0
        assert len(set(zip(step.leaving[alive].tolist(), last[alive].tolist(), strict=True))) == alive.sum()
    if len(source):
        assert through.any()


def test_messages_above_a_channels_capacity_are_lost():
    hardware = Hardware(4, (2, 2, 1))
    made = delivery_cycle(hardware, np.array([0, 0, 1, 2, 3]), np.array([1, 2, 0, 0, 3]))
    assert made.delivered.tolist() == [True, False, True, False, True]


def test_a_cycle_takes_o_of_lg_n_bit_times():
    """Section II: the constant grows with the stages of the widest concentrator, and no further."""
    ratios = []
    for n in (64, 256, 1024, 4096):
        w = min(c for c in range(1, n + 1) if c**3 >= n * n) * 2
        ratios.append(Hardware(n, capacities(n, w)).cycle_time() / np.log2(n))
    assert max(ratios) < 2 * 14


def test_wrong_settings_collide():
    """All of a half say that they want the same first wire."""
    hardware = Hardware(8, capacities(8, 4))
    sent = [(leaf, 0, [1, *[0] * 40]) for leaf in range(8)]
    with pytest.raises(Collision, match="two messages meet on wire"):
        transmit(hardware, sent)


def test_components_are_those_counted_node_by_node():
    hardware = Hardware(16, capacities(16, 7))
    cap = hardware.capacities
    total = 0
    for node in range(1, 16):
        level = node.bit_length() - 1
        below, above = cap[level + 1], cap[level]
        total += 2 * (above + 2 * below)
        for through in (concentrator(2 * below, above), *[concentrator(above + below, below)] * 2):
            total += sum(len(one.output) for one in through.stages)
    assert hardware.components == total
