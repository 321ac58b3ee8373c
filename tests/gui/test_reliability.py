"""The dialog Reliability: what it works out, what it asks, and what it says when that cannot be."""

import pytest
from PySide6.QtCore import Qt

from fatdesk.engine.faults.reliability_asked import ReliabilityAsked
from fatdesk.gui.reliability.dialog import ReliabilityDialog
from fatdesk.gui.reliability.telling import probability_in_words
from fatdesk.project.derived import Derived
from fatdesk.project.reliability import reliability

PATIENCE = 30_000


@pytest.fixture
def dialog(desk, qtbot):
    made = ReliabilityDialog(desk.desk, desk)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: made.job is None and made.found is not None, timeout=PATIENCE)
    return made


def cells(table):
    model = table.model()
    rows, columns = range(model.rowCount()), range(model.columnCount())
    return [[model.index(row, column).data() or "" for column in columns] for row in rows]


def again(dialog, qtbot, **texts):
    for name, text in texts.items():
        dialog.fields[name.replace("__", ".")].setText(text)
    dialog.found = None
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.job is None, timeout=PATIENCE)


def test_nothing_is_made_up_where_parts_do_not_tell(dialog):
    """The parts of this example have no MTBF."""
    assert {part.mtbf_h for part in dialog.found.parts} == {None}
    assert [value.text() for _, value in dialog.figures] == ["unknown", "unknown", "unknown", ""]


def test_the_same_figures_as_the_function(dialog, desk, qtbot):
    again(dialog, qtbot, mtbf_h__switches="200,000", mtbf_h__cables="2e6", mttr_h="24", years="1")
    asked = ReliabilityAsked(mtbf_h={"switches": 200_000.0, "cables": 2e6}, mttr_h=24.0, years=1.0)
    fabric = desk.session.derived.fabrics[0].name
    wanted = reliability(Derived(desk.session.project), fabric, asked)
    assert dialog.found == wanted
    said = {head.text(): value.text() for head, value in dialog.figures}
    assert said["Failures a year of the network"] == f"{wanted.network.amount:,.3f}"
    assert said["All hosts connected over 1 year without repair"].startswith(
        probability_in_words(wanted.over_years.probability)
    )
    rows = cells(dialog.table)
    switches = next(row for row in rows if row[0] == "Switches")
    assert switches[2:4] == ["40", "200,000 (assumed)"]
    assert switches[4] == f"{40 * 8760 / 200_000:,.3f}"


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("years", "soon", "Years without repair: soon is no number."),
        ("years", "0", "Years without repair: expected `float` > 0.0."),
        ("confidence", "2", "Probability that spares last: expected `float` <= 0.999999."),
        ("mtbf_h.cables", "-1", "MTBF: expected `float` > 0.0."),
    ],
)
def test_what_cannot_be(dialog, qtbot, field, text, said):
    again(dialog, qtbot, **{field.replace(".", "__"): text})
    assert dialog.found is None
    assert dialog.wrong.text() == said
    again(dialog, qtbot, **{field.replace(".", "__"): ""})
    assert dialog.wrong.isHidden()
    assert dialog.found is not None


def test_closing_stops_the_work(desk, qtbot):
    made = ReliabilityDialog(desk.desk, desk)
    qtbot.addWidget(made)
    made.show()
    assert made.job is not None
    made.reject()
    assert made.job is None
    assert not desk.desk.jobs.running


def test_enter_works_out_again(dialog, qtbot):
    dialog.fields["mtbf_h.switches"].setText("100000")
    qtbot.keyClick(dialog.fields["mtbf_h.switches"], Qt.Key.Key_Return)
    assert dialog.job is not None
    qtbot.waitUntil(lambda: dialog.job is None, timeout=PATIENCE)
    assert dialog.found.network.amount == pytest.approx(40 * 8760 / 100_000)
    assert dialog.isVisible()
