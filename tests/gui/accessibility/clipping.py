"""What is cut, covered or outside in a window, found by the sizes of texts and the places of controls."""

from itertools import combinations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QRadioButton,
    QScrollArea,
    QToolButton,
)

from fatdesk.gui.tables import RowsModel
from fatdesk.gui.tables.table import Table
from fatdesk.gui.widgets.elided_field import ElidedField
from fatdesk.gui.widgets.plain_text import ElidedLabel

ICON_ONLY = 0
ROWS = 12


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


def lines_cut(one):
    """Whether a label of several lines is lower than its text, or a tick box narrower."""
    if isinstance(one, QCheckBox | QRadioButton):
        return bool(one.text()) and one.sizeHint().width() > one.width() + 1
    wraps = isinstance(one, QLabel) and one.wordWrap() and bool(one.text())
    return wraps and one.heightForWidth(one.width()) > one.height() + 1


def figures_cut(table, theme):
    """Numbers in the first rows of a table that end in an ellipsis."""
    if not table.isVisible() or not isinstance(table.model(), RowsModel):
        return
    for line in range(min(ROWS, table.model().rowCount())):
        for number in table.shown_columns():
            cell = table.rows.cell(line, number)
            wide = QFontMetrics(theme.strong() if cell.strong else theme.font()).horizontalAdvance(cell.shown)
            needed = wide + 16 + 20 * bool(cell.mark)
            if cell.number and not cell.group and needed > table.columnWidth(number) - 1:
                yield f"{cell.shown!r} in {table.accessibleName()}, column {number}, is cut: {needed}"


def wrong_in(window, theme):
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
        if lines_cut(one):
            yield f"{one.text()!r} is cut: {one.size().toTuple()}"
        whole = part.width() >= one.width() - 1 and part.height() >= min(one.height(), metrics.height()) - 1
        if not whole and not scrolls(one):
            yield f"{text or one.accessibleName()!r} is partly outside"
    for (one, part), (other, another) in combinations(parts, 2):
        both = part & another
        over = both.width() > 2 and both.height() > 4 and one.window() is other.window()
        if over and not one.isAncestorOf(other) and not other.isAncestorOf(one):
            yield f"{text_of(one)!r} and {text_of(other)!r} overlap"
    for table in window.findChildren(Table):
        yield from figures_cut(table, theme)
    for field in window.findChildren(QLineEdit):
        elides = isinstance(field, ElidedField)
        if field.isVisible() and field.placeholderText() and not field.text() and not elides:
            needed = field.fontMetrics().horizontalAdvance(field.placeholderText())
            if needed > field.width() - 2 * field.contentsMargins().left() - 16:
                yield f"placeholder {field.placeholderText()!r} is cut: {needed} > {field.width() - 16}"
    for head in window.findChildren(QHeaderView):
        if head.isVisible() and head.model() is not None and head.orientation().value == 1:
            metrics = QFontMetrics(theme.strong(12))
            for number in range(head.count()):
                title = str(head.model().headerData(number, head.orientation()) or "")
                needed = metrics.horizontalAdvance(title) + 16
                if title and not head.isSectionHidden(number) and needed > head.sectionSize(number) + 1:
                    yield f"head {title!r} is cut: {needed} > {head.sectionSize(number)}"
