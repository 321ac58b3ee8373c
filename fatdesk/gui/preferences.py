"""Preferences of the user, kept with the settings: numbers, lengths, currency, rows, size of texts."""

from typing import Literal

from fatdesk.core import number_text
from fatdesk.core.struct import Struct
from fatdesk.core.typed_values import typed_currency
from fatdesk.gui.settings import Settings
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets import dates, numbers

Sign = Literal["system", "point", "comma"]
Unit = Literal["m", "ft"]
Dates = Literal["system", "iso"]
PaperSize = Literal["system", "A4", "A3", "Letter"]
Rows = Literal["compact", "normal", "comfortable"]
Texts = Literal["small", "normal", "large"]

ROWS: dict[Rows, int] = {"compact": 21, "normal": 25, "comfortable": 30}
"""Heights of the rows of tables in pixels."""
TEXTS: dict[Texts, int] = {"small": 12, "normal": 13, "large": 14}
"""Sizes of body text in pixels."""
KEY = "preferences"


class Preferences(Struct, frozen=True):
    """Choices that hold for all projects.

    Attributes
    ----------
    sign
        Decimal sign of typed numbers.
    dates
        Form of dates and times that are shown; typed and printed dates keep year, month and day.
    paper
        Paper of documents outside export jobs, and of new jobs.
    unit
        Unit of the lengths that are shown; files and fields keep metres.
    currency
        Currency of new designs; empty: that of the prices.
    rows
        Height of the rows of tables.
    texts
        Size of texts.
    """

    sign: Sign = "system"
    dates: Dates = "system"
    paper: PaperSize = "system"
    unit: Unit = "m"
    currency: str = ""
    rows: Rows = "normal"
    texts: Texts = "normal"


def preferences(settings: Settings) -> Preferences:
    """Return the kept preferences."""
    return settings.get(KEY, Preferences, Preferences())


def keep(settings: Settings, chosen: Preferences) -> None:
    """Keep preferences with the settings."""
    settings.put(KEY, chosen)


def apply(chosen: Preferences, theme: Theme) -> None:
    """Make preferences effective in this window."""
    signs: dict[Sign, number_text.Sign | None] = {"system": None, "point": ".", "comma": ","}
    numbers.choose_number_language(signs[chosen.sign])
    numbers.choose_length_unit(chosen.unit)
    dates.choose_dates(chosen.dates)
    theme.resize(TEXTS[chosen.texts], ROWS[chosen.rows])


def currency_code(text: str) -> str:
    """Return a typed currency as its code; empty for none.

    >>> currency_code(" eur "), currency_code("")
    ('EUR', '')

    Raises
    ------
    MisreadError
        If it is none.
    """
    return typed_currency(text) if text.strip() else ""
