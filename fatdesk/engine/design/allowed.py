"""Which parts the lists ``edge`` and ``core`` of a requirement allow in a role of a design."""

from fatdesk.engine.design.requirements import FabricRequirement
from fatdesk.engine.families import FAMILIES, star
from fatdesk.engine.families.design import Design
from fatdesk.engine.families.uniform import Uniform

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
