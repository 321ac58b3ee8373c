"""Columns of the wiring list, one row per cable or leg of a splitter, and of the lists for installers."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.mounting import port_side
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheets.labels import CableLabel, cable_labels
from fatdesk.engine.drawing.sheets.pack_lists import Pieces, TrayPull, pieces_of, tray_pulls
from fatdesk.engine.floor.floor import letters
from fatdesk.engine.listing.cells import Column, Value, known, metres, rows_of
from fatdesk.engine.wiring.wiring_list import CableRow, End


class WiringRow(NamedTuple):
    """A cable with its short number; of a splitter a leg of it.

    Attributes
    ----------
    a, b
        Its ends; b is that of the leg.
    leg, legs
        Which leg, from 1, and how many there are.
    sides
        The side of the rack that the ports of each part face.
    """

    cable: CableRow
    number: str
    b: End
    a: End
    leg: int
    legs: int
    sides: Mapping[str, str]


def _sub_port_a(row: WiringRow) -> Value:
    return row.a.sub_port or (str(row.leg) if row.legs > 1 else "")


def _os_ports_a(row: WiringRow) -> Value:
    names = row.a.os_ports
    return " ".join(names[row.leg - 1 : row.leg] if row.legs > 1 else names)


def _end_columns(side: str, sub_port: Callable[[WiringRow], Value] | str) -> tuple[Column[WiringRow], ...]:
    """The columns of one end."""
    up = side.upper()
    end: Callable[[WiringRow], End] = attrgetter(side)

    def row_letters(row: WiringRow) -> Value:
        number = end(row).row
        return "" if number is None else letters(number)

    def faces(row: WiringRow) -> Value:
        return row.sides.get(end(row).model, "")

    return (
        Column(f"{side}_room", f"{up} room", 8, value=lambda _: ""),
        Column(f"{side}_row", f"{up} row", 6, detail=True, value=row_letters),
        Column(f"{side}_rack", f"{up} rack", 8, value=f"{side}.rack_label"),
        Column(f"{side}_u", f"{up} U", 6, "integer", value=f"{side}.u"),
        Column(f"{side}_device", f"{up} device", 24, value=f"{side}.device"),
        Column(f"{side}_model", f"{up} model", 24, value=f"{side}.model"),
        Column(f"{side}_slot", f"{up} slot", 7, value=f"{side}.slot"),
        Column(f"{side}_port", f"{up} port", 8, value=f"{side}.port"),
        Column(f"{side}_sub_port", f"{up} sub-port", 8, value=sub_port),
        Column(f"{side}_transceiver", f"{up} transceiver", 24, value=f"{side}.transceiver"),
        Column(f"{side}_side", f"{up} side", 8, value=faces),
    )


# Quantity, lengths and cost of a splitter stand in the row of its first leg only, so that sums are right.


def _length(name: str, title: str, width: float, *, detail: bool = False) -> Column[WiringRow]:
    of: Callable[[WiringRow], int | None] = attrgetter(f"cable.length.{name}_um")

    def value(row: WiringRow) -> Value:
        return metres(of(row)) if row.leg == 1 else None

    return Column(f"{name}_m", title, width, "length", detail, value=value)


def _measured(row: WiringRow) -> Value:
    return row.cable.measured_m if row.leg == 1 else None


def _links(row: WiringRow) -> Value:
    links = row.cable.links
    return " ".join(links if len(links) != row.legs else links[row.leg - 1 : row.leg])


COLUMNS: tuple[Column[WiringRow], ...] = (
    Column("cable_id", "Cable", 30, value="cable.id"),
    Column("number", "Number", 9, value="number"),
    Column("quantity", "Quantity", 9, "integer", value=lambda row: 1 if row.leg == 1 else None),
    Column("label_a", "Label A", 40, value="a.label"),
    Column("label_b", "Label B", 40, value="b.label"),
    Column("status", "Status", 9, value="cable.status"),
    Column("bundle", "Bundle", 24, value="cable.bundle"),
    Column("phase", "Phase", 8, value="cable.phase"),
    Column("links", "Links", 30, detail=True, value=_links),
    Column("fabric", "Fabric", 20, value="cable.fabric"),
    *_end_columns("a", _sub_port_a),
    *_end_columns("b", "b.sub_port"),
    Column("part", "Cable part", 30, value="cable.part"),
    Column("kind", "Kind", 6, value="cable.kind"),
    _length("ordered", "Ordered, m", 10),
    _length("computed", "Computed, m", 11),
    _length("slack", "Slack, m", 9, detail=True),
    _length("tolerance", "Tolerance, m", 11, detail=True),
    _length("route", "In trays, m", 10, detail=True),
    _length("vertical", "Vertical, m", 10, detail=True),
    _length("side", "To rack side, m", 12, detail=True),
    _length("depth", "In depth, m", 10, detail=True),
    Column("route", "Route", 40, value=lambda row: " ".join(row.cable.run)),
    Column("colour", "Colour", 9, value=lambda _: ""),
    Column("cost", "Cost", 10, "money", value=lambda row: known(row.cable.cost) if row.leg == 1 else None),
    Column("reason", "Reason", 60, detail=True, value="cable.reason"),
    Column("remark", "Remark", 40, value="cable.remark"),
    Column("tested_by", "Tested by", 12, value="cable.tested_by"),
    Column("result", "Result", 10, value="cable.result"),
    Column(
        "measured_m",
        "Measured, m",
        11,
        "length",
        value=lambda row: row.cable.measured_m if row.leg == 1 else None,
    ),
    Column("os_port_a", "A port name", 16, value=_os_ports_a),
    Column("os_port_b", "B port name", 16, value=lambda row: " ".join(row.b.os_ports)),
    Column("identifier_a", "A identifier", 24, value="a.identifier"),
    Column("identifier_b", "B identifier", 24, value="b.identifier"),
)


LEFT_TO_PEOPLE = ("a_room", "b_room", "colour")
"""Columns that are empty, for people to fill in by hand; a project keeps nothing of them."""


@lru_cache(maxsize=4)
def sides_of(catalog: Catalog) -> Mapping[str, str]:
    """The side of the rack that the ports of each part face, by its id."""
    return {part.id: port_side(part) for part in catalog}


def wiring_items(plan: Plan) -> Iterator[WiringRow]:
    """The rows of the wiring list before they become cells."""
    sides = sides_of(plan.catalog)
    for cable in plan.cables:
        legs = cable.legs or (cable.b,)
        for leg, end in enumerate(legs, start=1):
            yield WiringRow(cable, plan.numbers[cable.id], end, cable.a, leg, len(legs), sides)


def wiring_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells of the wiring list in order of :data:`COLUMNS`."""
    return rows_of(COLUMNS, wiring_items(plan))


