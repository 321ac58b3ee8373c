"""What the tool in hand does, in a line over the floor, with what can be chosen for it."""

from typing import Any

from PySide6.QtWidgets import QFrame, QHBoxLayout

from fatdesk.gui.canvas.tool import Tool
from fatdesk.gui.floor.canvas import FloorCanvas
from fatdesk.gui.floor.tools.rack_tool import RackTool, rack_parts
from fatdesk.gui.floor.tools.tool import FloorTool
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import label


class ToolStrip(QFrame):
    """Hidden while the pointer is in hand."""

    def __init__(self, canvas: FloorCanvas) -> None:
        super().__init__(canvas.viewport())
        self._canvas = canvas
        px = canvas.theme.px
        self.setProperty("role", "palette")
        line = QHBoxLayout(self)
        line.setContentsMargins(px(12), px(5), px(12), px(5))
        line.setSpacing(px(8))
        self.parts = Combo(canvas.theme)
        self.parts.setAccessibleName("Part of new racks")
        self.parts.setMinimumWidth(px(140))
        self.parts.activated.connect(self._choose)
        self._words = label("", "text2")
        line.addWidget(self.parts)
        line.addWidget(self._words)
        self.hide()

    def show_tool(self, tool: Tool[Any]) -> None:
        """Tell of a tool."""
        self.setVisible(isinstance(tool, FloorTool))
        if not isinstance(tool, FloorTool):
            return
        self._words.setText(tool.hint)
        self._words.setFont(self._canvas.theme.font(12))
        self.parts.setVisible(isinstance(tool, RackTool))
        self.refresh()
        self.adjustSize()
        self.raise_()

    def refresh(self) -> None:
        """Offer the racks of the present project."""
        tool = self._canvas.tool
        if not isinstance(tool, RackTool):
            return
        names = [part.id for part in rack_parts(self._canvas.session)]
        if [self.parts.itemText(number) for number in range(self.parts.count())] != names:
            self.parts.clear()
            self.parts.addItems(names)
        if tool.part in names:
            self.parts.setCurrentIndex(names.index(tool.part))

    def _choose(self, number: int) -> None:
        self._canvas.options.rack_part = self.parts.itemText(number)
        self._canvas.setFocus()
