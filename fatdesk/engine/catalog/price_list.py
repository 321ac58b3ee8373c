"""Read price lists that vendors send: find the row of heads, guess its columns, read prices row by row."""

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

import msgspec

from fatdesk.core.errors import FatdeskError, InputError
from fatdesk.core.formats.cell import Cell, column_number
from fatdesk.core.formats.sheets import ReadSheet
from fatdesk.core.money import LARGEST, MEANINGS
from fatdesk.core.number_text import Sign, decimal_sign, read_number
from fatdesk.core.struct import Date
from fatdesk.engine.catalog.parts import Price

SIGNS = {sign: codes[0] for sign, codes in MEANINGS.items() if len(sign) == 1}
"""Codes of the signs of currencies in a price list: of several the most usual."""
_NO_CENTS = re.compile(r"(?<=[0-9])([.,])[-–—]{1,2}$")
_CURRENCY = re.compile(r"[A-Z]{3}")


def amount_of(cell: object, sign: Sign | None = ".") -> tuple[Decimal, str | None]:
    """An amount of a cell of a list, and the currency next to it.

    Parameters
    ----------
    cell
        A number, or text such as ``$ 1,234.50`` or ``1.234,50 EUR``.
    sign
        The sign before fractions in its column, see :func:`read_number`.

    Raises
    ------
    ValueError
        With why it is none.

    >>> amount_of("1,234.50 USD"), amount_of(0.1 + 0.2)
    ((Decimal('1234.50'), 'USD'), (Decimal('0.3'), None))
    """
    if isinstance(cell, bool) or cell in (None, ""):
        raise ValueError("the cell has no price")
    if isinstance(cell, int | float):
        return _in_range(_plain(round(Decimal(repr(cell)), 6)) if abs(cell) <= LARGEST else Decimal(-1)), None
    text, currency = bare_amount(str(cell))
    return _in_range(read_number(text, sign)), currency


def bare_amount(text: str) -> tuple[str, str | None]:
    """The number of an amount without its currency, and the currency; a dash for no cents as zeros.

    >>> bare_amount("CHF 50.-"), bare_amount("12,50 €")
    (('50.00', 'CHF'), ('12,50', 'EUR'))
    """
    text = " ".join(text.split())
    currency = None
    for mark, word in SIGNS.items():
        if mark in text:
            text, currency = text.replace(mark, "", 1).strip(), word
            break
    code = re.match(r"([A-Z]{3})\b", text) or re.search(r"(?<![A-Z])([A-Z]{3})$", text)
    if code and (currency is None or currency == code[1]):
        text, currency = text.replace(code[1], "", 1).strip(), code[1]
    return _NO_CENTS.sub(r"\g<1>00", text), currency


def currency_of(cell: object) -> str | None:
    """The currency that a cell states, by its three letters or its sign; None: none.

    >>> currency_of("eur"), currency_of("€"), currency_of("Euro"), currency_of("dollars")
    ('EUR', 'EUR', 'EUR', None)
    """
    text = str(cell).strip().upper()
    return "EUR" if text == "EURO" else SIGNS.get(text) or (text if _CURRENCY.fullmatch(text) else None)


def _plain(amount: Decimal) -> Decimal:
    """Without zeros at its end and without an exponent."""
    short = amount.normalize()
    return short.quantize(Decimal(1)) if short == short.to_integral_value() else short


def _in_range(amount: Decimal) -> Decimal:
    exponent = amount.as_tuple().exponent
    if not 0 <= amount <= LARGEST or (isinstance(exponent, int) and exponent < -6):
        raise ValueError(f"is not an amount from 0 to {LARGEST} with at most 6 decimals")
    return amount


