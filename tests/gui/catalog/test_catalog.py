"""The catalog: filter, type figures, see the checks, undo, override, save, delete; others write too."""

from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QPushButton

from fatdesk.core.shipped_data import shipped
from fatdesk.engine.catalog.part_files import load_catalog
from fatdesk.project.document.ref import PART
from tests.gui.hands import press, type_in, type_in_cell
from tests.gui.pages.header import Header

SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
NAMES = ("blade-2s", "blade-enclosure-16", "blade-ib-32", "ib-36", "modular-108", "qsfp-copper", "rack-42u")


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "parts"
    place.mkdir()
    for name in NAMES:
        (place / f"{name}.yaml").write_bytes((shipped("catalogs") / "papers" / f"{name}.yaml").read_bytes())
    (place / "broken.yaml").write_text("kind: tray\nid: b\nwidth_mm: -1\ntray_depth_mm: 1\n")
    return place


@pytest.fixture
def catalog(window, folder, monkeypatch):
    """The workspace on a folder, without a project."""
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    window.show_workspace("catalog")
    view = window.workspaces["catalog"]
    view.folders.ask()
    return view


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def words(widget):
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget)]


def field(view, name):
    return view.form.fields[name]


def test_a_day_with_a_catalog(catalog, window, folder, qtbot, answer):
    before, listing = contents(folder), catalog.listing
    assert not window.session.is_open
    assert catalog.counts.text().startswith("8 parts · 1 contradiction")

    press(qtbot, window, Qt.Key.Key_F)  # the filter
    qtbot.keyClicks(listing.filter, "ib 36 switch")
    assert [entry.title for entry in listing.model.shown()] == ["ib-36"]
    qtbot.keyClick(listing.filter, Qt.Key.Key_Return)
    assert catalog.keys == ["ib-36.yaml"]
    assert catalog.heading.title.text() == "ib-36"

    type_in(qtbot, field(catalog, "Mass"), "heavy")  # refused with words, and nothing happens
    assert "Expected a number" in catalog.form.reasons["Mass"].text()
    assert not window.steps.can_undo
    type_in(qtbot, field(catalog, "Mass"), "8.4")
    assert window.actions_by_id["undo"].text() == "Undo set mass of ib-36"
    assert field(catalog, "Mass").text() == "8.4"
    type_in(qtbot, field(catalog, "Date of mass"), "May")
    assert "Expected a date" in catalog.form.reasons["Mass"].text()
    type_in(qtbot, field(catalog, "Date of mass"), "2026-05")
    assert any(text == "mass_kg: 2026-05" for text in words(window.inspector))
    press(qtbot, window, Qt.Key.Key_Z)
    type_in(qtbot, field(catalog, "Ports per chip"), "24")  # live lint, with the line
    assert any("12 more than its chip's 24 ports" in text for text in words(window.inspector))
    assert catalog.counts.text().startswith("8 parts · 2 contradictions")
    link = next(b for b in window.inspector.findChildren(QPushButton) if b.text().startswith("ib-36.yaml:"))
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert catalog.text.editor.textCursor().block().text().startswith("chip_ports: 24")
    press(qtbot, window, Qt.Key.Key_Z)
    assert catalog.counts.text().startswith("8 parts · 1 contradiction")
    assert catalog.library.entry("ib-36.yaml").part.chip_ports is None

    catalog.turn(0)
    field(catalog, "Override").click()
    type_in(qtbot, field(catalog, "Price"), "9,500")
    assert field(catalog, "Imported Price").text() == "11000"
    assert field(catalog, "Imported Price").font().strikeOut()
    press(qtbot, window, Qt.Key.Key_S)
    after = contents(folder)
    assert after["ib-36.override.yaml"].startswith(b"price: {amount: 9500")
    assert {name for name in after if after[name] != before.get(name)} == {
        "ib-36.yaml",
        "ib-36.override.yaml",
    }
    lines = set(after["ib-36.yaml"].split(b"\n")) ^ set(before["ib-36.yaml"].split(b"\n"))
    assert lines == {b"mass_kg: 8.4"}
    assert not catalog.save_button.isEnabled()
    field(catalog, "Clear Price").click()
    assert "Imported Price" not in catalog.form.fields
    press(qtbot, window, Qt.Key.Key_Z)

    catalog.heading.duplicate.click()
    assert window.focusWidget() is field(catalog, "Id")
    type_in(qtbot, field(catalog, "Id"), "ib-36-new")
    assert catalog.heading.title.text() == "ib-36-new"
    press(qtbot, window, Qt.Key.Key_S)
    assert "ib-36-new.yaml" in contents(folder), "the file has the name of the part"
    assert "ib-36-copy.yaml" not in contents(folder)

    listing.choose(["blade-ib-32.yaml"])
    requested = answer("Delete")
    listing.table.setFocus()
    qtbot.keyClick(listing.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: bool(requested))
    assert "blade-ib-32" not in catalog.library.catalog
    window.activateWindow()
    assert window.actions_by_id["undo"].text() == "Undo delete blade-ib-32.yaml"
    window.actions_by_id["undo"].trigger()
    assert "blade-ib-32" in catalog.library.catalog
    assert not catalog.library.unsaved


