"""Edits of cables by hand: part, length, status and remark, for one or many as one step."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.cabling.wiring_list import CableRow
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.list_import.cells import STATUSES, known_status
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Choice
from fatdesk.gui.widgets.numbers import MisreadError, parse_number
from fatdesk.project.commands.cables import SetCable, SetCables
from fatdesk.project.document.cable_records import CableRecord

BY_RULE = "Chosen by rule"
LONGEST_M = 100_000
LONGEST_TEXT = 200
"""Longest text that is kept about a cable, in characters."""


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


def set_length(session: Session, cable_id: str, text: str) -> bool:
    """Set a typed length; an empty one returns to the rule."""
    return set_lengths(session, [cable_id], text)


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
        nothing = "nothing for the rule" if what == "length_m" else "nothing if it was not measured"
        why = why or f"“{text}” is not a length"
        session.refuse(f"{why}. Type metres, such as 3 or 2.5, or {nothing}.")
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
