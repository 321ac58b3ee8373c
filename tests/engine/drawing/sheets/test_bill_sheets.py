"""The printed bill: what a buyer must know of each line is on the sheet, as the spreadsheet has it."""

from dataclasses import replace
from decimal import Decimal

from msgspec import structs

from fatdesk.engine.bill.making import Bill
from fatdesk.engine.drawing.display import Text
from fatdesk.engine.drawing.sheets.bill_sheets import bill_leaves
from tests.engine import plan_samples as samples


def printed(bill: Bill) -> list[str]:
    plan = replace(samples.gpu(31), make_bill=lambda: bill)
    return [item.text for leaf in bill_leaves(plan) for item in leaf.draw().items if isinstance(item, Text)]


def test_terms_of_purchase_are_printed_next_to_the_source():
    plain = samples.gpu(31).bill
    first = plain.lines[0]
    priced = structs.replace(first, unit_price=Decimal(80), source="offer 7", price_date="2026-10")
    terms = structs.replace(
        priced, pack_size=10, discount_percent=Decimal("12.50"), lead_time_days=42, alternative="other-part"
    )
    bill = structs.replace(plain, lines=tuple(terms if line is first else line for line in plain.lines))
    words = printed(bill)
    (note,) = [text for text in words if "other-part" in text]
    stated = "12.5 % off the unit price, in packs of 10, lead time 42 days, or other-part"
    assert note == f"offer 7, price of 2026-10, {stated}"
    number = words[words.index(note) - 1]
    length = "" if priced.length_m is None else f" {priced.length_m:g} m"
    row = words.index(f"{priced.part}{length}")
    assert number in words[row + 5 : row + 9]
    assert any("longest lead time ≥ 42 days" in text for text in words)


def test_a_bill_without_terms_states_none():
    words = " ".join(printed(samples.gpu(31).bill))
    assert "lead time" not in words
    assert "pack" not in words
    assert "None" not in words


def test_a_long_description_goes_on_in_a_second_line():
    plain = samples.gpu(31).bill
    long = structs.replace(
        plain.lines[0], description="storage with two controllers and " + "very long words " * 3
    )
    words = printed(structs.replace(plain, lines=(long, *plain.lines[1:])))
    at = words.index(long.part)
    assert " ".join(words[at + 1 : at + 3]) == long.description.strip()
