"""Which columns of a point-to-point form tell what: forms are told by their titles, not by their names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from fatdesk.core.cell import Cell

MOST_ROWS_ABOVE = 20
_JOINING = re.compile(r"[\s_\-/#.]+")


class Fact(StrEnum):
    """What a column tells of an end, or of the link."""

    NODE = "node"
    PORT = "port"
    TYPE = "type"
    MODEL = "model"
    RATE = "rate"


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


_FORMS = (
    _Form("cable validation form", ("a", "z"), ("{} node", "{} node name"), ("{} port",), ("{} type",)),
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

    Titles may stand in two rows, the upper telling the end (``Source`` over ``name``, ``port``).

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
        words = [_plain(cell) for cell in row]
        groups, last = [], ""
        for i in range(len(words)):
            last = above[i] if i < len(above) and above[i] else last
            groups.append(f"{last} {words[i]}".strip() if words[i] else "")
        yield words, groups
        above = words


def _plain(cell: Cell) -> str:
    return _JOINING.sub(" ", str(cell).strip().lower()).strip().removeprefix("fields:")


def _named(words: list[str], head: int) -> FormColumns | None:
    for form in _FORMS:
        ends = [_end(words, form, side) for side in form.sides]
        if all(Fact.NODE in end and Fact.PORT in end for end in ends):
            rate = next((i for i, word in enumerate(words) if word in _RATES), -1)
            return _columns(form.name, head, words, (ends[0], ends[1]), rate)
    return None


def _end(words: list[str], form: _Form, side: str) -> dict[Fact, int]:
    found = {}
    facts = {Fact.NODE: form.node, Fact.PORT: form.port, Fact.TYPE: form.type, Fact.MODEL: form.model}
    for fact, titles in facts.items():
        wanted = [title.format(side) for title in titles]
        place = next((i for i, word in enumerate(words) if word in wanted), None)
        if place is not None:
            found[fact] = place
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
