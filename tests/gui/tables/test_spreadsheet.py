"""Tables are edited as in a spreadsheet: Enter, Tab, digits, blocks of cells, and refused text that stays."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QToolTip

from tests.gui.pages.cables import CablesPage
from tests.gui.pages.status_line import StatusLine

ORDERED = "Ordered, m"
CONTROL = Qt.KeyboardModifier.ControlModifier


def test_a_day_with_cells(desk, qtbot):
    cables, session = CablesPage(desk), desk.session
    table, column = cables.table, cables.table.column(ORDERED)

    def ordered(*lines):
        return [table.cell(line, ORDERED).text for line in lines]

    def paste(text, line):
        table.go(line, column)
        QGuiApplication.clipboard().setText(text)
        table.key(Qt.Key.Key_V, CONTROL)

    # Enter goes on to the cell below, and a digit begins to edit it
    table.go(0, column)
    table.key(Qt.Key.Key_7)
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    qtbot.keyClicks(editor, ".5")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    for _ in range(9):
        QApplication.processEvents()
    assert table.current == (1, column)
    assert ordered(0) == ["7.50"]

    # what is refused stays, with the reason, in another workspace and back, until Esc
    table.type_into(1, ORDERED, "long")
    cell = table.cell(1, ORDERED)
    assert (cell.text, cell.tone) == ("long", "error")
    assert "not a length" in cell.refusal
    assert table.current == (1, column)
    desk.show_workspace("bill")
    CablesPage(desk)
    assert ordered(1) == ["long"]
    table.go(1, column)
    table.key(Qt.Key.Key_F2)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert ordered(1) != ["long"]
    table.type_into(1, ORDERED, "long")
    assert ordered(1) == ["long"]
    table.key(Qt.Key.Key_Escape)
    assert ordered(1) != ["long"], "without an editor, too"

    # a block is one step; commas of another country are understood where they prove themselves
    before = session.project
    paste("8\r\n9,5\r\n3 ft\r\n", 1)
    assert ordered(1, 2, 3) == ["8.00", "9.50", "0.91"]
    assert session.undo_label == "Paste 3 cells"
    assert table.current == (1, column), "the cell from which it was pasted"
    assert StatusLine(desk).message == "Pasted 3 cells."
    session.undo()
    assert session.project is before

    # cells that cannot be edited are passed over, and counted
    paste("8\t1.00\r\n", 1)
    assert ordered(1) == ["8.00"]
    assert StatusLine(desk).message == "Pasted 1 cell; 1 other cannot be edited."
    session.undo()

    # a number that may mean two is read in the number language, and the status line says how
    paste("1.200", 1)
    assert ordered(1) == ["1.20"]
    assert StatusLine(desk).message.startswith("“1.200” was read as 1.2. Undo the paste if it is 1200")
    session.undo()

    # nothing is pasted where a cell is refused or the block does not fit
    paste("8\r\nlong\r\n", 1)
    assert session.project is before
    number = table.cell(2, "Number").text
    why = f"Nothing was pasted. {number}, {ORDERED}: “long” is not a length"
    assert StatusLine(desk).message.startswith(why)
    assert QToolTip.text().startswith(why), "below the cell, too: the status line may be too narrow"
    paste("8\r\n9\r\n", table.line_count - 1)
    assert session.project is before
    assert "does not fit: it has 2 rows, and the table has 1 row from" in StatusLine(desk).message
