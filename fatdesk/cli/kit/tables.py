"""Tables and figures as text, in a terminal with the decimal sign of the system."""

import locale
import os
import sys
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any, TextIO

from fatdesk.core.number_text import Grouping, Sign, figures_in_language

GAP = "  "


def terminal_width(stream: TextIO | None = None) -> int | None:
    """Columns of the terminal behind standard output; None where that is no terminal."""
    out = stream or sys.stdout
    try:
        return os.get_terminal_size(out.fileno()).columns or None
    except (OSError, ValueError, AttributeError):
        return None


@cache
def number_language() -> tuple[Sign, Grouping]:
    """Return the decimal sign of figures on standard output, and what groups thousands.

    Those of the environment (LC_ALL, LC_NUMERIC, LANG) where people read, which is a terminal; a point and
    the usual groups where a file or another program does.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        return ".", "usual"
    before = locale.setlocale(locale.LC_NUMERIC)
    try:
        locale.setlocale(locale.LC_NUMERIC, "")
        return _language_of(locale.localeconv())
    except locale.Error:  # the environment names a locale that is not installed
        return ".", "usual"
    finally:
        locale.setlocale(locale.LC_NUMERIC, before)


def _language_of(system: Mapping[str, Any]) -> tuple[Sign, Grouping]:
    """The number language of what the C library states.

    >>> _language_of({"decimal_point": ".", "thousands_sep": ",", "grouping": [3, 2, 0]})
    ('.', 'lakh')
    >>> _language_of({"decimal_point": ".", "thousands_sep": "’", "grouping": [3, 3, 0]})
    ('.', 'apostrophe')
    >>> _language_of({"decimal_point": ",", "thousands_sep": ".", "grouping": [3, 3, 0]})
    (',', 'usual')
    """
    sign: Sign = "," if system["decimal_point"] == "," else "."
    if system["thousands_sep"] in ("'", "’"):
        return sign, "apostrophe"
    return sign, "lakh" if sign == "." and system["grouping"][:2] == [3, 2] else "usual"


def table(
    rows: list[list[str]],
    right: frozenset[int] = frozenset(),
    spare: Sequence[str] = (),
    width: int | None = None,
) -> str:
    """Align rows in columns, those in ``right`` flush right. The first row is the head.

    Where they are wider than ``width``, columns of ``spare`` are left out, the first one first, with a
    note below.

    >>> print(table([["part", "n"], ["ib-36", "4"]], frozenset({1})))
    part   n
    ib-36  4
    """
    language = number_language()
    if language != (".", "usual"):
        rows = [
            rows[0],
            *(
                [figures_in_language(cell, *language) if i in right else cell for i, cell in enumerate(row)]
                for row in rows[1:]
            ),
        ]
    head, gone = rows[0], set[int]()
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    for name in (name for name in spare if name in head):
        kept = [widths[i] for i in range(len(head)) if i not in gone]
        if width is None or sum(kept) + len(GAP) * (len(kept) - 1) <= width:
            break
        gone.add(head.index(name))
    lines = []
    for row in rows:
        cells = [(i, cell) for i, cell in enumerate(row) if i not in gone]
        aligned = [cell.rjust(widths[i]) if i in right else cell.ljust(widths[i]) for i, cell in cells]
        lines.append(GAP.join(aligned).rstrip())
    if gone:
        lines.append(f"(hidden, the terminal is too narrow: {', '.join(head[i] for i in sorted(gone))})")
    return "\n".join(lines)


def part_text(part: str, cards: int = 0) -> str:
    """A part with its line cards.

    >>> part_text("modular-108", 1), part_text("ib-36")
    ('modular-108 (1 card)', 'ib-36')
    """
    return f"{part} ({cards} card{'s' if cards > 1 else ''})" if cards else part


def money_text(amount: Decimal | str | None, currency: str, at_least: bool) -> str:
    """An amount of money; `unknown` where no price is known.

    >>> money_text("1234.50", "USD", True), money_text(None, "USD", True), money_text("0.00", "USD", True)
    ('>= USD 1,234.50', 'unknown', 'unknown')
    """
    value = None if amount is None else Decimal(amount)
    if value is None or (at_least and not value):
        return "unknown"
    text = f"{'>= ' if at_least else ''}{currency} {value:,.2f}"
    return figures_in_language(text, *number_language())


def figure_text(value: Any, form: str, unit: str, at_least: bool) -> str:
    """A figure that may be a lower bound; `unknown` where nothing is known."""
    if value is None or (at_least and not value):
        return "unknown"
    text = f"{'>= ' if at_least else ''}{value:{form}}{unit and ' '}{unit}"
    return figures_in_language(text, *number_language())
