"""The line under a table: figures of the shown rows, and of the selected ones at the right."""

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
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(px(12), 0, px(12), 0)
        self.line.setSpacing(px(6))
        self._figures = QHBoxLayout()
        self._figures.setSpacing(px(6))
        self._pairs: list[tuple[QLabel, QLabel]] = []
        self.right = label("", "text2")
        self.line.addLayout(self._figures)
        self.line.addStretch(1)
        self.line.addWidget(self.right)
        desk.theme.changed.connect(self._fonts)

    def show_figures(self, figures: list[tuple[str, str]]) -> None:
        """Show other figures; of several words the labels are kept."""
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

    def told(self) -> dict[str, str]:
        """The figures by their names."""
        return {name.text(): figure.text() for name, figure in self._pairs if not name.isHidden()}

    def _fonts(self) -> None:
        for name, figure in self._pairs:
            name.setFont(self._desk.theme.font(12))
            figure.setFont(self._desk.theme.strong())
