"""Price lists: columns guessed or told, amounts as people write them, rows matched or told why not."""

import io
from decimal import Decimal
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.sheets import read_sheets
from fatdesk.core.number_text import decimal_sign
from fatdesk.engine.catalog.part_files import load_shipped, part_yaml, read_part
from fatdesk.engine.catalog.parts import (
    AnyPart,
    Cable,
    Card,
    ModularSwitch,
    Ports,
    Price,
    StandardLength,
    Switch,
)
from fatdesk.engine.catalog.price_list import (
    amount_of,
    chosen_columns,
    date_of,
    guess_columns,
    read_prices,
)
from fatdesk.engine.catalog.price_match import Compared, compare, with_prices
from tests.trust.mutants import mutant, read_all
from tests.trust.promises import Promise

PORTS = (Ports(count=32, connector="qsfp28", rate_gbps=100, lanes=4),)


def switch(part_id: str, number: str, **more: Any) -> Switch:
    return Switch(id=part_id, part_number=number, ports=PORTS, **more)


def cable(number: str, *metres: float) -> Cable:
    lengths = tuple(StandardLength(m=m) for m in metres)
    return Cable(id="c", part_number=number, medium="copper", connectors=("a", "a"), lengths=lengths)


def compared(text: str, *parts: AnyPart, **stated: str) -> Compared:
    sheets = read_sheets(text.encode(), "list.csv")
    return compare(read_prices(sheets, "list.csv", chosen_columns(sheets, stated)), parts)


@pytest.mark.parametrize(
    ("cell", "sign", "amount", "currency"),
    [
        (1234.5, ".", "1234.5", None),
        (11000, ".", "11000", None),
        (1199.9900000000002, ".", "1199.99", None),
        ("1,234.50", ".", "1234.50", None),
        ("1.234,50", ",", "1234.50", None),
        ("$ 1,234", ".", "1234", "USD"),
        ("1 234,50 €", ",", "1234.50", "EUR"),
        ("EUR 99", ".", "99", "EUR"),
        ("99 CHF", ".", "99", "CHF"),
        ("1'000'000.00", ".", "1000000.00", None),
        ("50.-", ".", "50", None),
        ("$99.00 USD", ".", "99.00", "USD"),
    ],
)
def test_amounts(cell: object, sign: str, amount: str, currency: str | None) -> None:
    assert amount_of(cell, sign) == (Decimal(amount), currency)


@pytest.mark.parametrize(
    "cell",
    ["", "call", "n/a", "-5", -5, "12.34.56", "1,23", "1,2345", "$", "1e5", "12%", 1e300, True, "1,234,56",
     "9" * 99, "0.1234567", "=1+1"],
)  # fmt: skip
def test_what_is_no_amount(cell: object) -> None:
    with pytest.raises(ValueError, match=r"no price|not a number|not an amount"):
        amount_of(cell)


@given(st.decimals(0, 10**11, places=2), st.sampled_from(["{:,f}", "{:f}"]), st.sampled_from([".", ","]))
def test_amounts_come_back_in_either_spelling(amount: Decimal, spelling: str, sign: str) -> None:
    text = spelling.format(amount)
    if sign == ",":
        text = text.translate(str.maketrans(".,", ",."))
    assert amount_of(text, sign)[0] == amount
    assert decimal_sign([text]) == sign  # two decimals leave no doubt


def test_the_column_decides_what_a_separator_is_and_nothing_is_guessed() -> None:
    """A German list: 4.200 next to 4.200,00 is four thousand; alone it is reported, or the lengths decide."""

    def read(text: str, **more: Any) -> tuple[list[Decimal | None], list[str]]:
        sheets = read_sheets(text.encode(), "l.csv")
        prices = read_prices(sheets, "l.csv", chosen_columns(sheets, {}, **more))
        return [row.price.amount for row in prices.rows], [str(error) for error in prices.bad]

    assert read("sku;price\nA;4.200\nB;4.200,00\nC;87,5\nD;1.143 EUR\n") == (
        [4200, 4200, Decimal("87.5"), 1143],
        [],
    )
    assert read("sku;price;length\nA;4.200;1,5\n") == ([4200], [])
    assert read("sku;price\nA;4.200\nB;12\nC;1.234.567\n") == ([4200, 12, 1234567], [])
    assert read("sku;price\nA;4.200\nB;12,-\n") == ([4200, 12], [])
    doubtful = "sku;price\nA;4.200\nB;12\n"
    what = "l.csv:2: price: “4.200” may be 4.2 or 4200, type it without a separator of thousands; "
    what += "A is not imported"
    assert read(doubtful) == ([12], [what])
    assert read(doubtful, decimal=",") == ([4200, 12], [])
    assert read(doubtful, decimal=".") == ([Decimal("4.2"), 12], [])
    assert read("sku;price\nA;4.200\nB;1.5\nC;2,5\n")[1] == [what]


