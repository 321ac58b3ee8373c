"""SHCD, the spreadsheet of HPE Cray systems: tables from Source to Destination with slots and ports."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from fatdesk.core.formats.cell import Cell, UnreadCell
from fatdesk.core.formats.sheets import ReadSheet
from fatdesk.engine.asbuilt.discovered import Discovered, Report, Reported

FORM = "SHCD"
MOST_ROWS_ABOVE = 60
_JACK = re.compile(r"j(\d+)\Z", re.IGNORECASE)
_EMPTY = {"", "-", "n/a", "none"}
_OUTSIDE = "port 0"
"""Of what is outside of the system the port is 0, which names none."""


class _Side(NamedTuple):
    """Columns of one end, from 0; -1: there is none."""

    name: int
    rack: int
    location: int
    slot: int
    parent: int
    port: int


class Columns(NamedTuple):
    """Place of a table in a sheet: the row with the titles, and the columns of both ends."""

    head: int
    source: _Side
    destination: _Side


def columns_of(rows: Sequence[Sequence[Cell]]) -> Columns | None:
    """The columns of the table of a sheet; None where it has none.

    A table of labels may be to the left of it, so the last *Source* counts.

    >>> titles = "Source,Rack,Location,Slot,,Port,Destination,Rack,Location,,Port"
    >>> found = columns_of([titles.split(",")])
    >>> found.source.port, found.destination.name, found.destination.port
    (5, 6, 10)
    """
    for head, row in enumerate(rows[:MOST_ROWS_ABOVE]):
        words = [str(cell).strip().lower() for cell in row]
        if "source" not in words:
            continue
        first = len(words) - 1 - words[::-1].index("source")
        if "destination" not in words[first:]:
            continue
        middle = words.index("destination", first)
        source, destination = _side(words, first, middle), _side(words, middle, len(words))
        if min(source.port, source.rack, source.location, destination.port, destination.rack) >= 0:
            return Columns(head, source, destination)
    return None


def _side(words: Sequence[str], first: int, end: int) -> _Side:
    def place(*titles: str) -> int:
        return next((i for i in range(first + 1, end) if words[i] in titles), -1)

    return _Side(
        first, place("rack"), place("location", "elevation"), place("slot"), place("parent"), place("port")
    )


def is_shcd(sheets: Sequence[ReadSheet]) -> bool:
    """Whether a sheet of a file is a table of an SHCD."""
    return any(columns_of(sheet.rows) is not None for sheet in sheets)


def read(sheets: Sequence[ReadSheet], file: str) -> Discovered:
    """The links of every sheet with such a table; a link that two sheets have is one.

    Rows without a port at both ends are left out and noted, such as those of nodes behind a controller of
    their enclosure (``Parent``).

    Raises
    ------
    InputError
        When no link is left.
    """
    report = Report(file, FORM)
    for sheet in sheets:
        columns = columns_of(sheet.rows)
        if columns is None:
            if any(any(str(cell).strip() for cell in row) for row in sheet.rows):
                report.note(0, f"sheet {sheet.name!r} is not a table from Source to Destination: left out")
            continue
        where = f"sheet {sheet.name!r}: " if len(sheets) > 1 else ""
        rows = zip(sheet.rows[columns.head + 1 :], sheet.lines[columns.head + 1 :], strict=True)
        for row, line in rows:
            _take(report, row, line, columns, where)
    return report.done()


def _take(report: Report, row: Sequence[Cell], line: int, columns: Columns, where: str) -> None:
    source, destination = columns.source, columns.destination
    places = [place for side in (source, destination) for place in side if place >= 0]
    if not any(_text(row, place) not in _EMPTY for place in places):
        return
    unread = next(
        (cell for place in places if place < len(row) and isinstance(cell := row[place], UnreadCell)), None
    )
    if unread is not None:
        report.skip(line, f"{where}a cell {unread.why}")
        return
    names = [_text(row, side.name) for side in (source, destination)]
    ports = [_port(row, side) for side in (source, destination)]
    parent = _text(row, source.parent)
    if not ports[0] and not ports[1] and parent not in _EMPTY:
        report.skip(line, f"{where}{names[0]} has no port of its own, its parent {parent} has")
        return
    for name, port, side in zip(names, ports, ("Source", "Destination"), strict=True):
        if name.lower() in _EMPTY or not port:
            lacks = f"{side} is empty" if name.lower() in _EMPTY else f"{name} has no port"
            report.skip(line, f"{where}{lacks}")
            return
    a, b = (
        report.node(
            name.casefold(),
            name,
            Reported.SWITCH if name.lower().startswith("sw-") else Reported.UNKNOWN,
            line=line,
        )
        for name in names
    )
    report.link(a, ports[0].removesuffix(_OUTSIDE), b, ports[1].removesuffix(_OUTSIDE), line=line)


def _text(row: Sequence[Cell], place: int) -> str:
    return str(row[place]).strip() if 0 <= place < len(row) else ""


def _port(row: Sequence[Cell], side: _Side) -> str:
    """Slot and port, ``ocp:1``; a jack counts as its number, and a controller's port keeps its name."""
    port, slot = _text(row, side.port), _text(row, side.slot)
    if port in _EMPTY:
        return ""
    jack = _JACK.match(port)
    plain = jack[1] if jack is not None else _OUTSIDE if port == "0" else port
    return plain if slot in _EMPTY else f"{slot}:{plain}"
