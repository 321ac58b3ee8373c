"""Figures by name: their elements, unit, values for all of these at once, and limits as people write them."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.rules.rules import Limit, Scope, Varying

Subject = TypeVar("Subject")


@dataclass(frozen=True, eq=False)
class Values:
    """A figure of each element.

    Attributes
    ----------
    elements
        Names, as findings show them.
    amount
        NaN where it is not known.
    at_least
        Whether an amount is a lower bound, because something that counts is not known.
    places
        Where in the element the figure is at its worst, in words; empty: the element says it. A function of
        the index where words for all elements would take long.
    unknown
        What is missing where an amount is not known or a lower bound, in words; may be empty.
    """

    elements: Sequence[str]
    amount: Floats
    at_least: NDArray[np.bool_]
    places: Sequence[str] | Callable[[int], str] = ()
    unknown: Sequence[str] = ()

    @classmethod
    def of(
        cls,
        elements: Sequence[str],
        amount: Iterable[float | None],
        *,
        places: Sequence[str] = (),
        unknown: Sequence[str] = (),
    ) -> "Values":
        """Values that are known or None, none of them a lower bound.

        >>> Values.of(["a", "b"], [1.0, None]).amount
        array([ 1., nan])
        """
        amounts = np.array([np.nan if one is None else one for one in amount], np.float64)
        return cls(elements, amounts, np.zeros(len(amounts), bool), places, unknown)

    def take(self, index: Sequence[int]) -> "Values":
        """Return the values of some elements."""
        return Values(
            [self.elements[one] for one in index],
            self.amount[index],
            self.at_least[index],
            lambda number: self.place(index[number]),
            [self.missing(one) for one in index],
        )

    def known(self, index: int) -> float | None:
        """Return what is known of an amount; None: nothing, as of a lower bound of 0."""
        amount = float(self.amount[index])
        return None if math.isnan(amount) or (self.at_least[index] and not amount) else amount

    def place(self, index: int) -> str:
        """Return where in an element the figure is at its worst; may be empty."""
        if callable(self.places):
            return self.places(index)
        return self.places[index] if index < len(self.places) else ""

    def missing(self, index: int) -> str:
        """Return what is missing to know it; may be empty."""
        return self.unknown[index] if index < len(self.unknown) else ""


@dataclass(frozen=True)
class Figure(Generic[Subject]):
    """A figure that rules can limit.

    Attributes
    ----------
    name
        As rules have it, such as ``tray-fill``.
    of
        Kind of its elements.
    title
        In messages and lists: "Tray fill".
    unit
        Of its values; ``%``: the values are shares, and people see percent.
    help
        Its definition in one sentence.
    values
        Its values for a subject, such as a placed design.
    digits
        After the decimal point, where people read it.
    short
        Its title where there is little room; empty: the same.
    signed
        Whether it can be below 0.
    """

    name: str
    of: Scope
    title: str
    unit: str
    help: str
    values: Callable[[Subject], Values] = field(repr=False, compare=False)
    digits: int = 1
    short: str = ""
    signed: bool = False

    @property
    def label(self) -> str:
        """Its title where there is little room."""
        return self.short or self.title

    def text(self, value: float, *, at_least: bool = False) -> str:
        """Return a value with its unit.

        >>> fill = Figure[None]("tray-fill", "tray", "Tray fill", "%", "", lambda _: Values.of([], []))
        >>> fill.text(0.512), fill.text(0.4, at_least=True)
        ('51.2 %', 'at least 40.0 %')
        >>> fill.text(0.0, at_least=True)
        'unknown'
        """
        if at_least and not value:
            return "unknown"
        return f"{'at least ' if at_least else ''}{self.number(value)} {self.unit}".rstrip()

    def number(self, value: float) -> str:
        """Return a value as people read it, without its unit."""
        return f"{value * 100 if self.unit == '%' else value:,.{self.digits}f}"

    def limit_text(self, value: float) -> str:
        """Return a limit with its unit, without zeros at the end.

        >>> load = Figure[None]("load", "tray", "Load", "kg/m", "", lambda _: Values.of([], []), 2)
        >>> load.limit_text(74.4), load.limit_text(2.03943), load.limit_text(1500.0)
        ('74.4 kg/m', '2.04 kg/m', '1,500 kg/m')
        """
        shown = self.number(value)
        return f"{shown.rstrip('0').rstrip('.') if '.' in shown else shown} {self.unit}".strip()


def registry(figures: Iterable[Figure[Subject]]) -> Mapping[str, Figure[Subject]]:
    """Return figures by name.

    Raises
    ------
    ValueError
        When two have the same name: an error of the program.
    """
    found: dict[str, Figure[Subject]] = {}
    for figure in figures:
        if figure.name in found:
            raise ValueError(f"two figures are called {figure.name}")
        found[figure.name] = figure
    return found


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
