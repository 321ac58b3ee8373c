"""Figures as the desk writes them."""

import re
from datetime import datetime
from decimal import Decimal

from fatdesk.core.money import CENT
from fatdesk.core.units import m_from_um

UNKNOWN = "unknown"
MINUS = "\u2212"
AT_LEAST, AT_MOST = "≥ ", "≤ "
AT_LINE = re.compile(r"[^\n]+?:\d+: ")
"""The file and line that an error begins with."""


def metres(um: int | None, decimals: int = 2) -> str:
    """A length in metres without its unit."""
    return UNKNOWN if um is None else f"{m_from_um(um):,.{decimals}f}"


def money(amount: Decimal | None, at_least: bool = False) -> str:
    """An amount with two decimals, without its currency."""
    if amount is None:
        return UNKNOWN
    return (AT_LEAST if at_least else "") + f"{amount.quantize(CENT):,}"


def bounded(value: float, at_least: bool, spec: str) -> str:
    """A figure that may be a lower bound; one of which nothing is known is unknown."""
    if at_least and not value:
        return UNKNOWN
    return (AT_LEAST if at_least else "") + format(value, spec)


def signed(value: float | Decimal, spec: str) -> str:
    """A change with its sign, and a true minus."""
    text = format(abs(value), spec)
    return ("+" if value > 0 else MINUS if value < 0 else "±") + text


def counted(count: int, thing: str) -> str:
    """``1 rack``, ``2 racks``."""
    if count != 1:
        thing = f"{thing[:-1]}ies" if thing.endswith("dy") else thing
        thing += "" if thing.endswith("ies") else "es" if thing.endswith(("ch", "s")) else "s"
    return f"{count:,} {thing}"


def in_sentence(text: str) -> str:
    """Return an error as a sentence with a capital and a full stop; a file name in front keeps its case.

    >>> in_sentence("no such rack"), in_sentence("note.txt:3: port: is empty")
    ('No such rack.', 'note.txt:3: port: is empty.')
    """
    text = text.strip()
    if not text:
        return text
    first = text[0] if AT_LINE.match(text) else text[0].upper()
    return first + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def time_left(seconds: float | None) -> str:
    """What is left of a step, no finer than it is known; empty when it is not."""
    if seconds is None:
        return ""
    if seconds < 60:
        return f"{max(1, round(seconds))} s left"
    if seconds < 3600:
        return f"{round(seconds / 60)} min left"
    return f"{seconds / 3600:.1f} h left"


def percent(share: float | None) -> str:
    """A share in whole percent; empty when it is not known."""
    return "" if share is None else f"{100 * share:.0f} %"


def day_told(when: datetime | None) -> str:
    """A time as people say it: today with the hour, yesterday, or the date; empty when it is not known."""
    if when is None:
        return ""
    days = (datetime.now().astimezone().date() - when.astimezone().date()).days
    if days == 0:
        return f"today {when.astimezone():%H:%M}"
    return "yesterday" if days == 1 else f"{when.astimezone():%Y-%m-%d}"