def test_head_and_columns_are_found_below_a_letterhead() -> None:
    book = openpyxl.Workbook()
    book.active.title = "Notes"
    book.active.append(["Dear customer"])
    sheet = book.create_sheet("Prices")
    for row in (
        ["ACME networks"], [], ["Offer", 4711],
        ["Item No.", "Description", "List price",
         "Net price [EUR]", "Valid from"],
        ["S-1", "switch", 9000, 7999.99, "2026-05-31"], ["Switches", None, None, None, None],
        ["S-2", "switch", 9000, "on request", "2026-05-31"], [None, "total", None, 123],
    ):  # fmt: skip
        sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    sheets = read_sheets(stream.getvalue(), "l.xlsx")
    columns = guess_columns(sheets)
    assert columns is not None
    assert (columns.sheet, columns.head, columns.of) == (1, 3, {"part_number": 0, "price": 3, "date": 4})
    prices = read_prices(sheets, "l.xlsx", columns, source="offer 4711")
    assert [(row.line, row.part_number) for row in prices.rows] == [(5, "S-1")]
    assert prices.rows[0].price == Price(
        amount=Decimal("7999.99"), currency="EUR", date="2026-05-31", source="offer 4711"
    )
    assert [str(error) for error in prices.bad] == [
        "l.xlsx:6: price: the cell has no price; Switches is not imported",
        "l.xlsx:7: price: “on request” is not a number, type one such as 2.5; S-2 is not imported",
    ]


GERMAN = """Angebot Nr. 4711;;;;;;

Artikelnummer;Bezeichnung;Menge;Einheit;Preis;Währung;Gesamtpreis;Gültig ab
S-1;Schalter, 32 Anschlüsse;2;Stück;4.200,50;EUR;8.401,00;31.05.2026
S-2;Schalter, 48 Anschlüsse;1;Stück;12.000,00;Euro;12.000,00;1.6.2026
"""


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_german_list_is_read_as_it_is(coding: str) -> None:
    sheets = read_sheets(GERMAN.encode(coding), "l.csv")
    prices = read_prices(sheets, "l.csv", chosen_columns(sheets, {}), source="l.csv")
    assert prices.bad == ()
    assert [(row.line, row.part_number, row.price) for row in prices.rows] == [
        (4, "S-1", Price(amount=Decimal("4200.50"), currency="EUR", date="2026-05-31", source="l.csv")),
        (5, "S-2", Price(amount=Decimal(12000), currency="EUR", date="2026-06-01", source="l.csv")),
    ]


@pytest.mark.parametrize(
    ("heads", "number", "price", "currency"),
    [
        ("Artikel-Nr.;Listenpreis;Nettopreis (EUR)", 0, 2, "EUR"),
        ("Pos.;Art.-Nr.;Artikel;Stück;Einzelpreis in Euro;Gesamtpreis", 1, 4, "EUR"),
        ("Bestell-Nr.;Hersteller-Nr.;Preis €", 1, 2, "EUR"),
        ("Menge;Teilenummer;Preis/Stück;WKZ", 1, 2, "CHF"),
        ("Material-Nr.;Kurztext;Preis pro Stück [CHF]", 0, 2, "CHF"),
        ("Part-Number;Price in USD;Qty", 0, 1, "USD"),
    ],
)
def test_heads_of_german_lists(heads: str, number: int, price: int, currency: str) -> None:
    row = ["7"] * (heads.count(";") + 1)
    row[number], row[price] = "S-1", "99,50"
    if "WKZ" in heads:
        row[heads.split(";").index("WKZ")] = currency
    sheets = read_sheets(f"{heads}\n{';'.join(row)}\n".encode(), "l.csv")
    columns = chosen_columns(sheets, {})
    assert (columns.of["part_number"], columns.of["price"]) == (number, price)
    [listed] = read_prices(sheets, "l.csv", columns, currency="XXX").rows
    assert (listed.price.amount, listed.price.currency) == (Decimal("99.5"), currency)


@pytest.mark.parametrize("cell", ["31.13.2026", "31.02.2026", "5/6/2026", "31.5.26"])
def test_dates_that_do_not_exist_or_may_be_two_days_are_refused(cell: str) -> None:
    with pytest.raises(ValueError, match="is not a date such as"):
        date_of(cell)


