"""The lines of a part's file that findings of the lint are about."""

from collections.abc import Iterable

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding
from fatdesk.core.yaml_events import Tree, lines, parse

FIELDS: dict[str, tuple[str, ...]] = {
    "chip-ports": ("chip_ports", "ports"),
    "two-prices": ("price_per_port",),
    "inside-card": ("inside",),
    "inside-boards": ("inside", "fixed"),
    "split-lanes": ("ports", "cards"),
    "no-whole-link": ("ports", "cards"),
    "cages": ("ports", "cards"),
    "cable-lanes": ("lanes",),
    "reach": ("reach_m", "lengths"),
    "length-twice": ("lengths",),
    "price-falls": ("lengths",),
    "rack-height": ("height_mm", "height_u"),
    "price-source": ("price", "lengths", "price_per_port", "cards", "fixed"),
    "price-date": ("price", "lengths", "price_per_port", "cards", "fixed"),
    "currency": ("price", "lengths", "price_per_port", "cards", "fixed"),
    "height": ("height_u",),
    "depth": ("depth_mm",),
    "sibling-mass": ("mass_kg",),
    "blade-fits": ("fits",),
    "blade-ports": ("ports",),
    "enclosure-switch": ("switch",),
    "no-breakout": ("ends",),
    "no-cage": ("connectors", "connector"),
    "no-fibre": ("fibre",),
    "no-transceiver": ("connectors",),
}
"""The fields that a rule is about, the most telling first; of other rules it is the part."""


def lines_of(findings: Iterable[Finding], data: bytes) -> list[int]:
    r"""The line of each finding in the text of its part; 1 where it is about none.

    >>> from fatdesk.core.finding import Severity
    >>> lines_of([Finding(Severity.ERROR, "inside-card", "m", "")], b"kind: modular-switch\ninside: {}\n")
    [2]
    """
    asked = list(findings)
    try:
        tree: Tree = parse(data, "part")
    except FatdeskError:
        return [1] * len(asked)
    keys = set(tree) if isinstance(tree, dict) else set()
    fields = [
        next((field for field in FIELDS.get(finding.rule, ()) if field in keys), "id") for finding in asked
    ]
    found = lines(data, "part", [(field,) for field in fields])
    return [found[field,] for field in fields]