FIELDS = ("part_number", "price", "currency", "date", "source", "length_m", "price_per")
NEEDED = ("part_number", "price")
_CURRENCY_IN_HEAD = re.compile(r"(?i)(?:\bin\s+)?(?:\b(usd|eur|gbp|jpy|chf|euro)\b|([$€£¥₹]))")
_PER = re.compile(
    r"(?i)(?:(?:per|pro|je|/)\s*)?([0-9][0-9.,]*)?\s*"
    r"(?:pcs?\.?|pieces?|units?|each|ea\.?|stk\.?|st\.?|stück|stueck)?"
)
"""Number of pieces that a price is for, in a cell."""
_PER_IN_HEAD = re.compile(r"(?i)(?:\b(?:per|pro|je)\s+|/\s*)([0-9][0-9.,]*)\b")
MOST_PIECES = 1_000_000
HEADS_WITHIN = 60
"""Rows in which the row of heads is looked for."""
MOST_BAD = 1000
LONGEST_M = 1_000_000
_LENGTH_UNIT = re.compile(r"(?i)\s*(m|metres?|meters?)\s*$")
_WORDS: Mapping[str, tuple[str, ...]] = {
    "part_number": (
        "part number", "part no", "part nr", "part #", "p/n", "pn", "mpn", "sku", "opn",
        "order number", "order code", "ordering part number", "product number", "product id", "product code",
        "article number", "article", "item number", "item no", "item code", "model number", "part",
        "herstellernummer", "hersteller nummer", "hersteller nr", "herstellerteilenummer",
        "hersteller teilenummer", "hersteller artikelnummer", "hersteller artikel nr", "teilenummer",
        "teile nr", "bestellnummer", "bestell nummer", "bestell nr", "best nr", "artikelnummer",
        "artikel nummer", "artikel nr", "art nr", "artnr", "produktnummer", "produkt nr", "materialnummer",
        "material nr", "artikel",
    ),
    "price": (
        "net price", "unit net price", "your price", "quoted price", "unit price", "price each",
        "price per unit", "unit cost", "price", "cost", "list price", "msrp", "amount",
        "nettopreis", "netto preis", "preis netto", "netto einzelpreis", "einzelpreis netto", "ihr preis",
        "angebotspreis", "einzelpreis", "stückpreis", "stueckpreis", "preis pro stück", "preis je stück",
        "preis/stück", "preis pro einheit", "preis", "listenpreis", "uvp", "betrag", "netto", "net",
    ),
    "currency": ("currency", "ccy", "cur", "currency code", "währung", "waehrung", "whg", "wkz"),
    "date": (
        "price date", "date", "valid from", "quote date", "quoted", "effective date",
        "preisdatum", "preis vom", "gültig ab", "gueltig ab", "angebotsdatum", "datum",
    ),
    "source": (
        "source", "quote", "quotation", "quote number", "offer", "reference", "price source",
        "quelle", "angebotsnummer", "angebot nr", "angebot", "referenz",
    ),
    "length_m": (
        "length m", "length", "cable length", "length in m", "metres", "meters",
        "länge m", "länge", "laenge", "kabellänge", "kabellaenge", "länge in m", "meter",
    ),
    "price_per": (
        "price per", "per", "price unit", "unit of price", "pricing unit", "price basis",
        "preiseinheit", "preis einheit", "pe", "peh", "preis je", "preis pro", "preis per", "preisbasis",
    ),
}  # fmt: skip
"""Words in heads of columns in English and German, the most certain first."""
_EVERY_WORD = frozenset(word for words in _WORDS.values() for word in words)


@dataclass(frozen=True)
class Columns:
    """Columns of a price list.

    Attributes
    ----------
    sheet
        Number of the sheet, from 0.
    head
        Number of the row of heads among the sheet's rows, from 0; prices are below it. -1: none.
    of
        Column of each field, from 0.
    decimal
        The sign before fractions in amounts that are text. None: the list does not prove one, and an amount
        with two readings is an error.
    """

    sheet: int
    head: int
    of: Mapping[str, int]
    decimal: Sign | None = None


class Listed(NamedTuple):
    """A row of a list: its line in the file, the part number, the length of a cable (m), the price."""

    line: int
    part_number: str
    length_m: float | None
    price: Price


@dataclass(frozen=True)
class PriceList:
    """The prices of a list, and what in it is no price."""

    file: str
    rows: tuple[Listed, ...]
    bad: tuple[InputError, ...] = ()


def guess_columns(sheets: Sequence[ReadSheet]) -> Columns | None:
    """The row in which most heads are known, and what its columns are; None without part number and price."""
    best: tuple[int, int, int] | None = None
    found: dict[str, int] = {}
    for n, sheet in enumerate(sheets):
        for at, row in enumerate(sheet.rows[:HEADS_WITHIN]):
            of = columns_by_heads(row)
            if all(field in of for field in NEEDED):
                rank = (len(of), -n, -at)
                if best is None or rank > best:
                    best, found = rank, of
    if best is None:
        return None
    at, head = -best[1], -best[2]
    return Columns(at, head, found, _decimal(sheets[at], head, found))


