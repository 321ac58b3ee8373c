"""Lengths as whole micrometres, so that sums do not depend on order.

Half a rack unit is 22.225 mm, so a micrometre is the largest decimal unit in which every
length of the wiring model (racks in inches, rack units, metres of cable) is a whole number.
"""

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

from fatdesk.core.number_text import MisreadError, NoNumberError

HOURS_A_YEAR = 8760
"""Of what runs day and night."""
UM_PER_M = 1_000_000
UM_PER_MM = 1_000
HALF_U_UM = 22_225
"""Half a rack unit (1 U = 1.75 in = 44.45 mm) in micrometres."""

_NUMBER = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?")
_BETWEEN = re.compile(r"\s*(?::|/|\bto\b)\s*")


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


def _plain_number(text: str) -> Fraction:
    """A number as files have it, of at most twelve digits before and behind the point."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return Fraction(text)


def ratio(text: str | float, number: Callable[[str], Fraction] = _plain_number) -> Fraction:
    """An exact ratio from ``2``, ``1.5``, ``"3:2"``, ``"3/2"`` or ``"3 to 2"``.

    Parameters
    ----------
    text
        A number, or two with ``:``, ``/`` or "to" between them.
    number
        Reader of one of the numbers; raises ValueError. By default plain digits as in files.

    Raises
    ------
    MisreadError
        When a number is nearly one, or the second is not above 0.
    NoNumberError
        When it is no ratio.

    >>> ratio("3/2"), ratio(1.5), ratio("2"), ratio("16:20")
    (Fraction(3, 2), Fraction(3, 2), Fraction(2, 1), Fraction(4, 5))
    """
    typed = format(Decimal(repr(text)), "f") if isinstance(text, float) else str(text).strip()
    parts = [typed] if typed.startswith("=") else _BETWEEN.split(typed)
    try:
        numbers = [number(part) for part in parts]
    except MisreadError:
        raise
    except ValueError:
        numbers = []
    if not 1 <= len(numbers) <= 2:
        raise NoNumberError(f"“{typed[:40]}” is not a ratio such as 3:1")
    if len(numbers) == 1:
        return numbers[0]
    if numbers[1] <= 0:
        raise MisreadError("The second number of a ratio must be above 0")
    return numbers[0] / numbers[1]