def test_what_others_write_is_noticed_and_never_overwritten(catalog, window, folder, qtbot):
    catalog.listing.choose(["ib-36.yaml"])
    type_in(qtbot, field(catalog, "Mass"), "8")
    theirs = (folder / "ib-36.yaml").read_bytes().replace(b"power_w: 152", b"power_w: 160")
    (folder / "ib-36.yaml").write_bytes(theirs)
    press(qtbot, window, Qt.Key.Key_S)
    assert (folder / "ib-36.yaml").read_bytes() == theirs
    assert catalog.banner.isVisible()
    assert "Unsaved changes in ib-36.yaml" in catalog.banner.text.text()
    catalog.banner.read.click()
    assert not catalog.banner.isVisible()
    assert field(catalog, "Power").text() == "160"
    assert not catalog.library.unsaved
    press(qtbot, window, Qt.Key.Key_Z)
    assert (field(catalog, "Power").text(), field(catalog, "Mass").text()) == ("152", "8")
    press(qtbot, window, Qt.Key.Key_S)
    assert b"mass_kg: 8\n" in (folder / "ib-36.yaml").read_bytes()
    (folder / "rack-42u.yaml").unlink()
    (folder / "new.yaml").write_text("kind: tray\nid: new\nwidth_mm: 1\ntray_depth_mm: 1\n")
    catalog.library.look()
    assert "2 files changed on disk: new.yaml, rack-42u.yaml" in catalog.banner.title.text()
    catalog.banner.keep.click()
    assert catalog.library.unsaved == ("rack-42u.yaml",)
    assert "new" in catalog.library.catalog


def test_text_is_read_before_it_is_taken_over(catalog, qtbot, folder):
    catalog.listing.choose(["broken.yaml"])
    editor = catalog.text.editor
    assert editor.marks == {3: ("error", 'width_mm: expected a number from 1 to 5000, got "-1"')}
    assert catalog.text.status.text().startswith("Line 3: width_mm: expected")
    editor.setPlainText(editor.toPlainText().replace("-1", "300"))
    assert not editor.marks
    qtbot.keyClick(editor, Qt.Key.Key_Return, CTRL)
    assert catalog.library.entry("broken.yaml").part.width_mm == 300
    assert catalog.counts.text().startswith("8 parts · 0 contradictions")


def test_shipped_parts_are_only_looked_at_and_go_into_the_project(desk, qtbot):
    desk.show_workspace("catalog")
    view = desk.workspaces["catalog"]
    assert view.library is desk.desk.libraries.project
    assert {entry.title for entry in view.library.entries()} == {
        part.id for part in desk.session.project.parts
    }
    view.listing.choose(["ib-36"])
    assert view.heading.used.text() == "Where used · 2"
    type_in(qtbot, field(view, "Mass"), "9")
    assert desk.session.undo_label == "Set part ib-36"
    assert desk.steps is desk.session
    press(qtbot, desk, Qt.Key.Key_Z)
    assert desk.session.derived.catalog["ib-36"].mass_kg is None
    desk.desk.libraries.choose(desk.desk.libraries.shipped)
    assert len(view.library.entries()) == len(load_catalog([shipped("catalogs")]))
    view.listing.choose(["papers/ndr-64.yaml"])
    assert field(view, "Mass").isReadOnly()
    assert not view.can("delete")
    view.heading.copy.click()
    assert "ndr-64" in desk.session.derived.catalog
    desk.session.select([PART("qsfp-plus-copper")])
    assert view.heading.title.text() == "qsfp-plus-copper"


