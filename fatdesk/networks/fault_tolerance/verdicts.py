"""Whether all hosts reach each other in combinations that are told one by one; many are judged at once."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.judging import Judge, judges
from fatdesk.networks.fault_tolerance.units import FaultUnits
from fatdesk.networks.network import Network
from fatdesk.networks.routing.scheme import Scheme

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Verdicts:
    """Judges combinations of things."""

    def __init__(
        self, network: Network, scheme: Scheme, units: FaultUnits, progress: Progress = SILENT
    ) -> None:
        from fatdesk.networks.fault_tolerance.block_kernel import WORDS

        self._judge: Judge = judges(network, scheme, units, progress)()
        self._out = np.zeros((units.count, WORDS), np.uint64)

    def __call__(self, start: Longs, thing: Ints, progress: Progress) -> Bools:
        """Whether all is well when ``thing[start[i]:start[i + 1]]`` are out, for each i."""
        block = 64 * self._out.shape[1]
        found = np.zeros(len(start) - 1, np.bool_)
        for first in range(0, len(found), block):
            many = min(block, len(found) - first)
            here = thing[start[first] : start[first + many]]
            bit = np.repeat(np.arange(many), np.diff(start[first : first + many + 1]))
            np.bitwise_or.at(self._out, (here, bit >> 6), np.uint64(1) << (bit & 63).astype(np.uint64))

            def check(done: int = first) -> None:
                progress.step(done, len(found), "combinations")

            good = self._judge.judge(self._out, many, False, check).good
            self._out[here] = 0
            bits = np.unpackbits(good.astype("<u8").view(np.uint8), count=many, bitorder="little")
            found[first : first + many] = bits
        return found


def fatal_alone(network: Network, units: FaultUnits) -> Bools:
    """Things without which some host has no link out, or none into it; others may be fatal as well."""
    owner = np.repeat(np.arange(units.count), np.diff(units.start))
    found = np.zeros(units.count, np.bool_)
    for side in (0, 1):
        host = network.channels[units.channel, side]
        at_host = host < network.hosts
        pairs, taken = np.unique(owner[at_host] * np.int64(network.hosts) + host[at_host], return_counts=True)
        has = np.bincount(network.channels[:, side], minlength=network.node_count)
        found[(pairs // network.hosts)[taken == has[pairs % network.hosts]]] = True
    return found if network.hosts > 1 else np.zeros(units.count, np.bool_)


def among(units: FaultUnits, things: Ints) -> FaultUnits:
    """Some of the things, in that order."""
    sizes = np.diff(units.start)[things]
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    at = np.repeat(units.start[things] - start[:-1], sizes) + np.arange(start[-1])
    return FaultUnits(units.asked, start, units.channel[at], units.of[things])
