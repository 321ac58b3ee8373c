"""Traffic patterns, one module each, and the registry of all of them."""

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.traffic import (
    all_to_all,
    bit_reversal,
    complement,
    hotspot,
    shuffle,
    tornado,
    transpose,
    uniform,
)
from fatdesk.networks.traffic.traffic import Pattern

PATTERNS: tuple[Pattern, ...] = (
    uniform,
    hotspot,
    complement,
    shuffle,
    bit_reversal,
    transpose,
    tornado,
    all_to_all,
)
"""All patterns, in the order in which they are listed."""


def pattern(name: str) -> Pattern:
    """The pattern of that name.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    for known in PATTERNS:
        if name == known.NAME:
            return known
    names = ", ".join(known.NAME for known in PATTERNS)
    raise FatdeskError(f"traffic: unknown pattern {name!r}: use {names}, or a file")
