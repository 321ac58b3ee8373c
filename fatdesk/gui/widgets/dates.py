"""Dates and times in the window, as the system writes them or in ISO 8601, and the paper usual there.

Qt is loaded with the first that is written: what follows from a project needs none.
"""

import os
from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from PySide6.QtCore import QLocale

LETTER = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])
"""Territories where paper of the size Letter is usual (Unicode CLDR)."""

_chosen: list[Literal["system", "iso"]] = []
"""The form of the settings; empty: that of the system."""


def choose_dates(form: Literal["system", "iso"]) -> None:
    """Write dates and times as the system does, or as 2026-11-28 and 17:03."""
    _chosen[:] = [form]


def _locale() -> "QLocale | None":
    """The locale for dates; None: ISO 8601, also where the system states no language."""
    from PySide6.QtCore import QLocale

    found = QLocale.system()
    is_plain = found.language() == QLocale.Language.C or _chosen == ["iso"]
    return None if is_plain else found


def date_text(day: date) -> str:
    """Return a day in digits, always with four digits of the year."""
    from PySide6.QtCore import QDate

    locale = _locale()
    if locale is None:
        return f"{day:%Y-%m-%d}"
    form = locale.dateFormat(locale.FormatType.ShortFormat)
    if "yyyy" not in form:
        form = form.replace("yy", "yyyy")
    return locale.toString(QDate(day.year, day.month, day.day), form)


def clock_text(when: datetime, *, seconds: bool = False) -> str:
    """Return the time of a day, to the minute or second."""
    from PySide6.QtCore import QTime

    locale = _locale()
    if locale is None:
        return f"{when:%H:%M:%S}" if seconds else f"{when:%H:%M}"
    form = locale.timeFormat(locale.FormatType.ShortFormat)
    if seconds and "ss" not in form:
        form = form.replace("mm", "mm:ss")
    text: str = locale.toString(QTime(when.hour, when.minute, when.second), form)
    return text


def time_or_date(when: datetime, now: datetime) -> str:
    """Return the time of what was today, else its date."""
    when = when.astimezone(now.tzinfo)
    return clock_text(when) if when.date() == now.date() else date_text(when.date())


def typed_date_text(text: str) -> str:
    """Return a date of a file, such as 2026-11-28, as it is shown; other texts as they are."""
    try:
        return date_text(date.fromisoformat(text))
    except ValueError:
        return text


def usual_paper(locale: "QLocale") -> Literal["A4", "Letter"]:
    """Return the usual paper of a place.

    >>> from PySide6.QtCore import QLocale
    >>> usual_paper(QLocale("en_CA")), usual_paper(QLocale("de_DE")), usual_paper(QLocale.c())
    ('Letter', 'A4', 'A4')
    """
    if locale.territory() == locale.Country.AnyTerritory:
        return "A4"
    return "Letter" if locale.territoryToCode(locale.territory()) in LETTER else "A4"


def paper_locale(environment: Mapping[str, str] = os.environ) -> "QLocale":
    """Return the locale that states the paper: LC_PAPER where it is set and LC_ALL is not, else the system's.

    >>> paper_locale({"LC_PAPER": "en_US.UTF-8"}).name(), paper_locale({"LC_PAPER": "de_DE@euro"}).name()
    ('en_US', 'de_DE')
    """
    from PySide6.QtCore import QLocale

    named = "" if environment.get("LC_ALL") else environment.get("LC_PAPER", "")
    return QLocale(named.partition(".")[0].partition("@")[0]) if named else QLocale.system()
