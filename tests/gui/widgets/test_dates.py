"""Dates, times and paper as places write and use them; ISO 8601 where none is stated or that was chosen."""

from datetime import date, datetime

import pytest
from PySide6.QtCore import QLocale

from fatdesk.gui.widgets import dates
from fatdesk.gui.widgets.dates import clock_text, date_text, paper_locale, typed_date_text, usual_paper

DAY = date(2026, 11, 8)
EVENING = datetime(2026, 11, 8, 17, 5, 9).astimezone()


@pytest.fixture(autouse=True)
def as_before():
    yield
    dates.choose_dates("system")


@pytest.mark.parametrize(
    ("place", "day", "clock", "paper"),
    [
        ("de_DE", "08.11.2026", "17:05", "A4"),
        ("fr_FR", "08/11/2026", "17:05", "A4"),
        ("en_US", "11/8/2026", "5:05 PM", "Letter"),
        ("en_GB", "08/11/2026", "17:05", "A4"),
        ("sv_SE", "2026-11-08", "17:05", "A4"),
        ("en_IN", "08/11/2026", "5:05 pm", "A4"),
        ("es_MX", "08/11/2026", "5:05 p.m.", "Letter"),
        ("C", "2026-11-08", "17:05", "A4"),
    ],
)
def test_as_the_system_writes(monkeypatch, place, day, clock, paper):
    locale = QLocale.c() if place == "C" else QLocale(place)
    monkeypatch.setattr(QLocale, "system", lambda: locale)
    assert date_text(DAY) == day
    plain = clock_text(EVENING).replace("\u202f", " ").replace("\xa0", " ")
    assert plain == clock
    assert ":05:09" in clock_text(EVENING, seconds=True)
    assert typed_date_text("2026-11-08") == day
    assert usual_paper(paper_locale({})) == paper
    dates.choose_dates("iso")
    assert (date_text(DAY), clock_text(EVENING)) == ("2026-11-08", "17:05")


def test_a_text_that_is_no_date_stays():
    assert typed_date_text("week 48") == "week 48"


def test_paper_has_a_variable_of_its_own(monkeypatch):
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("de_DE"))
    assert usual_paper(paper_locale({"LC_PAPER": "en_US.UTF-8", "LANG": "de_DE.UTF-8"})) == "Letter"
    assert usual_paper(paper_locale({"LC_PAPER": "en_US.UTF-8", "LC_ALL": "de_DE.UTF-8"})) == "A4"
