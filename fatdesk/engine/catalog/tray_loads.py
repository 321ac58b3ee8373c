"""Loads that cable trays carry: stated by makers for distances of supports, or by NEMA class."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, get_args

from fatdesk.core import ranges
from fatdesk.core.number_text import NoNumberError
from fatdesk.core.schema import ReadNumber, about
from fatdesk.core.struct import Struct

STANDARD_GRAVITY = 9.80665
"""Newtons of a kilogram."""
NemaClass = Literal["8A", "8B", "8C", "12A", "12B", "12C", "16A", "16B", "16C", "20A", "20B", "20C"]
"""Load classes of NEMA VE 1: span between supports in feet, and letter of the load."""
SPANS_M = {"8": 2.4, "12": 3.6, "16": 4.8, "20": 6.0}
"""Spans of NEMA VE 1 in metres."""
LOADS_KG_PER_M = {"A": 74.4, "B": 111.6, "C": 148.8}
"""Working loads of NEMA VE 1 (50, 75 and 100 lb/ft)."""


class TrayLoad(Struct, frozen=True, kw_only=True):
    """Load that a tray carries between supports of some distance."""

    span_m: Annotated[ranges.Span, about("Span", "Between supports", unit="m")]
    n_per_m: Annotated[ranges.LineLoad, about("Load", unit="N/m")]


def read_loads(text: str, number: ReadNumber) -> tuple[TrayLoad, ...]:
    """Read loads as people type them: ``1.5: 730; 2: 480``, spans in m and loads in N/m.

    Raises
    ------
    ValueError
        With what to type instead.

    >>> from fatdesk.core.typed_values import typed_quantity
    >>> write_loads(read_loads("2: 480; 1.5: 730", typed_quantity))
    '1.5: 730; 2: 480'
    """
    return tuple(sorted(_read(text, number), key=lambda load: load.span_m))


def _read(text: str, number: ReadNumber) -> Iterator[TrayLoad]:
    for pair in filter(None, (some.strip() for some in text.split(";"))):
        span, colon, load = pair.partition(":")
        try:
            made = TrayLoad(span_m=float(number(span, "m")), n_per_m=float(number(load, "N/m")))
        except NoNumberError:
            colon = ""
        if not colon or not 0 < made.span_m <= 100 or not 0 < made.n_per_m <= 1e6:
            raise ValueError("type spans in m and loads in N/m, such as 1.5: 730; 2: 480")
        yield made


def write_loads(loads: Sequence[TrayLoad]) -> str:
    """Return loads as people type them."""
    return "; ".join(f"{load.span_m:g}: {load.n_per_m:g}" for load in loads)


def safe_load(
    loads: Sequence[TrayLoad], nema: NemaClass | None, support_mm: float | None
) -> tuple[float | None, str]:
    """Return the safe working load in kg/m at a distance of supports, or None and what is missing.

    Of stated loads, the one of the next longer span counts; a class holds up to its span.

    >>> safe_load((), "12C", 3000.0), safe_load((), "12C", 4000.0)
    ((148.8, ''), (None, 'NEMA class 12C is for supports every 3.6 m at most'))
    >>> round(safe_load((TrayLoad(span_m=1.5, n_per_m=730.0),), None, 1500.0)[0], 2)
    74.44
    >>> safe_load((), "8A", None)
    (None, 'the distance of the supports is not known')
    """
    if support_mm is None:
        return None, "the distance of the supports is not known"
    if loads:
        longer = [load for load in loads if load.span_m * 1000 >= support_mm * (1 - 1e-9)]
        if not longer:
            return None, f"no load is stated for supports every {support_mm / 1000:g} m"
        return min(longer, key=lambda load: load.span_m).n_per_m / STANDARD_GRAVITY, ""
    if nema is None:
        return None, "the safe working load is not known"
    span = SPANS_M[nema[:-1]]
    if support_mm > span * 1000 * (1 + 1e-9):
        return None, f"NEMA class {nema} is for supports every {span:g} m at most"
    return LOADS_KG_PER_M[nema[-1]], ""


NEMA_CHOICES = {
    name: f"{name}: {LOADS_KG_PER_M[name[-1]]:g} kg/m, {SPANS_M[name[:-1]]:g} m"
    for name in get_args(NemaClass)
}
"""The classes with their figures, for forms."""
