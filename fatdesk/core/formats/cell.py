"""The cells of tables that people bring, blocks of copied cells, and cells without a usable value."""

import csv
import re
from collections.abc import Sequence
from io import StringIO
from typing import Self

from fatdesk.core.number_text import Sign, decimal_sign, in_language, readings

MOST_CELLS = 200_000


def read_block(text: str) -> list[list[str]]:
    r"""Return the cells of a copied block, line by line, without spaces around them; empty text has none.

    Cells with tabs or line breaks are in quotes, as spreadsheets write them.

    >>> read_block("\t".join(["1", "2"]))
    [['1', '2']]

    Raises
    ------
    ValueError
        If the block is too large, or no text.
    """
    found = csv.reader(StringIO(text.rstrip("\r\n").replace("\r\n", "\n")), delimiter="\t")
    try:
        lines = [[cell.strip() for cell in line] for line in found]
    except csv.Error as error:
        raise ValueError(f"the clipboard holds no cells ({error})") from None
    if sum(map(len, lines)) > MOST_CELLS:
        raise ValueError(f"the clipboard has more than {MOST_CELLS:,} cells; copy fewer")
    return lines


def numbers_in_language(texts: Sequence[str], sign: Sign) -> list[str]:
    """Return the numbers of a column of a block in a number language.

    A column whose texts prove another decimal sign is translated; one without a proof is in it already.

    >>> numbers_in_language(["1.200,50", "3"], "."), numbers_in_language(["1,200"], ".")
    (['1200.50', '3'], ['1,200'])
    """
    proved = decimal_sign(texts)
    if proved is None or proved == sign:
        return list(texts)
    return [_translated(text, proved, sign) for text in texts]


def unproved_number(texts: Sequence[str]) -> str:
    """Return the first number with two readings of a column that proves no decimal sign; empty: none.

    >>> unproved_number(["3", "1.200"]), unproved_number(["1.200", "87,5"]), unproved_number(["3", "4.5"])
    ('1.200', '', '')
    """
    if decimal_sign(texts) is not None:
        return ""
    return next((text for text in texts if len(set(readings(text).values())) > 1), "")


def _translated(text: str, proved: Sign, sign: Sign) -> str:
    found = readings(text).get(proved)
    return text if found is None else in_language(f"{found:f}", sign)


_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_FIRST = frozenset("'=+-@\t\r")
"""First characters of texts that need a closer look."""


def guarded(text: str) -> str:
    """A text cell that no spreadsheet takes for a formula: an apostrophe before ``= + - @``, TAB and CR.

    An apostrophe before such a text is doubled, so that :func:`plain_cell` gives back every text.

    >>> guarded("=1+1"), guarded("'=1"), guarded("'tis")
    ("'=1+1", "''=1", "'tis")
    """
    return "'" + text if text[:1] in _FIRST and _FORMULA.match(text) else text


def plain_cell(cell: str) -> str:
    """The text that :func:`guarded` was given.

    >>> plain_cell("'=1+1")
    '=1+1'
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


_ERROR = re.compile(
    r"#(?:[¡¿]?[A-ZÀ-Þ0-9_/]{2,16}[!?]|N/[ADV]|NV|GETTING_DATA|##+)|(?:Err|Fehler|Erreur|Errore):[0-9]{3}"
)
"""Error values as spreadsheet programs of several languages show them, and signs of a narrow column."""

Cell = str | int | float | bool
"""An empty cell is the empty text; dates and times are ISO text."""


class UnreadCell(str):
    """A cell whose value is not in the file: an error value, or a formula without a stored result.

    The text is what the cell shows, or its formula.

    Attributes
    ----------
    why
        What is wrong, and what to do, for messages.
    """

    __slots__ = ("why",)
    why: str

    def __new__(cls, text: str, why: str) -> Self:
        """Text that is not to be taken for a value."""
        made = super().__new__(cls, text)
        made.why = why
        return made

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        """Come from a worker as it was."""
        return type(self), (str(self), self.why)


def error_cell(text: str) -> UnreadCell:
    """A cell that shows an error value."""
    shown = text[:20]
    if set(shown) == {"#"}:
        why = "shows only # because its column was too narrow: widen the column and save the file again"
    else:
        why = f"has the error value {shown}: correct the cell or empty it"
    return UnreadCell(text, why)


def formula_cell(formula: str) -> UnreadCell:
    """A cell with a formula whose result is not in the file."""
    why = "has a formula without a stored value: open and save the file in a spreadsheet program first"
    return UnreadCell(f"={formula}", why)


def covered_cell(row: int, column: int) -> UnreadCell:
    """A cell that a merged cell covers, by row and column of that, from 0."""
    return UnreadCell("", f"is covered by the merged cell {column_letters(column)}{row + 1}: unmerge it")


def is_error(text: str) -> bool:
    """Whether a text is an error value of a spreadsheet.

    >>> is_error("#N/A"), is_error("#BEZUG!"), is_error("Err:522"), is_error("#1"), is_error("#####")
    (True, True, True, False, True)
    """
    return text[:1] in ("#", "E", "F") and _ERROR.fullmatch(text) is not None


def column_letters(column: int) -> str:
    """The letters of a column of a spreadsheet, from 0.

    >>> column_letters(0), column_letters(27)
    ('A', 'AB')
    """
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def column_number(letters: str) -> int:
    """The column of letters, from 0; -1 for none.

    >>> column_number("A"), column_number("ab"), column_number("")
    (0, 27, -1)
    """
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1
