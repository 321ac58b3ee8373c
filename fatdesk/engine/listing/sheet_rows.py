"""Rows of a spreadsheet as XML: what takes the time in a long list, written without detours."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import IO

from fatdesk.engine.floor.floor import letters
from fatdesk.engine.listing.cells import UNKNOWN, Formula, Heading, Value, plain_number

MOST_SIGNS = 32_767
"""Characters that a cell can hold."""

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\r\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_CLOSED = re.compile(r"\S(.*\S)?", re.ASCII)


def write_rows(
    out: IO[bytes], columns: Sequence[Heading], rows: Iterable[Sequence[Value]], styles: Mapping[str, int]
) -> tuple[int, list[int]]:
    """Write rows from the second one of a sheet on.

    Parameters
    ----------
    styles
        Number of the look of each kind of column, and of the word for unknown under ``unknown``.

    Returns
    -------
    tuple
        How many rows, and for each column the length of its longest text (1 where it has only figures,
        0 where it is empty).
    """
    kinds = [column.kind for column in columns]
    # what stands before the row number and after it, for figures, texts, and the word for unknown
    figure = [(f'<c r="{letters(i)}', f'" s="{styles[kind]}"') for i, kind in enumerate(kinds)]
    longest = [0] * len(columns)
    last = 0
    for last, row in enumerate(rows, start=1):
        number = str(last + 1)
        cells = [f'<row r="{number}">']
        for i, value in enumerate(row):
            if value is None or value == "":
                continue
            before, after = figure[i]
            if isinstance(value, str):
                longest[i] = max(longest[i], len(value))
                if value == UNKNOWN and kinds[i] != "text":
                    after = f'" s="{styles["unknown"]}"'
                cells.append(f'{before}{number}{after} t="inlineStr"><is>{_text(value)}</is></c>')
                continue
            longest[i] = longest[i] or 1
            if isinstance(value, Formula):
                cells.append(f"{before}{number}{after}{_formula(value)}</c>")
            else:
                cells.append(f"{before}{number}{after}><v>{_number(value)}</v></c>")
        cells.append("</row>")
        out.write("".join(cells).encode("utf-8", "replace"))
    return last, longest


def _number(value: float | Decimal) -> str:
    return str(value) if isinstance(value, int) else plain_number(value)


def _formula(formula: Formula) -> str:
    body = _escaped(formula.text.removeprefix("="))
    if isinstance(formula.value, str):
        return f' t="str"><f>{body}</f><v>{_escaped(formula.value)}</v>'
    return f"><f>{body}</f><v>{plain_number(formula.value)}</v>"


@lru_cache(maxsize=20_000)
def _text(text: str) -> str:
    """A text as XML that reads back the same: markup escaped, control characters as ``_x0007_``."""
    inner = _escaped(text[:MOST_SIGNS])
    return f"<t>{inner}</t>" if _CLOSED.fullmatch(text) else f'<t xml:space="preserve">{inner}</t>'


def _escaped(text: str) -> str:
    if _CONTROL.search(text):
        text = _CONTROL.sub(lambda found: f"_x{ord(found[0]):04X}_", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