def test_columns_that_are_told() -> None:
    text = "a;b;c\nS-1;12,5;7\n"
    sheets = read_sheets(text.encode(), "l.csv")
    assert guess_columns(sheets) is None
    with pytest.raises(FatdeskError, match="no column is known to be the part number and the price"):
        chosen_columns(sheets, {})
    columns = chosen_columns(sheets, {"part_number": "A", "price": "b"})
    assert (columns.of, columns.decimal) == ({"part_number": 0, "price": 1}, ",")
    assert read_prices(sheets, "l.csv", columns).rows[0].price.amount == Decimal("12.5")
    by_letter = chosen_columns(sheets, {"part_number": "=A", "price": "=C"}, head=-1)
    assert [row.price.amount for row in read_prices(sheets, "l.csv", by_letter).rows] == [7]
    with pytest.raises(FatdeskError, match="there is no column 'z', there are a, b, c"):
        chosen_columns(sheets, {"part_number": "a", "price": "z"})
    with pytest.raises(FatdeskError, match="there is no sheet 3"):
        chosen_columns(sheets, {}, sheet=2)


def test_old_and_new() -> None:
    old = Price(amount=Decimal(9), currency="USD")
    parts = (
        switch("a", "S-1", price=old),
        switch("b", "S-2"),
        switch("d", "S-4", price=Price(amount=Decimal(5))),
    )
    found = compared("Part Number,Unit price\ns-1 ,10\nS-2,20\nS-3,30\nd,5\n", *parts)
    assert [(c.part, c.place, c.old, c.new.amount, c.line) for c in found.changes] == [
        ("a", "price", old, Decimal(10), 2),
        ("b", "price", None, Decimal(20), 3),
    ]
    assert (found.same, [u.part_number for u in found.unmatched], found.ambiguous) == (1, ["S-3"], ())
    after = with_prices(parts[0], found.changes)
    assert (after.price, parts[0].price) == (Price(amount=Decimal(10)), old)


def test_the_same_amount_is_news_only_with_another_date() -> None:
    part = switch("a", "S-1", price=Price(amount=Decimal("5.00"), date="2026-05", source="offer"))
    assert compared("pn,price\nS-1,5\n", part).same == 1
    assert compared("pn,price,date\nS-1,5,2026-05\n", part).same == 1
    [change] = compared("pn,price,date\nS-1,5,2026-06\n", part).changes
    assert (change.old and change.old.date, change.new.date) == ("2026-05", "2026-06")
    assert len(compared("pn,price,currency\nS-1,5,EUR\n", part).changes) == 1


def test_what_fits_several_is_not_taken() -> None:
    twins = (switch("a", "S-1"), switch("b", "S-1"))
    found = compared("pn,price\nS-1,10\n", *twins)
    assert (found.changes, [u.why for u in found.ambiguous]) == ((), ["fits a price, b price"])
    found = compared("pn,price\nS-1,10\nS-1,11\n", twins[0])
    assert [(u.line, u.why) for u in found.ambiguous] == [
        (2, "has different prices at lines 2 and 3"),
        (3, "has different prices at lines 2 and 3"),
    ]
    assert len(compared("pn,price\nS-1,10\nS-1,10\n", twins[0]).changes) == 1


def test_a_price_takes_the_place_of_a_price_per_port() -> None:
    part = switch("a", "S-1", price_per_port=Price(amount=Decimal(500)))
    after: Any = with_prices(part, compared("pn,price\nS-1,10\n", part).changes)
    assert (after.price.amount, after.price_per_port) == (10, None)


def test_lengths_of_cables() -> None:
    part = cable("MCP4Y10-Nxxx", 0.5, 1, 1.5, 2)
    rows = ("N00A,1", "N001,2", "N01A,3", "N002-FLT,9", "N003,4", "NABC,4")
    text = "pn,price\n" + "".join(f"MCP4Y10-{row}\n" for row in rows)
    found = compared(text, part)
    assert [(c.place, c.new.amount) for c in found.changes] == [
        ("lengths[0].price", 1), ("lengths[1].price", 2), ("lengths[2].price", 3),
    ]  # fmt: skip
    assert [u.part_number for u in found.unmatched] == ["MCP4Y10-N002-FLT"]
    assert [u.why for u in found.ambiguous] == [
        "c is not sold in 3 m",
        "is c, but its length is not to be seen",
    ]
    after: Any = with_prices(part, found.changes)
    assert [length.price and length.price.amount for length in after.lengths] == [1, 2, 3, None]
    assert [c.place for c in compared("pn,length,price\nmcp4y10-nxxx,1.5 m,9\n", part).changes] == [
        "lengths[2].price"
    ]
    assert compared("pn,price\nc,9\n", part).ambiguous[0].why == (
        "c is sold in 4 lengths, the list states none"
    )
    assert compared("pn,price\nc,9\n", cable("K")).ambiguous[0].why == "c is sold by the metre"
    assert compared("pn,price\nQSFP-100G-CU2-5M,9\n", cable("QSFP-100G-CUxM", 2.5)).changes[0].line == 2