def test_a_copy_in_the_project_gets_an_id_of_its_own(desk, qtbot):
    """The copy is unused, so its id can be typed; that of a part in use cannot."""
    desk.show_workspace("catalog")
    view = desk.workspaces["catalog"]
    view.listing.choose(["ib-36"])
    view.heading.duplicate.click()
    assert desk.focusWidget() is field(view, "Id")
    type_in(qtbot, field(view, "Id"), "my-own-36")
    assert view.heading.title.text() == "my-own-36"
    assert "my-own-36" in desk.session.derived.catalog
    assert "ib-36-copy" not in desk.session.derived.catalog
    assert desk.session.undo_label == "Rename part ib-36-copy to my-own-36"
    press(qtbot, desk, Qt.Key.Key_Z)
    assert view.heading.title.text() == "ib-36-copy"
    view.listing.choose(["ib-36"])
    type_in(qtbot, field(view, "Id"), "other-36")
    assert "ib-36" in desk.session.derived.catalog
    assert "other-36" not in desk.session.derived.catalog


def test_the_list_is_by_id_and_begins_with_its_first_part(window, qtbot):
    """Shipped parts are in folders by vendor, which the list does not show."""
    window.desk.libraries.choose(window.desk.libraries.shipped)
    window.show_workspace("catalog")
    view = window.workspaces["catalog"]
    shown = view.listing.model.shown()
    assert view.keys == [shown[0].key]
    ids = [entry.title for entry in shown if type(entry.part) is type(shown[0].part)]
    assert ids == sorted(ids)
    assert len(ids) > 30


def test_a_price_is_typed_in_one_go_by_tab(catalog, qtbot):
    """Currency, source and date can be reached as soon as there is an amount; "eur" is EUR."""
    catalog.listing.choose(["rack-42u.yaml"])
    amount = field(catalog, "Price")
    amount.setFocus()
    qtbot.keyClicks(amount, "650")
    qtbot.keyClick(amount, Qt.Key.Key_Tab)
    currency = field(catalog, "Currency of price")
    assert currency.hasFocus()
    currency.selectAll()
    qtbot.keyClicks(currency, "eur")
    qtbot.keyClick(currency, Qt.Key.Key_Tab)
    assert field(catalog, "Source of price").hasFocus()
    price = catalog.entry.part.price
    assert (price.amount, price.currency) == (Decimal(650), "EUR")


def test_a_new_length_has_no_price_and_is_typed_at_once(catalog, qtbot):
    catalog.listing.choose(["qsfp-copper.yaml"])
    before = catalog.entry.part.lengths
    assert before[-1].price is not None
    next(tab for tab in catalog.heading.tabs if tab.text() == "Lengths and prices").click()
    table = catalog.lengths.lengths
    table.add.click()
    editor = table.table.viewport().findChildren(QLineEdit)[-1]
    assert editor.isVisible()
    type_in(qtbot, editor, "99")
    qtbot.waitUntil(lambda: table.table.state() == table.table.State.NoState)
    after = catalog.entry.part.lengths
    assert after[:-1] == before
    assert (after[-1].m, after[-1].price) == (99, None)


def test_connectors_are_compared_without_case(catalog, window, qtbot):
    catalog.listing.choose(["ib-36.yaml"])
    next(tab for tab in catalog.heading.tabs if tab.text() == "Ports").click()
    ports = catalog.ports.ports
    for typed, kept in (("OSFP", "osfp"), ("qsfpp", "qsfpp")):
        type_in_cell(qtbot, ports.table, ports.model.index(0, 2), typed)
        assert catalog.entry.part.ports[0].connector == kept
    assert any("has the plug qsfpp for its cages" in text for text in words(window.inspector))


