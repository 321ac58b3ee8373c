"""What the user lets fail to see what is cut: saved in no file, no step of the history, gone when mended."""

from collections.abc import Iterable
from typing import TypeVar

import numpy as np

from fatdesk.core.arrays import Ints
from fatdesk.project.document.ref import NodeOf, Ref

Some = TypeVar("Some")
Failed = str | NodeOf
"""A device of a fabric by its id, or a node of a network under study."""


class WhatIf:
    """Devices and links that have failed, by the network that they belong to.

    A network is a :class:`Ref` of kind ``fabric`` or ``study``.

    Attributes
    ----------
    state
        Another object after each change.
    """

    def __init__(self) -> None:
        self._devices: dict[Ref, frozenset[Failed]] = {}
        self._links: dict[Ref, tuple[Ints, frozenset[int]]] = {}
        self.state = object()

    @property
    def anything(self) -> bool:
        """Whether anything has failed."""
        return bool(self._devices or self._links)

    def devices(self, network: Ref) -> frozenset[Failed]:
        """Ids of the devices of a network that have failed."""
        return self._devices.get(network, frozenset())

    def links(self, network: Ref, ends: Ints) -> frozenset[int]:
        """Links of a network that have failed; of one that has other links by now, none.

        Parameters
        ----------
        ends : (m, 2) int32
            The links as they are now.
        """
        before, links = self._links.get(network, (ends, frozenset()))
        return links if before is ends or np.array_equal(before, ends) else frozenset()

    def turn_devices(self, network: Ref, ids: Iterable[Failed]) -> None:
        """Let devices fail; where all of them have failed, mend them."""
        self._put_devices(network, _turned(self.devices(network), frozenset(ids)))

    def turn_links(self, network: Ref, ends: Ints, links: Iterable[int]) -> None:
        """Let links fail; where all of them have failed, mend them."""
        found = _turned(self.links(network, ends), frozenset(links))
        self._links.pop(network, None)
        if found:
            self._links[network] = (ends, found)
        self.state = object()

    def mend(self) -> None:
        """Everything works again."""
        self._devices.clear()
        self._links.clear()
        self.state = object()

    def _put_devices(self, network: Ref, ids: frozenset[Failed]) -> None:
        self._devices.pop(network, None)
        if ids:
            self._devices[network] = ids
        self.state = object()


def _turned(now: frozenset[Some], some: frozenset[Some]) -> frozenset[Some]:
    return now - some if some <= now else now | some
