"""The menu bar, with the menus of recent projects and earlier versions, and letters that choose entries."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from fatdesk.gui.files.recent import forget_all, read_recent
from fatdesk.gui.menus.action import Action, Window
from fatdesk.gui.menus.actions import ACTIONS, WORDS, WORKSPACES
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.numbers import day_text
from fatdesk.gui.widgets.plain_text import menu_text, tip

if TYPE_CHECKING:
    from fatdesk.gui.menus.palette import Entry


def mnemonics(texts: Sequence[str]) -> list[int]:
    """Return the place of a letter in each text, all different; -1 where none is left.

    The first letter is preferred, then those that begin a word.

    >>> mnemonics(["Save", "Save as…", "Settings…", "3"])
    [0, 5, 1, 0]
    >>> mnemonics(["Ab", "Bc", "A"])  # the first makes room for the last
    [1, 1, 0]
    """
    owners: dict[str, int] = {}
    places = [-1] * len(texts)

    def take(number: int, tried: set[str]) -> bool:
        """Give a text the best free letter, or else one whose owner can have another."""
        wanted = [(place, texts[number][place].casefold()) for place in _letters(texts[number])]
        free = next((one for one in wanted if one[1] not in owners), None)
        for place, letter in [free] if free else wanted:
            if letter in tried:
                continue
            tried.add(letter)
            if letter not in owners or take(owners[letter], tried):
                owners[letter], places[number] = number, place
                return True
        return False

    for number in range(len(texts)):
        take(number, set())
    return places


def _letters(text: str) -> list[int]:
    """The places of letters and digits: those that begin words, then the others."""
    begins = [n for n, letter in enumerate(text) if letter.isalnum() and not text[n - 1 : n].isalnum()]
    return [*begins, *(n for n, letter in enumerate(text) if letter.isalnum() and n not in begins)]


def underline_while_open(menu: QMenu) -> None:
    """Mark a letter of each entry while the menu is open; its texts are plain at other times."""
    plain: list[tuple[QAction, str]] = []

    def mark() -> None:
        entries = [one for one in menu.actions() if one.isVisible() and not one.isSeparator()]
        texts = [one.text().replace("&&", "\0") for one in entries]
        for one, text, place in zip(entries, texts, mnemonics(texts), strict=True):
            plain.append((one, one.text()))
            marked = text if place < 0 else f"{text[:place]}&{text[place:]}"
            one.setText(marked.replace("\0", "&&"))

    def clear() -> None:
        entries = menu.actions()
        for one, text in plain:
            if one in entries:
                one.setText(text)
        plain.clear()

    menu.aboutToShow.connect(mark)
    menu.aboutToHide.connect(clear)


class RecentMenu(QMenu):
    """Menu of recent projects, updated when opened; ``requested`` carries the project to open."""

    requested = Signal(Path)
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Open recent", parent)
        self.aboutToShow.connect(self.refresh)
        underline_while_open(self)

    def refresh(self) -> None:
        """Update the list; missing files are disabled."""
        self.clear()
        found = read_recent()
        for entry in found:
            path = Path(entry.path)
            where = "not found" if entry.missing else str(path.parent)
            made = self.addAction(menu_text(f"{path.name}   {where}"))
            made.setEnabled(not entry.missing)
            made.triggered.connect(partial(self._ask, path))
        if found:
            self.addSeparator()
            self.addAction("Clear list").triggered.connect(self._clear)
        else:
            self.addAction("No recent projects").setEnabled(False)

    def _ask(self, path: Path, _: bool = False) -> None:
        self.requested.emit(path)

    def _clear(self) -> None:
        if problem := forget_all():
            self.failed.emit(problem)


class VersionsMenu(QMenu):
    """Menu of earlier versions, updated when opened; ``requested`` carries the version to open as a copy."""

    requested = Signal(Path)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__("Earlier versions", parent)
        self.setObjectName("versions")
        self._session = session
        self.aboutToShow.connect(self.refresh)
        underline_while_open(self)

    def refresh(self) -> None:
        """Update the list, latest version first."""
        self.clear()
        found = self._found()
        for number, path in enumerate(found, start=1):
            words = "Before the last save" if number == 1 else f"{number} saves ago"
            made = self.addAction(menu_text(f"{words}   {_replaced(path)}"))
            made.triggered.connect(partial(self._ask, path))
        if not found:
            self.addAction("No earlier versions").setEnabled(False)

    def _found(self) -> list[Path]:
        if self._session.path is None:
            return []
        from fatdesk.project.files.storing import kept_versions

        return kept_versions(self._session.path)

    def _ask(self, path: Path, _: bool = False) -> None:
        self.requested.emit(path)


def _replaced(path: Path) -> str:
    """Return when a version was replaced, from the file's modification time."""
    try:
        return f"replaced {day_text(datetime.fromtimestamp(path.stat().st_mtime).astimezone())}"
    except OSError:
        return ""


