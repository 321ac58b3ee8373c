"""Columns of the wiring list, some hidden at first, its groups, and edits of cables by hand."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any

import msgspec
import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import MisreadError, counted
from fatdesk.core.units import m_from_um
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.list_import.table import STATUSES, known_status
from fatdesk.engine.listing.cells import by_name
from fatdesk.engine.listing.wiring_columns import COLUMNS, LEFT_TO_PEOPLE, WiringRow, sides_of
from fatdesk.engine.wiring.wiring_list import CableRow, End
from fatdesk.gui.session.session import Session
from fatdesk.gui.session.wiring import Sum, Wiring, title_order
from fatdesk.gui.tables import Choice, Column, Groups
from fatdesk.gui.tables.column import listed, others
from fatdesk.gui.tables.model import Lines
from fatdesk.gui.widgets.numbers import AT_LEAST, MINUS, UNKNOWN, metres, money, parse_number
from fatdesk.gui.widgets.sorting import Numbers, natural, unknown_first
from fatdesk.project.commands.cables import SetCable, SetCables
from fatdesk.project.document.cable_records import CableRecord

BY_RULE = "Chosen by rule"
LONGEST_M = 100_000
LONGEST_TEXT = 200
"""Longest text that is kept about a cable, in characters."""


def metres_text(total: Sum, unit: str = "") -> str:
    """A sum of lengths in metres; a lower bound says so."""
    if not total.known:
        return UNKNOWN
    value = f"{m_from_um(int(total.value)):,.2f}".replace("-", MINUS)
    return (AT_LEAST if total.at_least else "") + value + (f" {unit}" if unit else "")


def money_text(total: Sum) -> str:
    """A sum of money, without its currency; a lower bound says so."""
    if not total.known:
        return UNKNOWN
    return (AT_LEAST if total.at_least else "") + f"{total.value:,.2f}"


def record_of(session: Session, cable_id: str) -> CableRecord:
    """The record of a cable, or an empty one."""
    return session.project.cables.get(cable_id) or CableRecord(id=cable_id)


def by_hand(session: Session, cable_id: str) -> tuple[bool, bool]:
    """Whether part and length of a cable were decided by hand."""
    record = session.project.cables.get(cable_id)
    return (False, False) if record is None else (record.part is not None, record.length_m is not None)


def set_records(session: Session, ids: Iterable[str], **changes: Any) -> bool:
    """Change what is recorded of some cables, as one step."""
    records = tuple(msgspec.structs.replace(record_of(session, cable), **changes) for cable in ids)
    if len(records) == 1:
        return session.do(SetCable(cable=records[0]))
    return bool(records) and session.do(SetCables(cables=records))


def set_lengths(session: Session, ids: Sequence[str], text: str, what: str = "length_m") -> bool:
    """Set a typed length of several cables; an empty one is none."""
    if not text:
        return set_records(session, ids, **{what: None})
    why = ""
    try:
        length = float(parse_number(text, "m"))
    except FatdeskError as error:
        length, why = 0.0, str(error) if isinstance(error, MisreadError) else ""
    if not 0 < length <= LONGEST_M:
        empty = "to choose by rule" if what == "length_m" else "if it was not measured"
        why = why or f"“{text}” is not a length"
        session.refuse(f"{why}. Type metres, such as 3 or 2.5, or clear the cell {empty}.")
        return False
    return set_records(session, ids, **{what: length})


def set_status(session: Session, ids: Iterable[str], text: str) -> bool:
    """Set a typed status; an empty one is *planned*, and one that is probably misspelled is refused."""
    try:
        status = known_status(text[:LONGEST_TEXT]) if text else "planned"
    except ValueError as error:
        session.refuse(f"{error} Statuses: {', '.join(STATUSES)}, or words of your own.")
        return False
    return set_records(session, ids, status=status)


def set_back(session: Session, ids: Iterable[str]) -> bool:
    """Let the rules choose part and length again, as one step; False when they do already."""
    decided = [cable for cable in ids if any(by_hand(session, cable))]
    return bool(decided) and set_records(session, decided, part=None, length_m=None)


def part_choices(session: Session, row: CableRow) -> list[Choice]:
    """The parts with the connectors that a cable needs, and the rule."""
    cables = [part for part in session.project.parts if isinstance(part, Cable)]
    now = next((set(part.connectors) for part in cables if part.id == row.part), None)
    fitting = [part.id for part in cables if now is None or set(part.connectors) == now]
    return [Choice(BY_RULE, ""), *(Choice(part, part) for part in fitting)]


def setter(session: Session, **named: Callable[[str], Any]) -> Callable[[Sequence[CableRow], str], bool]:
    """An edit of one field of the records of several rows."""
    ((field, read),) = named.items()
    return lambda rows, text: set_records(session, [row.id for row in rows], **{field: read(text)})


NO_RACK, NO_TRAY, NO_PART = "Not placed", "In no tray", "No cable fits"
NO_BUNDLE, NO_FABRIC, NO_STATUS = "In no bundle", "In no network", "No status"


def by_rack(wiring: Wiring) -> Groups:
    """Under the rack where end a is, as the bill counts them."""
    racks = wiring.codes("rack")
    return _of_codes([f"Rack {label}" if label else NO_RACK for label in racks.values], racks.code)


def by_part(wiring: Wiring) -> Groups:
    """Under what is ordered."""
    skus = wiring.codes("sku")
    titles = [
        f"{part}   {m_from_um(um):g} m" if part and um is not None else part or NO_PART
        for part, um in skus.values
    ]
    return _of_codes(titles, skus.code)


def by_bundle(wiring: Wiring) -> Groups:
    """Under the bundle that they are pulled in."""
    bundles = wiring.codes("bundle")
    return _of_codes([f"Bundle {name}" if name else NO_BUNDLE for name in bundles.values], bundles.code)


def by_status(wiring: Wiring) -> Groups:
    """Under how far the work on them is, in the order of the work; statuses of one's own are last."""
    found = wiring.codes("status")
    titles = [f"Status {status}" if status else NO_STATUS for status in found.values]
    rank = {status: number for number, status in enumerate(STATUSES)}
    ranks = [rank.get(status, len(rank)) for status in found.values]
    return _of_codes(titles, found.code, order=sorted(title_order(titles), key=ranks.__getitem__))


