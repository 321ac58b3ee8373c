"""Files that are dragged over the window: a card tells what a drop would do, or why it would do nothing."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from fatdesk.engine.devicetypes.read import looks_like_device_type
from fatdesk.gui.files.files import DESIGNED_FROM, OPENED
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, set_tone

LISTS = (".xlsx", ".ods", ".csv", ".tsv")
REPORTS = (".txt", ".net", ".topo", ".log", ".out", ".dot", ".gv")
"""Reports of an installed fabric; those that are tables are dropped on As-built."""

KINDS = (
    "It opens projects (.fatdesk), requirements and device types (.yaml, .yml), and folders of these; "
    "it imports edited lists (.xlsx, .ods, .csv) and compares reports of an installed fabric with the plan "
    "(.txt, .net, .topo, .dot)."
)
MOST_LOOKED_AT = 100
"""So many files are looked into while they are over the window."""
BEGINNING = 16_384
"""Bytes of a file in which a device type names itself."""


class Offer(NamedTuple):
    """What a drop would do; without a path it would do nothing."""

    path: Path | None
    title: str
    text: str
    icon: str
    imported: tuple[Path, ...] = ()
    """Device types, and folders of them, that it would import."""


def files_of(data: QMimeData) -> list[Path]:
    """The files of this computer that are dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def offer_for(paths: Sequence[Path], at_work: bool = False) -> Offer:
    """What a drop of files would do: the first that can be opened is, else a list that comes back."""
    imported = tuple(path for path in paths[:MOST_LOOKED_AT] if _is_imported(path))
    if imported:
        many = imported[0].name if len(imported) == 1 else f"{len(imported):,} files"
        left = "Other files stay closed." if len(imported) < len(paths) else "You see what they become first."
        return Offer(imported[0], f"Import device types from {many}", left, "part", imported)
    known = [path for path in paths if path.suffix.lower() in OPENED]
    lists = [path for path in paths if path.suffix.lower() in LISTS]
    if lists and not known:
        name = lists[0].name
        if at_work:
            return Offer(lists[0], f"Read back {name}", "You see what changed before it is taken.", "table")
        title = f"{name} is read back to an open project"
        return Offer(None, title, "Open the project that it was exported from first.", "keep-out")
    reports = [path for path in paths if path.suffix.lower() in REPORTS]
    if reports and not known:
        name = reports[0].name
        if at_work:
            left = "One file at a time: the others stay closed." if len(paths) > 1 else "Opens in As-built."
            return Offer(reports[0], f"Compare {name} with the plan", left, "asbuilt")
        title = f"{name} is compared with an open project"
        return Offer(None, title, "Open the project of this fabric first.", "keep-out")
    if not known:
        name = paths[0].name if len(paths) == 1 else "these files"
        return Offer(None, f"fatdesk cannot open {name}", KINDS, "keep-out")
    path = known[0]
    where = "One file at a time: the others stay closed." if len(paths) > 1 else str(path.parent)
    if path.suffix.lower() in DESIGNED_FROM:
        return Offer(path, f"Design a network from {path.name}", where, "design")
    return Offer(path, f"Open {path.name}", where, "open")


def _is_imported(path: Path) -> bool:
    """Whether it is a device type, or a folder."""
    if path.is_dir():
        return True
    if path.suffix.lower() not in DESIGNED_FROM:
        return False
    try:
        with path.open("rb") as stream:
            return looks_like_device_type(stream.read(BEGINNING))
    except OSError:
        return False


class DropCard(QFrame):
    """Stands in the middle of the window while files are over it."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        px = theme.px
        self._theme, self._window = theme, window
        self.setProperty("role", "palette")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedWidth(px(460))
        row = QHBoxLayout(self)
        row.setContentsMargins(px(24), px(20), px(24), px(20))
        row.setSpacing(px(18))
        self._picture, self.title, self.text = label(), ElidedLabel(), label("", "text2")
        self.text.setWordWrap(True)
        row.addWidget(self._picture)
        words = QVBoxLayout()
        words.setSpacing(px(4))
        words.addWidget(self.title)
        words.addWidget(self.text)
        row.addLayout(words, 1)
        self.hide()

    def tell(self, offer: Offer) -> None:
        """Show what a drop would do."""
        theme, px = self._theme, self._theme.px
        refused = offer.path is None
        self._picture.setPixmap(picture(theme, offer.icon, "error" if refused else "accent_text", px(30)))
        set_tone(self.title, "error" if refused else "text")
        self.title.setFont(theme.strong(15))
        self.title.setText(offer.title)
        self.text.setText(offer.text)
        self.adjustSize()
        self.move(self._window.rect().center() - self.rect().center())
        self.show()
        self.raise_()


class Dropping:
    """Answers the events of a window that takes files; ``take`` opens one; ``imports`` takes device types."""

    def __init__(
        self,
        theme: Theme,
        window: QWidget,
        take: Callable[[Path], object],
        offer: Callable[[list[Path]], Offer] = offer_for,
        imports: Callable[[Sequence[Path]], object] | None = None,
    ) -> None:
        self.card = DropCard(theme, window)
        self._take, self._offer_for, self._imports = take, offer, imports
        self._offer: Offer | None = None

    def enter(self, event: QDragEnterEvent) -> None:
        """Something comes over the window; what holds no files is none of ours."""
        paths = files_of(event.mimeData())
        if not paths:
            return
        self._offer = self._offer_for(paths)
        self.card.tell(self._offer)
        event.acceptProposedAction()  # else nobody would tell that it leaves

    def move(self, event: QDragMoveEvent) -> None:
        """The pointer says whether a drop would do anything."""
        if self._offer is not None and self._offer.path is not None:
            event.acceptProposedAction()
        else:
            event.ignore()

    def leave(self) -> None:
        """It is gone, or was dropped."""
        self._offer = None
        self.card.hide()

    def drop(self, event: QDropEvent) -> None:
        """Open it."""
        offer = self._offer_for(files_of(event.mimeData()))
        self.leave()
        if offer.path is not None:
            event.acceptProposedAction()
            if offer.imported and self._imports is not None:
                self._imports(offer.imported)
            else:
                self._take(offer.path)
        else:
            event.ignore()


class DropTarget:
    """What Qt asks a widget that takes files goes to its ``dropping``; a base before the widget's class."""

    dropping: Dropping

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Tell what a drop would do."""
        self.dropping.enter(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """The pointer tells whether it would."""
        self.dropping.move(event)

    def dragLeaveEvent(self, _: QDragLeaveEvent) -> None:
        """What was over the widget is gone."""
        self.dropping.leave()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take what was dropped."""
        self.dropping.drop(event)
