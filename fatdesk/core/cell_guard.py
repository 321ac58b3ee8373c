"""Text in cells that no spreadsheet takes for a formula, and the text again that was meant."""

import re

_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def guarded(text: str) -> str:
    """A text cell that no spreadsheet takes for a formula: an apostrophe before ``= + - @``, TAB and CR.

    An apostrophe before such a text is doubled, so that :func:`plain_cell` gives back every text.

    >>> guarded("=1+1"), guarded("'=1"), guarded("'tis")
    ("'=1+1", "''=1", "'tis")
    """
    return "'" + text if _FORMULA.match(text) else text


def plain_cell(cell: str) -> str:
    """The text that :func:`guarded` was given.

    >>> plain_cell("'=1+1")
    '=1+1'
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
