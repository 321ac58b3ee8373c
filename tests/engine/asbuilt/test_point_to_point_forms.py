"""Point-to-point forms: ours come back without a difference, others are understood as far as they go."""

import io
from collections.abc import Callable, Sequence

import openpyxl
import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.difference import Kind
from fatdesk.engine.asbuilt.discovered import Discovered, Reported
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from tests.engine.asbuilt.planting import planned_of
from tests.neighbours.designs import PLANS, mangled

FORMS: dict[str, Callable[[Plan], dict[str, bytes]]] = {
    module.name: module.make
    for module in (
        BY_NAME["cable-validation.xlsx"],
        BY_NAME["cable-validation.csv"],
        BY_NAME["cable-validation-racks.xlsx"],
        BY_NAME["host-fabric.xlsx"],
        BY_NAME["ndt.csv"],
        BY_NAME["topology.dot"],
    )
}


def back(name: str, plan: Plan) -> Discovered:
    return read_discovered(FORMS[name](plan)[name], name)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("design", PLANS)
def test_a_form_of_ours_comes_back_as_the_plan_and_a_swap_is_seen(form: str, design: str) -> None:
    plan = PLANS[design]()
    planned = planned_of(plan)
    found = back(form, plan)
    assert len(found.links) == len(plan.fabrics[0].ends)
    built = compare(planned, found)
    assert built.differences == ()
    assert built.matched == built.planned > 0
    swapped = compare(planned, back(form, mangled(plan)))
    assert [one.kind for one in swapped.differences] == [Kind.SWAP]
    assert len(swapped.differences[0].cables) == 2


def book(*sheets: tuple[str, Sequence[Sequence[object]]]) -> bytes:
    made = openpyxl.Workbook()
    made.remove(made.worksheets[0])
    for name, rows in sheets:
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def links(found: Discovered) -> list[tuple[str, str, str, str]]:
    names = [node.name for node in found.nodes]
    return [(names[one.a], one.port_a, names[one.b], one.port_b) for one in found.links]


def test_a_workbook_as_the_vendor_shows_it() -> None:
    """Columns of docs.nvidia.com, "P2P File" of the cable validation tool, one title wrong as it is there."""
    content = book(
        ("Index", [("made by", "hand")]),
        (
            "IB",
            [
                ("Rack", "U", "Name", "HCA/Port", "Rack", "Name", "Name", "Port"),
                ("PXH", 28, "swx-proton03", 1, "PXX", 30, "sw-hdr-proton01", "1/3"),
                (316, 24, "swx-proton04", 3, "PXX", 27, "sw-hdr-proton01", "1/4"),
                ("PXH", 29, "swx-proton05", 1, "PXX", 30, "", "1/5"),
            ],
        ),
    )
    found = read_discovered(content, "p2p.xlsx")
    assert found.form == "cable validation form with racks"
    assert links(found) == [
        ("swx-proton03", "1", "sw-hdr-proton01", "1/3"),
        ("swx-proton04", "3", "sw-hdr-proton01", "1/4"),
    ]
    assert [tuple(note) for note in found.notes] == [
        (0, "sheet 'Index' is not a list of links: left out"),
        (1, "not compared: rack, u, name"),
        (4, "without node of end B: left out"),
    ]


def test_types_tell_switches_from_hosts() -> None:
    near = ("A-Rack", "A-U", "A-Node Name", "A-Type", "A-Port")
    content = book(
        (
            "Eth",
            [
                (*near, *(title.replace("A-", "Z-", 1) for title in near)),
                ("ASN", 2, "asm-sr1", "Host", "rail5", "ASM", 11, "leaf-t1", "Switch", "swp1s0"),
            ],
        )
    )  # fmt: skip
    found = read_discovered(content, "p2p.xlsx")
    assert [node.reported for node in found.nodes] == [Reported.HOST, Reported.SWITCH]
    assert links(found) == [("asm-sr1", "rail5", "leaf-t1", "swp1s0")]


def test_titles_in_two_rows() -> None:
    source = ("rack group", "rack", "name", "name-2", "port", "type")
    far = ("B", "B02", "leaf1", "sw", "12/2", "switch")
    content = book(
        (
            "Compute",
            [
                ("Fabric of hall 8",),
                ("Source", *[""] * 5, "Destination", *[""] * 5, "Cable", "", "", "Link", "", ""),
                (*source, *source, "label", "length", "details", "rate", "MTU", "details"),
                ("A", "A01", "n01", "gpu", 1, "host", *far, "c1", 3, "", "400G", 4096, ""),
            ],
        )
    )  # fmt: skip
    found = read_discovered(content, "host.xlsx")
    assert found.form == "host-fabric form"
    assert links(found) == [("n01", "1", "leaf1", "12/2")]
    assert [(node.model, node.reported) for node in found.nodes] == [
        ("gpu", Reported.HOST),
        ("sw", Reported.SWITCH),
    ]
    assert found.links[0].rate == "400G"


def test_a_port_that_became_a_date_is_taken_back_and_told() -> None:
    content = b"StartDevice,StartPort,EndDevice,EndPort\nleaf1,2026-01-03,n01,1\n"
    found = read_discovered(content, "ndt.csv")
    assert links(found) == [("leaf1", "1/3", "n01", "1")]
    assert found.notes[-1].what == "port 2026-01-03 is a date in the sheet: taken as 1/3"


def test_a_form_without_a_whole_row_is_refused_with_its_line() -> None:
    content = b"StartDevice,StartPort,EndDevice,EndPort\n\nleaf1,1,,\n"
    with pytest.raises(
        InputError,
        match=r"^ndt\.csv:3: line: without node of end B and port of end B; no",
    ):
        read_discovered(content, "ndt.csv")


def test_many_bad_rows_are_counted() -> None:
    rows = "".join(f"leaf1,{n},,\n" for n in range(150))
    content = f"StartDevice,StartPort,EndDevice,EndPort\nleaf1,200,n01,1\n{rows}".encode()
    notes = read_discovered(content, "ndt.csv").notes
    assert len(notes) == 21
    assert notes[0].what == "without node of end B and port of end B: left out"
    assert notes[-1].what == "lines left out: 130 more"


def test_cells_without_a_value_are_no_devices() -> None:
    """A formula that openpyxl wrote has no result: its row is left out with its line, never a device =A2."""
    head = ("StartDevice", "StartPort", "EndDevice", "EndPort")
    rows = [head, ("leaf1", 1, "n01", 1), ("=A2", 2, "n02", 1), ("leaf1", 3, "#N/A", 1)]
    found = read_discovered(book(("List", rows)), "ndt.xlsx")
    assert links(found) == [("leaf1", "1", "n01", "1")]
    notes = {note.line: note.what for note in found.notes}
    assert "formula without a stored value" in notes[3]
    assert "error value #N/A" in notes[4]
