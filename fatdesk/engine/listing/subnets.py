"""The InfiniBand subnets of a plan, a file each: one a fabric, or one a plane where they share no switch."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.listing.chips import opened
from fatdesk.engine.listing.left_out import external_links, places
from fatdesk.engine.listing.subnet import Subnet, subnet_bytes, subnet_of

MOST_PORTS = 254
"""The highest number that a port can have: it is a byte, and 255 is kept for other uses."""


@dataclass(frozen=True, eq=False)
class FabricSubnets:
    """A fabric as InfiniBand sees it.

    Attributes
    ----------
    inside
        Whether modular switches of any size are written as their chips; otherwise only too large ones.
    """

    plan: Plan
    fabric: Fabric
    names: tuple[str, ...]
    inside: bool

    @cached_property
    def _closed(self) -> Subnet:
        return subnet_of(self.fabric, self.names, self.plan.catalog)

    @cached_property
    def _whole(self) -> Subnet:
        least = 0 if self.inside else MOST_PORTS + 1
        return opened(self._closed, self.fabric, self.plan.catalog, least_ports=least)

    @property
    def opened_large(self) -> int:
        """Number of switches that are written as their chips because they have too many ports."""
        large = self._closed.ports > MOST_PORTS
        return 0 if self.inside or self.too_large else int(large.sum())

    @property
    def too_large(self) -> str:
        """Name and ports of a switch that no port number reaches; empty where there is none."""
        large = np.flatnonzero(self._whole.ports > MOST_PORTS)
        return f"{self._whole.names[large[0]]} has {self._whole.ports[large[0]]} ports" if len(large) else ""

    @cached_property
    def _subnet_of_node(self) -> NDArray[np.int64]:
        """The subnet of each node, in the order of their first switches; -1 where it has no adapter."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        one = self._whole
        count = len(one.keys)
        ones = np.ones(len(one.ends), np.int8)
        graph = coo_array((ones, (one.ends[:, 0], one.ends[:, 1])), shape=(count, count))
        _, component = connected_components(graph, directed=False)
        kept, first = np.unique(component, return_index=True)
        with_adapters = np.isin(kept, component[one.switches :])
        number = np.full(count, -1, np.int64)
        order = kept[with_adapters][np.argsort(first[with_adapters])]
        number[order] = np.arange(len(order))
        return number[component]

    @property
    def planes(self) -> int:
        """Number of subnets."""
        return int(self._subnet_of_node.max(initial=-1)) + 1

    @property
    def alone(self) -> int:
        """Number of switches that no host reaches."""
        return int((self._subnet_of_node < 0).sum())

    def subnets(self) -> list[Subnet]:
        """Its subnets; none where a switch is too large, one without nodes where there are no hosts."""
        if self.too_large:
            return []
        if self.planes < 2 and not self.alone:
            return [self._whole]
        return [_part(self._whole, self._subnet_of_node == number) for number in range(self.planes)]


def subnet_files(plan: Plan, stem: str, *, inside: bool) -> dict[str, bytes]:
    """The files by name.

    ``STEM.net``, ``STEM-NAME.net`` where there are several fabrics, ``STEM-plane-1.net`` of several planes.
    """
    files = {}
    for one in _each(plan, inside):
        name = f"{stem}-{one.fabric.name}" if len(plan.fabrics) > 1 else stem
        subnets = one.subnets()
        for number, subnet in enumerate(subnets, start=1):
            plane = f"-plane-{number}" if len(subnets) > 1 else ""
            files[f"{name}{plane}.net"] = subnet_bytes(subnet)
    return files


def left_out(plan: Plan, *, inside: bool) -> list[str]:
    """What these files cannot hold of a plan."""
    told = []
    for one in _each(plan, inside):
        name = one.fabric.name
        if one.too_large:
            told.append(
                f"fabric {name}, so it has no file: {one.too_large}, InfiniBand numbers at most "
                f"{MOST_PORTS}, and its chips are not in the catalog or have more as well"
            )
            continue
        if one.opened_large:
            told.append(
                f"{counted(one.opened_large, 'switch', 'switches')} of {name} as single nodes: InfiniBand "
                f"numbers at most {MOST_PORTS} ports a node, so the chips of line cards and fabric boards "
                "are listed instead"
            )
        if one.planes > 1:
            told.append(f"{one.planes} planes of {name} in one file: each is a subnet with a file of its own")
        if one.alone:
            told.append(f"{counted(one.alone, 'switch', 'switches')} of {name} that no host reaches")
    return [*told, *external_links(plan), *places(plan)]


def _each(plan: Plan, inside: bool) -> Iterator[FabricSubnets]:
    for fabric, names in zip(plan.fabrics, plan.names, strict=True):
        yield FabricSubnets(plan, fabric, names, inside)


def _part(whole: Subnet, wanted: NDArray[np.bool_]) -> Subnet:
    """Some nodes of a subnet, with the links between them."""
    place = np.cumsum(wanted) - 1
    nodes = np.flatnonzero(wanted).tolist()
    links = wanted[whole.ends[:, 0]]
    return Subnet(
        keys=[whole.keys[node] for node in nodes],
        names=[whole.names[node] for node in nodes],
        ports=whole.ports[wanted],
        switches=int(wanted[: whole.switches].sum()),
        ends=place[whole.ends[links]],
        numbers=whole.numbers[links],
        rate_gbps=whole.rate_gbps[links],
    )
