"""Drag and drop of files onto the window, with a card that describes the effect of a drop."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from fatdesk.gui.files.files import DESIGNED_FROM, OPENED
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, set_tone

LISTS = (".xlsx", ".ods", ".csv", ".tsv")
REPORTS = (".txt", ".net", ".topo", ".log", ".out", ".dot", ".gv", ".json", ".db_csv")
"""Suffixes of reports of an installed fabric; tables are dropped on As-built."""
ADOPTED = (*REPORTS, ".graphml", ".edges")
"""Suffixes of files that become a project where none is open."""


@cache
def plans() -> tuple[str, ...]:
    """Return the suffixes of building plans."""
    from fatdesk.engine.floor.building_plan import PDF, PICTURES  # first windows read no drawings

    return (".dxf", PDF, *PICTURES)


KINDS = (
    "Supported: projects (.fatdesk), requirements and device types (.yaml, .yml), folders of these, "
    "edited lists (.xlsx, .ods, .csv), reports of an installed fabric (.txt, .net, .topo, .dot, .json), and "
    "building plans (.dxf, .pdf, .png, .jpg)."
)
MOST_LOOKED_AT = 100
"""Maximum number of files inspected during a drag."""
BEGINNING = 16_384
"""Number of bytes searched for the keys of a device type."""


class Offer(NamedTuple):
    """The effect of a drop; without a path it is rejected."""

    path: Path | None
    title: str
    text: str
    icon: str
    imported: tuple[Path, ...] = ()
    """Files that are taken together: device types, and folders of them, or reports of one fabric."""


class _Kind(NamedTuple):
    """Files that are dropped on an open project."""

    suffixes: tuple[str, ...]
    title: str
    text: str
    icon: str
    doing: str
    first: str


@cache
def with_project() -> tuple[_Kind, ...]:
    """Return the kinds of files that are dropped on an open project."""
    return (
        _Kind(
            LISTS,
            "Import edited {}",
            "The changes are shown first.",
            "table",
            "Importing {}",
            "First open the project from which it was exported.",
        ),
        _Kind(
            REPORTS,
            "Compare {} with the plan",
            "Opens in As-built.",
            "asbuilt",
            "Comparing {}",
            "First open the project of this fabric.",
        ),
        _Kind(
            plans(),
            "Show {} below the floor",
            "Becomes the building plan of the room.",
            "floor",
            "Showing {} below the floor",
            "First open the project of this room.",
        ),
    )


def files_of(data: QMimeData) -> list[Path]:
    """Return the local files that are dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def offer_for(paths: Sequence[Path], at_work: bool = False) -> Offer:
    """Return the effect of dropping files: open the first supported one, or import an edited list."""
    imported = tuple(path for path in paths[:MOST_LOOKED_AT] if _is_imported(path))
    if imported:
        many = imported[0].name if len(imported) == 1 else f"{len(imported):,} files"
        left = "Other files are ignored." if len(imported) < len(paths) else "A preview is shown first."
        return Offer(imported[0], f"Import device types from {many}", left, "part", imported)
    known = [path for path in paths if path.suffix.lower() in OPENED]
    adopted = [path for path in paths if path.suffix.lower() in ADOPTED]
    if adopted and not known and not at_work:
        left = "The network is imported as built. To compare it with a plan, open that project first."
        return Offer(adopted[0], f"New project from {_all(adopted)}", left, "asbuilt", _several(adopted))
    for kind in with_project():
        found = [path for path in paths if path.suffix.lower() in kind.suffixes]
        if found and not known:
            name = found[0].name
            if at_work and kind.suffixes is REPORTS:
                return Offer(found[0], kind.title.format(_all(found)), kind.text, kind.icon, _several(found))
            if at_work:
                left = "Only the first file is opened." if len(paths) > 1 else kind.text
                return Offer(found[0], kind.title.format(name), left, kind.icon)
            return Offer(None, f"{kind.doing.format(name)} needs an open project", kind.first, "keep-out")
    if not known:
        name = paths[0].name if len(paths) == 1 else "these files"
        return Offer(None, f"fatdesk cannot open {name}", KINDS, "keep-out")
    path = known[0]
    where = "Only the first file is opened." if len(paths) > 1 else str(path.parent)
    if path.suffix.lower() in DESIGNED_FROM:
        return Offer(path, f"Design a network from {path.name}", where, "design")
    return Offer(path, f"Open {path.name}", where, "open")


