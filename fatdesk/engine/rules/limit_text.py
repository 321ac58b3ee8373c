"""Limits of rules as people write them: ``12,000 W``, ``40 %``, ``0.8 x tray-load-limit``."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.rules.figures import Figure
from fatdesk.engine.rules.rules import Limit, Varying

SHARE = "%"
_FACTOR = re.compile(r"(?P<number>[^xX*×]+)[xX*×]\s*(?P<by>[a-z][a-z0-9-]*)")
_FALLING = re.compile(
    r"(?P<zero>[^/]+)/\s*\(\s*1\s*\+\s*(?P<rate>[^xX*×]+)[xX*×]\s*(?P<by>[a-z][a-z0-9-]*)\s*\)"
)


def written(limit: Limit | Varying, figure: Figure[Any] | None) -> str:
    """Return a limit as ``read_limit`` reads it, in the unit that people see.

    >>> load = Figure("load", "tray", "Load", "kg/m", "", lambda _: None)
    >>> written(12.5, load), written(Varying(factor=0.8, by="tray-load-limit"), load)
    ('12.5 kg/m', '0.8 x tray-load-limit')
    >>> written(Varying(at_zero=150.0, rate=0.0007, by="tray-support"), load)
    '150 / (1 + 0.0007 x tray-support)'
    """
    if isinstance(limit, Varying):
        if limit.at_zero is not None:
            return f"{limit.at_zero:g} / (1 + {limit.rate:g} x {limit.by})"
        return f"{limit.factor:g} x {limit.by}"
    if figure is None:
        return f"{limit:.12g}"
    shown = Decimal(repr(limit)) * (100 if figure.unit == SHARE else 1)
    return f"{shown.normalize():f} {figure.unit}".strip()


def read_limit(
    text: str, figure: Figure[Any] | None, number: Callable[[str, str], Decimal]
) -> float | Varying:
    """Return the limit of a typed text.

    Parameters
    ----------
    number
        Reads a typed quantity in a unit.

    Raises
    ------
    FatdeskError
        When it is none.
    """
    typed = text.strip()
    if found := _FALLING.fullmatch(typed):
        zero, rate = (float(number(found[name].strip(), "")) for name in ("zero", "rate"))
        return Varying(at_zero=zero, rate=rate, by=found["by"])
    if found := _FACTOR.fullmatch(typed):
        return Varying(factor=float(number(found["number"].strip(), "")), by=found["by"])
    if not typed:
        raise FatdeskError("limit: is missing, type a number such as 12,000 or 0.8 x tray-load-limit")
    unit = "" if figure is None else figure.unit
    if unit == SHARE:
        return float(number(typed.removesuffix(SHARE).strip(), "") / 100)
    return float(number(typed, unit))
