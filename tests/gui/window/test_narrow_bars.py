"""Small windows, such as 1,600 pixels at 150 %: in no workspace a word is cut or covered."""

from itertools import combinations

from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QScrollArea,
    QToolButton,
    QWidget,
)

from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.gui.widgets.plain_text import ElidedLabel

ICON_ONLY = 0
SIZES = ((1066, 640), (1280, 680))
"""1,600 x 960 pixels at 150 %; 1,280 x 720 at 100 %, 1,920 x 1,080 at 150 % and 2,560 x 1,440 at 200 %, each
without the title of the window."""


def place(one, window):
    return QRect(one.mapTo(window, QPoint(0, 0)), one.size())


def scrolls(one):
    """Whether a control is inside of what can be scrolled."""
    around = one.parentWidget()
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    return around is not None


def visible_part(one, window):
    """The part of a control that no ancestor cuts off."""
    part, around = place(one, window), one.parentWidget()
    while around is not None and around is not window:
        part, around = part & place(around, window), around.parentWidget()
    return part


def text_of(one):
    """The text that a control has to show whole; empty where it may end in an ellipsis."""
    if isinstance(one, ElidedLabel | QComboBox) or (isinstance(one, QLabel) and one.wordWrap()):
        return ""
    if isinstance(one, QToolButton) and one.toolButtonStyle().value == ICON_ONLY:
        return ""
    return one.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


def wrong_in(window):
    """What is cut, covered or outside, in words."""
    kinds = (QAbstractButton, QComboBox, QLabel)
    found = (one for kind in kinds for one in window.findChildren(kind) if one.isVisible())
    shown = [one for one in found if one.width() > 1 and not isinstance(one.parent(), QComboBox)]
    parts = [(one, visible_part(one, window)) for one in shown]
    for one, part in parts:
        text, metrics = text_of(one), one.fontMetrics()
        widest = max(map(metrics.horizontalAdvance, text.split("\n")))
        if widest > one.contentsRect().width() + 1:
            yield f"{text!r} is cut: {widest} > {one.contentsRect().width()}"
        whole = part.width() >= one.width() - 1 and part.height() >= min(one.height(), metrics.height()) - 1
        if not whole and not scrolls(one):
            yield f"{text or one.accessibleName()!r} is partly outside"
    for (one, part), (other, another) in combinations(parts, 2):
        both = part & another
        over = both.width() > 2 and both.height() > 4 and one.window() is other.window()
        if over and not one.isAncestorOf(other) and not other.isAncestorOf(one):
            yield f"{text_of(one)!r} and {text_of(other)!r} overlap"
    for head in window.findChildren(QHeaderView):
        if head.isVisible() and head.model() is not None and head.orientation().value == 1:
            metrics = QFontMetrics(window.theme.strong(12))
            for number in range(head.count()):
                title = str(head.model().headerData(number, head.orientation()) or "")
                needed = metrics.horizontalAdvance(title) + 16
                if title and not head.isSectionHidden(number) and needed > head.sectionSize(number) + 1:
                    yield f"head {title!r} is cut: {needed} > {head.sectionSize(number)}"


def test_no_word_is_cut_or_covered_in_any_workspace(desk):
    found = []
    for size in SIZES:
        desk.resize(*size)
        if size == SIZES[-1]:
            desk.show_bottom("findings")
        for name, _ in WORKSPACES:
            desk.show_workspace(name)
            for _ in range(3):
                QApplication.processEvents()
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
            assert desk.size().toTuple() == size
            found += [f"{name} at {size[0]}: {words}" for words in wrong_in(desk)]
            bar = desk.workspace.bar.parentWidget()
            assert isinstance(bar, QWidget)
            for one in bar.findChildren(QAbstractButton):
                inside = one.isHidden() or not one.isVisible() or bar.rect().contains(place(one, bar))
                found += [] if inside else [f"{name} at {size[0]}: {one.text()} is outside of the bar"]
    assert not found, "\n".join(found)
