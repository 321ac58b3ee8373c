"""The pack at the desk: a ready-made job for one rack, labels on another stock, read as they are printed."""

import re

from PySide6.QtCore import Qt

from fatdesk.engine.cabling.identity import cable_numbers
from fatdesk.gui.documents.export_jobs import READY
from tests.gui.documents.test_export_jobs import CTRL, documents, finish, jobs, saved  # noqa: F401  (fixtures)
from tests.paper.readers import needs_poppler, page_texts

PACK = "Installers' pack"


@needs_poppler
def test_a_pack_for_one_rack(desk, documents, qtbot, saved):  # noqa: F811  (fixtures)
    rows = desk.session.derived.rows
    numbers = cable_numbers(row.id for row in rows)
    here = {numbers[row.id] for row in rows if "A02" in (row.a.rack_label, row.b.rack_label)}
    assert 0 < len(here) < len(rows)
    documents.add_ready(PACK)
    assert jobs(desk) == [PACK]
    assert documents.job.documents == READY[PACK]
    documents.type_option("racks", "a02")
    documents.choose_label_stock("letter-30")
    documents.start_labels_at(5)
    assert (documents.job.labels.stock, documents.job.labels.start) == ("letter-30", 5)
    documents.start_labels_at("abc")
    assert documents.label_refusal == "Type a whole number, 1 to 10,000."
    assert documents.job.labels.start == 5
    documents.start_labels_at("5")
    assert documents.label_refusal == ""
    qtbot.waitUntil(lambda: any(title.startswith("labels.pdf") for title in documents.titles))
    qtbot.keyClick(desk, Qt.Key.Key_S, CTRL)
    qtbot.keyClick(desk, Qt.Key.Key_R, CTRL)
    finish(qtbot, desk, documents)
    folder = saved.parent / "installers-pack"
    assert {path.name for path in folder.iterdir()} == set(READY[PACK])
    printed = re.findall(r"\b[A-Z][0-9A-Z]{5}\b", " ".join(page_texts((folder / "labels.pdf").read_bytes())))
    assert here <= set(printed), "each cable that ends in the rack has its labels"
    assert not (set(numbers.values()) - here) & set(printed), "and no other has"
    for step in ("start", "stock", "racks", "job"):
        qtbot.keyClick(desk, Qt.Key.Key_Z, CTRL)
        assert jobs(desk) == ([] if step == "job" else [PACK])
