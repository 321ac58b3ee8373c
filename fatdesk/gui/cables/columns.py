"""The columns of the wiring list, of which some start out of view."""

from collections.abc import Callable
from operator import attrgetter

from fatdesk.core.units import um_from_m
from fatdesk.engine.cabling.wiring_list import CableRow, End
from fatdesk.gui.cables.edits import by_hand, part_choices, set_lengths, setter
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column
from fatdesk.gui.widgets.numbers import MINUS, metres, money
from fatdesk.gui.widgets.sorting import natural, unknown_first

LITTLE_UM = 150_000
"""Less spare than this is warned."""
LONGEST_TEXT = 200


def spare_um(row: CableRow) -> int | None:
    """What is left of the ordered length."""
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
        Column(title, 98, lambda row: _place(at(row)), order=natural),
        Column(
            "U",
            36,
            lambda row: "–" if at(row).u is None else str(at(row).u),
            lambda row: at(row).u or 0,
            number=True,
            tone=lambda _: "text2",
            name=f"{title} U",
        ),
        Column("Port", 50, lambda row: at(row).port, order=natural, number=True, name=f"{title} port"),
    )


def _hidden(title: str, width: int, text: Callable[[CableRow], str], name: str = "") -> Column[CableRow]:
    return Column(title, width, text, order=natural, tone=lambda _: "text2", hidden=True, name=name)


def cable_columns(session: Session) -> tuple[Column[CableRow], ...]:
    """All columns, in the order in which they start: first what must be whole in narrow windows."""
    return (
        _hidden("Cable", 190, lambda row: row.id),
        _hidden("Number", 80, lambda row: session.wiring.numbers.get(row.id, "")),
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
            86,
            lambda row: money(row.cost),
            lambda row: row.cost,
            order=unknown_first,
            number=True,
            tone=lambda row: "text" if row.cost is not None else "warn",
        ),
        _text(session, "State", 76, "status", hidden=False),
        Column(
            "Part",
            112,
            lambda row: row.part or "none fits",
            order=natural,
            tone=lambda row: "text2" if row.part else "error",
            corner=lambda row: by_hand(session, row.id)[0],
            edit_all=setter(session, part=lambda text: text or None),
            choices=lambda row: part_choices(session, row),
        ),
        Column("Bundle", 116, lambda row: row.bundle, order=natural, tone=lambda _: "text2"),
        _text(session, "Remark", 150, "remark", hidden=False),
        _hidden("Fabric", 90, lambda row: row.fabric),
        _hidden("Label, from", 220, lambda row: row.a.label),
        _hidden("Label, to", 220, lambda row: row.b.label),
        _hidden("Transceiver, from", 150, lambda row: row.a.transceiver),
        _hidden("Transceiver, to", 150, lambda row: row.b.transceiver),
        _hidden("Route", 180, lambda row: " → ".join(row.run)),
        _hidden("Why this cable", 240, lambda row: row.reason),
        _text(session, "Phase", 80, "phase"),
        _text(session, "Tested by", 100, "tested_by"),
        _text(session, "Result", 100, "result"),
        Column(
            "Measured, m",
            100,
            lambda row: "" if row.measured_m is None else metres(um_from_m(row.measured_m)),
            lambda row: row.measured_m,
            order=unknown_first,
            number=True,
            edit_all=lambda rows, text: set_lengths(session, [r.id for r in rows], text, "measured_m"),
            hidden=True,
        ),
    )


def _lengths(session: Session) -> tuple[Column[CableRow], ...]:
    return (
        Column(
            "Computed, m",
            96,
            lambda row: metres(row.length.computed_um),
            lambda row: row.length.computed_um,
            order=unknown_first,
            number=True,
            tone=lambda row: "text" if row.length.computed_um is not None else "warn",
        ),
        Column(
            "Ordered, m",
            90,
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
            84,
            lambda row: metres(spare_um(row)).replace("-", MINUS),
            spare_um,
            order=unknown_first,
            number=True,
            tone=_spare_tone,
            mark=_spare_mark,
        ),
    )


def _text(session: Session, title: str, width: int, field: str, *, hidden: bool = True) -> Column[CableRow]:
    """A text that people write down about a cable; an empty state is ``planned``."""
    empty = "planned" if field == "status" else ""
    return Column(
        title,
        width,
        attrgetter(field),
        order=natural,
        tone=lambda _: "text2",
        edit_all=setter(session, **{field: lambda text: text[:LONGEST_TEXT] or empty}),
        hidden=hidden,
    )
