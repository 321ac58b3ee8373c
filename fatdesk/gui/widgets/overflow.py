"""Overflow of a tool bar: a button » with a menu of the tools that have no room."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QComboBox,
    QLayoutItem,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import menu_text, tip

LEAST = 120
"""Least width of a bar in pixels."""


class Overflow(QToolButton):
    """Takes tools out of a bar, from its right end on, while their words have no room; its menu offers them.

    Buttons and lists can be taken out; texts, fields, primary buttons and tools with the property ``stays``
    stay.
    """

    def __init__(self, theme: Theme, bar: QBoxLayout) -> None:
        super().__init__()
        self._bar = bar
        self.left_out: list[QWidget] = []
        """The tools in the menu, as from left to right."""
        self.setObjectName("overflow")
        self.setText("»")
        self.setFixedSize(theme.px(24), theme.px(28))
        self.setToolTip(tip("More tools"))
        self.setAccessibleName("More tools")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setProperty("kind", "overflow")
        self.offered = QMenu(self)
        self.offered.aboutToShow.connect(self._fill)
        self.setMenu(self.offered)
        self.hide()
        self._waiting = False
        bar.addWidget(self)
        holder = bar.parentWidget()
        assert holder is not None
        self._holder = holder
        holder.setMinimumWidth(theme.px(LEAST))  # less than its tools need
        holder.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrange the tools when the bar has another size or its contents change."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.arrange()
        elif event.type() == QEvent.Type.LayoutRequest and not self._waiting:
            self._waiting = True
            QTimer.singleShot(0, self, self._arrange_later)
        return False

    def _arrange_later(self) -> None:
        self._waiting = False
        self.arrange()

    def arrange(self) -> None:
        """Remove tools from the bar that have no room, and return those that have."""
        tools = [one for one in self._tools() if one in self.left_out or not one.isHidden()]
        kept, room = list(tools), self._holder.width()
        while kept and self._needed(kept, tools) > room:
            kept.pop()
        gone = tools[len(kept) :]
        if gone != self.left_out:
            back = [one for one in self.left_out if one not in gone]
            self.left_out = gone
            for one in gone:
                one.hide()
            for one in back:
                one.show()
            self.setVisible(bool(gone))
        self._show_dividers()

    def _show_dividers(self) -> None:
        """Show the dividers that have a tool on each side, the last of those between two tools."""
        items = (self._bar.itemAt(number) for number in range(self._bar.count()))
        widgets = [one for item in items if item is not None and (one := item.widget()) is not None]
        shown: list[QWidget] = []
        waiting, is_after_tool = None, False
        for one in widgets:
            if _is_divider(one):
                waiting = one if is_after_tool else None
            elif not one.isHidden():
                shown += [waiting] if waiting is not None else []
                waiting, is_after_tool = None, True
        for one in filter(_is_divider, widgets):
            if one.isHidden() == (one in shown):
                one.setVisible(one in shown)

    @property
    def whole(self) -> int:
        """The width in pixels that the bar needs for all its tools."""
        tools = [one for one in self._tools() if one in self.left_out or not one.isHidden()]
        return self._needed(tools, tools)

    def _tools(self) -> Iterator[QWidget]:
        """Yield the tools that can be taken out, from left to right."""
        for number in range(self._bar.count()):
            item = self._bar.itemAt(number)
            one = None if item is None else item.widget()
            found = isinstance(one, QAbstractButton | QComboBox) and one is not self
            if found and one is not None and one.property("kind") != "primary" and not one.property("stays"):
                yield one

    def _needed(self, kept: list[QWidget], tools: list[QWidget]) -> int:
        """Return the width of the bar in pixels with some of its tools."""
        edges = self._bar.contentsMargins()
        widths = [edges.left() + edges.right()]
        for number in range(self._bar.count()):
            item = self._bar.itemAt(number)
            if item is None:
                continue
            one = item.widget()
            if one is None:
                widths.append(_least(item) and _least(item) + self._bar.spacing())
            elif (
                one in kept
                or _is_divider(one)
                or (one not in tools and one is not self and not one.isHidden())
            ):
                widths.append(_least_width(one) + self._bar.spacing())
        if len(kept) < len(tools):
            widths.append(self.width() + self._bar.spacing())
        return sum(widths) - self._bar.spacing()

    def _fill(self) -> None:
        """Offer the tools as they are now."""
        self.offered.clear()
        for one in self.left_out:
            title = menu_text(_title(one))
            if isinstance(one, QComboBox):
                self._add_choices(self.offered.addMenu(title), one)
            elif isinstance(one, QToolButton | QPushButton) and (menu := one.menu()) is not None:
                action = self.offered.addMenu(menu)
                action.setText(title)
                action.setEnabled(one.isEnabled())
            elif isinstance(one, QAbstractButton):
                self._add_button(self.offered.addAction(one.icon(), title), one)

    def _add_button(self, action: QAction, button: QAbstractButton) -> None:
        action.setEnabled(button.isEnabled())
        action.setCheckable(button.isCheckable())
        action.setChecked(button.isChecked())
        action.setToolTip(button.toolTip())
        action.triggered.connect(lambda _=False: button.click())

    def _add_choices(self, menu: QMenu, combo: QComboBox) -> None:
        menu.setEnabled(combo.isEnabled())
        for number in range(combo.count()):
            action = menu.addAction(menu_text(combo.itemText(number)))
            action.setCheckable(True)
            action.setChecked(number == combo.currentIndex())
            action.triggered.connect(lambda _=False, number=number: _choose(combo, number))


def _is_divider(one: QWidget) -> bool:
    return bool(one.property("role") == "divider")


def _choose(combo: QComboBox, number: int) -> None:
    """Choose an entry of a list as a user does."""
    combo.setCurrentIndex(number)
    combo.activated.emit(number)


def _title(tool: QWidget) -> str:
    """Return the words of a tool."""
    if isinstance(tool, QAbstractButton) and tool.text():
        return tool.text().replace("&&", "&")
    return tool.accessibleName() or tool.toolTip()


def _least(item: QLayoutItem) -> int:
    return item.minimumSize().width()


def _least_width(one: QWidget) -> int:
    """Return the least width of a widget in a layout, also while it is hidden."""
    can_shrink = one.sizePolicy().horizontalPolicy().value & QSizePolicy.PolicyFlag.ShrinkFlag.value
    hint = one.minimumSizeHint() if can_shrink else one.sizeHint()
    return max(one.minimumWidth(), min(hint.width(), one.maximumWidth()))
