"""A change of the theme costs what is visible, and hidden widgets look the same when they are shown again."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from fatdesk.gui.widgets.plain_text import label


class Counting(QWidget):
    """A widget that counts how often its style is resolved or changed."""

    def __init__(self):
        super().__init__()
        self.resolved = 0
        column = QVBoxLayout(self)
        self.note, self.button = label("Note", "warn"), QToolButton()
        self.button.setText("Button")
        self.setProperty("role", "panel")
        column.addWidget(self.note)
        column.addWidget(self.button)

    def event(self, event):
        self.resolved += event.type() in (QEvent.Type.Polish, QEvent.Type.StyleChange)
        return super().event(event)


@pytest.fixture
def pages(qtbot, theme):
    """Two pages, of which the second is visible after both were shown."""
    made = QStackedWidget()
    qtbot.addWidget(made)
    made.first, made.second = Counting(), Counting()
    for page in (made.first, made.second):
        made.addWidget(page)
        page.note.setFont(theme.strong(20))
    made.resize(300, 120)
    made.show()
    qtbot.waitExposed(made)
    made.setCurrentWidget(made.second)
    return made


def test_hidden_widgets_are_left_until_they_are_shown(pages, theme):
    before = pages.first.resolved
    theme.toggle()
    theme.toggle()
    assert pages.first.resolved == before
    assert pages.second.resolved > 0
    pages.setCurrentWidget(pages.first)
    assert pages.first.resolved > before


def test_shown_again_they_look_as_if_they_had_been_visible(pages, theme):
    theme.toggle()
    expected = pages.second.grab().toImage()
    pages.setCurrentWidget(pages.first)
    assert pages.first.grab().toImage() == expected
    theme.toggle()
    pages.setCurrentWidget(pages.second)
    theme.toggle()  # both have been visible in one of two changes
    pages.setCurrentWidget(pages.first)
    assert pages.first.grab().toImage() == expected


def test_what_is_hidden_inside_a_page_follows_too(pages, theme):
    pages.first.note.hide()
    theme.toggle()
    pages.setCurrentWidget(pages.first)
    pages.first.note.show()
    colour = pages.first.note.palette().color(pages.first.note.foregroundRole())
    assert colour == theme.colour("warn")


@pytest.mark.parametrize("hidden", [True, False])
def test_fonts_are_kept(pages, theme, hidden):
    page = pages.first if hidden else pages.second
    theme.toggle()
    pages.setCurrentWidget(page)
    assert (page.note.font().pixelSize(), page.note.font().weight()) == (20, theme.strong(20).weight())


def test_a_widget_made_after_the_change_has_the_new_look(pages, theme, qtbot):
    theme.toggle()
    made = QLabel("Later", pages.second)
    made.show()
    assert made.palette().color(made.foregroundRole()) == theme.colour("text")