def columns_by_heads(row: Sequence[Cell]) -> dict[str, int]:
    """Return the field of each column of a head row, each field once at most.

    >>> columns_by_heads(["Item No.", "List Price", "Net Price (EUR)"])
    {'part_number': 0, 'price': 2}
    >>> columns_by_heads(["Artikel-Nr.", "Bezeichnung", "Menge", "Preis", "Währung"])
    {'part_number': 0, 'price': 3, 'currency': 4}
    """
    places: dict[str, list[int]] = {}
    for n, cell in enumerate(row):
        places.setdefault(_head(cell), []).append(n)
    of: dict[str, int] = {}
    if places.keys().isdisjoint(_EVERY_WORD):
        return of
    for field, words in _WORDS.items():
        for word in words:
            at = next((n for n in places.get(word, ()) if n not in of.values()), None)
            if at is not None:
                of[field] = at
                break
    return of


def chosen_columns(
    sheets: Sequence[ReadSheet],
    stated: Mapping[str, str],
    sheet: int | None = None,
    head: int | None = None,
    decimal: Sign | None = None,
) -> Columns:
    """The guessed columns with what the user says of them.

    Parameters
    ----------
    sheets
        Of the list.
    stated
        Columns by field: the text of their head, or their letter as ``=C``.
    sheet, head
        Number of the sheet and of the row of heads in it, from 0.
    decimal
        The sign before fractions.

    Raises
    ------
    FatdeskError
        When there is no such column, or part number and price are not known.
    """
    guess = guess_columns(sheets)
    if sheet is None:
        sheet = guess.sheet if guess else 0
    if not 0 <= sheet < len(sheets):
        raise FatdeskError(f"there is no sheet {sheet + 1}, the list has {len(sheets)}")
    if head is None:
        head = guess.head if guess and guess.sheet == sheet else _row_with(sheets[sheet], stated)
    rows = sheets[sheet].rows
    row = rows[head] if 0 <= head < len(rows) else ()
    of = columns_by_heads(row)
    for field, word in stated.items():
        if field not in FIELDS:
            raise FatdeskError(f"{field}: is not a field of a price list, known are {', '.join(FIELDS)}")
        at = _column(row, word)
        if at is None:
            heads = ", ".join(str(cell) for cell in row if cell != "")
            raise FatdeskError(f"{field}: there is no column {word!r}, there are {heads[:200] or 'no heads'}")
        of = {other: column for other, column in of.items() if column != at} | {field: at}
    missing = [field for field in NEEDED if field not in of]
    if missing:
        what = f"no column is known to be the {' and the '.join(missing)}, say which"
        raise FatdeskError(what.replace("_", " "))
    return Columns(sheet, head, of, decimal or _decimal(sheets[sheet], head, of))


def read_prices(
    sheets: Sequence[ReadSheet],
    file: str,
    columns: Columns,
    currency: str = "USD",
    date: str = "",
    source: str = "",
) -> PriceList:
    """The prices of a list; rows without a part number are left out.

    Parameters
    ----------
    sheets, file
        The list, and its name for errors and, where none is stated, as the source.
    columns
        Where it has what.
    currency, date, source
        For rows that do not state them.
    """
    sheet = sheets[columns.sheet]
    rows: list[Listed] = []
    bad: list[InputError] = []
    head = _head_of_price(sheet, columns)
    by_head, per_by_head = _currency_in_head(head), _PER_IN_HEAD.search(head)
    for line, row in list(zip(sheet.lines, sheet.rows, strict=True))[columns.head + 1 :]:
        cells = {field: row[at] if at < len(row) else "" for field, at in columns.of.items()}
        number = _text(cells["part_number"])
        if not number:
            continue
        field = "price"
        try:
            amount, beside = amount_of(cells["price"], columns.decimal)
            field = "currency"
            stated = _currency(cells.get("currency", "")) or beside or by_head or currency
            field = "date"
            when = date_of(cells.get("date", "")) or date
            field = "length_m"
            length = _length(cells.get("length_m", ""), columns.decimal)
            field = "price_per"
            per = cells.get("price_per", "") or (per_by_head[1] if per_by_head else "")
            amount = _of_one(amount, per, columns.decimal)
        except ValueError as error:
            if len(bad) < MOST_BAD:
                bad.append(InputError(file, line, field, f"{error}; {number[:40]} is not imported"))
            continue
        said = _text(cells.get("source", ""))[:2000] or source
        rows.append(
            Listed(line, number, length, Price(amount=amount, currency=stated, date=when, source=said))
        )
    return PriceList(file, tuple(rows), tuple(bad))


def _head(cell: Cell) -> str:
    text = re.sub(r"\([^)]*\)|\[[^\]]*\]", " ", str(cell).lower())
    text = _CURRENCY_IN_HEAD.sub(" ", text)
    return " ".join(re.sub(r"[*:_.-]", " ", text).split())


