"""Header of a part: title, buttons and tabs."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.descriptions import KINDS, what_it_is
from fatdesk.engine.catalog.parts import AnyPart, ModularSwitch, RackPart, Server, Switch, TrayPart, links_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.library import Entry
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.views.property_page import hairline
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.layouts import WrappedPair
from fatdesk.gui.widgets.plain_text import ElidedLabel, label

PICTURES = {"Switch": "switch", "Modular switch": "racks", "Server": "host", "Enclosure": "racks"} | {
    "Cable": "cables",
    "Rack": "racks",
    "Tray": "tray",
}


def subtitle(part: AnyPart) -> str:
    """Return a one-line description of a part."""
    kind = KINDS[type(part)][1]
    if isinstance(part, ModularSwitch):
        cards = sorted({links_of(card.ports) for card in part.cards})
        more = f"up to {counted(part.slots, 'line card')} of {' or '.join(map(str, cards))} ports"
    elif isinstance(part, Switch):
        more = counted(links_of(part.ports), "port")
    elif isinstance(part, RackPart):
        more = f"{part.height_u} U"
    elif isinstance(part, TrayPart):
        more = f"{part.width_mm:g} x {part.tray_depth_mm:g} mm"
    elif isinstance(part, Server) and part.fits:
        more = f"for {', '.join(part.fits)}"
    else:
        more = what_it_is(part)
    return " · ".join(word for word in (kind, more, part.name) if word)


LEAST_TITLE = 180
"""Width in pixels that the title of a part keeps next to the buttons."""


class PartHeader(QWidget):
    """Title, buttons and tabs; ``turned`` carries the number of the chosen tab."""

    turned = Signal(int)

    def __init__(self, desk: Desk, tabs: Sequence[str]) -> None:
        super().__init__()
        self._desk, px = desk, desk.theme.px
        self.setProperty("role", "base")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        name, buttons, around = QWidget(), QWidget(), QVBoxLayout()
        around.setContentsMargins(px(20), px(12), px(20), px(8))
        around.setSpacing(px(4))
        row, tools = QHBoxLayout(name), QHBoxLayout(buttons)
        for line in (row, tools):
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(px(10))
        self._picture = label()
        row.addWidget(self._picture)
        self.title, self.subtitle = ElidedLabel(), ElidedLabel("", "text2")
        self.title.setObjectName("part-title")
        row.addWidget(self.title, 1)
        self.copy = QPushButton("Copy to project")
        self.duplicate, self.used = QPushButton("Duplicate"), QPushButton("Where used")
        self.delete = QPushButton("Delete")
        for button, named in (
            (self.copy, "copy-to-project"),
            (self.duplicate, "duplicate"),
            (self.delete, "delete"),
            (self.used, "where-used"),
        ):
            button.setObjectName(named)
            tools.addWidget(button)
        self.top = WrappedPair(name, buttons, px(10), px(LEAST_TITLE))
        around.addWidget(self.top)
        around.addWidget(self.subtitle)
        column.addLayout(around)
        line = QHBoxLayout()
        line.setContentsMargins(px(12), 0, px(12), 0)
        line.setSpacing(0)
        group = QButtonGroup(self)
        self.tabs: list[QToolButton] = []
        for number, text in enumerate(tabs):
            tab = QToolButton()
            give_role(tab, Role.RadioButton)
            tab.setText(text)
            tab.setObjectName(f"tab-{text.split()[0].lower()}")
            tab.setProperty("kind", "tab")
            tab.clicked.connect(lambda _=False, number=number: self.turned.emit(number))
            tab.setCheckable(True)
            group.addButton(tab)
            line.addWidget(tab)
            self.tabs.append(tab)
        line.addStretch(1)
        column.addLayout(line)
        column.addWidget(hairline())
        desk.theme.changed.connect(self.look)
        self._kind = ""
        self.look()

    def show_entry(self, entry: Entry) -> None:
        """Show the header of a part."""
        self.title.setText(entry.title)
        if entry.part is None:
            self._kind = ""
            self.subtitle.setText("This file cannot be read")
        else:
            self._kind = KINDS[type(entry.part)][1]
            self.subtitle.setText(subtitle(entry.part))
        self.look()

    def look(self) -> None:
        """Update fonts and icon to the theme."""
        theme, px = self._desk.theme, self._desk.theme.px
        self.title.setFont(theme.strong(20))
        self.subtitle.setFont(theme.font(12))
        self._picture.setPixmap(picture(theme, PICTURES.get(self._kind, "part"), "accent_text", px(28)))
