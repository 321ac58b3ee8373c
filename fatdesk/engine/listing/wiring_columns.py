"""The wiring list as rows of cells: one row a cable, of a splitter one row a leg."""

from collections.abc import Iterator

from fatdesk.engine.cabling.wiring_list import CableRow, End
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.floor.floor import letters
from fatdesk.engine.listing.cells import UNKNOWN, Column, Value, metres


def _end_columns(side: str) -> tuple[Column, ...]:
    """The columns of one end."""
    low, up = side.lower(), side.upper()
    return (
        Column(f"{low}_room", f"{up} room", 8),
        Column(f"{low}_row", f"{up} row", 6, detail=True),
        Column(f"{low}_rack", f"{up} rack", 8),
        Column(f"{low}_u", f"{up} U", 6, "integer"),
        Column(f"{low}_device", f"{up} device", 24),
        Column(f"{low}_model", f"{up} model", 24),
        Column(f"{low}_slot", f"{up} slot", 7),
        Column(f"{low}_port", f"{up} port", 8),
        Column(f"{low}_sub_port", f"{up} sub-port", 8),
        Column(f"{low}_transceiver", f"{up} transceiver", 24),
        Column(f"{low}_side", f"{up} side", 8),
    )


COLUMNS: tuple[Column, ...] = (
    Column("cable_id", "Cable", 30),
    Column("number", "Number", 9),
    Column("quantity", "Quantity", 9, "integer"),
    Column("label_a", "Label A", 40),
    Column("label_b", "Label B", 40),
    Column("status", "Status", 9),
    Column("bundle", "Bundle", 24),
    Column("phase", "Phase", 8),
    Column("links", "Links", 30, detail=True),
    Column("fabric", "Fabric", 20),
    *_end_columns("a"),
    *_end_columns("b"),
    Column("part", "Cable part", 30),
    Column("kind", "Kind", 6),
    Column("ordered_m", "Ordered, m", 10, "length"),
    Column("computed_m", "Computed, m", 11, "length"),
    Column("slack_m", "Slack, m", 9, "length", detail=True),
    Column("tolerance_m", "Tolerance, m", 11, "length", detail=True),
    Column("route_m", "In trays, m", 10, "length", detail=True),
    Column("vertical_m", "Vertical, m", 10, "length", detail=True),
    Column("side_m", "To rack side, m", 12, "length", detail=True),
    Column("depth_m", "In depth, m", 10, "length", detail=True),
    Column("route", "Route", 40),
    Column("colour", "Colour", 9),
    Column("cost", "Cost", 10, "money"),
    Column("reason", "Reason", 60, detail=True),
    Column("remark", "Remark", 40),
    Column("tested_by", "Tested by", 12),
    Column("result", "Result", 10),
    Column("measured_m", "Measured, m", 11, "length"),
    Column("os_port_a", "A port name", 16),
    Column("os_port_b", "B port name", 16),
)


def wiring_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells of the wiring list in order of :data:`COLUMNS`.

    Quantity, lengths and cost of a splitter stand in the row of its first leg only, so that sums are right.
    """
    for cable in plan.cables:
        legs = cable.legs or (cable.b,)
        for number, leg in enumerate(legs, start=1):
            yield _cells(cable, plan.numbers[cable.id], leg, number, len(legs))


def _cells(cable: CableRow, short: str, b: End, number: int, legs: int) -> tuple[Value, ...]:
    sub_port = cable.a.sub_port or (str(number) if legs > 1 else "")
    length = cable.length
    figures: tuple[Value, ...] = (None,) * 8
    if number == 1:
        figures = tuple(
            metres(part)
            for part in (
                length.ordered_um,
                length.computed_um,
                length.slack_um,
                length.tolerance_um,
                length.route_um,
                length.vertical_um,
                length.side_um,
                length.depth_um,
            )
        )
    links = cable.links if legs == 1 or len(cable.links) != legs else cable.links[number - 1 : number]
    return (
        cable.id,
        short,
        1 if number == 1 else None,
        cable.a.label,
        b.label,
        cable.status,
        cable.bundle,
        cable.phase,
        " ".join(links),
        cable.fabric,
        *_end(cable.a, sub_port),
        *_end(b, b.sub_port),
        cable.part,
        cable.kind,
        *figures,
        " ".join(cable.run),
        "",
        None if number > 1 else UNKNOWN if cable.cost is None else cable.cost,
        cable.reason,
        cable.remark,
        cable.tested_by,
        cable.result,
        cable.measured_m if number == 1 else None,
        " ".join(cable.a.os_ports[number - 1 : number] if legs > 1 else cable.a.os_ports),
        " ".join(b.os_ports),
    )


def _end(end: End, sub_port: str) -> tuple[Value, ...]:
    return (
        "",
        "" if end.row is None else letters(end.row),
        end.rack_label,
        end.u,
        end.device,
        end.model,
        end.slot,
        end.port,
        sub_port,
        end.transceiver,
        "",
    )