def _row_with(sheet: ReadSheet, stated: Mapping[str, str]) -> int:
    """The first row that has all the heads that the user names; -1: columns are named by letters alone."""
    wanted = [word for word in stated.values() if not word.startswith("=")]
    for at, row in enumerate(sheet.rows[:HEADS_WITHIN]):
        if wanted and all(_column(row, word) is not None for word in wanted):
            return at
    return 0 if wanted else -1


def _column(row: Sequence[Cell], word: str) -> int | None:
    letters = re.fullmatch(r"=([A-Za-z]{1,2})", word)
    if letters:
        return column_number(letters[1])
    return next((n for n, cell in enumerate(row) if str(cell).strip().lower() == word.strip().lower()), None)


def _decimal(sheet: ReadSheet, head: int, of: Mapping[str, int]) -> Sign | None:
    """The decimal sign that the prices of a list prove, or else its lengths."""

    def texts(field: str) -> Iterator[str]:
        at = of.get(field)
        for row in sheet.rows[head + 1 :]:
            if at is not None and at < len(row) and isinstance(cell := row[at], str):
                yield cell

    found = decimal_sign(bare_amount(text)[0] for text in texts("price"))
    return found or decimal_sign(_LENGTH_UNIT.sub("", text) for text in texts("length_m"))


def _head_of_price(sheet: ReadSheet, columns: Columns) -> str:
    """The head of the prices; empty where the list has no row of heads."""
    if columns.head < 0 or columns.of["price"] >= len(sheet.rows[columns.head]):
        return ""
    return str(sheet.rows[columns.head][columns.of["price"]])


def _currency_in_head(head: str) -> str | None:
    """The currency in the head of the prices, as in ``Price (EUR)``."""
    found = _CURRENCY_IN_HEAD.search(head)
    return currency_of(found[1] or found[2]) if found else None


def _of_one(amount: Decimal, cell: Cell, sign: Sign | None = ".") -> Decimal:
    """The price of one piece of an amount for several, to a millionth.

    >>> _of_one(Decimal("1250"), "100 Stk"), _of_one(Decimal("9.90"), "each"), _of_one(Decimal("10"), 3)
    (Decimal('12.5'), Decimal('9.90'), Decimal('3.333333'))
    """
    found = None if isinstance(cell, bool) else _PER.fullmatch(_text(cell))
    if found is None:
        raise ValueError(f"{_text(cell)[:20]!r} is not a number of pieces that the price is for, such as 100")
    if not found[1]:
        return amount
    pieces = read_number(found[1], sign)
    if pieces != pieces.to_integral_value() or not 1 <= pieces <= MOST_PIECES:
        raise ValueError(f"{found[1]} is not a number of pieces from 1 to {MOST_PIECES:,}")
    return amount if pieces == 1 else _in_range(_plain(round(amount / pieces, 6)))


def _text(cell: Cell) -> str:
    return " ".join(str(cell).split())


def _currency(cell: Cell) -> str | None:
    if cell == "":
        return None
    stated = currency_of(cell)
    if stated is None:
        raise ValueError(f"{str(cell)[:20]!r} is not a currency such as USD")
    return stated


_TIME = re.compile(r"(?<=[0-9])[T ][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?\s*\Z")
"""The time of day behind a date."""


_DAY_FIRST = re.compile(r"\A([0-9]{1,2})\.\s?([0-9]{1,2})\.\s?([0-9]{4})\Z")
"""A date with points, which begins with the day."""


def _year_first(found: re.Match[str]) -> str:
    return f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}"


def date_of(cell: Cell) -> str:
    """A date as prices have it; the empty text is unknown.

    Raises
    ------
    ValueError
        When it is none.

    >>> date_of("2026-05-31T00:00:00"), date_of("31.5.2026")
    ('2026-05-31', '2026-05-31')
    """
    text = _text(cell)
    try:
        date = msgspec.convert(_DAY_FIRST.sub(_year_first, _TIME.sub("", text)), Date)
        if date.count("-") == 2:
            datetime.date.fromisoformat(date)  # the thirty-first of February is none
        return date
    except ValueError:
        raise ValueError(f"{text[:20]!r} is not a date such as 2026-05-31") from None


def _length(cell: Cell, sign: Sign | None) -> float | None:
    if isinstance(cell, bool):
        raise ValueError(f"{cell} is not a length in metres")
    text = _LENGTH_UNIT.sub("", str(cell)).strip()
    if not text:
        return None
    length = read_number(text, sign) if isinstance(cell, str) else Decimal(repr(cell))
    if not 0 < length < LONGEST_M:
        raise ValueError(f"{str(cell)[:20]!r} is not a length in metres")
    return float(length)
