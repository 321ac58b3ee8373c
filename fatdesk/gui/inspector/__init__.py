"""The inspector: a panel with the selected elements and every decided value as an editable field."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.inspector.kinds import show, shown_without_project
from fatdesk.gui.views.property_page import Page, hairline
from fatdesk.gui.widgets.plain_text import label
from fatdesk.gui.widgets.refusal import Refusal
from fatdesk.project.document.ref import Ref


class Inspector(QWidget):
    """Shows what is selected, and keeps the page while one of its own fields is being committed.

    A page that is made again keeps the focus and the scroll position. While a project is open, nothing is
    made for a hidden inspector: each workspace of studies has one of its own.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.session = desk, desk.session
        px = desk.theme.px
        self.setObjectName("inspector")
        self.setProperty("role", "side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(px(304))
        self.setMaximumWidth(px(480))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(px(1), 0, 0, 0)
        outer.setSpacing(0)
        head = label("Inspector", "text2")
        head.setFont(desk.theme.strong(12))
        head.setContentsMargins(px(16), 0, 0, 0)
        head.setFixedHeight(px(39))
        self.head = head
        outer.addWidget(head)
        outer.addWidget(hairline())
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setAccessibleName("Inspector")
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer.addWidget(self.area, 1)
        self.fields: dict[str, QWidget] = {}
        self.page: Page | None = None
        self._shown: tuple[Ref, ...] = ()
        self._is_outdated = False
        self._refused: dict[tuple[Ref, ...], dict[str, Refusal]] = {}
        """Refused texts of fields by the elements that they belong to; none for elements without one."""
        self._refused_here: dict[str, Refusal] = {}
        self.session.opened.connect(self._forget_refused)
        self.session.opened.connect(self.refresh)
        self.session.changed.connect(self.refresh)
        self.session.selected.connect(self.refresh)
        desk.theme.changed.connect(self.refresh)
        self.refresh()

    def elements(self) -> tuple[Ref, ...]:
        """Return the elements shown: the selection."""
        return self.session.selection

    def _forget_refused(self) -> None:
        self._refused, self._refused_here = {}, {}

    def _refused_of(self, elements: tuple[Ref, ...]) -> dict[str, Refusal]:
        """Return the refused texts of some elements, and keep those of the elements shown until now."""
        if self._refused_here:
            self._refused[self._shown] = self._refused_here
        elif self._refused:
            self._refused.pop(self._shown, None)
        self._refused_here = self._refused.get(elements, {}) if self._refused else {}
        return self._refused_here

    def showEvent(self, event: QShowEvent) -> None:
        """Follow what changed while it was hidden."""
        super().showEvent(event)
        if self._is_outdated:
            self.refresh()

    def refresh(self, *_: object) -> None:
        """Show what is selected now."""
        if self.page is not None and self.page.committing:
            return
        self._is_outdated = self.session.is_open and not self.isVisible()
        if self._is_outdated:
            return
        # just after a dialog of the system no widget of the program is active, but its window knows the next
        focused = QApplication.focusWidget() or self.window().focusWidget()
        bar = self.area.verticalScrollBar()
        typed = next((name for name, field in self.fields.items() if field is focused), None)
        found = self.elements()
        free = shown_without_project(found)
        elements = found if self.session.is_open or free else ()
        same, at = self._shown == elements, bar.value()
        page = Page(self._desk, self.refresh, self._refused_of(elements))
        self._shown = elements
        if self.session.is_open or free:
            show(page, self._shown)
        page.end()
        self.page, self.fields = page, page.fields
        old = self.area.takeWidget()
        self.area.setWidget(page)
        if old is not None:
            old.deleteLater()  # one of its fields may be telling that it was typed into
        if same and at:
            page.adjustSize()
            bar.setValue(at)
        if typed in self.fields:
            self.fields[typed].setFocus(Qt.FocusReason.TabFocusReason)
