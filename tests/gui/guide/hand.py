"""A hand that does in the window what a page of the guide says, and a record of what it did and saw."""

import doctest
import io
import os
import re
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Protocol
from unittest.mock import patch

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QKeySequence, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFileDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QTabBar,
    QWidget,
)

from fatdesk.cli import main
from fatdesk.gui.tables.table import Table
from fatdesk.gui.widgets import folder_dialog
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.gui.window.welcome import Card
from tests.gui.guide.text import Entry, GuidePage, Step
from tests.patience import PATIENCE_S
from tests.shown import prints

SIZE = (1280, 800)
"""The window in pictures."""
MOST_LINES = 120
"""Lines of a table that are read."""


class Driver(Protocol):
    """What does a step."""

    def __call__(self, hand: "Hand", /) -> None: ...


class Drivers:
    """What does the steps of a page, by their titles."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.by_title: dict[str, Driver] = {}

    def __call__(self, title: str) -> Callable[[Driver], Driver]:
        """Return a decorator of the function that does the step of a title."""

        def keep(driver: Driver) -> Driver:
            assert title not in self.by_title, title
            self.by_title[title] = driver
            return driver

        return keep


class Hand:
    """A hand at the window; ``camera`` gets the pictures that a step takes."""

    def __init__(
        self, window: MainWindow, folder: Path, camera: Callable[[str, QPixmap], None] | None = None
    ) -> None:
        self.window, self.folder, self._camera = window, folder, camera
        self.kept: dict[str, Any] = {}
        """What a step leaves for those after it."""
        self.begin()

    def begin(self) -> None:
        """Begin a step."""
        self.entries: list[Entry] = []
        self.clicked: list[str] = []
        self.pictures: list[str] = []
        self.typed: list[str] = []
        self.seen: dict[str, None] = {}

    # What the text marks

    def menu(self, *path: str) -> None:
        """Choose an entry of the menu bar by its titles."""
        self.look()
        found = self._find_entry(path)
        assert found.isEnabled(), f"{', '.join(path)} is not available: {found.toolTip()}"
        key = found.shortcut().toString(QKeySequence.SequenceFormat.PortableText)
        self.entries.append(Entry(path, key))
        found.trigger()
        self.look()

    def _find_entry(self, path: tuple[str, ...]) -> QAction:
        menus = {menu.title().replace("&", ""): menu for menu in self.window.findChildren(QMenu)}
        assert path[0] in menus, f"there is no menu {path[0]}"
        menu: QMenu = menus[path[0]]
        for title in path[1:]:
            entries = {one.text().replace("&", ""): one for one in menu.actions()}
            assert title in entries, f"{path[0]} has no entry {title!r}: {[*entries]}"
            action = entries[title]
            if (below := action.menu()) is not None:
                assert isinstance(below, QMenu)
                menu = below
        return action

    def click(self, control: QWidget, caption: str = "") -> None:
        """Click a control, which shows the caption that the text has."""
        self.look()
        assert control.isVisible(), control.objectName()
        assert control.isEnabled(), control.objectName()
        self.clicked.append(caption or caption_of(control))
        QTest.mouseClick(control, Qt.MouseButton.LeftButton, pos=control.rect().center())
        self.look()

    def open_example(self, title: str) -> None:
        """Click the card of an example on the first page, and wait until it is designed."""
        self.click(next(card for card in self.window.welcome.examples if card.title == title))
        self.until(lambda: self.window.session.is_open)
        self.settle()

    def pressed(self, caption: str) -> None:
        """Note that a page object has clicked the control of a caption, such as an entry of a list."""
        self.clicked.append(caption)

    def type(self, field: QLineEdit, text: str, *, enter: bool = True) -> None:
        """Type into a field in place of what is there, and press Enter."""
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        if enter:
            QTest.keyClick(field, Qt.Key.Key_Return)
        self.typed.append(text)
        self.look()

    def types(self, text: str) -> None:
        """Note what a page object has typed or chosen."""
        self.typed.append(text)

    def sees(self, *texts: object) -> None:
        """Note what a drawing shows, as the program has it."""
        self.seen.update(dict.fromkeys(str(one) for one in texts))

    # Files

    @contextmanager
    def choosing(self, name: str = "") -> Iterator[None]:
        """Choose a file or folder of the reader in the next file dialogs."""
        path = str(self.folder / name)
        if name:
            self.typed.append(name)
        kept = {}
        for dialog in ("getOpenFileName", "getSaveFileName", "getOpenFileNames"):
            kept[dialog] = getattr(QFileDialog, dialog)
            answer = ([path], "") if dialog == "getOpenFileNames" else (path, "")
            setattr(QFileDialog, dialog, lambda *_, answer=answer, **__: answer)
        with patch.object(folder_dialog, "ask_folder", lambda *_, **__: Path(path)):
            try:
                yield
            finally:
                for dialog, real in kept.items():
                    setattr(QFileDialog, dialog, real)

    # Patience

    def until(self, holds: Callable[[], object]) -> None:
        """Let the program work until a condition holds."""
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline, "the condition never held"
            QTest.qWait(5)

    def settle(self) -> None:
        """Let the program work until no task runs."""
        for _ in range(3):
            QApplication.processEvents()
        self.until(lambda: not self.window.desk.tasks.running)
        for _ in range(3):
            QApplication.processEvents()

    # Eyes

    def look(self) -> None:
        """Remember all texts in view."""
        self.sees(*texts_of(self.window))
        for other in QApplication.topLevelWidgets():
            if other is not self.window and other.isVisible():
                self.sees(*texts_of(other))

    def picture(self, name: str, *parts: QWidget, margin: int = 0, cut: QRect | None = None) -> None:
        """Take a picture of parts of the window that are side by side; without parts, of all of it."""
        for _ in range(4):
            QApplication.processEvents()
        self.look()
        window = parts[0].window() if parts else self.window
        foreign = [text for part in parts or (window,) for text in texts_of(part) if str(self.folder) in text]
        assert not foreign, f"{name} shows a path of this machine: {foreign}"
        whole = window.rect()
        box = QRect()
        for part in parts:
            assert part.isVisible(), f"{part.objectName()} is not in view"
            box = box.united(QRect(part.mapTo(window, QPoint()), part.size()))
        box = box.adjusted(-margin, -margin, margin, margin).intersected(whole) if parts else whole
        if cut is not None:
            box = cut.translated(box.topLeft()).intersected(box)
        assert min(box.width(), box.height()) > 60, box
        self.pictures.append(name)
        if self._camera is not None:
            self._camera(name, window.grab(box))


def caption_of(control: QWidget) -> str:
    """What a control is called on the screen."""
    if isinstance(control, QAbstractButton) and control.text():
        return control.text().replace("&", "")
    if isinstance(control, Card):
        return control.title
    return control.accessibleName()


def texts_of(inside: QWidget) -> Iterator[str]:
    """All texts in view, those of tables line by line."""
    for some in inside.findChildren(QWidget):
        if not some.isVisible():
            continue
        if isinstance(some, QLabel):
            yield some.text()
        elif isinstance(some, QAbstractButton):
            yield some.text().replace("&", "")
        elif isinstance(some, QLineEdit):
            yield some.text()
        elif isinstance(some, QComboBox):
            yield some.currentText()
        elif isinstance(some, QGroupBox):
            yield some.title()
        elif isinstance(some, QTabBar):
            yield from (some.tabText(n) for n in range(some.count()))
        elif isinstance(some, QListWidget):
            yield from (some.item(n).text() for n in range(some.count()))
        elif isinstance(some, Table):
            yield from _cells(some)
        elif isinstance(some, Card):
            yield some.title
            yield from some.lines
        yield some.accessibleName()


def _cells(table: Table) -> Iterator[str]:
    rows = table.rows
    shown = [n for n in range(len(rows.columns)) if not table.isColumnHidden(n)]
    yield from (str(rows.headerData(n, Qt.Orientation.Horizontal)) for n in shown)
    for line in range(min(rows.rowCount(), MOST_LINES)):
        yield from (str(rows.index(line, n).data() or "") for n in shown)


# Running a page


def is_shown(value: str, texts: Iterator[str] | list[str]) -> bool:
    """Whether a text is one of others, or whole words of one."""
    whole = re.compile(rf"(?<![\w.,]){re.escape(value)}(?![\w]|[.,]\d)")
    return any(whole.search(" ".join(text.split())) for text in texts)


def run_command(command: str, shown: str, folder: Path) -> str:
    """Run a command in a folder; return what it prints, which is what the page shows below it."""
    output, errors = io.StringIO(), io.StringIO()
    before = Path.cwd()
    os.chdir(folder)
    try:
        with redirect_stdout(output), redirect_stderr(errors):
            status = main(shlex.split(command, comments=True)[1:])
    finally:
        os.chdir(before)
    expected = re.search(r"#.*\bexit status (\d)", command)
    assert status == (int(expected[1]) if expected else 0), f"{command}\n{errors.getvalue()}"
    lines = shown.splitlines()
    assert not lines or prints(lines, output.getvalue()), f"{command} prints\n{output.getvalue()}"
    return output.getvalue()


def write_files(step: Step, hand: Hand) -> list[str]:
    """Write the files of a step; return their names and texts."""
    files = [block for block in step.blocks if block.file]
    for block in files:
        (hand.folder / block.file).parent.mkdir(exist_ok=True)
        (hand.folder / block.file).write_text(block.text, encoding="utf-8")
    return [text for block in files for text in (block.file, block.text)]


def run_blocks(step: Step, hand: Hand) -> list[str]:
    """Run the commands of a step; return what they say and print."""
    said: list[str] = []
    for block in step.blocks:
        if block.language == "console":
            for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                said += [command, run_command(command, shown, hand.folder)]
        elif block.language == "python":
            case = doctest.DocTestParser().get_doctest(
                block.text, hand.kept.setdefault("python", {}), step.title, None, 0
            )
            names = case.globs
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            assert not runner.run(case, clear_globs=False).failed, f"{step.title}: see above"
            hand.kept["python"] = names
            said.append(block.text)
    return said


def run_page(page: GuidePage, drivers: Drivers, hand: Hand) -> None:
    """Do all steps of a page; fail where the text and the run differ."""
    titles = [step.title for step in page.steps]
    assert titles == [*drivers.by_title], "each step has a driver, in the order of the page"
    wrong = []
    for step in page.steps:
        hand.begin()
        said = write_files(step, hand)
        if step.begins_in_a_terminal:
            said += run_blocks(step, hand)
            drivers.by_title[step.title](hand)
        else:
            drivers.by_title[step.title](hand)
            said += run_blocks(step, hand)
        hand.look()
        wrong += [f"{page.path.name}, {step.title}: {problem}" for problem in differences(step, hand, said)]
    assert not wrong, "\n".join(wrong)


def differences(step: Step, hand: Hand, said: list[str]) -> Iterator[str]:
    """Where the text of a step differs from what was done and seen in it."""
    wanted, done = [one.path for one in step.entries], [one.path for one in hand.entries]
    if wanted != done:
        yield f"the text has the entries {wanted}, the run {done}"
    else:
        for stated, real in zip(step.entries, hand.entries, strict=True):
            if stated.key not in ("", real.key):
                yield f"the shortcut of {real.path} is {real.key}"
    if _once(step.controls) != _once(hand.clicked):
        yield f"the text has the controls {step.controls}, the run {hand.clicked}"
    if step.pictures != hand.pictures:
        yield f"the text has the pictures {step.pictures}, the run {hand.pictures}"
    files = [one.relative_to(hand.folder).as_posix() for one in hand.folder.rglob("*")]
    texts = [*hand.seen, *hand.typed, *said, *files]
    for value in (*step.values, *step.captions):
        is_command = value.partition(" ")[0] == "fatdesk"  # tests/test_docs.py holds them to the grammar
        if not is_command and not is_shown(value, texts):
            yield f"nobody typed or saw {value!r}"
    if step.unmarked:
        yield f"figures without a mark: {step.unmarked}"


def _once(names: list[str]) -> list[str]:
    """Names without repetitions that follow each other."""
    return [name for n, name in enumerate(names) if n == 0 or names[n - 1] != name]
