"""Designs that an installed network can grow to with all of its switches.

Requirements with the hosts of a step, and the switches that are there, lead to designs that have all of these
switches; :mod:`fatdesk.engine.growth.wiring` makes their links from those that are there.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.search import NoDesignError, search
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.families.design import Design, PartUse
from fatdesk.engine.families.problem import HostPorts

TREES = ("star", "two-level", "egft")
"""Families that a network can grow into, link by link."""
MANY = 200
"""Designs that are looked through for those with all switches that there are."""


@dataclass(frozen=True)
class InstalledSwitches:
    """The switches of a network by part, cards and card: at the edge, and above it."""

    edges: Mapping[tuple[str, int, str], int]
    above: Mapping[tuple[str, int, str], int]

    @staticmethod
    def of(fabric: Fabric) -> "InstalledSwitches":
        """Those of a network."""
        edges: Counter[tuple[str, int, str]] = Counter()
        above: Counter[tuple[str, int, str]] = Counter()
        for node in fabric.nodes(NodeKind.SWITCH).tolist():
            part = fabric.parts[fabric.part[node]]
            (edges if fabric.level[node] == 1 else above)[part.part, part.cards, part.card] += 1
        return InstalledSwitches(edges, above)

    def missing_in(self, design: Design) -> str:
        """Return the switches that a design lacks, in words; empty where it has all of them.

        A modular switch may have more cards than today.
        """
        own = [use for use in design.parts if use.role == "edge"] or list(design.switches)
        for some, uses in ((self.edges, own), (self.above, list(design.above))):
            left = {number: use.count for number, use in enumerate(uses)}
            for (part, cards, card), count in some.items():
                lacking = count
                for number, use in enumerate(uses):
                    if _holds(use, part, cards, card):
                        used = min(lacking, left[number])
                        left[number] -= used
                        lacking -= used
                if lacking:
                    return f"{lacking:,} of {count:,} x {part}"
        return ""


def _holds(use: PartUse, part: str, cards: int, card: str) -> bool:
    return use.part == part and use.cards >= cards and use.card in ("", card)


@dataclass(frozen=True)
class DesignToGrowTo:
    """A design to grow to, and what had to be allowed for it beyond the requirement (words, or empty)."""

    candidate: Candidate
    requirement: FabricRequirement
    remark: str = ""


def designs_in_place(
    requirements: Requirements,
    fabric: FabricRequirement,
    catalog: Catalog,
    installed: Fabric,
    *,
    hosts_to_come: int = 0,
    taken: HostPorts = MappingProxyType({}),
    designs: Mapping[str, Design] = MappingProxyType({}),
) -> list[DesignToGrowTo]:
    """Return the designs for more hosts that have all switches of an installed network, by rank.

    Their edge switches are of the parts that are there. Where the families and core switches of the
    requirement allow no such design, trees of any number of levels are tried with the parts that are there,
    then with all parts.

    Parameters
    ----------
    requirements
        With the hosts of the step.
    hosts_to_come
        Hosts of later steps, for which core switches and bundles are sized at once.

    Raises
    ------
    NoDesignError
        When no design has all of the switches; the text says what the best of the others lack.
    """
    there = InstalledSwitches.of(installed)
    lacking = ""
    for wanted, remark in _widened(fabric, there):
        sized = replace(wanted, growth_hosts=hosts_to_come, spread_hosts=False)
        try:
            found = search(requirements, sized, catalog, top=MANY, taken=taken, designs=designs).candidates
        except FatdeskError:
            if remark:
                continue
            raise
        missing = [there.missing_in(candidate.design) for candidate in found]
        whole = [one for one, lacks in zip(found, missing, strict=True) if not lacks]
        if whole:
            return [DesignToGrowTo(candidate, wanted, remark) for candidate in whole]
        lacking = lacking or next(iter(missing), "")
    hosts = sum(group.count for group in requirements.hosts_of(fabric))
    why = f": the best design for them leaves {lacking} without a use" if lacking else ""
    raise NoDesignError(
        f"{fabric.name}: no network of {hosts:,} hosts has all switches of today{why} (choose the policy "
        "rebuild, or allow other switches)"
    )


def _widened(fabric: FabricRequirement, there: InstalledSwitches) -> Iterator[tuple[FabricRequirement, str]]:
    """The requirement with the edge switches that are there, then with more families and core switches."""
    edge = tuple(sorted({part for part, _, _ in there.edges}))
    above = tuple(sorted({part for part, _, _ in there.above}))
    own = replace(fabric, edge=edge, core_count=None)
    yield own, ""
    if fabric.families and not set(TREES) <= set(fabric.families):
        families = tuple(dict.fromkeys((*fabric.families, *TREES)))
        yield replace(own, families=families), "another family than is required"
    if fabric.core:
        core = tuple(dict.fromkeys((*above, *fabric.core)))
        yield (
            replace(own, families=TREES, core=core),
            "another family and core switch than the requirement names",
        )
        yield replace(own, families=TREES, core=()), "other core switches than are required"
