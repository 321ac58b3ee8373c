"""Edits of the bill: prices with source and date, spares of each category, currency, labour."""

import re
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

import msgspec
import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import m_from_um, um_from_m
from fatdesk.engine.bill.making import BillLine
from fatdesk.engine.bill.terms import can_be_priced, with_price
from fatdesk.engine.cabling.choosing import options_for, order
from fatdesk.engine.catalog.parts import AnyPart, Price
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.numbers import UNKNOWN, MisreadError, in_sentence, parse_number, parse_whole, plain
from fatdesk.project.commands.bill import TERMS, SetAlternative, SetBill, SetPart, SetTerms
from fatdesk.project.document.ref import BILL_RULES


def part_of(session: Session, part_id: str) -> AnyPart | None:
    """The project's copy of a part."""
    return next((part for part in session.project.parts if part.id == part_id), None)


def can_price(session: Session, line: BillLine) -> bool:
    """Whether the price of a line is that of one part, or of one length of a cable."""
    return can_be_priced(part_of(session, line.part), line.length_m)


def set_price(session: Session, line: BillLine, text: str) -> bool:
    """Set the price of a line from typed text, dated today; an empty one is unknown."""
    part = part_of(session, line.part)
    if part is None:
        return False
    try:
        amount = parse_number(text, line.currency) if text and text != UNKNOWN else None
        today = datetime.now().astimezone().date().isoformat()
        price = (
            None
            if amount is None
            else Price(amount=amount, currency=line.currency, date=today, source="typed by hand")
        )
    except (FatdeskError, ValueError) as error:
        why = str(error) if isinstance(error, MisreadError) else f"“{text}” is not a price"
        session.refuse(f"{why}. Type an amount such as 1250.00, or nothing if it is not known.")
        return False
    return session.do(SetPart(part=with_price(part, line.length_m, price)))


def set_alternative(session: Session, line: BillLine, text: str) -> bool:
    """Set what may be ordered instead of a line; an empty text is nothing."""
    return session.do(SetAlternative(part=line.part, length_m=line.length_m, alternative=text))


def set_terms(session: Session, line: BillLine, name: str, text: str) -> bool:
    """Set a term of purchase of a line from typed text; an empty one is not known."""
    value: Decimal | int | None = None
    try:
        if text.strip():
            value = parse_number(text, "%") if name == "discount_percent" else _whole(text)
        stated = {"command": "set-terms", "part": line.part, "length_m": line.length_m, name: value}
        command = msgspec.convert(stated, SetTerms)
    except (FatdeskError, ValueError) as error:
        session.refuse(in_sentence(f"{TERMS[name]}: {error}"))
        return False
    return session.do(command)


def _whole(text: str) -> int:
    """Pieces or days; weeks (12 w, 12 weeks) are seven days each."""
    number, weeks, _ = text.lower().partition("w")
    return parse_whole(number) * (7 if weeks else 1)


class Alternative(NamedTuple):
    """Another cable that could be taken for every cable of a line, and what one more costs or saves."""

    part: str
    length_m: float
    difference: Decimal | None
    """None: one of both prices is not known."""


def alternatives(session: Session, line: BillLine) -> list[Alternative]:
    """Return other parts of the project that fit and reach wherever a line of cables goes, cheapest first.

    Cables that need transceivers are left out: their cost is not in one line.
    """
    if line.length_m is None:
        return []
    derived = session.derived
    ordered_um = um_from_m(line.length_m)
    found: dict[str, Alternative] | None = None
    for made in derived.cabling.fabrics:
        for number, choice in enumerate(made.choices):
            here = np.flatnonzero(made.choice == number)
            if choice.option.cable.id != line.part or choice.ordered_um != ordered_um or not len(here):
                continue
            longest = int(made.spans.computed_um[here].max())
            for need in np.unique(made.need[here]).tolist():
                fits = {}
                options = options_for(made.needs[need], derived.catalog, "any") if need >= 0 else ()
                for option in options:
                    chosen = order(option, longest, session.project.cabling)
                    if chosen is None or option.a is not None or option.cable.id == line.part:
                        continue
                    um, price = chosen
                    known = None if price is None or line.unit_price is None else price - line.unit_price
                    fits[option.cable.id] = Alternative(option.cable.id, m_from_um(um), known)
                found = fits if found is None else {k: v for k, v in found.items() if k in fits}
    return sorted(
        (found or {}).values(), key=lambda a: (a.difference is None, a.difference or Decimal(0), a.part)
    )


RULES = BILL_RULES("rules")
"""The selection that shows the rules of the bill in the inspector."""
MOST_PERCENT = 1000
_CURRENCY = re.compile(r"[A-Z]{3}")


def spares_text(session: Session, category: str) -> str:
    """Return the spares of a category in percent, as they are typed; empty where there are none."""
    percent = session.project.bill.spares_percent.get(category)
    return plain(parse_number(repr(percent))) if percent else ""


def set_spares(session: Session, category: str, text: str) -> bool | str:
    """Set the spares of a category to a typed percentage; an empty text is none.

    Returns
    -------
    bool or str
        Whether it was done, or what to type instead.
    """
    try:
        percent = float(parse_number(text, "%")) if text else 0.0
    except FatdeskError as error:
        return f"{error}. Type a percentage such as 5."
    if not 0 <= percent <= MOST_PERCENT:
        return f"Type a percentage from 0 to {MOST_PERCENT:,} (got “{text[:40]}”)."
    kept = {name: some for name, some in session.project.bill.spares_percent.items() if name != category}
    if percent:
        kept[category] = percent
    return session.do(SetBill(spares_percent=dict(sorted(kept.items()))))


def set_currency(session: Session, text: str) -> bool | str:
    """Set the currency of the project to a typed code.

    Returns
    -------
    bool or str
        Whether it was done, or what to type instead.
    """
    code = text.strip().upper()
    if not _CURRENCY.fullmatch(code):
        return f"Type three letters such as EUR (got “{text[:40]}”)."
    return session.do(SetBill(currency=code))


def set_rule(session: Session, key: str, value: object) -> bool | str:
    """Set a rule of the bill.

    Returns
    -------
    bool or str
        Whether it was done, or why not.
    """
    try:
        return session.do(msgspec.convert({"command": "set-bill", key: value}, SetBill))
    except (FatdeskError, ValueError) as error:
        return in_sentence(str(error))
