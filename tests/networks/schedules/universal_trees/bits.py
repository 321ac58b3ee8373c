"""Bits of messages through the nodes of a universal fat-tree, with nothing known but those on the wires."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fatdesk.networks.schedules.universal_trees.bit_serial import NONE, DeliveryCycle, Hardware


def headers(hardware: Hardware, made: DeliveryCycle) -> list[list[int]]:
    """The header bits of each message of a cycle, those of all nodes; of lost ones as far as they came."""
    found: list[list[int]] = [[] for _ in made.delivered]
    for step in made.steps:
        through = (hardware.up if step.up else hardware.down)[step.level]
        from_parent = step.wires[0] < hardware.capacities[step.level]
        selected = np.where(from_parent, step.leaving & 1, 0) if not step.up else np.ones(len(step.message))
        for column in np.flatnonzero(step.wires[-1] != NONE).tolist():
            bits = found[step.message[column]]
            bits.append(int(selected[column]))
            wires = step.wires[:, column].tolist()
            for stage, before, after in zip(through.stages, wires[:-1], wires[1:], strict=True):
                options = stage.output[stage.start[before] : stage.start[before + 1]].tolist()
                bits += [options.index(after) >> place & 1 for place in range(stage.bits - 1, -1, -1)]
    return found


class Collision(AssertionError):
    """Two messages on one wire: the settings do not give disjoint paths."""


@dataclass(frozen=True)
class Arrival:
    """A message as it comes out at a leaf.

    Attributes
    ----------
    leaf, wire
    time
        The bit time in which its M bit arrives; the first one is 0.
    data
        The bits after it.
    """

    leaf: int
    wire: int
    time: int
    data: tuple[int, ...]


_Wire = tuple[bool, int, int]
"""A wire: whether it leads up, the node beneath it, its number."""


def transmit(hardware: Hardware, sent: Sequence[tuple[int, int, Sequence[int]]]) -> list[Arrival]:
    """Run the nodes bit time by bit time, with nothing known but the bits on the wires.

    Parameters
    ----------
    sent
        Leaf, wire of its channel, and bits after the M bit, for each message; all leave at time 0.

    Raises
    ------
    Collision
        When two messages are led to one wire, of a channel or inside a concentrator.
    """
    size = hardware.leaves
    streams = {(True, leaf + size, wire): [1, *bits] for leaf, wire, bits in sent}
    signals: dict[_Wire, int] = {wire: bits[0] for wire, bits in streams.items()}
    reading: dict[_Wire, list[int]] = {}
    paths: dict[_Wire, _Wire] = {}
    used: set[tuple[bool, int, int, int]] = set()
    arrived: dict[_Wire, list[int]] = {}
    began: dict[_Wire, int] = {}
    now = 0
    while signals:
        coming: dict[_Wire, int] = {}
        for wire, bit in signals.items():
            if not wire[0] and wire[1] >= size:
                began.setdefault(wire, now)
                arrived.setdefault(wire, []).append(bit)
            elif wire in paths:
                coming[paths[wire]] = bit
            elif wire not in reading:
                reading[wire] = []  # the M bit
            else:
                reading[wire].append(bit)
                found = _selected(hardware, wire, reading[wire], used)
                if found is not None:
                    paths[wire] = found
                    coming[found] = 1
        for wire, bits in streams.items():
            if now + 1 < len(bits):
                coming[wire] = bits[now + 1]
        signals, now = coming, now + 1
    return [
        Arrival(wire[1] - size, wire[2], began[wire], tuple(bits[1:]))
        for wire, bits in sorted(arrived.items())
    ]


def _selected(
    hardware: Hardware, wire: _Wire, header: list[int], used: set[tuple[bool, int, int, int]]
) -> _Wire | None:
    """The wire on which a message goes on; None until the node has read all of its header."""
    cap = hardware.capacities
    from_below, beneath, number = wire
    node = beneath >> 1 if from_below else beneath
    level = node.bit_length() - 1
    up = from_below and header[0] == 1
    if len(header) < hardware.header_bits(level, up=up):
        return None
    if up:
        leaving, entry = node, number + (beneath & 1) * cap[level + 1]
    elif from_below:
        leaving, entry = beneath ^ 1, cap[level] + number
    else:
        leaving, entry = 2 * node + header[0], number
    at, read = entry, 1
    for number_of, stage in enumerate((hardware.up if up else hardware.down)[level].stages):
        option = int("".join(map(str, header[read : read + stage.bits])) or "0", 2)
        at, read = int(stage.output[stage.start[at] + option]), read + stage.bits
        key = (up, leaving, number_of, at)
        if key in used:
            raise Collision(f"two messages meet on wire {at} behind stage {number_of} towards node {leaving}")
        used.add(key)
    return (up, leaving, at)
