"""Lengths as whole micrometres, so that sums do not depend on order.

Half a rack unit is 22.225 mm, so a micrometre is the largest decimal unit in which every
length of the wiring model (racks in inches, rack units, metres of cable) is a whole number.
"""

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

HOURS_A_YEAR = 8760
"""Of what runs day and night."""
UM_PER_M = 1_000_000
UM_PER_MM = 1_000
HALF_U_UM = 22_225
"""Half a rack unit (1 U = 1.75 in = 44.45 mm) in micrometres."""

_RATIO = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12}|[/:][0-9]{1,12})?")


@lru_cache(maxsize=65_536)
def um_from_m(metres: float) -> int:
    """Return a length in metres as whole micrometres, rounded half up on its decimal digits.

    >>> um_from_m(0.6096)
    609600
    """
    return int((Decimal(repr(metres)) * UM_PER_M).to_integral_value(ROUND_HALF_UP))


def um_from_mm(millimetres: float) -> int:
    """Return a length in millimetres as whole micrometres.

    >>> um_from_mm(609.6)
    609600
    """
    return int((Decimal(repr(millimetres)) * UM_PER_MM).to_integral_value(ROUND_HALF_UP))


def m_from_um(micrometres: int) -> float:
    """Metres of a length in micrometres; the nearest float, so it prints with six digits at most.

    >>> m_from_um(1_222_375)
    1.222375
    """
    return micrometres / UM_PER_M


def ceil_div(numerator: int, denominator: int) -> int:
    """Quotient of two integers rounded up.

    >>> ceil_div(60, 18), ceil_div(36, 18)
    (4, 2)
    """
    return -(-numerator // denominator)


def ratio(text: str | float) -> Fraction:
    """An exact ratio from ``2``, ``1.5``, ``"3/2"`` or ``"3:2"``.

    Raises
    ------
    ValueError
        When the text is neither a decimal number nor ``p/q`` or ``p:q`` with q > 0, or has more than twelve
        digits before or behind the point.

    >>> ratio("3/2"), ratio(1.5), ratio("2"), ratio("16:20")
    (Fraction(3, 2), Fraction(3, 2), Fraction(2, 1), Fraction(4, 5))
    """
    digits = format(Decimal(repr(text)), "f") if isinstance(text, float) else str(text).strip()
    if not _RATIO.fullmatch(digits):
        raise ValueError(f"{digits[:40]!r} is neither a number nor a ratio such as 3/2")
    try:
        return Fraction(digits.replace(":", "/"))
    except ZeroDivisionError:
        raise ValueError(f"{digits!r} divides by 0") from None
