"""Numbers to order cables by: those of makers' data sheets, and none invented."""

import pytest

from fatdesk.core.formats.sheets import read_sheets
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.catalog.price_list import chosen_columns, read_prices
from fatdesk.engine.catalog.price_match import NOT_KNOWN, compare, is_open, number_to_order


@pytest.mark.parametrize(
    ("part", "metres", "number"),
    [
        ("nvidia-mcp4y10-n", 0.5, "MCP4Y10-N00A"),
        ("nvidia-mcp4y10-n", 1.5, "MCP4Y10-N01A"),
        ("nvidia-mcp4y10-n", 2.0, "MCP4Y10-N002"),
        ("nvidia-mfp7e10-n", 30.0, "MFP7E10-N030"),
        ("cisco-qsfp-100g-cu", 3.0, "QSFP-100G-CU3M"),
        ("cisco-qsfp-100g-aoc", 10.0, "QSFP-100G-AOC10M"),
        ("nvidia-mcp1600-c", 3.0, f"MCP1600-C0xxEyy: {NOT_KNOWN}"),  # yy is the wire gauge
        ("cisco-sfp-h25g-cu", 1.5, f"SFP-H25G-CUxM: {NOT_KNOWN}"),  # CU1.5M there, CU1-5M elsewhere
        ("cisco-qsfp-100g-cu", None, f"QSFP-100G-CUxM: {NOT_KNOWN}"),
    ],
)
def test_numbers_as_in_the_makers_lists(part: str, metres: float | None, number: str) -> None:
    assert number_to_order(load_shipped()[part], metres) == number


def test_each_number_to_order_is_found_again_as_that_length() -> None:
    """A price list with the numbers of all lengths changes the price of each length, and of no other."""
    cables = [part for part in load_shipped() if isinstance(part, Cable) and is_open(part)]
    assert len(cables) > 20
    wanted = {
        (cable.id, f"lengths[{n}].price"): number
        for cable in cables
        for n, length in enumerate(cable.lengths)
        if NOT_KNOWN not in (number := number_to_order(cable, length.m))
    }
    assert len(wanted) > 60
    rows = "".join(f"{number},{n}\n" for n, number in enumerate(wanted.values(), start=1))
    sheets = read_sheets(f"part number,price\n{rows}".encode(), "l.csv")
    found = compare(read_prices(sheets, "l.csv", chosen_columns(sheets, {})), load_shipped())
    assert {(change.part, change.place): int(change.new.amount or 0) for change in found.changes} == {
        place: n for n, place in enumerate(wanted, start=1)
    }
