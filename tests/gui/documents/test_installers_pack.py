"""The pack at the desk: a ready-made job for one rack, labels on another stock, read as they are printed."""

import re

from PySide6.QtCore import Qt

from fatdesk.engine.cabling.identity import cable_numbers
from fatdesk.gui.documents.export_jobs import READY
from tests.gui.documents.test_export_jobs import CTRL, documents, finish, jobs, saved, type_into  # noqa: F401  (fixtures)
from tests.paper.readers import needs_poppler, page_texts

PACK = "Installers' pack"


@needs_poppler
def test_a_pack_for_one_rack(desk, documents, qtbot, saved):  # noqa: F811  (fixtures)
    window, session = documents.window(), documents.session
    rows = session.derived.rows
    numbers = cable_numbers(row.id for row in rows)
    here = {numbers[row.id] for row in rows if "A02" in (row.a.rack_label, row.b.rack_label)}
    assert 0 < len(here) < len(rows)
    (entry,) = [action for action in documents.side.choices.actions() if action.text() == PACK]
    entry.trigger()
    assert jobs(documents) == [PACK]
    assert documents.job.documents == READY[PACK]
    type_into(qtbot, documents.options.racks, "a02")
    labels = documents.options.labels
    labels.stock.setFocus()
    qtbot.keyClicks(labels.stock, "letter-30")
    labels.start.setFocus()
    labels.start.selectAll()
    qtbot.keyClicks(labels.start, "5")
    qtbot.keyClick(labels.start, Qt.Key.Key_Return)
    assert (documents.job.labels.stock, documents.job.labels.start) == ("letter-30", 5)
    qtbot.waitUntil(
        lambda: any(leaf.title.startswith("labels.pdf") for leaf in documents.preview.leaves.found)
    )
    qtbot.keyClick(window, Qt.Key.Key_S, CTRL)
    qtbot.keyClick(window, Qt.Key.Key_R, CTRL)
    finish(qtbot, documents)
    folder = saved.parent / "installers-pack"
    assert {path.name for path in folder.iterdir()} == set(READY[PACK])
    printed = re.findall(r"\b[A-Z][0-9A-Z]{5}\b", " ".join(page_texts((folder / "labels.pdf").read_bytes())))
    assert here <= set(printed), "each cable that ends in the rack has its labels"
    assert not (set(numbers.values()) - here) & set(printed), "and no other has"
    for step in ("start", "stock", "racks", "job"):
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
        assert jobs(documents) == ([] if step == "job" else [PACK])
