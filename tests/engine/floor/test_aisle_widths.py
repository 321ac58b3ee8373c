"""Widths of aisles beyond the rows of a room that has no number of rows: said, and not used."""

import pytest

from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.floor.checks import check_aisles, unused_aisles
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import lay_out

CATALOG = load_shipped()


@pytest.mark.parametrize(
    ("widths", "racks", "unused"),
    [
        ((1.2, 1.5, 1.6), 14, "3 aisle widths are listed, 2 rows have 1 aisle: widths 1.5, 1.6 m not used"),
        ((1.2, 1.5), 14, "2 aisle widths are listed, 2 rows have 1 aisle: width 1.5 m not used"),
        ((1.2, 1.5), 7, "2 aisle widths are listed, 1 row has 0 aisles: widths 1.2, 1.5 m not used"),
        ((1.2, 1.5), 21, ""),
        ((1.2,), 7, ""),
        (1.2, 14, ""),
    ],
)
def test_widths_that_no_aisle_has(widths, racks, unused):
    room = RoomRequirement(aisle_m=widths, racks_per_row=7)
    floor = lay_out(room, CATALOG, TraySize(), racks)
    assert unused_aisles(floor, room) == unused
    assert [(f.severity, f.rule, f.text) for f in check_aisles(floor, room)] == [
        (Severity.NOTE, "unused-aisles", text) for text in [unused] if text
    ]
    if isinstance(widths, tuple):  # the same floor without them
        rows = len({rack.row for rack in floor.racks})
        fewer = RoomRequirement(aisle_m=widths[: max(1, rows - 1)], racks_per_row=7)
        assert lay_out(fewer, CATALOG, TraySize(), racks) == floor
