"""Base class of the workspaces: tool bar, table view, actions, zoom."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, ClassVar, NamedTuple, Protocol

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import BY_ID, key_tip
from fatdesk.gui.session.session import Session, Stepping
from fatdesk.gui.tables.table_view import ViewTable, ViewTables
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.views.canvas import STEP, Canvas
from fatdesk.gui.widgets.empty_page import NextStep
from fatdesk.gui.widgets.numbers import to_read
from fatdesk.gui.widgets.overflow import Overflow
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.project.document.ref import Kind, Ref

SCALES = (0.00888, 0.0888, 0.888, 3.888)
"""Scales whose texts are as wide as any."""


class Zoomable(Protocol):
    """A view with a scale."""

    theme: Theme

    @property
    def scaled(self) -> SignalInstance:
        """Emitted with a new scale."""

    def zoom(self, factor: float) -> None:
        """Larger or smaller."""

    def fit(self) -> None:
        """Show everything."""


class ZoomBox(QWidget):
    """Zoom by clicks; shows the scale as a number."""

    def __init__(self, canvas: Zoomable, stated: Callable[[float], str]) -> None:
        super().__init__()
        self._canvas = canvas
        px = canvas.theme.px
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(px(2))
        self._buttons: dict[str, QToolButton] = {}
        self._text = label("", "text2")
        self._text.setObjectName("scale")
        metrics = self._text.fontMetrics()
        widest = max(metrics.horizontalAdvance(stated(scale)) for scale in SCALES)
        self._text.setMinimumWidth(widest + px(4))
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for name, words, key, run in (
            ("minus", "Zoom out", "−", lambda: canvas.zoom(1 / STEP)),
            ("plus", "Zoom in", "+", lambda: canvas.zoom(STEP)),
            ("fit", "Fit", "F", canvas.fit),
        ):
            button = QToolButton()
            button.setToolTip(tip(f"{words} ({key})"))
            button.setAccessibleName(words)
            button.setIcon(icon(canvas.theme, name, px(18)))
            button.setIconSize(QSize(px(18), px(18)))
            button.clicked.connect(run)
            self._buttons[name] = button
        line.addWidget(self._buttons["minus"])
        line.addWidget(self._text)
        line.addWidget(self._buttons["plus"])
        line.addWidget(self._buttons["fit"])
        canvas.scaled.connect(lambda scale: self._text.setText(to_read(stated(scale))))


def possible() -> str:
    """Return no refusal: always possible."""
    return ""


class Handler(NamedTuple):
    """The implementation of a menu action by a workspace.

    Attributes
    ----------
    refusal
        Returns the reason why the action is unavailable now, or an empty text.
    """

    run: Callable[[], object]
    refusal: Callable[[], str] = possible


def need(session: Session, *kinds: Kind[Any]) -> Callable[[], str]:
    """Return a refusal that holds while no element of the given kinds is selected."""
    named = [f"{'an' if kind.title[0] in 'aeiou' else 'a'} {kind.title}" for kind in kinds]
    listed = " or ".join(filter(None, (", ".join(named[:-1]), named[-1])))

    def refusal() -> str:
        return "" if any(ref.kind in kinds for ref in session.selection) else f"Select {listed}."

    return refusal


def when(holds: Callable[[], object], refusal: str) -> Callable[[], str]:
    """Return a refusal that holds while a condition is false."""
    return lambda: "" if holds() else refusal


class Workspace(QWidget):
    """A view of the session: a tool bar at the top, the content below.

    A workspace is updated only while visible. The inspector is hidden if ``inspected`` is false. Signals:
    ``asked_for`` requests another workspace, ``picture_asked`` the export of the view in a format.
    """

    inspected = True
    offers: ClassVar[frozenset[str]] = frozenset({"fit", "fit-all", "larger", "smaller"})
    """Ids of the actions that it handles: the keys of ``handlers``, known before a workspace is created."""
    asked_for = Signal(str)
    picture_asked = Signal(str)
    action_asked = Signal(str)
    """Requests an action of the window by its id."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk, self.session, self.theme = desk, desk.session, desk.theme
        self._stale = True
        self._twin: ViewTables | None = None
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

    @cached_property
    def overflow(self) -> Overflow:
        """The menu of the tools that have no room, created when the workspace has filled its bar."""
        return Overflow(self.theme, self.bar)

    def next_step(self, over: QWidget, *actions: str) -> NextStep:
        """Return the sentence and buttons for the time that a drawing or list is empty."""
        made = NextStep(self.theme, over, [(BY_ID[action].text, action) for action in actions])
        made.asked.connect(self.action_asked)
        return made

    def outdate(self, *_: object) -> None:
        """Mark the content as outdated; refresh it now, or when it is next shown."""
        self._stale = True
        if self.isVisible() and self.session.is_open:
            self.bring_up_to_date()

    def bring_up_to_date(self) -> None:
        """Refresh the content if it is outdated."""
        if self._stale and self.session.is_open:
            self._stale = False
            self.refresh()
            if self.shows_table_view and self._twin is not None:
                self._twin.refresh()
            self.follow(self.session.selection)

    def _selected(self, refs: tuple[Ref, ...]) -> None:
        if self.isVisible() and self.session.is_open and not self._stale:
            self.follow(refs)
            if self.shows_table_view and self._twin is not None:
                self._twin.follow()

    def showEvent(self, event: object) -> None:
        """Refresh outdated content."""
        self._offer_table_view()
        self.overflow.arrange()
        if self._stale:
            self.bring_up_to_date()
        elif self.session.is_open:
            self._selected(self.session.selection)

    # Table view of a drawing

    def view_tables(self) -> tuple[ViewTable[Any], ...]:
        """Return the tables with the content of the drawing; none if the workspace is a table itself."""
        return ()

    @property
    def has_table_view(self) -> bool:
        """Whether there is a table view."""
        return bool(self.view_tables())

    @property
    def shows_table_view(self) -> bool:
        """Whether the table view replaces the drawing."""
        return self._twin is not None and not self._twin.isHidden()

    @property
    def front(self) -> QWidget | None:
        """The widget that gets the focus by default: list, drawing or table view."""
        return self.twin.table if self.shows_table_view else self.focus_first

    @property
    def side_panels(self) -> tuple[QWidget, ...]:
        """Panels of the workspace that F6 visits after the view."""
        return ()

    @property
    def twin(self) -> ViewTables:
        """The table view, created on first use."""
        if self._twin is None:
            self._twin = ViewTables(self.desk, self.view_tables())
            self._twin.hide()
            self.column.addWidget(self._twin, 1)
        return self._twin

    def toggle_table_view(self) -> None:
        """Switch between drawing and table view."""
        if not self.has_table_view or not self.session.is_open:
            return
        twin = self.twin
        if self.shows_table_view:
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
        self._follow_table_view()

    def _offer_table_view(self) -> None:
        """Add the button of the table view at the end of the tool bar, once."""
        if self._twin_button is None and self.has_table_view:
            button = self._twin_button = QToolButton()
            button.setIcon(icon(self.theme, "table", self.theme.px(18)))
            button.setCheckable(True)
            button.setToolTip(key_tip("twin"))
            button.setAccessibleName("Switch between drawing and table")
            button.clicked.connect(lambda _: self.toggle_table_view())
            self.bar.addWidget(button)
            self._follow_table_view()

    def _follow_table_view(self) -> None:
        if self._twin_button is not None:
            self._twin_button.setChecked(self.shows_table_view)

    def repaint_all(self) -> None:
        """Repaint after a change of the theme."""
        self._follow_table_view()

    def refresh(self) -> None:
        """Show the current state of the project."""
        raise NotImplementedError

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Show the selection."""
        raise NotImplementedError

    # Actions of the menus

    def offered(self) -> dict[str, Handler]:
        """Return the handlers of this workspace by action id; called once."""
        drawn = when(lambda: self.has_drawing, "There is no drawing in this view.")
        return {
            "fit": Handler(self.fit_selection, drawn),
            "fit-all": Handler(self.fit_all, drawn),
            "larger": Handler(lambda: self.zoom(STEP), drawn),
            "smaller": Handler(lambda: self.zoom(1 / STEP), drawn),
        }

    def pictures(self, refusal: Callable[[], str]) -> dict[str, Handler]:
        """Return the handlers that export the view as a picture."""
        return {
            f"picture-{kind}": Handler(partial(self.picture_asked.emit, kind), refusal)
            for kind in ("svg", "png")
        }

    @cached_property
    def handlers(self) -> dict[str, Handler]:
        """The handlers of this workspace by action id."""
        return self.offered()

    def can(self, action: str) -> bool:
        """Return whether an action is available now."""
        handler = self.handlers.get(action)
        return handler is not None and not handler.refusal()

    def perform(self, action: str) -> None:
        """Perform an action, or state why it is not available."""
        handler = self.handlers.get(action)
        if handler is None:
            return
        refusal = handler.refusal()
        if refusal:
            self.session.said.emit(refusal)
        else:
            handler.run()

    # Zoom and export of a drawing

    @property
    def drawing(self) -> Canvas | None:
        """The visible drawing."""
        found = self.findChild(Canvas)
        return found if isinstance(found, Canvas) and found.isVisible() else None

    @property
    def has_drawing(self) -> bool:
        """Whether the content can be zoomed."""
        return self.drawing is not None

    def fit_selection(self) -> None:
        """Zoom to the selection."""
        if self.drawing is not None:
            self.drawing.fit_chosen()

    def fit_all(self) -> None:
        """Zoom to the whole drawing."""
        if self.drawing is not None:
            self.drawing.fit()

    def zoom(self, factor: float) -> None:
        """Zoom by a factor."""
        if self.drawing is not None:
            self.drawing.zoom(factor)

    def picture(self, kind: str) -> tuple[str, bytes]:
        """Return a file name and the view as ``svg`` or ``png`` bytes."""
        raise NotImplementedError

    def find_in_view(self) -> None:
        """Focus the search field of this workspace; the command palette where it has none."""
        self.action_asked.emit("palette")

    @property
    def steps(self) -> Stepping | None:
        """The history used by Undo, Redo and Save, if it is not that of the project."""
        return None

    def copy(self) -> None:
        """Copy the selection as a table; for a drawing, from its table view."""
        if self.has_table_view:
            if not self.shows_table_view:
                self.twin.refresh()
            self.twin.copy()