def test_cards_of_a_chassis() -> None:
    cards = tuple(Card(name=name, ports=PORTS) for name in ("X-1", "X-2"))
    part = ModularSwitch(id="m", part_number="M", slots=4, cards=cards)
    found = compared("pn,price\nX-2,7\nM,9\n", part)
    assert [(c.place, c.new.amount) for c in found.changes] == [("cards[1].price", 7), ("price", 9)]
    after: Any = with_prices(part, found.changes)
    assert (after.price.amount, after.cards[0].price, after.cards[1].price.amount) == (9, None, 7)


def test_every_shipped_part_can_be_priced_by_its_own_number() -> None:
    parts = list(load_shipped())
    numbers = [part for part in parts if part.part_number and not isinstance(part, Cable)]
    text = "part number,price\n" + "".join(f'"{p.part_number}",{n + 1}\n' for n, p in enumerate(numbers))
    found = compared(text, *parts)
    assert (found.unmatched, found.ambiguous) == ((), ())
    assert {c.part for c in found.changes} >= {part.id for part in numbers}


SPOILED = b"""Offer;4711;;;
Item No.;Description;Net price;Currency;Valid from;Length (m)
S-1;switch;7.999,99;EUR;2026-05-31;
MCP4Y10-Nxxx;cable;99;EUR;2026;1,5
MCP4Y10-N001;cable;1.000;;2026-05;
"""


SPOILED_TOO = b"""SKU,Length,Unit cost,Price per,Quote
S-1,,"12,345.67",1,Q-9
MCP4Y10-N001,1 m,$ 98.50,,Q-9
MCP4Y10-N00A,0.5m,7.25,10,
"""


@pytest.mark.promise("P8")
def test_spoiled_lists_are_read_or_told(promise: Promise) -> None:
    """Mutants end in prices, in bad rows with their line, or in one error that says what to do."""
    parts = (switch("a", "S-1"), cable("MCP4Y10-Nxxx", 0.5, 1, 1.5))

    def read(number: int, spoiled: bytes) -> str:
        sheets = read_sheets(spoiled, "l.csv")
        found = compare(read_prices(sheets, "l.csv", chosen_columns(sheets, {})), parts)
        for part in parts if number % 10 == 0 else ():
            after = with_prices(part, found.changes)
            assert read_part(part_yaml(after), "again") == after
        return "changes" if found.changes else "read"

    found = read_all(1_500, lambda number: mutant(number, SPOILED, SPOILED_TOO), read, None)
    found.report(promise, "price lists")
    assert found.share("changes") > 0.13
    assert found.share("refused") > 0.03


@pytest.mark.parametrize(
    ("heads", "rows", "prices"),
    [
        ("Item No.;Price;Price per", ["A;1250;100", "B;12,50;1", "C;7,00;Stk"], ["12.5", "12.50", "7.00"]),
        (
            "Artikel-Nr.;Preis;Preiseinheit",
            ["A;1.250,00;100", "B;99,90;", "C;10,00;1.000"],
            ["12.5", "99.90", "0.01"],
        ),
        ("Artikel-Nr.;Preis (EUR pro 100 Stück)", ["A;1.250,00", "B;99,90"], ["12.5", "0.999"]),
        ("Item No.;Price / 10", ["A;1250.00"], ["125"]),
        ("Item No.;Price per unit", ["A;1250.00"], ["1250.00"]),  # of one
        ("Part number;Netto EUR", ["A;1.250,00"], ["1250.00"]),
    ],
)
def test_prices_for_several_pieces(heads, rows, prices):
    sheets = read_sheets("\n".join([heads, *rows]).encode(), "list.csv")
    guessed = guess_columns(sheets)
    if guessed is None:  # a head that is not a known word is named by the user
        guessed = chosen_columns(sheets, {"price": heads.split(";")[1]})
    found = read_prices(sheets, "list.csv", guessed)
    assert not found.bad
    assert [str(row.price.amount) for row in found.rows] == prices


@pytest.mark.parametrize("pieces", ["0", "-5", "2.5", "box", "1e3", "9999999"])
def test_a_wrong_number_of_pieces_leaves_the_row_out(pieces):
    sheets = read_sheets(f"Item No.;Price;Price per\nA;10.00;{pieces}\nB;3.00;2\n".encode(), "list.csv")
    found = read_prices(sheets, "list.csv", chosen_columns(sheets, {}))
    assert [(row.part_number, str(row.price.amount)) for row in found.rows] == [("B", "1.5")]
    assert [(error.line, error.field) for error in found.bad] == [(2, "price_per")]
