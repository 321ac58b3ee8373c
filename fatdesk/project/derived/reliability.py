"""Reliability of a fabric of a project, from its actual parts."""

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.parts import ModularSwitch, Switch
from fatdesk.engine.fabric.fabric import NodeKind, as_network
from fatdesk.networks.fault_tolerance.reliability import (
    Category,
    Fallible,
    Reliability,
    ReliabilityParameters,
)
from fatdesk.networks.fault_tolerance.reliability import reliability as reliability_of
from fatdesk.networks.routing import USUAL, fitting
from fatdesk.project.derived.derived import Derived


def reliability(
    derived: Derived,
    fabric: str,
    requested: ReliabilityParameters,
    progress: Progress = SILENT,
    *,
    scheme: str = USUAL,
) -> Reliability:
    """Return the reliability of a fabric of a project.

    Parameters
    ----------
    fabric
        Its name.
    scheme
        How packets are forwarded; ``usual``: as is usual in the network.

    Raises
    ------
    FatdeskError
        When there is no such fabric, it cannot be built, or the routing algorithm does not fit it.
    Cancelled
        When ``progress`` was asked to stop.
    """
    network, _ = derived.bare_network(fabric)
    elements = fallible(derived, fabric, requested)
    return reliability_of(network, fitting(scheme, network), elements, requested, progress)


def fallible(derived: Derived, fabric: str, requested: ReliabilityParameters) -> tuple[Fallible, ...]:
    """Return the elements of a fabric that may fail: hosts, switches, transceivers and cables, by part.

    A switch fails with all its links, a transceiver with those of its cage, a cable with those it carries.
    """
    names = [made.name for made in derived.fabrics]
    derived.bare_network(fabric)  # says why where there is none
    made = derived.cabling.fabrics[names.index(fabric)]
    found = _Parts(derived, made, requested)
    return (*found.nodes("hosts"), *found.nodes("switches"), *found.transceivers(), *found.cables())


class _Parts:
    """The parts of a fabric, with the channels of its bare network that each removes."""

    def __init__(self, derived: Derived, made: FabricCabling, requested: ReliabilityParameters) -> None:
        self.catalog, self.made, self.requested = derived.catalog, made, requested
        self.fabric = made.fabric
        network, links = as_network(self.fabric)
        self.network = network
        self.link = np.full(len(self.fabric.ends), -1, np.int64)
        """Of each link of the fabric that of its network; -1: it leads outside."""
        self.link[links] = np.arange(len(links))

    def nodes(self, category: Category) -> list[Fallible]:
        """Hosts or switches."""
        kind = NodeKind.HOST if category == "hosts" else NodeKind.SWITCH
        found = []
        for number, part in enumerate(self.fabric.parts):
            here = np.flatnonzero((self.fabric.part == number) & (self.fabric.kind == kind)).astype(np.int64)
            if not len(here):
                continue
            model = self.catalog[part.part]
            mtbf_h = model.mtbf_h
            if isinstance(model, Switch | ModularSwitch):
                mtbf_h = configuration(model, part.cards, part.card).mtbf_h
            element, link = self._hanging(here) if kind == NodeKind.SWITCH else (_NONE, _NONE)
            name = f"{part.part} with {part.cards} cards" if part.cards else part.part
            found.append(self._fallible(category, name, len(here), mtbf_h, model.redundancy, element, link))
        return found

    def _hanging(self, nodes: Longs) -> tuple[Longs, Longs]:
        """For each link of some switches: its place among these, and the link."""
        place = np.full(self.fabric.node_count, -1, np.int64)
        place[nodes] = np.arange(len(nodes))
        at = place[self.fabric.ends]
        link, end = np.nonzero(at >= 0)
        return at[link, end], link

    def cables(self) -> list[Fallible]:
        """Cables by part; those that none was chosen for together."""
        made = self.made
        parts = np.array([*(choice.option.cable.id for choice in made.choices), ""])[made.choice]
        size = np.diff(made.start)
        found = []
        for part_id in np.unique(parts).tolist():
            here = parts == part_id
            element = np.repeat(np.cumsum(here) - 1, size)
            inside = np.repeat(here, size)
            model = self.catalog[part_id] if part_id else None
            found.append(
                self._fallible(
                    "cables",
                    part_id or "cables that none was chosen for",
                    int(here.sum()),
                    model.mtbf_h if model else None,
                    model.redundancy if model else "",
                    element[inside],
                    made.links[inside],
                )
            )
        return found

    def transceivers(self) -> list[Fallible]:
        """One for each cage that a fibre ends in."""
        made = self.made
        size = np.diff(made.start)
        options = [choice.option for choice in made.choices]
        outside = made.spans.state == State.EXTERNAL
        found = []
        ends: dict[str, list[tuple[Longs, Longs]]] = {}  # of each part: cages, and links in them
        for end in (0, 1):
            modules = [module.id if (module := (one.a, one.b)[end]) else "" for one in options]
            own = np.array([*modules, ""], np.object_)[made.choice]
            if end == 0:
                own[outside] = made.external_module
            for part_id in sorted(set(own.tolist()) - {""}):
                links = made.links[np.repeat(own == part_id, size)]
                ends.setdefault(part_id, []).append((made.cage[links, end], links))
        for part_id, several in sorted(ends.items()):
            cage, link = (np.concatenate(side) for side in zip(*several, strict=True))
            cage, link = cage[cage >= 0], link[cage >= 0]
            cages, element = np.unique(cage, return_inverse=True)
            model = self.catalog[part_id]
            found.append(
                self._fallible(
                    "transceivers",
                    part_id,
                    len(cages),
                    model.mtbf_h,
                    model.redundancy,
                    element.reshape(-1),
                    link,
                )
            )
        return found

    def _fallible(
        self,
        category: Category,
        part: str,
        count: int,
        mtbf_h: float | None,
        redundancy: str,
        element: Longs,
        link: Longs,
    ) -> Fallible:
        """Elements of a part, from the links that each removes."""
        inside = self.link[link]
        element, inside = element[inside >= 0], inside[inside >= 0]
        order = np.lexsort((inside, element))
        element, inside = element[order], inside[order]
        start = np.searchsorted(element, np.arange(count + 1)) if len(element) else np.zeros(1, np.int64)
        assumed = mtbf_h is None and category in self.requested.mtbf_h
        return Fallible(
            category=category,
            part=part,
            count=count,
            mtbf_h=self.requested.mtbf_h.get(category) if mtbf_h is None else mtbf_h,
            assumed=assumed,
            redundancy=redundancy,
            start=(2 * start).astype(np.int32),
            channel=(2 * inside[:, None] + np.arange(2)).astype(np.int32).reshape(-1),
        )


_NONE = np.zeros(0, np.int64)