def by_fabric(wiring: Wiring) -> Groups:
    """Under the network that they belong to."""
    fabrics = wiring.codes("fabric")
    return _of_codes([f"Fabric {name}" if name else NO_FABRIC for name in fabrics.values], fabrics.code)


def by_tray(wiring: Wiring) -> Groups:
    """Under each tray that a cable runs through."""
    runs = wiring.codes("run")
    trays: dict[str, int] = {}
    through = [
        [trays.setdefault(tray, len(trays)) for tray in dict.fromkeys(run or (NO_TRAY,))]
        for run in runs.values
    ]
    each = np.array([len(some) for some in through] or [0], np.int64)
    first = np.cumsum(each) - each
    flat = np.array([tray for some in through for tray in some], np.int64)
    times = each[runs.code] if len(runs.code) else each[:0]
    row = np.repeat(np.arange(len(runs.code)), times)
    within = np.arange(len(row)) - np.repeat(np.cumsum(times) - times, times)
    return _of_codes(list(trays), flat[first[runs.code[row]] + within] if len(row) else row, row)


def _of_codes(
    titles: list[str], code: Numbers, row: Numbers | None = None, order: list[int] | None = None
) -> Groups:
    """Groups of rows by code, in natural order of their titles or in another one."""
    order = title_order(titles) if order is None else order
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    rows = np.arange(len(code)) if row is None else row
    return Groups([titles[i] for i in order], rows, place[code] if len(code) else code)


GROUPINGS: tuple[tuple[str, Callable[[Wiring], Groups] | None], ...] = (
    ("No groups", None),
    ("By rack", by_rack),
    ("By part and length", by_part),
    ("By bundle", by_bundle),
    ("By tray", by_tray),
    ("By status", by_status),
    ("By fabric", by_fabric),
)


def head_cells(wiring: Wiring, lines: Lines) -> list[dict[str, str]]:
    """The sums of each group, under the columns that they are sums of."""
    return [
        {
            "": counted(sums.count, "cable"),
            "Computed, m": metres_text(sums.computed_um),
            "Ordered, m": metres_text(sums.ordered_um),
            "Spare, m": metres_text(sums.spare_um),
            "Cost": money_text(sums.cost),
        }
        for sums in wiring.sums_of(lines.members, lines.starts)
    ]


LITTLE_UM = 150_000
"""Less spare than this is warned."""


def spare_um(row: CableRow) -> int | None:
    """The ordered length less the computed one, in micrometres."""
    length = row.length
    if length.ordered_um is None or length.computed_um is None:
        return None
    return length.ordered_um - length.computed_um


def _place(end: End) -> str:
    return f"{end.rack_label} {end.device}".strip() if end.rack_label else f"{end.device}, not placed"


def _length_tone(row: CableRow) -> str:
    spare = spare_um(row)
    if row.length.ordered_um is None:
        return "warn"
    return "error" if spare is not None and spare < 0 else "text"


def _spare_mark(row: CableRow) -> str:
    spare = spare_um(row)
    if spare is None:
        return ""
    return "error" if spare < 0 else "warning" if 0 < spare < LITTLE_UM else ""


def _spare_tone(row: CableRow) -> str:
    if spare_um(row) is None:
        return "warn"
    return {"error": "error", "warning": "warn"}.get(_spare_mark(row), "text2")