def _all(paths: Sequence[Path]) -> str:
    """Return the name of a file, or the number of files."""
    return paths[0].name if len(paths) == 1 else f"{len(paths):,} files"


def _several(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return files that are taken together; a single one is taken alone."""
    return tuple(paths) if len(paths) > 1 else ()


def _is_imported(path: Path) -> bool:
    """Return whether a path is a device type file or a folder."""
    if path.is_dir():
        return True
    if path.suffix.lower() not in DESIGNED_FROM:
        return False
    from fatdesk.engine.devicetypes.read import looks_like_device_type  # loads YAML

    try:
        with path.open("rb") as stream:
            return looks_like_device_type(stream.read(BEGINNING))
    except OSError:
        return False


class DropCard(QFrame):
    """Card in the middle of the window that describes the effect of a drop."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        px = theme.px
        self._theme, self._window = theme, window
        self.setObjectName("drop-card")
        self.setProperty("role", "palette")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedWidth(px(460))
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(px(24), px(20), px(24), px(20))
        row.setSpacing(px(18))
        self._picture, self.title, self.text = label(), ElidedLabel(), label("", "text2")
        self.title.setObjectName("drop-title")
        self.text.setObjectName("drop-text")
        self.text.setWordWrap(True)
        row.addWidget(self._picture)
        words = QVBoxLayout()
        words.setSpacing(px(4))
        words.addWidget(self.title)
        words.addWidget(self.text)
        row.addLayout(words, 1)
        self.hide()

    def show_offer(self, offer: Offer) -> None:
        """Show the effect of a drop."""
        theme, px = self._theme, self._theme.px
        refused = offer.path is None
        self._picture.setPixmap(picture(theme, offer.icon, "error" if refused else "accent_text", px(30)))
        set_tone(self.title, "error" if refused else "text")
        self.title.setFont(theme.strong(15))
        self.title.setText(offer.title)
        self.text.setText(offer.text)
        self._row.activate()
        self.resize(self.width(), self._row.totalHeightForWidth(self.width()))  # adjustSize cuts wrapped text
        self.move(self._window.rect().center() - self.rect().center())
        self.show()
        self.raise_()


class Dropping:
    """Handles drag events of a window; ``take`` opens a file, ``imports`` files that belong together.

    What ``offer`` has no answer for is left to the widgets around.
    """

    def __init__(
        self,
        theme: Theme,
        window: QWidget,
        take: Callable[[Path], object],
        offer: Callable[[list[Path]], Offer | None] = offer_for,
        imports: Callable[[Sequence[Path]], object] | None = None,
    ) -> None:
        self.card = DropCard(theme, window)
        self._take, self._offer_for, self._imports = take, offer, imports
        self._offer: Offer | None = None

    def enter(self, event: QDragEnterEvent) -> None:
        """Show the card; ignore drags without files."""
        paths = files_of(event.mimeData())
        if not paths:
            return
        self._offer = self._offer_for(paths)
        if self._offer is None:
            event.ignore()
            return
        self.card.show_offer(self._offer)
        event.acceptProposedAction()  # otherwise Qt would not report that the drag leaves

    def move(self, event: QDragMoveEvent) -> None:
        """Accept or reject the drag."""
        if self._offer is not None and self._offer.path is not None:
            event.acceptProposedAction()
        else:
            event.ignore()

    def leave(self) -> None:
        """Hide the card."""
        self._offer = None
        self.card.hide()

    def drop(self, event: QDropEvent) -> None:
        """Open or import the dropped files."""
        offer = self._offer_for(files_of(event.mimeData()))
        self.leave()
        if offer is not None and offer.path is not None:
            event.acceptProposedAction()
            if offer.imported and self._imports is not None:
                self._imports(offer.imported)
            else:
                self._take(offer.path)
        else:
            event.ignore()


class DropTarget:
    """Mixin that forwards drag events of a widget to its ``dropping``; listed before the widget's class."""

    dropping: Dropping

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Show the effect of a drop."""
        self.dropping.enter(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Accept or reject the drag."""
        self.dropping.move(event)

    def dragLeaveEvent(self, _: QDragLeaveEvent) -> None:
        """Hide the card."""
        self.dropping.leave()

    def dropEvent(self, event: QDropEvent) -> None:
        """Handle the dropped files."""
        self.dropping.drop(event)
