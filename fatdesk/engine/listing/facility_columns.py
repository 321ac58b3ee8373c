"""Columns for the facility team: racks with sums of rows and the room, and the feeds of each rack."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fatdesk.core.money import known
from fatdesk.engine.floor.facility import Facility, RackFacility, Sums
from fatdesk.engine.floor.feeds import SHARES
from fatdesk.engine.listing.cells import UNKNOWN, Column, Kind, Value, rows_of, yes_no


@dataclass(frozen=True)
class FacilityLine:
    """A rack, or the sums of a row or of the room."""

    kind: str
    name: str
    sums: Sums
    rack: RackFacility | None = None


def _figure(value: float, at_least: bool, digits: int = 1) -> Value:
    """A figure; the word for unknown where it is a lower bound of 0."""
    found = known(round(value, digits), at_least)
    return UNKNOWN if found is None else found


def _power(value: Callable[[Sums], float]) -> Callable[[FacilityLine], Value]:
    return lambda line: _figure(value(line.sums), line.sums.power_bound)


def _of_rack(value: Callable[[RackFacility], Value]) -> Callable[[FacilityLine], Value]:
    """A cell of racks; empty for sums."""
    return lambda line: None if line.rack is None else value(line.rack)


def _carried(rack: RackFacility) -> Value:
    usable = [some for some in rack.usable_w if some is not None]
    return round(min(usable), 1) if usable else UNKNOWN


def _share(rack: RackFacility) -> Value:
    share = rack.worst_share
    return UNKNOWN if share is None else round(share, 4)


def _needed(rack: RackFacility) -> Value:
    return UNKNOWN if rack.needed_circuits is None else rack.needed_circuits


def _most(loads: Callable[[Sums], Iterator[float]]) -> Callable[[FacilityLine], Value]:
    return lambda line: _figure(max(loads(line.sums), default=0.0), line.sums.power_bound)


def _per_m2(line: FacilityLine) -> Value:
    area = line.sums.footprint_m2
    return _figure(line.sums.mass_kg / area if area else 0.0, line.sums.mass_bound)


COLUMNS: tuple[Column[FacilityLine], ...] = (
    Column("level", "Rack, row or room", 8, value="kind", short="Level"),
    Column("name", "Name", 10, value="name"),
    Column("part", "Part of the rack", 24, value=_of_rack(lambda r: r.part.id), short="Part"),
    Column("feeds", "Redundancy", 12, value=_of_rack(lambda r: r.feeds.scheme)),
    Column("circuits", "Circuits of a feed", 26, value=_of_rack(lambda r: r.feeds.circuit_text)),
    Column("stated", "Rack power is decided", 8, value=_of_rack(lambda r: yes_no(r.stated)), short="Decided"),
    Column("power_w", "Power, W", 10, "number", value=_power(lambda s: s.power_w), digits=0),
    Column(
        "power_at_least", "Some power is unknown", 8, value=lambda r: yes_no(r.sums.power_bound), short="Is ≥"
    ),
    Column(
        "feed_normal_w",
        "Most loaded feed, W",
        10,
        "number",
        value=_most(lambda s: iter(s.normal_w.values())),
        short="Feed, W",
        digits=0,
    ),
    Column(
        "feed_after_loss_w",
        "Feed after a loss, W",
        10,
        "number",
        value=_most(lambda s: iter(s.after_w.values())),
        short="After loss, W",
        digits=0,
    ),
    Column(
        "feed_carries_w",
        "A feed carries, W",
        10,
        "number",
        value=_of_rack(_carried),
        short="Carries, W",
        digits=0,
    ),
    Column(
        "after_loss_share",
        "Use after a loss, worst",
        8,
        "share",
        value=_of_rack(_share),
        short="After loss",
    ),
    Column(
        "circuits_needed",
        "Circuits needed",
        8,
        "integer",
        value=_of_rack(_needed),
    ),
    Column("cords", "Power cords", 8, "integer", value=_of_rack(lambda r: r.loads.cords), short="Cords"),
    Column(
        "outlets",
        "Outlets",
        8,
        "integer",
        value=_of_rack(lambda r: UNKNOWN if r.outlets is None else r.outlets),
    ),
    Column("air_w", "Heat to air, W", 10, "number", value=_power(lambda s: s.air_w), digits=0),
    Column(
        "liquid_w",
        "Heat to liquid, W",
        10,
        "number",
        value=lambda r: _figure(r.sums.liquid_w, r.sums.liquid_bound),
        digits=0,
    ),
    Column("air_m3_h", "Airflow, m³/h", 10, "number", value=_power(lambda s: s.air_m3_per_h), digits=0),
    Column(
        "mass_kg",
        "Mass with the rack, kg",
        10,
        "number",
        value=lambda r: _figure(r.sums.mass_kg, r.sums.mass_bound),
        short="Mass, kg",
        digits=0,
    ),
    Column(
        "mass_at_least", "Some mass is unknown", 8, value=lambda r: yes_no(r.sums.mass_bound), short="Is ≥"
    ),
    Column("kg_per_m2", "Floor load, kg/m²", 10, "number", value=_per_m2, digits=0),
    Column("feet", "Casters or feet", 8, "integer", value=_of_rack(lambda r: r.feet), short="Feet"),
    Column(
        "point_kg",
        "Load of a foot, kg",
        10,
        "number",
        value=_of_rack(lambda r: _figure(r.point_kg, bool(r.lacks_mass))),
        digits=0,
    ),
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


def _phase(number: int, after: bool) -> Callable[[FeedLine], Value]:
    def value(line: FeedLine) -> Value:
        loads = line.rack.loads
        currents = (loads.lost_a if after else loads.normal_a)[line.number]
        if number >= len(currents):
            return None
        return _figure(currents[number], bool(line.rack.lacks_power), 2)

    return value


def _phases(after: bool) -> tuple[Column[FeedLine], ...]:
    when, name = (" after a loss", "_after_loss") if after else ("", "")
    kind: Kind = "number"
    return tuple(
        Column(
            f"l{n + 1}{name}_a",
            f"L{n + 1}{when}, A",
            8,
            kind,
            value=_phase(n, after),
            short=f"L{n + 1}{' after' if after else ''}, A",
            digits=1,
        )
        for n in range(3)
    )


def _usable(line: FeedLine) -> Value:
    usable = line.rack.usable_w[line.number]
    return UNKNOWN if usable is None else round(usable, 1)


FEED_COLUMNS: tuple[Column[FeedLine], ...] = (
    Column("rack", "Rack", 10, value="rack.label"),
    Column("feed", "Feed", 8, value="name"),
    Column("scheme", "Redundancy", 12, value="rack.feeds.scheme"),
    Column("circuits", "Circuits", 8, "integer", value="rack.feeds.circuits"),
    Column("phases", "Phases", 8, "integer", value="rack.feeds.phases"),
    Column("voltage_v", "Voltage, V", 8, "number", value="rack.feeds.voltage_v"),
    Column(
        "breaker_a",
        "Breaker, A",
        8,
        "number",
        value=lambda r: UNKNOWN if r.rack.feeds.breaker_a is None else r.rack.feeds.breaker_a,
    ),
    Column("continuous", "Continuous load", 8, "share", value=lambda r: SHARES[r.rack.feeds.continuous]),
    Column("carries_w", "Carries all the time, W", 10, "number", value=_usable, short="Carries, W", digits=0),
    Column(
        "load_w",
        "Load, W",
        10,
        "number",
        value=lambda r: _figure(r.rack.loads.normal_w[r.number], bool(r.rack.lacks_power)),
        digits=0,
    ),
    Column(
        "load_after_loss_w",
        "Load after a loss, W",
        10,
        "number",
        value=lambda r: _figure(r.rack.loads.after_w[r.number], bool(r.rack.lacks_power)),
        short="After loss, W",
        digits=0,
    ),
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
