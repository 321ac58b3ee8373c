"""Which switch for sale a point is built from: those with enough ports, cheapest first, with the cost."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from fatdesk.engine.exploring.building import SwitchChoice
from fatdesk.engine.exploring.result import Candidate
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.points import blocking_words, family_words, short_words
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.widgets.dialog_buttons import DialogButtons
from fatdesk.gui.widgets.numbers import UNKNOWN
from fatdesk.gui.widgets.plain_text import label


def _price(amount: object) -> str:
    return UNKNOWN if amount is None else f"{amount:,.0f}"


def _tone(choice: SwitchChoice) -> str:
    return "warn" if choice.price is None else ""


COLUMNS: tuple[Column[SwitchChoice], ...] = (
    Column("Switch", 190, lambda c: c.title, stretch=True),
    Column("Ports", 64, lambda c: f"{c.option.down.count:,}", number=True),
    Column("Rate, Gb/s", 90, lambda c: f"{c.option.down.rate_gbps:g}", number=True),
    Column("Price each", 100, lambda c: _price(c.price), number=True, tone=_tone),
    Column("All switches", 120, lambda c: _price(c.total), number=True, strong=True, tone=_tone),
)


def notes(one: Candidate, hosts: int, ports: int, *, redesigns: bool) -> list[str]:
    """What making a project of a point means, in sentences."""
    found = [
        (
            f"{one.switches:,} switches with {one.network.radix} ports in use; every link is built as the "
            "point has it, and equipment is placed and cabled by the rules of the room."
        ),
        "The point's cost holds for its own prices; that of the project is of the switch chosen here.",
    ]
    if one.network.ports > hosts:
        free = one.network.ports - hosts
        told = f"{free:,} ports for hosts stay free"
        outside = ports - hosts
        if outside:
            told += f", {outside:,} of them for bandwidth out of the cluster"
        found.append(f"{told}.")
    if not blocking_words(one, ports).startswith("1.00"):
        found.append(f"The project will ask for blocking {blocking_words(one, ports)}, as the point has it.")
    found += [f"A limit is not kept: {reason}." for reason in one.reasons]
    found.append(
        "It replaces the design of the open project in one step; undo restores it."
        if redesigns
        else "It opens as a new project that has no file yet."
    )
    return found


class MakingDialog(QDialog):
    """Lists switches; ``taken`` is the one that was chosen."""

    def __init__(
        self,
        desk: Desk,
        one: Candidate,
        choices: Sequence[SwitchChoice],
        words: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        theme, px = desk.theme, desk.theme.px
        self.setWindowTitle("Make a project of this point")
        self.resize(px(640), px(440))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(8))
        head = label(f"{family_words(one)}: {short_words(one)}")
        head.setFont(theme.strong(15))
        column.addWidget(head)
        column.addWidget(label(f"Switches with {one.network.radix} ports of one kind or more", "text2"))
        self.model: RowsModel[SwitchChoice] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Switches for this point")
        self.model.titles = {
            "Price each": f"Each, {choices[0].currency}",
            "All switches": f"All, {choices[0].currency}",
        }
        self.model.show(list(choices))
        self.table.setSelectionMode(Table.SelectionMode.SingleSelection)
        self.table.selectRow(0)
        self.table.opened.connect(lambda _: self.accept())
        self.table.doubleClicked.connect(lambda _: self.accept())
        column.addWidget(self.table, 1)
        for words_of in words:
            line = label(words_of, "text2")
            line.setWordWrap(True)
            column.addWidget(line)
        self.buttons = DialogButtons(self, self.accept, "Make project")
        self.make = self.buttons.yes
        column.addWidget(self.buttons, 0, Qt.AlignmentFlag.AlignRight)
        self.table.setFocus()

    @property
    def taken(self) -> SwitchChoice:
        """The switch that is marked."""
        rows = self.table.chosen_rows()
        choice: SwitchChoice = rows[0] if rows else self.model.rows[0]
        return choice