def test_parts_that_are_only_looked_at_look_so(window, qtbot):
    """The box of a field means that it can be typed into: these have none."""
    window.desk.libraries.choose(window.desk.libraries.shipped)
    window.show_workspace("catalog")
    view = window.workspaces["catalog"]
    name = field(view, "Name")
    assert name.isReadOnly()
    picture = name.grab().toImage()
    inside = picture.pixel(picture.width() - 8, picture.height() // 2)
    assert {picture.pixel(x, 0) for x in range(8, picture.width() - 8)} == {inside}


def test_a_new_folder_is_made_by_its_name(window, tmp_path, monkeypatch, qtbot):
    place = tmp_path / "mine" / "parts"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(place), ""))
    window.show_workspace("catalog")
    view = window.workspaces["catalog"]
    view.folders.fill()
    next(one for one in view.folders.choices.actions() if one.text() == "New folder…").trigger()
    assert place.is_dir()
    assert view.library.folder == place
    assert Header(window).title == "parts"
    assert window.windowTitle() == "parts – fatdesk"


def test_unsaved_parts_are_asked_for_before_the_window_closes(catalog, window, folder, qtbot, answer):
    catalog.listing.choose(["ib-36.yaml"])
    type_in(qtbot, field(catalog, "Mass"), "8")
    requested = answer("Cancel")
    assert not window.close()
    assert requested == ["Save changes to the catalog parts?"]
    requested = answer("Save")
    assert window.close()
    assert b"mass_kg: 8\n" in (folder / "ib-36.yaml").read_bytes()


def test_without_a_project_only_the_catalog_is_there(window, qtbot):
    press(qtbot, window, Qt.Key.Key_C, CTRL | SHIFT)
    assert window.workspace_name == "catalog"
    assert [name for name, button in window.rail.buttons.items() if button.isEnabled()] == ["catalog"]
    assert window.rail.buttons["floor"].toolTip() == "Open a project or design a network first."
    assert not window.tree.isVisible()
    assert not window.bottom.isVisible()
    assert not window.actions_by_id["export"].isEnabled()
    press(qtbot, window, Qt.Key.Key_W)
    assert window.pages.currentWidget() is window.welcome


def test_folders_are_remembered(catalog, window, folder):
    assert window.desk.libraries.folders == [folder]
    catalog.folders.fill()
    stated = [action.text() for action in catalog.folders.choices.actions()]
    assert str(folder) in stated
    assert "This project" not in stated
    window.desk.libraries.forget(folder)
    assert not window.desk.libraries.folders
    assert Path(str(folder)).is_dir()


def test_ports_cards_and_lengths_are_typed_into_tables(catalog, window, qtbot):
    catalog.listing.choose(["modular-108.yaml"])
    tabs = {tab.text(): tab for tab in catalog.heading.tabs if tab.isVisibleTo(catalog)}
    assert list(tabs) == ["Part", "Ports and cards", "Inside", "YAML"]
    tabs["Ports and cards"].click()
    page = catalog.ports
    prices = [row.price for row in page.model.rows]
    assert prices == [25000 + 3 * 9000 + n * 13000 for n in range(1, 7)]
    type_in_cell(qtbot, page.cards.table, page.cards.model.index(0, 1), "14,000")
    assert page.model.rows[5].price == 25000 + 3 * 9000 + 6 * 14000
    assert window.actions_by_id["undo"].text() == "Undo set line cards of modular-108"
    page.configurations.selectRow(1)
    assert page.chassis.accessibleDescription().startswith("2 of 6 slots hold line-card with 18 ports each")
    type_in_cell(qtbot, page.ports.table, page.ports.model.index(0, 0), "0")  # refused
    assert page.ports.model.rows[0].tree["count"] == "18"
    before = len(page.names.model.rows)
    page.names.add_row()
    page.names.add_row()
    systems = [row.tree["system"] for row in page.names.model.rows]
    assert len(set(systems)) == len(systems) == before + 2
    type_in_cell(qtbot, page.names.table, page.names.model.index(before, 1), "xe{cage}")
    assert catalog.entry.part.port_names[before].port == "xe{cage}"
    type_in_cell(qtbot, page.names.table, page.names.model.index(before, 6), "4")
    assert catalog.entry.part.port_names[before].step == 4
    type_in_cell(qtbot, page.names.table, page.names.model.index(before, 7), " xe1, xe2,xe3 ,, xe4")
    assert catalog.entry.part.port_names[before].names == ("xe1", "xe2", "xe3", "xe4")
    shown = page.names.model.index(before, 7)
    assert shown.data() == "xe1, xe2, xe3, xe4"
    page.names.table.setCurrentIndex(shown)
    qtbot.keyClick(page.names.table, Qt.Key.Key_F2)
    field = page.names.table.viewport().findChildren(QLineEdit)[-1]
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: catalog.entry.part.port_names[before].names == ())
    assert page.names.model.index(before, 7).data() == "by template"
    for _ in range(6):
        window.actions_by_id["undo"].trigger()
    assert len(catalog.entry.part.port_names) == before
    page.boards.add_row()
    assert [board.name for board in catalog.entry.part.fixed] == ["fabric-board", "fabric-board"]
    window.actions_by_id["undo"].trigger()
    tabs["Inside"].click()
    chips = catalog.inside.model.rows
    assert [(chip.outward, chip.inward, chip.least, chip.most) for chip in chips] == [(18, 18, 6, 6)] * 6
    catalog.listing.choose(["qsfp-copper.yaml"])
    assert catalog.heading.tabs[0].isChecked(), "a cable has no inside"
    next(tab for tab in catalog.heading.tabs if tab.text() == "Lengths and prices").click()
    lengths = catalog.lengths.lengths
    count = len(lengths.model.rows)
    lengths.table.selectRow(0)
    lengths.remove_rows()
    assert len(lengths.model.rows) == count - 1
    assert len(catalog.lengths.plot.curves[0].points) == count - 1
    window.actions_by_id["undo"].trigger()
    assert len(catalog.lengths.plot.curves[0].points) == count
    assert not catalog.library.unsaved or catalog.library.unsaved == ("modular-108.yaml",)


