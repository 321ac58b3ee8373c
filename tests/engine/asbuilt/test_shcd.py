"""SHCD of HPE Cray systems; the samples are made up, their columns are facts.

github.com/Cray-HPE/canu, tests/data: four workbooks (two golden configurations, one with Dell and
Mellanox, one for its tests), which were read once: 106, 86, 63 and 41 links. Facts: titles in row 1 or
14, at column A or I, next to a table of labels; ``j52`` for a port; an empty title before Port; a column
Parent on the sheet HMN; SITE with port 0.
"""

import io
from typing import Any

import openpyxl
import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.discovered import Reported
from fatdesk.engine.asbuilt.readers import read_discovered
from tests.engine.asbuilt.test_readers import links

HEAD = ["Source", "Rack", "Location", "Slot", "", "Port", "Destination", "Rack", "Location", "", "Port"]
ROWS: list[list[Any]] = [
    ["sw-spine-001", "x3000", "u40", "", "", 32, "sw-spine-002", "x3001", "u40", "", 32],
    ["ncn-m001", "x3000", "u36", "ocp", "-", "j1", "sw-spine-001", "x3000", "u40", "-", "j1"],
    ["ncn-m001", "x3000", "u36", "pcie-slot1", "-", 1, "sw-spine-002", "x3001", "u40", "-", 1],
    ["ncn-m001", "x3000", "u36", "ocp", "", 2, "SITE", "x3000", "u39", "", 0],
    ["ncn-m002", "x3000", "u35", "ocp", "", 2, "SITE", "x3000", "u39", "", 0],
]
WANTED = [
    ("sw-spine-001", "32", "sw-spine-002", "32"),
    ("ncn-m001", "ocp:1", "sw-spine-001", "1"),
    ("ncn-m001", "pcie-slot1:1", "sw-spine-002", "1"),
    ("ncn-m001", "ocp:2", "SITE", ""),
    ("ncn-m002", "ocp:2", "SITE", ""),
]


def book(**sheets: list[list[Any]]) -> bytes:
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def test_a_table_at_the_edge_or_next_to_labels_below_other_rows() -> None:
    aside = [["", "Label", "Source", *[""] * 5, *row] for row in [HEAD, *ROWS]]
    for rows in ([HEAD, *ROWS], [["HPE system", "rev A"], *[[] for _ in range(12)], *aside]):
        found = read_discovered(book(NMN=rows), "x.xlsx")
        assert (found.form, links(found)) == ("SHCD", WANTED)
        assert not found.notes
    assert {node.name: node.reported for node in found.nodes}["sw-spine-001"] == Reported.SWITCH
    text = "\r\n".join(";".join(map(str, row)) for row in [HEAD, *ROWS])
    assert links(read_discovered(text.encode("utf-8-sig"), "x.csv")) == WANTED


def test_all_sheets_are_read_and_what_is_no_link_is_noted() -> None:
    head = [*HEAD[:4], "Parent", *HEAD[4:]]
    rows = [
        ["cn08", "x3000", "u15L", "", "SubRack-002-RCM", "", "", "", "", "", "", ""],
        ["SubRack-002-RCM", "x3000", "u15", "", "", "-", "RCM", "sw-smn02", "x3000", "u32", "-", "36"],
        ["SubRack-001-RCM", "x3000", "u13", "", "", "-", "", "sw-smn02", "x3000", "u32", "-", "37"],
        ["", "x3000", "u13", "", "", "-", "1", "sw-smn02", "x3000", "u32", "-", "38"],
    ]
    content = book(Notes=[["nothing here"]], NMN=[HEAD, *ROWS], HMN=[head, *rows], Empty=[])
    found = read_discovered(content, "x.xlsx")
    assert links(found) == [*WANTED, ("SubRack-002-RCM", "RCM", "sw-smn02", "36")]
    assert [(note.line, note.what) for note in found.notes] == [
        (0, "sheet 'Notes' is not a table from Source to Destination: left out"),
        (2, "sheet 'HMN': cn08 has no port of its own, its parent SubRack-002-RCM has: left out"),
        (4, "sheet 'HMN': SubRack-001-RCM has no port: left out"),
        (5, "sheet 'HMN': Source is empty: left out"),
    ]


def test_a_table_without_rows_or_without_ports_is_refused() -> None:
    with pytest.raises(InputError, match="holds no link, give a whole SHCD report"):
        read_discovered(book(NMN=[HEAD]), "x.xlsx")
    with pytest.raises(InputError, match="is not a known report"):
        read_discovered(book(NMN=[HEAD[:5] + HEAD[6:], *ROWS]), "x.xlsx")
