"""Figures of racks as bins of a heat map: how full, kW, kg, metres of cable."""

import math
from collections.abc import Callable
from typing import NamedTuple

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.drawing.floor_picture import BINS
from fatdesk.engine.drawing.palette import heat_bin
from fatdesk.engine.drawing.plan import Amount
from fatdesk.engine.floor.facility import RackFacility
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.floor.tray_colours import TRAY_COLOURS
from fatdesk.gui.session.session import Session
from fatdesk.project.commands.floor_edits import parts_of


class Measure(NamedTuple):
    """A measure of racks: title, note, and the figures of those that have one, by number (None: unknown)."""

    title: str
    note: str
    unit: str
    decimals: int
    figures: Callable[[Session], dict[int, Amount | None]]
    limit: Callable[[Session], float | None]
    """Of all racks; None: they share none."""


class Heat(NamedTuple):
    """A measure of all racks: figures, and the upper ends of the bins.

    ``limited``: the last end is a limit; figures above it are in a sixth bin.
    """

    measure: Measure
    figures: dict[int, Amount | None]
    top: float
    limited: bool

    @property
    def edges(self) -> list[float]:
        """Both ends of all bins."""
        return [self.top * step / BINS for step in range(BINS + 1)]

    def bin_of(self, number: int) -> int | None:
        """The bin of a rack, 0 the least; None where it has no figure, or an unknown one."""
        figure = self.figures.get(number)
        return None if figure is None else heat_bin(figure.value, self.top)

    def is_unknown(self, number: int) -> bool:
        """Whether a rack has a figure that is unknown."""
        return number in self.figures and self.figures[number] is None

    def counts(self) -> tuple[list[int], int]:
        """The number of racks in each bin, the one over the limit last, and of those with unknown figures."""
        found = [0] * (BINS + 1)
        bins = [self.bin_of(number) for number in self.figures]
        for some in bins:
            if some is not None:
                found[some] += 1
        return found, bins.count(None)

    def text(self, number: int) -> str:
        """The figure of a rack as text; empty where it has none."""
        if number not in self.figures:
            return ""
        figure = self.figures[number]
        if figure is None:
            return "?"
        return ("≥ " if figure.at_least else "") + f"{figure.value:,.{self.measure.decimals}f}"


def heat_of(session: Session, name: str) -> Heat:
    """The heat map of a measure: to the limit where all racks share one, else to a round figure."""
    measure = MEASURES[name]
    figures = measure.figures(session)
    limit = measure.limit(session)
    if limit:
        return Heat(measure, figures, limit, True)
    most = max((figure.value for figure in figures.values() if figure is not None), default=0.0)
    return Heat(measure, figures, round_up(most), False)


def _of_parts(limit: Callable[[RackPart], float | None]) -> Callable[[Session], float | None]:
    """The limit that the parts of all racks share."""

    def shared(session: Session) -> float | None:
        parts = parts_of(session.project)
        used = [parts[name] for name in {rack.part for rack in session.project.floor.racks}]
        limits = {limit(part) for part in used if isinstance(part, RackPart)}
        return limits.pop() if len(limits) == 1 else None

    return shared


def _floor_limit(session: Session) -> float | None:
    room = session.project.wishes.room
    return None if room is None else room.floor_kg_per_m2


def round_up(value: float) -> float:
    """Five round steps that reach a value.

    >>> round_up(37.0), round_up(0.0), round_up(5.0)
    (40.0, 5.0, 5.0)
    """
    step = value / BINS or 1.0
    power = 10.0 ** math.floor(math.log10(step))
    for factor in (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0):
        if factor * power * BINS >= value * (1 - 1e-12):
            return factor * power * BINS
    return 10.0 * power * BINS


def _known(amount: Amount, scale: float = 1.0) -> Amount | None:
    return None if amount.at_least and not amount.value else Amount(amount.value * scale, amount.at_least)


def _fill(session: Session) -> dict[int, Amount | None]:
    found: dict[int, Amount | None] = {}
    for rack in session.project.floor.racks:
        figures = session.subjects.rack(rack)
        found[rack.number] = Amount((figures.used_u + figures.reserved_u) / figures.total_u * 100)
    return found


