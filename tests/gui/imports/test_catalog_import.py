"""Device types and price lists in the window: looked at, ticked one by one, taken as one step or written."""

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from fatdesk.engine.catalog.part_files import load_catalog
from fatdesk.project.commands.bill import SetPart
from tests.gui.pages.catalog_import import ImportDialogPage, PriceDialogPage
from tests.gui.pages.dropping import carrying, drop, over, stated

SWITCH = """manufacturer: Mellanox
model: QM8790
slug: mellanox-qm8790
u_height: 1
weight: 11.4
weight_unit: kg
interfaces:
"""
PORTS = "".join(f"  - {{name: swp{n}, type: 200gbase-x-qsfp56}}\n" for n in range(1, 41) if n != 7)
SERVER = """manufacturer: Acme
model: R1
slug: acme-r1
u_height: 1
interfaces:
  - {name: BMC, type: 1000base-t, mgmt_only: true}
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "lib" / "Mellanox"
    folder.mkdir(parents=True)
    (folder / "QM8790.yaml").write_text(SWITCH + PORTS)
    (folder / "R1.yaml").write_text(SERVER)
    (folder / "wrong.yaml").write_text("manufacturer: A\nmodel: B\nmodel: C\n")
    return tmp_path / "lib"


def ready(qtbot, window):
    """The dialog, once its files are read."""
    dialog = ImportDialogPage(window)
    dialog.wait(qtbot)
    return dialog


def test_dropped_files_are_looked_at_and_taken_as_one_step(qtbot, desk, library):
    data = carrying(*sorted((library / "Mellanox").iterdir()))
    assert over(desk, data)
    assert stated(desk) == ("Import device types from 3 files", "A preview is shown first.")
    drop(desk, data)
    dialog = ready(qtbot, desk)
    assert dialog.column(1) == ["QM8790.yaml", "R1.yaml", "wrong.yaml"]
    assert dialog.column(2) == ["switch mellanox-qm8790", "equipment acme-r1 (server)", ""]
    assert dialog.column(3) == ["2 warnings", "1 warning", "refused"]
    assert dialog.column(0) == ["yes", "yes", ""]
    assert dialog.head == "3 files · 2 parts · 1 refused · 0 of 2 corrections accepted"
    assert [made.text() for made in dialog.corrections] == [
        "Ports",
        "Ports",
    ]
    assert [made.accessibleDescription()[:36] for made in dialog.corrections] == [
        "39 x 200 Gb/s qsfp56 infiniband inst",
        "40 x 200 Gb/s qsfp56 ethernet instea",
    ]
    for made in dialog.corrections:
        made.setFocus()
        qtbot.keyClick(made, Qt.Key.Key_Space)
    assert dialog.value("Ports") == "40 x 200 Gb/s qsfp56 infiniband"
    dialog.turn(1)  # not the server
    assert dialog.take_button.text() == "Import 1 part"
    before = desk.session.project
    dialog.take()
    [part] = [part for part in desk.session.project.parts if part.id == "mellanox-qm8790"]
    assert [(g.count, g.protocol) for g in part.ports] == [(40, "infiniband")]
    assert desk.session.undo_label == "Import 1 part"
    desk.import_parts(sorted((library / "Mellanox").iterdir()))
    dialog = ready(qtbot, desk)
    assert len(dialog.corrections) == 2  # the same file again: its id is no other's
    dialog.turn(1)
    dialog.take()
    [part] = [part for part in desk.session.project.parts if part.id == "mellanox-qm8790"]
    assert [(g.count, g.protocol) for g in part.ports] == [(39, "ethernet")]  # nothing was ticked this time
    desk.session.undo()
    desk.session.undo()
    assert desk.session.project is before


def test_an_adapter_and_a_folder(qtbot, desk, library, tmp_path, monkeypatch, choose_folder):
    monkeypatch.setattr(
        QFileDialog, "getOpenFileNames", lambda *_: ([str(library / "Mellanox" / "R1.yaml")], "")
    )
    desk.actions_by_id["import-parts"].trigger()
    dialog = ready(qtbot, desk)
    assert dialog.column(2) == ["equipment acme-r1 (server)"]
    dialog.choose("adapter", "nvidia-mcx75310aas-neat")
    qtbot.waitUntil(lambda: dialog.column(2) == ["server acme-r1"])
    to = tmp_path / "mine"
    choose_folder(to)
    dialog.ask_folder()
    qtbot.waitUntil(lambda: dialog.task is None)
    dialog.take()
    [part] = load_catalog([to])
    assert (part.id, part.sources["ports"]) == ("acme-r1", "the adapter nvidia-mcx75310aas-neat")


def test_what_is_left_out_stays_out_and_another_part_of_that_name_is_refused(qtbot, desk, library):
    own = next(part for part in desk.session.project.parts if part.id.startswith("ib-"))
    desk.session.do(SetPart(part=msgspec.structs.replace(own, id="mellanox-qm8790")))
    before = desk.session.project
    desk.import_parts([library])
    dialog = ready(qtbot, desk)
    assert len(dialog.corrections) == 3  # and another id
    dialog.turn_all()
    assert (dialog.take_button.isEnabled(), dialog.column(0)) == (False, ["no", "no", ""])
    dialog.turn(0)
    dialog.take()
    assert "This project has a different part mellanox-qm8790" in dialog.trouble
    assert desk.session.project is before
    dialog.accept_all()
    dialog.take()
    assert "mellanox-qm8790-2" in {part.id for part in desk.session.project.parts}


def test_a_price_list_with_its_columns(qtbot, desk, tmp_path, monkeypatch):
    offer = tmp_path / "offer.csv"
    offer.write_text(
        "Offer;4711\nThing;Each;Ours\nib-36;11.500,00;9.999,50\nserver-1u;2.000,00;1.500,00\nnobody;1;2\n"
    )
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(offer), ""))
    desk.actions_by_id["import-prices"].trigger()
    dialog = PriceDialogPage(desk)
    assert dialog.trouble == "Choose the column with the part number."
    dialog.choose_holding("header-row", "2: Thing")
    dialog.choose_holding("column-part_number", "Thing")
    assert dialog.trouble == "Choose the column with the price."
    dialog.choose_holding("column-price", "Ours")
    assert not dialog.shows_trouble
    assert dialog.column(1) == ["ib-36", "server-1u"]
    assert dialog.column(5) == ["USD 9,999.50", "USD 1,500.00"]
    assert dialog.skipped == "line 5: nobody: no part has this number"
    dialog.turn(1)
    assert dialog.column(0) == ["yes", "no"]
    assert dialog.take_button.text() == "Import 1 price"
    dialog.take()
    prices = {part.id: part.price for part in desk.session.project.parts if part.price is not None}
    assert (str(prices["ib-36"].amount), prices["ib-36"].source) == ("9999.50", "offer.csv")
    assert prices.get("server-1u") is None or str(prices["server-1u"].amount) != "1500.00"
    assert desk.session.undo_label == "Import 1 price"


def test_a_folder_is_offered_and_requirements_are_still_designed_from(window, library, tmp_path):
    assert over(window, carrying(library))
    assert stated(window)[0] == "Import device types from lib"
    requirements = tmp_path / "r.yaml"
    requirements.write_text("hosts: []\n")
    assert over(window, carrying(requirements))
    assert stated(window)[0] == "Design a network from r.yaml"


def test_cancelling_while_it_reads_leaves_nothing(qtbot, window, library):
    window.import_parts([library])
    dialog = ImportDialogPage(window)
    job = dialog.task
    dialog.cancel()
    assert job.state == "cancelled"
    QApplication.processEvents()
    assert window.importing.dialog is None
