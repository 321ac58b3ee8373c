"""Blocks of cells as spreadsheets copy them: tab-separated texts, with numbers in their own language."""

import csv
from collections.abc import Sequence
from io import StringIO

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
