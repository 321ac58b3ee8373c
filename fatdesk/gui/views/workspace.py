"""What every workspace is to the window."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from fatdesk.gui.canvas.canvas import STEP, Canvas
from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import key_tip
from fatdesk.gui.session.session import Session, Stepping
from fatdesk.gui.tables.table_view import TwinTable, TwinView
from fatdesk.gui.theme.icons import icon
from fatdesk.project.document.ref import Kind, Ref


def possible() -> str:
    """Refuse never."""
    return ""


class Handler(NamedTuple):
    """How a workspace performs an action of the menus.

    Attributes
    ----------
    refusal
        The reason why it cannot be performed now; empty: it can.
    """

    run: Callable[[], object]
    refusal: Callable[[], str] = possible


def need(session: Session, *kinds: Kind[Any]) -> Callable[[], str]:
    """Refuse while nothing of some kinds is selected."""
    named = [f"{'an' if kind.title[0] in 'aeiou' else 'a'} {kind.title}" for kind in kinds]
    listed = " or ".join(filter(None, (", ".join(named[:-1]), named[-1])))

    def refusal() -> str:
        return "" if any(thing.kind in kinds for thing in session.selection) else f"Select {listed}."

    return refusal


def when(holds: Callable[[], object], refusal: str) -> Callable[[], str]:
    """Refuse while something does not hold."""
    return lambda: "" if holds() else refusal


class Workspace(QWidget):
    """A view over the session: a tool bar above, its content below.

    Only what is on view is brought up to date; the rest waits until it is shown. Where nothing can be
    inspected (``inspected``), the inspector makes room. ``asked_for`` tells that another workspace shall
    come to the front, ``picture_asked`` that a file shall be made of what is seen.
    """

    inspected = True
    asked_for = Signal(str)
    picture_asked = Signal(str)
    action_asked = Signal(str)
    """An action of the window, by its id."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk, self.session, self.theme = desk, desk.session, desk.theme
        self._stale = True
        self._twin: TwinView | None = None
        self._twin_button: QToolButton | None = None
        self._drawing: list[QWidget] = []
        self.focus_first: QWidget | None = None
        px = desk.theme.px
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        bar = QWidget()
        bar.setProperty("role", "toolbar")
        bar.setFixedHeight(px(40))
        self.bar = QHBoxLayout(bar)
        self.bar.setContentsMargins(px(8), 0, px(8), 0)
        self.bar.setSpacing(px(8))
        self.column.addWidget(bar)
        self.session.opened.connect(self.outdate)
        self.session.changed.connect(self.outdate)
        self.session.selected.connect(self._selected)
        self.theme.changed.connect(self.repaint_all)

    def outdate(self, *_: object) -> None:
        """What is shown belongs to an earlier project; refresh now or when next shown."""
        self._stale = True
        if self.isVisible() and self.session.is_open:
            self.bring_up_to_date()

    def bring_up_to_date(self) -> None:
        """Refresh when something has changed since."""
        if self._stale and self.session.is_open:
            self._stale = False
            self.refresh()
            if self.shows_twin and self._twin is not None:
                self._twin.refresh()
            self.follow(self.session.selection)

    def _selected(self, things: tuple[Ref, ...]) -> None:
        if self.isVisible() and self.session.is_open and not self._stale:
            self.follow(things)
            if self.shows_twin and self._twin is not None:
                self._twin.follow()

    def showEvent(self, event: object) -> None:
        """Come up to date when shown."""
        self._offer_twin()
        if self._stale:
            self.bring_up_to_date()
        elif self.session.is_open:
            self._selected(self.session.selection)

    # The table that shows the same as a drawing

    def twin_tables(self) -> tuple[TwinTable[Any], ...]:
        """What a drawing shows, as tables; a view that is a table has none."""
        return ()

    @property
    def has_twin(self) -> bool:
        """Whether the view can be read as a table."""
        return bool(self.twin_tables())

    @property
    def shows_twin(self) -> bool:
        """Whether the tables stand in the place of the drawing."""
        return self._twin is not None and not self._twin.isHidden()

    @property
    def front(self) -> QWidget | None:
        """What has the keys at first: the list or drawing, or the table in its place."""
        return self.twin.table if self.shows_twin else self.focus_first

    @property
    def twin(self) -> TwinView:
        """The tables, made when they are first asked for."""
        if self._twin is None:
            self._twin = TwinView(self.desk, self.twin_tables())
            self._twin.hide()
            self.column.addWidget(self._twin, 1)
        return self._twin

    def toggle_twin(self) -> None:
        """From the drawing to its tables, or back."""
        if not self.has_twin or not self.session.is_open:
            return
        twin = self.twin
        if self.shows_twin:
            twin.hide()
            for widget in self._drawing:
                widget.show()
            first = self.focus_first
        else:
            items = [self.column.itemAt(n) for n in range(1, self.column.count())]
            widgets = [item.widget() for item in items if item is not None]
            self._drawing = [w for w in widgets if w is not None and w is not twin and not w.isHidden()]
            for widget in self._drawing:
                widget.hide()
            twin.refresh()
            twin.show()
            first = twin.table
        if first is not None:
            first.setFocus()
        self._look_twin()

    def _offer_twin(self) -> None:
        """Put the button at the end of the tool bar, once the view has filled it."""
        if self._twin_button is None and self.has_twin:
            button = self._twin_button = QToolButton()
            button.setCheckable(True)
            button.setToolTip(key_tip("twin"))
            button.setAccessibleName("Table or drawing")
            button.clicked.connect(lambda _: self.toggle_twin())
            self.bar.addWidget(button)
            self._look_twin()

    def _look_twin(self) -> None:
        if self._twin_button is not None:
            self._twin_button.setIcon(icon(self.theme, "table", self.theme.px(18)))
            self._twin_button.setChecked(self.shows_twin)

    def repaint_all(self) -> None:
        """Paint again in other colours."""
        self._look_twin()
        self.update()
        for child in self.findChildren(QWidget):
            child.update()

    def refresh(self) -> None:
        """Show the present project."""
        raise NotImplementedError

    def follow(self, things: tuple[Ref, ...]) -> None:
        """Show what is selected."""
        raise NotImplementedError

    # Actions of the menus

    def offered(self) -> dict[str, Handler]:
        """What this workspace performs, by the ids of actions; asked for once."""
        drawn = when(lambda: self.has_drawing, "There is no drawing on view.")
        return {
            "fit": Handler(self.fit_selection, drawn),
            "fit-all": Handler(self.fit_all, drawn),
            "larger": Handler(lambda: self.zoom(STEP), drawn),
            "smaller": Handler(lambda: self.zoom(1 / STEP), drawn),
        }

    def pictures(self, refusal: Callable[[], str]) -> dict[str, Handler]:
        """The actions that save what is seen as a picture."""
        return {
            f"picture-{kind}": Handler(partial(self.picture_asked.emit, kind), refusal)
            for kind in ("svg", "png")
        }

    @cached_property
    def handlers(self) -> dict[str, Handler]:
        """What this workspace performs, by the ids of actions."""
        return self.offered()

    def can(self, action: str) -> bool:
        """Whether this workspace can perform an action now."""
        handler = self.handlers.get(action)
        return handler is not None and not handler.refusal()

    def perform(self, action: str) -> None:
        """Perform an action, if that is possible now."""
        if self.can(action):
            self.handlers[action].run()

    # Looking at a drawing

    @property
    def drawing(self) -> Canvas | None:
        """The drawing on view, that can be fitted and zoomed."""
        found = self.findChild(Canvas)
        return found if isinstance(found, Canvas) and found.isVisible() else None

    @property
    def has_drawing(self) -> bool:
        """Whether something on view can be fitted and zoomed."""
        return self.drawing is not None

    def fit_selection(self) -> None:
        """Fit what is selected."""
        if self.drawing is not None:
            self.drawing.fit_chosen()

    def fit_all(self) -> None:
        """Fit everything."""
        if self.drawing is not None:
            self.drawing.fit()

    def zoom(self, factor: float) -> None:
        """Draw larger or smaller."""
        if self.drawing is not None:
            self.drawing.zoom(factor)

    def picture(self, kind: str) -> tuple[str, bytes]:
        """What is seen as ``svg`` or ``png``: a name for the file, and its bytes."""
        raise NotImplementedError

    def find_in_view(self) -> None:
        """Put the cursor where one searches in this view."""

    @property
    def steps(self) -> Stepping | None:
        """Whose steps undo and redo go through, and what Save saves, where that is not the project."""
        return None

    def copy(self) -> None:
        """Copy the selection as a table; of a drawing, its table."""
        if self.has_twin:
            if not self.shows_twin:
                self.twin.refresh()
            self.twin.copy()
