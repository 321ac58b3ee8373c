"""The tool bar: load, paste, which differences, floor or racks, figures, the punch list as a file."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QToolButton

from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.descriptions import TITLES
from fatdesk.engine.asbuilt.difference import Kind
from fatdesk.gui.controls.menu_button import MenuButton, OneOf
from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.widgets.number_text import counted
from fatdesk.gui.widgets.plain_text import Line, menu_text, tip

KINDS: tuple[Kind | None, ...] = (None, *Kind)
DRAWINGS = (("floor", "Floor"), ("racks", "Racks"))


class Tools:
    """The parts of the bar; ``take`` is given the kind that is shown, ``draw`` the drawing."""

    def __init__(
        self,
        desk: Desk,
        bar: QHBoxLayout,
        do: Callable[[str], object],
        take: Callable[[Kind | None], object],
        draw: Callable[[str], object],
    ) -> None:
        self._desk = desk
        px = desk.theme.px
        self.load = QToolButton()
        self.load.setText("Load discovered fabric…")
        self.load.setToolTip(tip("A report of ibnetdiscover or lldpcli, a table of neighbours, or DOT"))
        self.load.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.load.setFixedHeight(px(28))
        self.load.clicked.connect(lambda _=False: do("asbuilt-load"))
        self.kinds = OneOf(
            desk,
            "filter",
            "Which differences are shown",
            ["All differences", *(TITLES[kind] for kind in Kind)],
            lambda number: take(KINDS[number]),
        )
        self.figures = Line("", "text2")
        self.drawings: dict[str, QToolButton] = {}
        group = QButtonGroup(bar)
        for name, title in DRAWINGS:
            button = QToolButton()
            button.setText(title)
            button.setCheckable(True)
            button.setFixedHeight(px(28))
            button.clicked.connect(lambda _=False, name=name: draw(name))
            group.addButton(button)
            self.drawings[name] = button
        self.drawings["floor"].setChecked(True)
        self.export = MenuButton(desk, "export", "Export", "The punch list as a file")
        menu = QMenu(self.export)
        for kind in ("pdf", "csv"):
            action = menu.addAction(menu_text(f"Punch list as {kind.upper()}…"))
            action.triggered.connect(lambda _=False, kind=kind: do(f"asbuilt-punch-{kind}"))
        self.export.setMenu(menu)
        bar.addWidget(self.load)
        bar.addWidget(self.kinds)
        bar.addWidget(self.figures, 1)
        for button in self.drawings.values():
            bar.addWidget(button)
        bar.addWidget(self.export)
        desk.theme.changed.connect(self._look)
        self._look()

    def _look(self) -> None:
        self.load.setIcon(icon(self._desk.theme, "open", self._desk.theme.px(16)))

    def tell(self, built: AsBuilt | None, waiting: str) -> None:
        """Figures, and what can be done."""
        there = built is not None
        for tool in (self.kinds, self.export, *self.drawings.values()):
            tool.setEnabled(there)
        if built is None:
            self.figures.setText(waiting)
            return
        told = f"{built.matched:,} matched · {built.planned - built.matched:,} different"
        told += f" · {counted(built.moves, 'move')}" if built.differences else ""
        self.figures.setText(told)
