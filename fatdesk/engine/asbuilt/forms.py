"""Point-to-point forms of the field as reports: links with both ports, and what was not understood."""

import re
from collections.abc import Mapping, Sequence

from fatdesk.core.cell import Cell, UnreadCell
from fatdesk.core.errors import InputError
from fatdesk.core.sheets import ReadSheet
from fatdesk.engine.asbuilt.discovered import Discovered, Report, Told
from fatdesk.engine.asbuilt.form_columns import Fact, FormColumns, form_columns

_DATE = re.compile(r"\d{4}-(\d\d)-(\d\d)(?:T00:00:00)?\Z")
_BLADE = re.compile(r"blade (\d+)_port (\d+)/(\S+)\Z", re.IGNORECASE)
_TYPES = {"host": Told.HOST, "server": Told.HOST, "hca": Told.HOST, "switch": Told.SWITCH}
MOST_NOTES = 100
"""Rows that are told one by one; of more only the number."""


def is_form(sheets: Sequence[ReadSheet]) -> bool:
    """Whether a sheet of a file is a known form."""
    return any(form_columns(sheet.rows) is not None for sheet in sheets)


def read(sheets: Sequence[ReadSheet], file: str) -> Discovered:
    """The links of every sheet that is a known form.

    Rows without both names and ports are left out and noted, and so are columns and sheets that nothing is
    taken from.

    Raises
    ------
    InputError
        When no link is left.
    """
    forms = [(sheet, form_columns(sheet.rows)) for sheet in sheets]
    report = Report(file, next((found.form for _, found in forms if found is not None), "form"))
    skipped: list[tuple[int, str]] = []
    for sheet, columns in forms:
        if columns is None:
            if any(any(str(cell).strip() for cell in row) for row in sheet.rows):
                report.note(0, f"sheet {sheet.name!r} is no list of links: left out")
            continue
        if columns.left_out:
            line = sheet.lines[columns.head]
            report.note(line, f"not compared: {', '.join(word[:40] for word in columns.left_out[:20])}")
        _take(sheet, columns, report, skipped)
    for line, what in skipped[:MOST_NOTES]:
        report.note(line, what)
    if len(skipped) > MOST_NOTES:
        report.note(0, f"{len(skipped) - MOST_NOTES:,} rows more are not understood")
    if not report.links and skipped:
        line, what = skipped[0]
        raise InputError(file, line, "row", f"{what}; no row is left, name both devices and both ports")
    return report.done()


def _take(sheet: ReadSheet, columns: FormColumns, report: Report, skipped: list[tuple[int, str]]) -> None:
    """The links of one sheet."""
    for row, line in zip(sheet.rows[columns.head + 1 :], sheet.lines[columns.head + 1 :], strict=True):
        if not any(str(cell).strip() for cell in row):
            continue
        unread = next((cell for end in columns.ends if (cell := _unread(row, end)) is not None), None)
        if unread is not None:
            skipped.append((line, f"left out, a cell {unread.why}"))
            continue
        cells = [{fact: _text(row, place) for fact, place in end.items()} for end in columns.ends]
        missing = [
            f"{fact} of end {side}"
            for side, end in zip("AB", cells, strict=True)
            for fact in (Fact.NODE, Fact.PORT)
            if not end[fact]
        ]
        if missing:
            skipped.append((line, f"left out, without {' and '.join(missing)}"))
            continue
        for end in cells:
            end[Fact.PORT] = _plain(end[Fact.PORT])
            port = _undated(end[Fact.PORT])
            if port != end[Fact.PORT]:
                report.note(line, f"port {end[Fact.PORT][:10]} is a date in the sheet: taken as {port}")
                end[Fact.PORT] = port
        a, b = (_node(report, end, line) for end in cells)
        rate = _text(row, columns.rate) if columns.rate >= 0 else ""
        report.link(a, cells[0][Fact.PORT], b, cells[1][Fact.PORT], rate=rate, line=line)


def _unread(row: Sequence[Cell], end: Mapping[Fact, int]) -> UnreadCell | None:
    """A cell without a usable value where an end of a link has its device or port."""
    for fact in (Fact.NODE, Fact.PORT):
        cell = row[end[fact]] if end[fact] < len(row) else ""
        if isinstance(cell, UnreadCell):
            return cell
    return None


def _node(report: Report, end: dict[Fact, str], line: int) -> int:
    name = end[Fact.NODE]
    told = _TYPES.get(end.get(Fact.TYPE, "").lower(), Told.UNKNOWN)
    return report.node(name.casefold(), name, told, model=end.get(Fact.MODEL, ""), line=line)


def _text(row: Sequence[Cell], place: int) -> str:
    return str(row[place]).strip() if place < len(row) else ""


def _plain(port: str) -> str:
    """A port without the words that NDT files put before its numbers.

    >>> _plain("Port 21"), _plain("Blade 3_Port 1/12"), _plain("Blade 3_Port 2/12"), _plain("swp1")
    ('21', '3/12', '3/2/12', 'swp1')
    """
    if found := _BLADE.match(port):
        return f"{found[1]}/{found[3]}" if found[2] == "1" else f"{found[1]}/{found[2]}/{found[3]}"
    return port[5:].strip() if port.lower().startswith("port ") else port


def _undated(port: str) -> str:
    """A port like 1/3 that a spreadsheet took for a date.

    >>> _undated("2026-01-03"), _undated("2026-01-03T00:00:00"), _undated("1/3")
    ('1/3', '1/3', '1/3')
    """
    found = _DATE.match(port)
    return f"{int(found[1])}/{int(found[2])}" if found else port
