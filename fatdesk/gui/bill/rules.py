"""Editing of the rules of the bill: spares of each category, currency, labour."""

import re

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.numbers import in_sentence, parse_number, plain
from fatdesk.project.commands.bill import SetBill
from fatdesk.project.document.ref import BILL_RULES

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
