"""Families of networks with parts from the catalog, and their registry."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.as_built import AsBuiltFabric
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families import star, three_level, two_level
from fatdesk.engine.families.assembly import Tier
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.engine.families.problem import HostPorts, Problem
from fatdesk.engine.families.table import Refusal, Table
from fatdesk.engine.families.uniform import Uniform, build_uniform, uniform_tiers
from fatdesk.networks.topologies import TOPOLOGIES, egft
from fatdesk.networks.topologies.topology import Topology


class Family(Protocol):
    """A topology of networks; most are modules of this folder."""

    @property
    def NAME(self) -> str:  # noqa: N802  # a constant of most
        """Its name in files."""

    def tables(self, problem: Problem) -> Iterator[Table | Refusal]:
        """All its designs for a problem."""

    def build(
        self,
        design: Design,
        hosts: Sequence[HostGroup],
        catalog: Catalog,
        name: str,
        host_ports: HostPorts,
    ) -> Fabric:
        """The fabric of one design."""


FAMILIES: tuple[Family, ...] = (
    star,
    two_level,
    three_level,
    *(Uniform(topology) for topology in TOPOLOGIES if topology.fitting is not None),
)
"""Families whose designs can be bought."""
BY_DEFAULT = tuple(one for one in FAMILIES if not isinstance(one, Uniform) or one.topology.of_groups is None)
"""Families that are searched where none is named: without those whose blocking takes adaptive routing."""


def family(name: str) -> Family:
    """The family of that name.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    for known in FAMILIES:
        if name == known.NAME:
            return known
    names = ", ".join(known.NAME for known in FAMILIES)
    raise FatdeskError(f"unknown family {name!r}: known are {names}")


def tiers_of(design: Design | AsBuiltFabric) -> tuple[Tier, ...]:
    """The switches of a design by the names of their levels, from the edge upwards.

    Raises
    ------
    FatdeskError
        When switches of a level, as they are built, are of several parts or not numbered from 1 on.
    """
    if isinstance(design, AsBuiltFabric):
        return _recorded_tiers(design)
    topology = _equal_switches(design)
    if topology is not None:
        return uniform_tiers(topology, design)
    return tuple(Tier(use.role, use, use.count) for use in design.switches)


def _recorded_tiers(record: AsBuiltFabric) -> tuple[Tier, ...]:
    tiers: dict[str, Tier] = {}
    for node in sorted(record.switches, key=lambda one: one.level):
        assert node.part is not None  # else it is no switch
        _, role, number = node.id.rsplit("/", 2)
        use = PartUse(role=role, part=node.part, count=0, cards=node.cards, card=node.card)
        before = tiers.get(role, Tier(role, use, 0))
        if before.use != use or int(number) != before.count + 1:
            raise FatdeskError(f"the {role} switches are of several parts, or not numbered from 1 on")
        tiers[role] = Tier(role, use, before.count + 1)
    return tuple(tiers.values())


def _equal_switches(design: Design) -> Topology | None:
    """The topology of a design with equal switches; None: another design.

    An ``egft`` without pods is a tree of equal switches, given by M, C and K alone.
    """
    if design.family == three_level.NAME and "pods" not in design.params:
        return egft.TOPOLOGIES[0]
    known = family(design.family)
    return known.topology if isinstance(known, Uniform) else None


def build(
    design: Design, hosts: Sequence[HostGroup], catalog: Catalog, name: str, host_ports: HostPorts
) -> Fabric:
    """The fabric of a design of any family."""
    topology = _equal_switches(design)
    if topology is not None:
        return build_uniform(topology, design, hosts, catalog, name, host_ports)
    return family(design.family).build(design, hosts, catalog, name, host_ports)