LABEL_COLUMNS: tuple[Column[CableLabel], ...] = (
    Column("code", "Code", 10, value="code"),
    Column("number", "Number", 9, value="number"),
    Column("end", "End", 5, value="end"),
    Column("this_end", "This end", 20, value="here"),
    Column("device", "Device", 20, value="device"),
    Column("far_end", "Far end", 20, value="there"),
    Column("far_device", "Far device", 20, value="far"),
    Column("kind", "Kind", 6, value="kind"),
    Column("length", "Length", 8, value="length"),
    Column("part", "Cable part", 30, value="cable.part"),
    Column("bundle", "Bundle", 24, value="cable.bundle"),
    Column("phase", "Phase", 8, value="cable.phase"),
    Column("cable_id", "Cable", 30, value="cable.id"),
)


def label_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`LABEL_COLUMNS`; code is what the QR code of the label holds."""
    return rows_of(LABEL_COLUMNS, cable_labels(plan))


PULL_COLUMNS: tuple[Column[TrayPull], ...] = (
    Column("tray", "Tray", 12, value="tray"),
    Column("fill", "Fill", 8, "number", value=lambda pull: round(pull.fill, 6)),
    Column("fill_at_least", "Fill is at least that", 8, value=lambda pull: "yes" if pull.at_least else ""),
    Column("phase", "Phase", 8, value="phase"),
    Column("order", "Order", 7, "integer", value="order"),
    Column("from_rack", "From rack", 10, value="start"),
    Column("to_rack", "To rack", 10, value="stop"),
    Column("cables", "Cables", 8, "integer", value="count"),
    Column("kind", "Kind", 6, value="kind"),
    Column("part", "Cable part", 30, value="part"),
    Column("each_m", "Each, m", 10, "length", value=lambda pull: metres(pull.ordered_um)),
    Column("together_m", "Total, m", 12, "length", value=lambda pull: metres(pull.together_um)),
    Column("way_m", "Route in trays, m", 12, "length", value=lambda pull: metres(pull.way_um)),
    Column("way", "Route", 40, value=lambda pull: " ".join(pull.run)),
)


def pull_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`PULL_COLUMNS`; fill is a part of the cross section, at the worst place."""
    return rows_of(PULL_COLUMNS, tray_pulls(plan))


CUT_COLUMNS: tuple[Column[Pieces], ...] = (
    Column("phase", "Phase", 8, value="phase"),
    Column("part", "Cable part", 30, value="part"),
    Column("kind", "Kind", 6, value="kind"),
    Column("how", "How", 9, value="how"),
    Column("length_m", "Length, m", 10, "length", value=lambda some: metres(some.length_um)),
    Column("pieces", "Pieces", 9, "integer", value="count"),
    Column("together_m", "Total, m", 12, "length", value=lambda some: metres(some.together_um)),
)


def cut_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`CUT_COLUMNS`; what is sold in its length is to pick, the rest to cut."""
    return rows_of(CUT_COLUMNS, pieces_of(plan.pieces, plan.catalog))
