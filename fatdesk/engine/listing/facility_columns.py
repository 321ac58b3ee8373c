"""Columns for the facility team: racks with sums of rows and the room, and the feeds of each rack."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from fatdesk.core.money import known as lower_bound
from fatdesk.engine.floor.facility import Facility, RackFacility, Sums
from fatdesk.engine.floor.feeds import SHARES, FeedLoads
from fatdesk.engine.listing.cells import Column, Value, known, rows_of, yes_no

Line = TypeVar("Line")


@dataclass(frozen=True)
class FacilityLine:
    """A rack, or the sums of a row or of the room."""

    kind: str
    name: str
    sums: Sums
    rack: RackFacility | None = None


def _figure(value: float | None, at_least: bool = False, digits: int = 1) -> Value:
    """A figure; the word for unknown where it is None or a lower bound of 0."""
    return known(None if value is None else lower_bound(round(value, digits), at_least))


def _power(value: Callable[[Sums], float]) -> Callable[[FacilityLine], Value]:
    return lambda line: _figure(value(line.sums), line.sums.power_bound)


def _of_rack(value: Callable[[RackFacility], Value]) -> Callable[[FacilityLine], Value]:
    """A cell of racks; empty for sums."""
    return lambda line: None if line.rack is None else value(line.rack)


def _carried(rack: RackFacility) -> Value:
    return _figure(min((some for some in rack.usable_w if some is not None), default=None))


def _most(loads: Callable[[Sums], Mapping[str, float]]) -> Callable[[FacilityLine], Value]:
    return _power(lambda s: max(loads(s).values(), default=0.0))


def _per_m2(line: FacilityLine) -> Value:
    area = line.sums.footprint_m2
    return _figure(line.sums.mass_kg / area if area else 0.0, line.sums.mass_bound)


def _number(name: str, title: str, value: Callable[[Line], Value], short: str = "") -> Column[Line]:
    """A column of figures that tables of the window show without decimals."""
    return Column(name, title, 10, "number", value=value, short=short, digits=0)


def _count(
    name: str,
    title: str,
    value: Callable[[RackFacility], int | None],
    short: str = "",
    *,
    detail: bool = True,
) -> Column[FacilityLine]:
    """A column of whole numbers of racks."""
    return Column(
        name, title, 8, "integer", value=_of_rack(lambda r: known(value(r))), short=short, detail=detail
    )


COLUMNS: tuple[Column[FacilityLine], ...] = (
    Column("level", "Rack, row or room", 8, value="kind", short="Level"),
    Column("name", "Name", 10, value="name"),
    Column("part", "Part of the rack", 24, value=_of_rack(lambda r: r.part.id), short="Part", detail=True),
    Column("feeds", "Redundancy", 12, value=_of_rack(lambda r: r.feeds.scheme)),
    Column("circuits", "Circuits of a feed", 26, value=_of_rack(lambda r: r.feeds.circuit_text), detail=True),
    Column(
        "stated",
        "Rack power is decided",
        8,
        value=_of_rack(lambda r: yes_no(r.stated)),
        short="Decided",
        detail=True,
    ),
    _number("power_w", "Power, W", _power(lambda s: s.power_w)),
    Column(
        "power_at_least",
        "Some power is unknown",
        8,
        value=lambda r: yes_no(r.sums.power_bound),
        short="Power is ≥",
    ),
    _number("feed_normal_w", "Most loaded feed, W", _most(lambda s: s.normal_w), "Feed, W"),
    _number("feed_after_loss_w", "Feed after a loss, W", _most(lambda s: s.after_w), "After loss, W"),
    _number("feed_carries_w", "Feed capacity, W", _of_rack(_carried), "Carries, W"),
    Column(
        "after_loss_share",
        "Use after a loss, worst",
        8,
        "share",
        value=_of_rack(lambda r: _figure(r.worst_share, bool(r.lacks_power), 4)),
        short="After loss",
    ),
    _count("circuits_needed", "Circuits needed", lambda r: r.needed_circuits, detail=False),
    _count("cords", "Power cords", lambda r: r.loads.cords, "Cords"),
    _count("outlets", "Outlets", lambda r: r.outlets),
    _number("air_w", "Heat to air, W", _power(lambda s: s.air_w)),
    _number("liquid_w", "Heat to liquid, W", lambda r: _figure(r.sums.liquid_w, r.sums.liquid_bound)),
    _number("air_m3_h", "Airflow, m³/h", _power(lambda s: s.air_m3_per_h)),
    _number(
        "mass_kg", "Mass with the rack, kg", lambda r: _figure(r.sums.mass_kg, r.sums.mass_bound), "Mass, kg"
    ),
    Column(
        "mass_at_least",
        "Some mass is unknown",
        8,
        value=lambda r: yes_no(r.sums.mass_bound),
        short="Mass is ≥",
    ),
    _number("kg_per_m2", "Floor load, kg/m²", _per_m2),
    _count("feet", "Casters or feet", lambda r: r.feet, "Feet"),
    _number("point_kg", "Load of a foot, kg", _of_rack(lambda r: _figure(r.point_kg, bool(r.lacks_mass)))),
)


def facility_lines(facility: Facility) -> list[FacilityLine]:
    """Return the racks in order of their numbers, then the rows, then the room."""
    lines = [FacilityLine("rack", some.label, one, some) for some, one in facility.sums_of_racks]
    if lines:
        lines += [FacilityLine("row", row.name, row) for row in facility.rows]
        lines.append(FacilityLine("room", facility.room.name, facility.room))
    return lines


def facility_rows(facility: Facility) -> Iterator[tuple[Value, ...]]:
    """The cells of all lines in order of :data:`COLUMNS`."""
    return rows_of(COLUMNS, facility_lines(facility))


@dataclass(frozen=True)
class FeedLine:
    """One feed of a rack."""

    rack: RackFacility
    number: int

    @property
    def name(self) -> str:
        """Name of the feed."""
        return self.rack.feeds.names[self.number]

    @property
    def worst_loss(self) -> str:
        """The feed whose loss loads this one most; empty where no loss changes its load."""
        return self.rack.worst_loss(self.number)


def _load(watts: Callable[[FeedLoads], Sequence[float]]) -> Callable[[FeedLine], Value]:
    return lambda line: _figure(watts(line.rack.loads)[line.number], bool(line.rack.lacks_power))


def _phase(
    phase: int, currents: Callable[[FeedLoads], Sequence[Sequence[float]]]
) -> Callable[[FeedLine], Value]:
    def value(line: FeedLine) -> Value:
        own = currents(line.rack.loads)[line.number]
        return _figure(own[phase], bool(line.rack.lacks_power), 2) if phase < len(own) else None

    return value


def _phases(after: bool) -> tuple[Column[FeedLine], ...]:
    when, name = (" after a loss", "_after_loss") if after else ("", "")
    return tuple(
        Column(
            f"l{n + 1}{name}_a",
            f"L{n + 1}{when}, A",
            8,
            "number",
            value=_phase(n, lambda loads: loads.lost_a if after else loads.normal_a),
            short=f"L{n + 1}{' after' if after else ''}, A",
            digits=1,
        )
        for n in range(3)
    )


FEED_COLUMNS: tuple[Column[FeedLine], ...] = (
    Column("rack", "Rack", 10, value="rack.label"),
    Column("feed", "Feed", 8, value="name"),
    Column("scheme", "Redundancy", 12, value="rack.feeds.scheme"),
    Column("circuits", "Circuits", 8, "integer", value="rack.feeds.circuits"),
    Column("phases", "Phases", 8, "integer", value="rack.feeds.phases"),
    Column("voltage_v", "Voltage, V", 8, "number", value="rack.feeds.voltage_v"),
    Column("breaker_a", "Breaker, A", 8, "number", value=lambda r: known(r.rack.feeds.breaker_a)),
    Column("continuous", "Continuous load", 8, "share", value=lambda r: SHARES[r.rack.feeds.continuous]),
    _number(
        "carries_w", "Continuous capacity, W", lambda r: _figure(r.rack.usable_w[r.number]), "Carries, W"
    ),
    _number("load_w", "Load, W", _load(lambda loads: loads.normal_w)),
    _number("load_after_loss_w", "Load after a loss, W", _load(lambda loads: loads.after_w), "After loss, W"),
    Column("worst_loss", "Worst loss", 8, value="worst_loss", short="Loss of"),
    *_phases(after=False),
    *_phases(after=True),
)
"""Currents are those of the circuit of the feed with the highest."""


def feed_lines(facility: Facility) -> list[FeedLine]:
    """Return the feeds of all racks that hold something."""
    return [FeedLine(some, number) for some in facility.used for number in range(len(some.feeds.names))]


def feed_rows(facility: Facility) -> Iterator[tuple[Value, ...]]:
    """The cells of all feeds in order of :data:`FEED_COLUMNS`."""
    return rows_of(FEED_COLUMNS, feed_lines(facility))
