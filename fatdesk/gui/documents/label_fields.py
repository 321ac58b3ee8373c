"""How labels are printed: their stock, where a used sheet goes on, what the printer is off, borders."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QSpinBox, QVBoxLayout, QWidget

from fatdesk.engine.drawing.label_stock import label_stocks
from fatdesk.engine.drawing.labels import MOST_LABELS, MOST_SHIFT, LabelPrinting
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import label, tip


class LabelFields(QWidget):
    """``changed`` tells that the user chose something else."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(6), 0, 0)
        column.setSpacing(px(4))
        head = label("Labels")
        head.setFont(desk.theme.strong())
        column.addWidget(head)
        self.stock = Combo(desk.theme)
        for name, stock in label_stocks().items():
            self.stock.addItem(name)
            self.stock.setItemData(self.stock.count() - 1, tip(stock.title), Qt.ItemDataRole.ToolTipRole)
        self.start = QSpinBox()
        self.start.setRange(1, MOST_LABELS)
        self.right, self.down = QDoubleSpinBox(), QDoubleSpinBox()
        for shift in (self.right, self.down):
            shift.setRange(-MOST_SHIFT, MOST_SHIFT)
            shift.setSingleStep(0.1)
            shift.setDecimals(2)
            shift.setSuffix(" mm")
        self.outlines = QCheckBox("Borders of labels")
        self.outlines.setToolTip(tip("For a trial on plain paper."))
        fields: tuple[tuple[str, QWidget, str], ...] = (
            ("Sheet or roll", self.stock, "The labels that you bought."),
            ("Start at label", self.start, "The first label of the first sheet that is still there."),
            ("Shift to the right", self.right, "What the printer is off."),
            ("Shift down", self.down, "What the printer is off."),
        )
        for words, field, told in fields:
            column.addWidget(label(words, "text2"))
            field.setAccessibleName(words)
            field.setToolTip(tip(told))
            column.addWidget(field)
        column.addWidget(self.outlines)
        self.stock.currentTextChanged.connect(lambda _: self.changed.emit())
        for number in (self.start, self.right, self.down):
            number.setKeyboardTracking(False)
            number.valueChanged.connect(lambda _: self.changed.emit())
        self.outlines.toggled.connect(lambda _: self.changed.emit())

    def show_values(self, values: LabelPrinting) -> None:
        """Show how labels are printed; a stock that is not there stands among the others."""
        self.blockSignals(True)
        if self.stock.findText(values.stock) < 0:
            self.stock.addItem(values.stock)
        self.stock.setCurrentText(values.stock)
        self.start.setValue(values.start)
        self.right.setValue(values.shift_x_mm)
        self.down.setValue(values.shift_y_mm)
        self.outlines.setChecked(values.outlines)
        self.blockSignals(False)

    @property
    def values(self) -> LabelPrinting:
        """What is chosen."""
        return LabelPrinting(
            stock=self.stock.currentText(),
            start=self.start.value(),
            shift_x_mm=self.right.value(),
            shift_y_mm=self.down.value(),
            outlines=self.outlines.isChecked(),
        )
