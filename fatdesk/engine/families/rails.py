"""Rail and plane of a switch by its number in its role."""

from fatdesk.engine.families.design import Design

BY_RAIL = ("two-level", "egft")
"""Families that give each rail edge switches of its own."""


def rail_words(design: Design, switch_id: str) -> str:
    """Return "rail 3, plane 1" for a switch by its id, without what the design has only one of.

    Only edge switches belong to one rail: all rails share the switches above them.

    >>> from fatdesk.engine.families.design import PartUse
    >>> edge, core = PartUse(role="edge", part="x", count=16), PartUse(role="core", part="x", count=8)
    >>> design = Design(family="two-level", parts=(edge, core), params={"rails": 4, "planes": 2})
    >>> [rail_words(design, f"ib/edge/{number}") for number in (1, 4, 5, 9)]
    ['rail 1, plane 1', 'rail 4, plane 1', 'rail 1, plane 1', 'rail 1, plane 2']
    >>> rail_words(design, "ib/core/5"), rail_words(design, "gpu/5")
    ('plane 2', '')
    """
    if switch_id.count("/") < 2:
        return ""
    _, role, number = switch_id.rsplit("/", 2)
    use = design.part(role)
    if use is None:
        return ""
    rails, planes = max(1, design.number("rails", 1)), max(1, design.number("planes", 1))
    plane, within = divmod(int(number) - 1, max(1, use.count // planes))
    words = []
    if role == "edge" and rails > 1 and design.family in BY_RAIL:
        words.append(f"rail {within % rails + 1}")
    if planes > 1:
        words.append(f"plane {plane + 1}")
    return ", ".join(words)