def _power(session: Session) -> dict[int, Amount | None]:
    racks = session.project.floor.racks
    return {rack.number: _known(session.subjects.rack(rack).power_w, 1e-3) for rack in racks}


def _mass(session: Session) -> dict[int, Amount | None]:
    racks = session.project.floor.racks
    return {rack.number: _known(session.subjects.rack(rack).mass_kg) for rack in racks}


def _lengths(session: Session) -> dict[int, list[int | None]]:
    """Computed lengths of the cables that end in each rack; both ends in one rack count once."""
    numbers = {rack_label(rack): rack.number for rack in session.project.floor.racks}
    found: dict[int, list[int | None]] = {number: [] for number in numbers.values()}
    for row in session.derived.rows:
        labels = {end.rack_label for end in (row.a, *(row.legs or (row.b,)))}
        for number in sorted(numbers[label] for label in labels if label in numbers):
            found[number].append(row.length.computed_um)
    return found


def _length(session: Session) -> dict[int, Amount | None]:
    return {number: _sum_of(um) for number, um in _lengths(session).items()}


def _mean_length(session: Session) -> dict[int, Amount | None]:
    found: dict[int, Amount | None] = {}
    for number, um in _lengths(session).items():
        known = [some for some in um if some is not None]
        if um:  # no cables have no mean
            found[number] = Amount(sum(known) / len(known) / 1e6) if known else None
    return found


def _sum_of(um: list[int | None]) -> Amount | None:
    known = [some for some in um if some is not None]
    return _known(Amount(sum(known) / 1e6, len(known) < len(um)))


def _by_rack(
    figure: Callable[[RackFacility], Amount | None],
) -> Callable[[Session], dict[int, Amount | None]]:
    return lambda session: {some.rack.number: figure(some) for some in session.derived.facility.racks}


def _after_loss(some: RackFacility) -> Amount | None:
    share = some.worst_share
    return None if share is None else _known(Amount(round(share * 100, 6), bool(some.lacks_power)))


def _air(some: RackFacility) -> Amount | None:
    return _known(Amount(some.air_w / 1000, bool(some.lacks_power)))


def _liquid(some: RackFacility) -> Amount | None:
    return _known(Amount(some.liquid_w / 1000, bool(some.lacks_liquid)))


def _floor_load(some: RackFacility) -> Amount | None:
    return _known(Amount(some.kg_per_m2, bool(some.lacks_mass)))


MEASURES: dict[str, Measure] = {
    "fill": Measure("Rack fill", "% of units used or reserved", "%", 0, _fill, lambda _: 100.0),
    "power": Measure(
        "Power",
        "kW per rack",
        "kW",
        1,
        _power,
        _of_parts(lambda part: part.power_limit_w and part.power_limit_w / 1000),
    ),
    "feed-loss": Measure(
        "Feed after a loss",
        "% of feed capacity, worst phase",
        "%",
        0,
        _by_rack(_after_loss),
        lambda _: 100.0,
    ),
    "air": Measure("Heat to air", "kW per rack", "kW", 1, _by_rack(_air), lambda _: None),
    "liquid": Measure("Heat to liquid", "kW per rack", "kW", 1, _by_rack(_liquid), lambda _: None),
    "mass": Measure(
        "Mass", "kg of devices per rack", "kg", 0, _mass, _of_parts(lambda part: part.mass_limit_kg)
    ),
    "floor-load": Measure(
        "Floor load", "kg/m² with the rack", "kg/m²", 0, _by_rack(_floor_load), _floor_limit
    ),
    "length": Measure(
        "Cable length", "computed metres of cables that end in a rack", "m", 0, _length, lambda _: None
    ),
    "mean-length": Measure(
        "Mean cable length",
        "computed metres per cable that ends in a rack",
        "m",
        2,
        _mean_length,
        lambda _: None,
    ),
}
COLOURINGS: tuple[tuple[str, str], ...] = (
    *((name, colour.title) for name, colour in TRAY_COLOURS.items()),
    *((name, measure.title) for name, measure in MEASURES.items()),
    ("role", "Role"),
)
"""The choices of Colour by: key and title."""
