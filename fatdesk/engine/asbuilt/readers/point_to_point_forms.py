"""Point-to-point forms of the field as reports: links with both ports, and what was not understood."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from fatdesk.core.formats.cell import Cell, UnreadCell
from fatdesk.core.formats.sheets import ReadSheet
from fatdesk.engine.asbuilt.discovered import Discovered, Report, Reported

MOST_ROWS_ABOVE = 20
_JOINING = re.compile(r"[\s_\-/#.]+")


class Fact(StrEnum):
    """Fact that a column states about an end or the link."""

    NODE = "node"
    PORT = "port"
    TYPE = "type"
    MODEL = "model"
    SLOT = "slot"
    """The card that a port is on, where the port counts on it."""
    LEG = "leg"
    """The leg of a split port."""


@dataclass(frozen=True)
class FormColumns:
    """The columns of a form in a sheet.

    Attributes
    ----------
    form
        What it is called, for people.
    head
        The row with the titles, from 0.
    ends
        For each end the columns of its facts, from 0.
    rate
        The column of the rate; -1: none.
    left_out
        Titles of columns that nothing is taken from.
    """

    form: str
    head: int
    ends: tuple[Mapping[Fact, int], Mapping[Fact, int]]
    rate: int
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class _Form:
    """A form with titles that differ between the ends, ``{}`` being what the end is called."""

    name: str
    sides: tuple[str, str]
    node: tuple[str, ...]
    port: tuple[str, ...]
    type: tuple[str, ...] = ()
    model: tuple[str, ...] = ()
    slot: tuple[str, ...] = ()
    leg: tuple[str, ...] = ()


_FORMS = (
    _Form("cable validation form", ("a", "z"), ("{} node", "{} node name"), ("{} port",), ("{} type",)),
    _Form(
        "wiring list",
        ("a", "b"),
        ("{} device",),
        ("{} port",),
        model=("{} model",),
        slot=("{} slot",),
        leg=("{} sub port",),
    ),
    _Form("ndt list", ("start", "end"), ("{}device", "{} device"), ("{}port", "{} port")),
    _Form(
        "host-fabric form",
        ("source", "destination"),
        ("{} name",),
        ("{} port",),
        ("{} type",),
        ("{} name 2",),
    ),
)
_RATES = ("speed", "rate", "link rate", "link speed")
_RACKS = "cable validation form with racks"
_NAMES = ("name", "node", "node name")
_PORTS = ("port", "hca port", "hca")


def form_columns(rows: Sequence[Sequence[Cell]]) -> FormColumns | None:
    """The columns of a sheet that is a known form; None where it is none.

    Titles may be in two rows, the upper naming the end (``Source`` over ``name``, ``port``).

    >>> found = form_columns([("Rack", "U", "Name", "HCA/Port", "Rack", "U", "Name", "Port")])
    >>> found.form, [list(end.values()) for end in found.ends]
    ('cable validation form with racks', [[2, 3], [6, 7]])
    """
    for number, (words, grouped) in enumerate(_titles(rows)):
        found = _named(grouped, number) or _named(words, number) or _in_order(words, number)
        if found is not None:
            return found
    return None


def _titles(rows: Sequence[Sequence[Cell]]) -> Iterator[tuple[list[str], list[str]]]:
    """For each of the first rows its cells as plain words, alone and under the groups of the row above."""
    above: list[str] = []
    for row in rows[:MOST_ROWS_ABOVE]:
        words = [heading(cell) for cell in row]
        groups, last = [], ""
        for i in range(len(words)):
            last = above[i] if i < len(above) and above[i] else last
            groups.append(f"{last} {words[i]}".strip() if words[i] else "")
        yield words, groups
        above = words


def heading(cell: Cell) -> str:
    """Return a title as titles are compared.

    >>> heading("A_identifier"), heading(" From/Port ")
    ('a identifier', 'from port')
    """
    return _JOINING.sub(" ", str(cell).strip().lower()).strip().removeprefix("fields:")


def _titles_of(form: _Form, side: str) -> dict[Fact, list[str]]:
    """Return the titles that each fact of an end may have."""
    facts = {Fact.NODE: form.node, Fact.PORT: form.port, Fact.TYPE: form.type, Fact.MODEL: form.model}
    facts |= {Fact.SLOT: form.slot, Fact.LEG: form.leg}
    return {fact: [title.format(side) for title in titles] for fact, titles in facts.items() if titles}


_TITLES = [(form, [_titles_of(form, side) for side in form.sides]) for form in _FORMS]

_EVERY_NODE = frozenset(word for _, sides in _TITLES for titles in sides for word in titles[Fact.NODE])


def _named(words: list[str], head: int) -> FormColumns | None:
    if _EVERY_NODE.isdisjoint(words):
        return None
    first = {word: i for i, word in reversed(list(enumerate(words)))}
    for form, sides in _TITLES:
        ends = [_end(first, titles) for titles in sides]
        if all(Fact.NODE in end and Fact.PORT in end for end in ends):
            rate = next((i for i, word in enumerate(words) if word in _RATES), -1)
            return _columns(form.name, head, words, (ends[0], ends[1]), rate)
    return None


def _end(first: Mapping[str, int], titles: Mapping[Fact, Sequence[str]]) -> dict[Fact, int]:
    """The columns of the facts of an end, by the first place of each word in the head."""
    found = {}
    for fact, wanted in titles.items():
        places = [first[title] for title in wanted if title in first]
        if places:
            found[fact] = min(places)
    return found


def _in_order(words: list[str], head: int) -> FormColumns | None:
    """A form whose ends have the same titles: the last name before each of two ports."""
    ports = [i for i, word in enumerate(words) if word in _PORTS]
    if len(ports) != 2 or "rack" not in words:
        return None
    first, second = ports
    names = [i for i, word in enumerate(words) if word in _NAMES]
    near, far = [i for i in names if i < first], [i for i in names if first < i < second]
    if not near or not far:
        return None
    ends = {Fact.NODE: near[-1], Fact.PORT: first}, {Fact.NODE: far[-1], Fact.PORT: second}
    return _columns(_RACKS, head, words, ends, -1)


def _columns(
    form: str, head: int, words: list[str], ends: tuple[dict[Fact, int], dict[Fact, int]], rate: int
) -> FormColumns:
    taken = {place for end in ends for place in end.values()} | {rate}
    left = tuple(dict.fromkeys(word for i, word in enumerate(words) if word and i not in taken))
    return FormColumns(form, head, ends, rate, left)


_DATE = re.compile(r"\d{4}-(\d\d)-(\d\d)(?:T00:00:00)?\Z")
_BLADE = re.compile(r"blade (\d+)_port (\d+)/(\S+)\Z", re.IGNORECASE)
_TYPES = {
    "host": Reported.HOST,
    "server": Reported.HOST,
    "hca": Reported.HOST,
    "switch": Reported.SWITCH,
}


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
    for sheet, columns in forms:
        if columns is None:
            if any(any(str(cell).strip() for cell in row) for row in sheet.rows):
                report.note(0, f"sheet {sheet.name!r} is not a list of links: left out")
            continue
        if columns.left_out:
            line = sheet.lines[columns.head]
            report.note(line, f"not compared: {', '.join(word[:40] for word in columns.left_out[:20])}")
        _take(sheet, columns, report)
    return report.done()


def _take(sheet: ReadSheet, columns: FormColumns, report: Report) -> None:
    """The links of one sheet."""
    for row, line in zip(sheet.rows[columns.head + 1 :], sheet.lines[columns.head + 1 :], strict=True):
        if not any(str(cell).strip() for cell in row):
            continue
        unread = next((cell for end in columns.ends if (cell := _unread(row, end)) is not None), None)
        if unread is not None:
            report.skip(line, f"a cell {unread.why}")
            continue
        cells = [{fact: _text(row, place) for fact, place in end.items()} for end in columns.ends]
        missing = [
            f"{fact} of end {side}"
            for side, end in zip("AB", cells, strict=True)
            for fact in (Fact.NODE, Fact.PORT)
            if not end[fact]
        ]
        if missing:
            report.skip(line, f"without {' and '.join(missing)}")
            continue
        for end in cells:
            own = (end.get(Fact.SLOT, ""), _plain(end[Fact.PORT]), end.get(Fact.LEG, ""))
            end[Fact.PORT] = "/".join(piece for piece in own if piece)
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
    reported = _TYPES.get(end.get(Fact.TYPE, "").lower(), Reported.UNKNOWN)
    return report.node(name.casefold(), name, reported, model=end.get(Fact.MODEL, ""), line=line)


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
