"""Fields of the tool bar: network, traffic, messages per host, seed."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import WholeNumberField
from fatdesk.gui.widgets.plain_text import label, menu_text, tip
from fatdesk.networks.traffic import PATTERNS, pattern
from fatdesk.project.studies.schedule import TrafficParameters

MOST_EACH, MOST_SEED = 1_000_000, 2_000_000_000
FLOWS = "Flows (*.txt *.csv *.tsv);;All files (*)"
FROM_FILE = "From a file…"
OF_FILE = "Has no effect: the file lists the messages."
NOTHING_RANDOM = "Has no effect: this traffic is not random, and delivery is random on trees only."
TIP = Qt.ItemDataRole.ToolTipRole
NARROW = 900
"""Width below which the labels of fields are left out."""


def title_of(name: str) -> str:
    """Return the title of a pattern in the list.

    >>> title_of("bit-reversal")
    'Bit reversal'
    """
    return name.replace("-", " ").capitalize()


class TrafficForm(QWidget):
    """Fields of the traffic to calculate; ``changed``: a value changed, ``entered``: Enter in a field."""

    changed = Signal()
    entered = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        theme, px = desk.theme, desk.theme.px
        self.file: Path | None = None
        self._last = 0
        """Tooltips of the fields while they have an effect."""
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(px(6))
        self.fabric = Combo(theme)
        self.fabric.setObjectName("network")
        self.fabric.setAccessibleName("Network")
        self.fabric.setMinimumWidth(px(110))
        self.traffic = Combo(theme)
        self.traffic.setObjectName("traffic")
        self.traffic.setAccessibleName("Traffic")
        self.traffic.setMinimumWidth(px(140))
        for number, some in enumerate(PATTERNS):
            self.traffic.addItem(menu_text(title_of(some.NAME)), some.NAME)
            meaning = (some.__doc__ or "").split("\n")[0]
            self.traffic.setItemData(number, tip(meaning), TIP)
        self.traffic.addItem(FROM_FILE, None)
        self.traffic.setItemData(len(PATTERNS), tip("Lines: source destination messages"), TIP)
        self.each = self._number("Messages per host", "1", 1, MOST_EACH, 58)
        self.each.setObjectName("messages-per-host")
        self.seed = self._number("Seed", "1", 0, MOST_SEED, 58)
        self.seed.setObjectName("seed")
        self._words: list[QLabel] = []
        for words, field in (
            ("", self.fabric),
            ("Traffic", self.traffic),
            ("Messages per host", self.each),
            ("Seed", self.seed),
        ):
            if words:
                named = label(words, "text2")
                named.setBuddy(field)
                self._words.append(named)
                line.addWidget(named)
            line.addWidget(field)
        self.fabric.activated.connect(lambda _: self.changed.emit())
        self.traffic.activated.connect(self._choose)

    def _number(self, name: str, text: str, low: int, high: int, wide: int) -> WholeNumberField:
        field = WholeNumberField(name, low, high, text)
        field.setFixedWidth(self._desk.theme.px(wide))
        field.textEdited.connect(lambda _: self.changed.emit())
        field.returnPressed.connect(self.entered)
        return field

    def offer(self, names: list[str]) -> None:
        """The networks that there are."""
        if [self.fabric.itemText(n) for n in range(self.fabric.count())] != names:
            now = self.fabric.currentText()
            self.fabric.clear()
            self.fabric.addItems(names)
            self.fabric.setCurrentIndex(names.index(now) if now in names else 0)
        self.fabric.setVisible(len(names) > 1)

    def say_less(self, less: bool) -> None:
        """Leave words out where there is no room for them."""
        for words in self._words:
            words.setVisible(not less)

    @property
    def name(self) -> str:
        """The network that is looked at; empty: there is none."""
        return self.fabric.currentText()

    def _choose(self, number: int) -> None:
        if self.traffic.itemData(number) is None and not self._ask_file():
            self.traffic.setCurrentIndex(self._last)
        self._last = self.traffic.currentIndex()
        self.changed.emit()

    def show_effects(self, *, is_tree: bool | None) -> None:
        """Disable fields that have no effect on the chosen network; None: it is not known to be a tree."""
        name = self.traffic.currentData()
        self._switch(self.each, OF_FILE if name is None else "")
        drawn = name is not None and pattern(name).RANDOM
        self._switch(self.seed, NOTHING_RANDOM if not drawn and is_tree is False else "")

    def _switch(self, field: WholeNumberField, off: str) -> None:
        """Enable a field, or disable it and show why."""
        field.setEnabled(not off)
        field.explain(off)

    def _ask_file(self) -> bool:
        folder = self._desk.session.path.parent if self._desk.session.path else Path.home()
        start = str(self.file or folder)
        name, _ = QFileDialog.getOpenFileName(self, "Traffic from a file", start, FLOWS)
        if name:
            self.take_file(Path(name))
        return bool(name)

    def take_file(self, path: Path) -> None:
        """Take the flows of a file."""
        self.file = path
        last = self.traffic.count() - 1
        self.traffic.setItemText(last, menu_text(f"File {path.name}…"))
        self.traffic.setCurrentIndex(last)
        self.traffic.setToolTip(tip(str(path)))

    @property
    def requested(self) -> TrafficParameters | None:
        """The traffic to calculate; None while something is missing or wrong."""
        traffic = self.traffic.currentData() or self.file
        each = self.each.value if self.each.isEnabled() else 1
        seed = self.seed.value if self.seed.isEnabled() else 1
        if not self.name or traffic is None or each is None or seed is None:
            return None
        return TrafficParameters(self.name, traffic, each, seed)
