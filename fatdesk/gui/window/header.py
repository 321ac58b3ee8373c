"""Header of the window: menus, undo and redo, file name and state, search, theme."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenuBar, QToolButton, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.theme.icons import icon, mark
from fatdesk.gui.widgets.dates import clock_text, time_or_date
from fatdesk.gui.widgets.plain_text import label, set_tone, tip


def _file_time(path: Path | None) -> str:
    """Return when a file was written: the time if today, else the date; empty where it is not known."""
    if path is None:
        return ""
    now = datetime.now().astimezone()
    try:
        return time_or_date(datetime.fromtimestamp(path.stat().st_mtime, now.tzinfo), now)
    except (OSError, OverflowError, ValueError):
        return ""


class Header(QWidget):
    """A single row, to leave room for the workspaces."""

    def __init__(self, desk: Desk, menus: QMenuBar, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self._desk = desk
        px = desk.theme.px
        self.setProperty("role", "header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setObjectName("header")
        self.setFixedHeight(px(40))
        line = QHBoxLayout(self)
        line.setContentsMargins(px(12), 0, px(10), 0)
        line.setSpacing(px(4))
        self._mark = label()
        line.addWidget(self._mark)
        line.addSpacing(px(6))
        line.addWidget(menus, 0, Qt.AlignmentFlag.AlignVCenter)
        self.undo, self.redo = (self._button(name, actions[name]) for name in ("undo", "redo"))
        for button, picture in ((self.undo, "undo"), (self.redo, "redo")):
            button.setIcon(icon(desk.theme, picture, px(18)))
            line.addWidget(button)
        line.addStretch(1)
        self.name, self.state = label("Welcome"), label("", "text2")
        self.name.setObjectName("file-name")
        self.state.setObjectName("file-state")
        line.addWidget(self.name)
        line.addSpacing(px(8))
        line.addWidget(self.state)
        line.addStretch(1)
        self.search = QToolButton()
        self.search.setObjectName("palette")
        self.search.setProperty("kind", "search")
        self.search.setText(f"{BY_ID['palette'].text}   {BY_ID['palette'].shortcut}")
        self.search.setIcon(icon(desk.theme, "search", px(16)))
        self.search.setFixedSize(px(230), px(27))
        self.search.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.search.clicked.connect(actions["palette"].trigger)
        line.addWidget(self.search)
        line.addSpacing(px(4))
        self._theme = self._button("theme", actions["theme"])
        line.addWidget(self._theme)
        self._saved_at = ""
        self._instead = ("", "")
        desk.session.opened.connect(self._opened)
        desk.session.changed.connect(self.refresh)
        desk.session.saved.connect(self._saved)
        desk.theme.changed.connect(self.look)
        self.look()

    def _button(self, name: str, action: QAction) -> QToolButton:
        made = QToolButton()
        made.setObjectName(name)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click does not move the focus
        made.clicked.connect(action.trigger)
        made.setAccessibleName(action.text())

        def follow() -> None:
            made.setEnabled(action.isEnabled())
            shortcut = action.shortcut().toString()
            made.setToolTip(tip(f"{action.text().replace('&&', '&')} ({shortcut})"))

        action.changed.connect(follow)
        follow()
        return made

    def look(self) -> None:
        """Update icons and fonts to the theme."""
        theme, px = self._desk.theme, self._desk.theme.px
        self._mark.setPixmap(mark(theme, px(22)))
        self.name.setFont(theme.strong())
        self.state.setFont(theme.font(12))
        self._theme.setIcon(icon(theme, "sun" if theme.mode == "light" else "moon", px(18)))

    def _opened(self) -> None:
        self._saved_at = _file_time(self._desk.session.path)
        self.refresh()

    def _saved(self) -> None:
        self._saved_at = clock_text(datetime.now().astimezone())
        self.refresh()

    def show_instead(self, name: str, state: str) -> None:
        """Show another title instead of the project; with empty texts the project again."""
        self._instead = (name, state)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show the file name and its state."""
        session = self._desk.session
        if self._instead[0]:
            self.name.setText(self._instead[0])
            self.state.setText(self._instead[1])
            set_tone(self.state, "warn")
            return
        self.name.setText(session.name if session.is_open else "Welcome")
        words, tone = "", "text2"
        if session.is_open:
            if session.guarded and session.unsaved:
                words, tone = "Read-only, unsaved changes: save under another name", "warn"
            elif session.guarded:
                words = "Read-only: shows what the other window saves"
            elif session.read_only:
                words = "Written by a newer version; save under another name"
                tone = "warn" if session.unsaved else tone
            elif session.recovered:
                words, tone = "Recovered, not saved", "warn"
            elif session.path is None:
                words, tone = "Not saved yet", "warn"
            elif session.unsaved:
                words, tone = "Unsaved changes", "warn"
            else:
                words = f"Saved {self._saved_at}".rstrip()
        self.state.setText(words)
        set_tone(self.state, tone)