def test_parts_side_by_side_and_a_new_one(catalog, window, qtbot, answer):
    catalog.listing.choose(["blade-ib-32.yaml", "ib-36.yaml"])
    assert catalog.comparing.head.text().startswith("2 parts side by side")
    lines = {line.title: line for line in catalog.comparing.table.rows.rows}
    assert lines["Price"].values == ("USD 11000", "USD 11000")
    assert not lines["Price"].differs
    assert lines["Description"].differs
    assert window.actions_by_id["add-part"].isEnabled()
    kind = next(action for action in catalog.kinds.actions() if action.text() == "Tray")
    kind.trigger()
    assert catalog.heading.title.text() == "new-tray"
    type_in(qtbot, field(catalog, "Width"), "450")
    assert catalog.library.catalog["new-tray"].width_mm == 450
    catalog.listing.choose(["blade-enclosure-16.yaml"])
    requested = answer("Cancel")
    catalog.perform("delete")
    assert requested == ["Delete blade-enclosure-16?"]
    assert "blade-enclosure-16" in catalog.library.catalog


def test_device_types_and_prices_go_into_the_open_folder_as_steps(catalog, window, folder):
    (place,) = window.importing._destinations()
    part = msgspec.structs.replace(catalog.library.catalog["rack-42u"], id="rack-47u")
    assert place.put([part]) == "1 part imported into parts, not saved yet."
    assert window.actions_by_id["undo"].text() == "Undo import 1 part"
    assert catalog.library.unsaved == ("rack-47u.yaml",)
    assert "rack-47u.yaml" not in contents(folder)
    window.actions_by_id["undo"].trigger()
    assert not catalog.library.unsaved


def test_an_amount_with_two_readings_waits_for_the_decimal_sign(catalog, window, folder, tmp_path):
    """It is listed as not taken until the sign is chosen; nothing is guessed."""
    path = tmp_path / "offer.csv"
    path.write_text("Part number;Price\nrack-42u;4.200\n")
    window.importing.prices(path)
    dialog = window.importing.dialog
    assert "“4.200” may be 4.2 or 4200" in dialog.left.toPlainText()
    assert not dialog.table.items
    sign = dialog.mapping.decimal
    for text, amount in (("Comma: 1,5", 4200), ("Point: 1.5", Decimal("4.2"))):
        sign.setCurrentText(text)
        sign.activated.emit(sign.currentIndex())
        assert [change.new.amount for change in dialog.table.items] == [amount]
        assert dialog.left.toPlainText() == ""
    dialog.reject()
