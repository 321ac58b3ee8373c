"""Figures of the parts in use, as the catalog and the bill state them."""

from collections.abc import Callable

from fatdesk.engine.catalog.parts import Part
from fatdesk.engine.physical.placed import PhysicalFigure, Placed
from fatdesk.engine.rules.figures import Values


def parts_of(placed: Placed) -> dict[str, int]:
    """The parts on the bill in order of id, with how many there are of each."""
    found: dict[str, int] = {}
    for item in () if placed.books is None else placed.books.items:
        if placed.catalog.find(item.part) is not None:
            found[item.part] = found.get(item.part, 0) + item.count
    return dict(sorted(found.items()))


def _parts(placed: Placed, figure: Callable[[Part], float | None], what: str) -> Values:
    names = list(placed.kept(parts_of))
    found = [figure(placed.catalog[name]) for name in names]
    return Values.of(
        names, found, unknown=["" if one is not None else f"{what} is not known" for one in found]
    )


def _prices(placed: Placed) -> Values:
    """The highest unit price of each part."""
    prices: dict[str, float] = {}
    for line in () if placed.books is None else placed.books.bill.lines:
        if line.unit_price is not None:
            prices[line.part] = max(prices.get(line.part, 0.0), float(line.unit_price))
    names = list(placed.kept(parts_of))
    missing = ["" if name in prices else "its price is not known" for name in names]
    return Values.of(names, [prices.get(name) for name in names], unknown=missing)


def _counts(placed: Placed) -> Values:
    counts = placed.kept(parts_of)
    return Values.of(list(counts), [float(count) for count in counts.values()])


def _figure(
    name: str, title: str, unit: str, figure: Callable[[Part], float | None], digits: int = 0
) -> PhysicalFigure:
    what = f"its {title if title.isupper() else title.lower()}"
    text = f"{title} of the part by the catalog, without what is plugged in."
    return PhysicalFigure(
        name, "part", title, unit, text, lambda placed: _parts(placed, figure, what), digits
    )


FIGURES = (
    PhysicalFigure("part-count", "part", "Number", "", "Number on the bill, without spares.", _counts, 0),
    PhysicalFigure("part-price", "part", "Unit price", "", "Highest price, in the currency of the bill.",
                   _prices, 2),
    _figure("part-power", "Power", "W", lambda part: part.power_w, 1),
    _figure("part-mass", "Mass", "kg", lambda part: part.mass_kg, 2),
    _figure("part-mtbf", "MTBF", "h", lambda part: part.mtbf_h),
)  # fmt: skip
"""Figures of parts in use."""
