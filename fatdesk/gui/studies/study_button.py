"""Which study is on view: the button that tells it, and lets another be chosen, made or taken ready-made."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu

from fatdesk.gui.controls.menu_button import MenuButton
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.plain_text import menu_text, tip

WIDEST = 220


class StudyButton(MenuButton):
    """``chosen`` carries the name of a study, ``ready_asked`` the number of a ready-made one."""

    chosen = Signal(str)
    ready_asked = Signal(int)
    new_asked = Signal()
    remove_asked = Signal()

    def __init__(
        self, desk: Desk, names: Callable[[], Sequence[str]], ready: Sequence[tuple[str, str]]
    ) -> None:
        super().__init__(desk, "study", "Study", "Choose a study")
        self._names = names
        self.setMaximumWidth(desk.theme.px(WIDEST))
        self._now = ""
        self.menu_of = QMenu(self)
        self.menu_of.aboutToShow.connect(self.fill)
        self.ready_menu = QMenu("Ready-made studies", self)
        self.ready_menu.setToolTipsVisible(True)
        for number, (title, shown) in enumerate(ready):
            entry = self.ready_menu.addAction(menu_text(title))
            entry.setToolTip(tip(shown))
            entry.triggered.connect(lambda _=False, number=number: self.ready_asked.emit(number))
        self.setMenu(self.menu_of)
        self.fill()

    def show_study(self, name: str) -> None:
        """Tell which one is on view."""
        self._now = name
        letters = self.fontMetrics()
        wide = self._desk.theme.px(WIDEST - 60)
        self.setText(
            menu_text(letters.elidedText(name, Qt.TextElideMode.ElideRight, wide) if name else "Study")
        )
        self.setToolTip(tip(f"Choose a study{f': {name}' if name else ''}"))
        self.setAccessibleDescription(name)

    def fill(self) -> None:
        """Offer what there is now."""
        menu = self.menu_of
        menu.clear()
        for name in self._names():
            entry = menu.addAction(menu_text(name))
            entry.setCheckable(True)
            entry.setChecked(name == self._now)
            entry.triggered.connect(lambda _=False, name=name: self.chosen.emit(name))
        menu.addSeparator()
        menu.addAction("New study").triggered.connect(lambda _=False: self.new_asked.emit())
        menu.addMenu(self.ready_menu)
        if self._now:
            menu.addSeparator()
            menu.addAction("Remove this study").triggered.connect(lambda _=False: self.remove_asked.emit())
