"""The line under a table: figures of the shown rows, and of the selected ones at the right."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.plain_text import label


class Foot(QWidget):
    """Names in a quiet tone, each before its figure."""

    def __init__(self, desk: Desk, height: int) -> None:
        super().__init__()
        self._desk = desk
        px = desk.theme.px
        self.setProperty("role", "foot")
        self.setFixedHeight(height)
        self.setObjectName("foot")
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(px(12), 0, px(12), 0)
        self.line.setSpacing(px(6))
        self._figures = QHBoxLayout()
        self._figures.setSpacing(px(6))
        self._used = 0
        self._pairs: list[tuple[QLabel, QLabel]] = []
        self.right = label("", "text2")
        self.right.setObjectName("foot-selected")
        self.line.addLayout(self._figures)
        self.line.addStretch(1)
        self.line.addWidget(self.right)
        desk.theme.changed.connect(self._fonts)

    def show_figures(self, figures: list[tuple[str, str]]) -> None:
        """Show other figures; of several words the labels are kept."""
        self._used = len(figures)
        while len(self._pairs) < len(figures):
            pair = (label("", "text2"), label(""))
            for made in pair:
                self._figures.addWidget(made)
            self._figures.addSpacing(self._desk.theme.px(12))
            self._pairs.append(pair)
        for number, (name, figure) in enumerate(self._pairs):
            shown = number < len(figures)
            name.setVisible(shown)
            figure.setVisible(shown)
            if shown:
                name.setText(figures[number][0])
                figure.setText(figures[number][1])
        self._fonts()
        self._arrange()

    def show_selected(self, text: str) -> None:
        """Show the figures of what is selected, at the right."""
        self.right.setText(text)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many figures as fit."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Hide the last figures where the line is too short for all, rather than cut digits off."""
        px = self._desk.theme.px
        items = [self.line.itemAt(number) for number in range(self.line.count())]
        others = [item.widget() for item in items if item is not None]
        texts = [one for one in others if isinstance(one, QLabel) and one.text()]
        room = self.width() - px(24) - sum(one.sizeHint().width() + px(6) for one in texts)
        for number, (name, figure) in enumerate(self._pairs):
            if number >= self._used:
                continue
            wide = name.sizeHint().width() + figure.sizeHint().width() + px(6 + 12 + 12)
            room -= wide
            name.setVisible(room >= 0)
            figure.setVisible(room >= 0)

    def stated(self) -> dict[str, str]:
        """The figures by their names."""
        return {name.text(): figure.text() for name, figure in self._pairs[: self._used]}

    def _fonts(self) -> None:
        for name, figure in self._pairs:
            name.setFont(self._desk.theme.font(12))
            figure.setFont(self._desk.theme.strong())
