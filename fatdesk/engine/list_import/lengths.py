"""Lengths in lists that came back: positive, and when measured, possible for that cable."""

from fatdesk.core.cell import Cell
from fatdesk.core.number_text import Sign
from fatdesk.engine.list_import.cells import figure_of, text_of
from fatdesk.engine.listing.cells import Value, plain_number

LONGEST_M = 100_000
TIMES = 3
"""A measured length is at most this many times the planned one, and at least that share of it..."""
ABOUT_M = 10.0
"""...give or take this, metres."""


def sold(cell: Cell, sign: Sign | None) -> float | None:
    """A length to order, metres, None for an empty cell.

    Raises
    ------
    ValueError
        What is wrong with it, and what to do.
    """
    length = figure_of(cell, sign)
    if length is None:
        return None
    if not 0 < length <= LONGEST_M:
        raise ValueError(f"is {text_of(cell)[:40]}, a length is above 0 and at most {LONGEST_M:,} m")
    return float(length)


def measured(cell: Cell, sign: Sign | None, planned: Value) -> float | None:
    """A measured length, metres, None for an empty cell.

    Parameters
    ----------
    cell, sign
        As it was read, and the decimal sign of its column.
    planned
        The length that the cable has in the plan, where it is known.

    Raises
    ------
    ValueError
        What is wrong with it, and what to do.

    Examples
    --------
    >>> measured("1,3", None, 2.0)
    1.3
    """
    length = sold(cell, sign)
    if length is None or not isinstance(planned, int | float):
        return length
    if not planned / TIMES - ABOUT_M <= length <= planned * TIMES + ABOUT_M:
        what = f"is {length:,g} m, which cannot be the length of a cable of {plain_number(planned)} m"
        raise ValueError(f"{what}: correct it, or set it in the project if it is right")
    return length