def _ends(title: str, side: str) -> tuple[Column[CableRow], ...]:
    at: Callable[[CableRow], End] = attrgetter(side)
    return (
        Column(title, 80, lambda row: _place(at(row)), order=natural),
        Column(
            "U",
            37,
            lambda row: "–" if at(row).u is None else str(at(row).u),
            lambda row: at(row).u or 0,
            number=True,
            tone=lambda _: "text2",
            name=f"{title} U",
        ),
        Column("Port", 44, lambda row: at(row).port, order=natural, number=True, name=f"{title} port"),
    )


def cable_columns(session: Session) -> tuple[Column[CableRow], ...]:
    """All columns, in the order in which they start: first what must be whole in narrow windows."""

    def item(row: CableRow) -> WiringRow:
        number = session.wiring.numbers.get(row.id, "")
        return WiringRow(row, number, row.b, row.a, 1, 1, sides_of(session.derived.catalog))

    return (
        Column(
            "Cable",
            86,
            lambda row: session.wiring.numbers.get(row.id, ""),
            strong=True,
            about="Number on the labels of both ends",
            name="Number",
        ),
        *_ends("From", "a"),
        *_ends("To", "b"),
        Column(
            "Kind",
            74,
            lambda row: row.kind or "none",
            swatch=lambda row: row.kind,
            tone=lambda row: "text" if row.kind else "error",
        ),
        *_lengths(session),
        Column(
            "Cost",
            76,
            lambda row: money(row.cost),
            lambda row: row.cost,
            order=unknown_first,
            number=True,
            tone=lambda row: "text" if row.cost is not None else "warn",
            secondary=True,
        ),
        Column(
            "Status",
            76,
            attrgetter("status"),
            order=natural,
            tone=lambda _: "text2",
            edit_all=lambda rows, text: set_status(session, [row.id for row in rows], text),
            words=lambda: STATUSES,
            secondary=True,
        ),
        Column(
            "Part",
            112,
            lambda row: row.part or "none fits",
            order=natural,
            tone=lambda row: "text2" if row.part else "error",
            corner=lambda row: by_hand(session, row.id)[0],
            edit_all=setter(session, part=lambda text: text or None),
            choices=lambda row: part_choices(session, row),
            secondary=True,
        ),
        Column("Bundle", 116, lambda row: row.bundle, order=natural, tone=lambda _: "text2", secondary=True),
        _text(session, "Remark", 150, "remark", hidden=False),
        listed(LIST["fabric"], item, 90, hidden=True),
        listed(LIST["route"], item, 180, hidden=True),
        listed(LIST["reason"], item, 240, hidden=True),
        _text(session, "Phase", 80, "phase"),
        _text(session, "Tested by", 100, "tested_by"),
        _text(session, "Result", 100, "result"),
        listed(
            LIST["measured_m"],
            item,
            100,
            edit_all=lambda rows, text: set_lengths(session, [r.id for r in rows], text, "measured_m"),
            hidden=True,
        ),
        listed(LIST["cable_id"], item, 190, title="Cable id", hidden=True),
        *others(COLUMNS, item, SHOWN),
    )


LIST = by_name(COLUMNS)
SHOWN = (
    "cable_id", "number", "quantity", "status", "bundle", "phase", "fabric", "a_rack", "a_u", "a_device",
    "a_port", "b_rack", "b_u", "b_device", "b_port", "part", "kind", "ordered_m", "computed_m", "route",
    "cost", "reason", "remark", "tested_by", "result", "measured_m", *LEFT_TO_PEOPLE,
)  # fmt: skip
"""Columns of the exported list that the table has in a form of its own, or leaves to paper."""


def _lengths(session: Session) -> tuple[Column[CableRow], ...]:
    return (
        Column(
            "Computed, m",
            94,
            lambda row: metres(row.length.computed_um),
            lambda row: row.length.computed_um,
            order=unknown_first,
            number=True,
            tone=lambda row: "text" if row.length.computed_um is not None else "warn",
        ),
        Column(
            "Ordered, m",
            82,
            lambda row: metres(row.length.ordered_um),
            lambda row: row.length.ordered_um,
            order=unknown_first,
            number=True,
            strong=True,
            tone=_length_tone,
            corner=lambda row: by_hand(session, row.id)[1],
            edit_all=lambda rows, text: set_lengths(session, [row.id for row in rows], text),
        ),
        Column(
            "Spare, m",
            68,
            lambda row: metres(spare_um(row)).replace("-", MINUS),
            spare_um,
            order=unknown_first,
            number=True,
            tone=_spare_tone,
            mark=_spare_mark,
        ),
    )


def _text(session: Session, title: str, width: int, field: str, *, hidden: bool = True) -> Column[CableRow]:
    """A text that people write down about a cable."""
    return Column(
        title,
        width,
        attrgetter(field),
        order=natural,
        tone=lambda _: "text2",
        edit_all=setter(session, **{field: lambda text: text[:LONGEST_TEXT]}),
        hidden=hidden,
        secondary=True,
    )
