"""Sheets for the facility team: racks with the sums of rows and the room, and the feeds of each rack."""

from collections.abc import Iterator

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheets.checklists import Column, Listed, Row
from fatdesk.engine.floor.facility import RackFacility, Sums

RACK_COLUMNS = (
    Column("rack", 0.0, 15.0, bold=True),
    Column("feeds", 15.5, 17.0),
    Column("kW", 33.0, 15.0, right=True),
    Column("feed kW", 49.0, 15.0, right=True),
    Column("after loss", 65.0, 16.0, right=True),
    Column("use", 82.0, 11.0, right=True),
    Column("air kW", 94.0, 14.0, right=True),
    Column("liquid kW", 109.0, 15.0, right=True),
    Column("m³/h", 125.0, 16.0, right=True),
    Column("kg", 142.0, 15.0, right=True),
    Column("kg/m²", 158.0, 12.0, right=True),
    Column("foot kg", 171.0, 11.0, right=True),
)
FEED_COLUMNS = (
    Column("rack", 0.0, 13.0, bold=True),
    Column("feed", 14.0, 8.0, bold=True),
    Column("circuits", 23.0, 42.0),
    Column("carries kW", 66.0, 16.0, right=True),
    Column("load kW", 83.0, 15.0, right=True),
    Column("after loss", 99.0, 16.0, right=True),
    Column("loss of", 119.0, 9.0),
    Column("phases now, A", 128.0, 26.0, right=True),
    Column("after loss, A", 155.0, 27.0, right=True),
)

SIGNS = "≥: some parts state no figure; ?: unknown"


def rack_table(plan: Plan) -> Listed:
    """The racks, rows and the room as a table."""
    facility = plan.facility
    rows = [
        _row(some.label, some.feeds.scheme, one, _share(some), _amount(some.point_kg, bool(some.lacks_mass)))
        for some, one in facility.sums_of_racks
    ]
    if rows:
        sums = [*facility.rows, facility.room]
        rows += [_row(one.name, counted(one.racks, "rack"), one, rule=n == 0) for n, one in enumerate(sums)]
    return Listed(
        "Power, cooling and floor load",
        _summary(facility.used),
        RACK_COLUMNS,
        (),
        rows,
        f"{SIGNS}. Feed and after loss: of the feed with the highest load.",
    )


def _summary(used: list[RackFacility]) -> str:
    if not used:
        return ""
    return f"Heat goes to air unless a part states its share to liquid; air warms by {used[0].delta_k:g} K"


def _share(some: RackFacility) -> str:
    share = None if some.worst_share is None else _amount(some.worst_share * 100, bool(some.lacks_power))
    return "?" if share in (None, "?") else f"{share}%"


def _row(name: str, feeds: str, one: Sums, share: str = "", foot: str = "", *, rule: bool = False) -> Row:
    least = one.power_bound
    return Row(
        (
            name,
            feeds,
            _kilo(one.power_w, least),
            _kilo(max(one.normal_w.values(), default=0.0), least),
            _kilo(max(one.after_w.values(), default=0.0), least),
            share,
            _kilo(one.air_w, least),
            _kilo(one.liquid_w, one.liquid_bound),
            _amount(one.air_m3_per_h, least),
            _amount(one.mass_kg, one.mass_bound),
            _amount(one.mass_kg / one.footprint_m2 if one.footprint_m2 else 0.0, one.mass_bound),
            foot,
        ),
        rule=rule,
    )


def _amount(value: float, at_least: bool, spec: str = ",.0f") -> str:
    if at_least and not value:
        return "?"
    return f"{'≥ ' if at_least else ''}{value:{spec}}"


def _kilo(watts: float, at_least: bool) -> str:
    return _amount(watts / 1000, at_least, ",.1f")


def feed_table(plan: Plan) -> Listed:
    """The feeds of all racks as a table."""
    return Listed(
        "Feeds of racks",
        "Load of each feed of a rack now and when another is lost; currents of its circuit with the highest",
        FEED_COLUMNS,
        (),
        list(_feed_rows(plan)),
        f"Cords are assigned to feeds and phases evenly, the heaviest first. {SIGNS}.",
    )


def _feed_rows(plan: Plan) -> Iterator[Row]:
    for some in plan.facility.used:
        least = bool(some.lacks_power)
        names = some.feeds.names
        for number, feed in enumerate(names):
            after = some.loads.after_w[number]
            usable = some.usable_w[number]
            yield Row(
                (
                    some.label if number == 0 else "",
                    feed,
                    some.feeds.circuit_text,
                    "?" if usable is None else f"{usable / 1000:,.1f}",
                    _kilo(some.loads.normal_w[number], least),
                    _kilo(after, least),
                    some.worst_loss(number),
                    _currents(some.loads.normal_a[number], least),
                    _currents(some.loads.lost_a[number], least),
                ),
                rule=number == 0,
            )


def _currents(amperes: tuple[float, ...], at_least: bool) -> str:
    """Currents of the phases; lower bounds that are 0 are unknown."""
    if at_least and not any(amperes):
        return "?"
    return ("≥ " if at_least else "") + " / ".join(f"{some:,.1f}" for some in amperes)
