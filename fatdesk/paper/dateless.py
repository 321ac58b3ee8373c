"""Take the time of making out of a PDF file, so that the same pages are the same bytes."""

import re

from fatdesk.paper.application import PaperError

_DATES = re.compile(rb"/CreationDate \([^)]*\)\n/ModDate \([^)]*\)\n")
_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
_TABLE = re.compile(rb"xref\n0 (\d+)\s*\n")
_ENTRY = 20
"""Bytes of a line of the table of objects."""


def without_dates(data: bytes) -> bytes:
    """The file without its dates, its table of objects put right.

    Raises
    ------
    PaperError
        When the file is not built as Qt builds it.
    """
    dates = _DATES.search(data)
    end = _START.search(data)
    if dates is None or end is None:
        raise PaperError("the PDF is not built as expected; this version of Qt is not known")
    gone, at = len(dates[0]), dates.start()
    start = int(end[1])
    table = _TABLE.match(data, start)
    if table is None or at > start:
        raise PaperError("the PDF has no table of objects; this version of Qt is not known")
    first, count = table.end(), int(table[1])
    lines = [data[first + i * _ENTRY : first + (i + 1) * _ENTRY] for i in range(count)]
    moved = [
        b"%010d" % (int(line[:10]) - gone) + line[10:]
        if line[17:18] == b"n" and int(line[:10]) > at
        else line
        for line in lines
    ]
    rest = data[first + count * _ENTRY : end.start()]
    body = data[:at] + data[at + gone : first]
    return body + b"".join(moved) + rest + b"startxref\n%d\n%%%%EOF\n" % (start - gone)
