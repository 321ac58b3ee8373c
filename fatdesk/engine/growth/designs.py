"""Designs that an installed network can grow to with all of its switches.

Requirements with the hosts of a step, and the switches that are there, lead to designs that have all of these
switches; :mod:`fatdesk.engine.growth.wiring` makes their links from those that are there.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.parts import ModularSwitch, Switch
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.posing import exact_blocking
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

        The number of cards does not matter: a modular switch keeps those that it has, and gets what it lacks.
        """
        for some, uses in self._with_uses(design):
            left = {number: use.count for number, use in enumerate(uses)}
            for (part, _, card), count in some.items():
                lacking = count
                for number, use in enumerate(uses):
                    if _holds(use, part, card):
                        used = min(lacking, left[number])
                        left[number] -= used
                        lacking -= used
                if lacking:
                    return f"{lacking:,} of {count:,} x {part}"
        return ""

    def by_price(self, candidates: Sequence[Candidate], catalog: Catalog) -> list[Candidate]:
        """Return the candidates by the price of what is to be bought, equal ones as they are.

        All have the switches, but some more of the cards that are there than others.
        """

        def price(candidate: Candidate) -> tuple[bool, Decimal]:
            return bool(candidate.unpriced), candidate.cost.amount - self._worth_in(candidate.design, catalog)

        modular = any(cards for some in (self.edges, self.above) for _, cards, _ in some)
        return sorted(candidates, key=price) if modular else list(candidates)

    def _worth_in(self, design: Design, catalog: Catalog) -> Decimal:
        """The price of those switches and cards of a design that are there; unknown ones: 0."""
        worth = Decimal(0)
        for some, uses in self._with_uses(design):
            for (part, cards, card), count in some.items():
                use = next(use for use in uses if _holds(use, part, card))
                switch = catalog[part]
                assert isinstance(switch, Switch | ModularSwitch)
                worth += count * (configuration(switch, min(cards, use.cards), card).price or 0)
        return worth

    def _with_uses(
        self, design: Design
    ) -> Iterator[tuple[Mapping[tuple[str, int, str], int], Sequence[PartUse]]]:
        """The switches at the edge and above it, each with the parts of a design there."""
        yield self.edges, [use for use in design.parts if use.role == "edge"] or design.switches
        yield self.above, design.above


def _holds(use: PartUse, part: str, card: str) -> bool:
    return use.part == part and use.card in ("", card)


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
    """Return the designs for more hosts that have all switches of an installed network.

    They are by rank; where cost is the objective, by that of what is to be bought. Their edge switches are of
    the parts that are there. Designs with as many core switches as today come first. Where the families and
    core switches of the requirement allow no design, trees of any number of levels are tried with the parts
    that are there, then with all parts.

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
        for one in (*_with_cores_of_today(sized, installed), sized):
            try:
                found = search(requirements, one, catalog, top=MANY, taken=taken, designs=designs).candidates
            except FatdeskError:
                if remark or one.core_count:
                    continue
                raise
            if one.core_count:  # too few core switches leave uplinks of the edge without a use
                blocking = exact_blocking(fabric.blocking, "blocking")
                found = tuple(candidate for candidate in found if candidate.blocking <= blocking)
            missing = [there.missing_in(candidate.design) for candidate in found]
            whole = [candidate for candidate, lacks in zip(found, missing, strict=True) if not lacks]
            if whole:
                if requirements.objective.metric == "cost":
                    whole = there.by_price(whole, catalog)
                return [DesignToGrowTo(candidate, wanted, remark) for candidate in whole]
            lacking = lacking or next(iter(missing), "")
    hosts = sum(group.count for group in requirements.hosts_of(fabric))
    why = f": the best design for them leaves {lacking} without a use" if lacking else ""
    raise NoDesignError(
        f"{fabric.name}: no network of {hosts:,} hosts has all switches of today{why} (choose the policy "
        "rebuild, or allow other switches)"
    )


def _with_cores_of_today(wanted: FabricRequirement, installed: Fabric) -> list[FabricRequirement]:
    """The requirement for as many levels and core switches as there are; none where that is no tree.

    A search for as many core switches as needed leaves out designs with more, such as those that are there
    where the network of today has more ports than it needs.
    """
    top = int(installed.level.max(initial=1))
    family = {2: "two-level", 3: "egft"}.get(top)
    if family is None or (wanted.families and family not in wanted.families):
        return []
    cores = len(installed.nodes(NodeKind.SWITCH, top))
    return [replace(wanted, families=(family,), core_count=cores)]


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