class Menus(QMenuBar):
    """The menu bar of a window; ``by_id`` holds its QActions, which belong to ``owner``."""

    def __init__(self, window: Window, owner: QWidget) -> None:
        super().__init__()
        self._window, self._owner = window, owner
        self.by_id: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        self._stated: dict[str, tuple[str, str]] = {}
        """The label of each action and why it is not available, as last shown."""
        for action in ACTIONS:
            self._add(action)
        self.recent = RecentMenu(owner)
        self.versions = VersionsMenu(window.session, owner)
        self._menus["File"].insertMenu(self.by_id["open-in-window"], self.recent)
        self._menus["File"].insertMenu(self.by_id["recover"], self.versions)
        for menu in self._menus.values():
            menu.aboutToShow.connect(self.refresh)
            underline_while_open(menu)

    def _add(self, action: Action) -> None:
        menu = self._menu(action.menu)
        made = QAction(menu_text(action.text), self._owner)
        if action.shortcut:
            made.setShortcuts([QKeySequence(key) for key in (action.shortcut, action.also) if key])
            if action.in_view:
                made.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        made.triggered.connect(lambda _=False, action=action: self.run(action))
        self._owner.addAction(made)
        if action.separated:
            menu.addSeparator()
        menu.addAction(made)
        self.by_id[action.id] = made

    def _menu(self, path: str) -> QMenu:
        """Return the menu at a path such as ``File/Export jobs``; it is added where it is new."""
        if path not in self._menus:
            parent, _, name = path.rpartition("/")
            made = self._menu(parent).addMenu(name) if parent else self.addMenu(f"&{name}")  # letters differ
            made.setToolTipsVisible(True)
            self._menus[path] = made
        return self._menus[path]

    def take_keys(self) -> None:
        """Give the keys to the menu bar: arrows choose a menu, Enter or Down opens it."""
        self.setFocus(Qt.FocusReason.MenuBarFocusReason)
        self.setActiveAction(self.actions()[0])

    def run(self, action: Action) -> None:
        """Perform an action if it is available."""
        if not action.refusal(self._window):
            action.run(self._window)
            self.refresh()

    def _run_at(self, home: str, action: Action) -> None:
        """Perform an action in the workspace that offers it, or say why that is impossible there."""
        self._window.show_workspace(home)
        if refusal := action.refusal(self._window):
            self._window.session.said.emit(refusal)
        self.run(action)

    def refresh(self, *_: object) -> None:
        """Update labels and enabled states."""
        for action in ACTIONS:
            text, refusal = action.says(self._window), action.refusal(self._window)
            if self._stated.get(action.id) == (text, refusal):
                continue
            self._stated[action.id] = text, refusal
            made = self.by_id[action.id]
            made.setEnabled(not refusal)
            made.setText(menu_text(text))
            made.setToolTip(tip(refusal or text))

    def entries(self, every: bool) -> "list[Entry]":
        """Return the available actions, or all, for the command palette.

        Tools and dialogs of another workspace are available: the palette goes there.
        """
        from fatdesk.gui.menus.palette import Entry  # the palette is created when it is first opened

        found, titles = [], dict(WORKSPACES)
        for action in ACTIONS:
            refusal = action.refusal(self._window)
            home = self._window.home_of(action.id) if refusal and action.begins else ""
            if every or ((home or not refusal) and action.id != "palette"):
                run = partial(self.run, action) if not refusal else None
                note = refusal or action.menu.rpartition("/")[2]
                if home:
                    run, note = partial(self._run_at, home, action), f"in {titles[home]}"
                words = WORDS.get(action.id, "")
                found.append(
                    Entry(action.says(self._window), note, action.shortcut, action.icon, run, words=words)
                )
        return found
