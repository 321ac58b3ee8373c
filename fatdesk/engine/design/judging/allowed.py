"""Requirements against a design: allowed parts, and keys that the design makes no use of."""

from collections.abc import Iterator

from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.design.requirements import FabricRequirement
from fatdesk.engine.families import FAMILIES, star, three_level
from fatdesk.engine.families.design import Design
from fatdesk.engine.families.problem import EdgeOption
from fatdesk.engine.families.uniform import Uniform
from fatdesk.networks.topologies import hyperx

EQUAL_SWITCHES = frozenset(family.NAME for family in FAMILIES if isinstance(family, Uniform))
"""Families whose switches are all of one model."""


def allowed_parts(fabric: FabricRequirement, design: Design, role: str) -> tuple[str, ...] | None:
    """The parts that a requirement allows for a role; None: every part of the right kind.

    The one switch of a star is of either list, except in enclosures. Where all switches are of one model
    it is of both.
    """
    edge, core = fabric.edge or None, fabric.core or None
    if design.family == star.NAME and "enclosure" not in design.params:
        return tuple(dict.fromkeys((*fabric.edge, *fabric.core))) or None
    if design.family in EQUAL_SWITCHES:
        return tuple(part for part in edge if part in core) if edge and core else edge or core
    return edge if role == "edge" else core


def not_used(
    fabric: FabricRequirement, bundle_cable: Cable | None, design: Design, edge: EdgeOption
) -> Iterator[str]:
    """The keys of the requirements that a design does not follow, each with the reason.

    What a family cannot do at all (rails, extra ports, blades) rejects it; this is what remains.

    Parameters
    ----------
    edge
        The edge switch of the design.
    """
    if design.family == star.NAME:
        yield from _star(fabric, design)
    if design.family in EQUAL_SWITCHES and not fabric.spread_hosts:
        yield "spread_hosts: false (this family deals hosts evenly)"
    if edge.on_up and design.number("C") and not fabric.spread_hosts:
        yield "spread_hosts: false (hosts on ports of two kinds are dealt evenly)"
    if fabric.equal_bundles and design.family == hyperx.NAME:
        widths = str(design.params.get("K", "")).split("-")
        if len(set(widths)) > 1:
            yield f"equal_bundles (links along its dimensions: {' and '.join(widths)})"
    if bundle_cable is not None and edge.up.connector not in bundle_cable.connectors:
        yield f"bundle_cable (its plugs do not fit {edge.up.connector})"
    elif bundle_cable is not None and design.number("B") < 2 and design.family != three_level.NAME:
        yield "bundle_cable (no two links join the same switches)"


def _star(fabric: FabricRequirement, design: Design) -> Iterator[str]:
    used = {use.part for use in design.switches}
    if fabric.core and not used & set(fabric.core):
        yield "core (a star has no core switch)"
    if fabric.edge and not used & set(fabric.edge):
        yield "edge (its one switch is a core switch)"
