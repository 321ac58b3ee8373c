"""Who is cut off when a few channels are out: found from what that changes, where it changes little."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.fault_tolerance.impact import Bools, Ints
from fatdesk.networks.fault_tolerance.usable_channels import Inner, LawfulWays
from fatdesk.networks.network import Network

Words = NDArray[np.uint64]
FEW = 256


class FewOut:
    """What each switch of a whole network leads to, and what becomes of it.

    Parameters
    ----------
    up
        Channels up where ways lead up, then down; None: masks alone say what a channel is taken for.
    given, down, alive : (switches, words)
        What hangs on each switch, what it leads to going down only, and what by all ways.
    """

    def __init__(
        self,
        network: Network,
        inner: Inner,
        ways: LawfulWays,
        up: Bools | None,
        given: Words,
        down: Words,
        alive: Words,
    ) -> None:
        self._inner, self._ways, self._up = inner, ways, up
        self._given, self._down, self._alive = given, down, alive
        tail, head = network.channels.T
        self._switches = network.switch_count
        self._host = np.where(tail < network.hosts, tail, np.where(head < network.hosts, head, -1))
        self._count = np.bincount(self._host[self._host >= 0], minlength=network.hosts)
        order = inner.channel[np.argsort(inner.head[inner.channel], kind="stable")]
        self._channel = order
        self._start = np.zeros(self._switches + 1, np.int32)
        np.cumsum(np.bincount(inner.head[order], minlength=self._switches), out=self._start[1:])
        self._sends = np.zeros(self._switches, np.bool_)
        self._sends[inner.head[tail < network.hosts]] = True

    def cut(self, usable: Bools, out: Ints) -> Ints | None:
        """The hosts that are cut off from all others, while these reach each other.

        Parameters
        ----------
        usable : (c,) bool
            Which channels are not out.
        out
            Which are.

        Returns
        -------
        (h,) int32
            None where more than that changes: some host loses some of its ways, or some hosts each other.
        """
        own = self._host[out]
        hosts, lost = np.unique(own[own >= 0], return_counts=True)
        if (lost < self._count[hosts]).any():
            return None
        inner = out[own < 0]
        if len(inner) and self._less(usable, inner):
            return None
        return hosts.astype(np.int32)

    def _less(self, usable: Bools, out: Ints) -> bool:
        """Whether a switch to which hosts send leads to less than before."""
        tail = self._inner.tail
        if self._up is None:
            changed, _ = self._shrink(tail[out], usable, self._given, self._alive)
            return bool((changed & self._sends).any())
        rising = self._up[out]
        lower, down = self._shrink(tail[out[~rising]], usable & ~self._up, self._given, self._down)
        first = np.concatenate([tail[out[rising]], np.flatnonzero(lower)])
        changed, _ = self._shrink(first, usable & self._up, down, self._alive)
        return bool((changed & self._sends).any())

    def _shrink(
        self, first: NDArray[np.integer], usable: Bools, given: Words, before: Words
    ) -> tuple[Bools, Words]:
        """Which switches lead to less, and what all lead to then."""
        from fatdesk.networks.fault_tolerance.reach_kernels import shrink

        inner, alive = self._inner, before.copy()
        waiting, changed = np.zeros(self._switches, np.bool_), np.zeros(self._switches, np.bool_)
        some = np.unique(first)
        waiting[some] = True
        queue = np.zeros(self._switches, np.int32)
        queue[: len(some)] = some
        shrink(
            queue,
            len(some),
            waiting,
            inner.start,
            inner.channel,
            self._start,
            self._channel,
            inner.tail,
            inner.head,
            usable,
            self._ways.masks,
            self._ways.masked,
            given,
            alive,
            np.zeros(alive.shape[1], np.uint64),
            changed,
        )
        return changed, alive
