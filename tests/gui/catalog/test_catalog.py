"""The catalog: filter, type figures, see the checks, undo, override, save, delete; others write too."""

from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.configuration import configurations
from fatdesk.engine.catalog.part_files import load_catalog
from fatdesk.gui.widgets.plain_text import home_path
from fatdesk.project.document.ref import PART
from tests.gui.hands import press, type_in, type_in_cell
from tests.gui.pages.bottom_panel import BottomPanel
from tests.gui.pages.catalog import CatalogPage
from tests.gui.pages.catalog_import import PriceDialogPage
from tests.gui.pages.header import Header
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.project_tree import ProjectTree
from tests.gui.pages.rail import Rail
from tests.gui.pages.workspace import front_of

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
def catalog(window, folder, choose_folder):
    """The workspace on a folder, without a project."""
    choose_folder(folder)
    view = CatalogPage(window)
    view.open_folder()
    return view


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_day_with_a_catalog(catalog, window, folder, qtbot, answer):
    before = contents(folder)
    assert not window.session.is_open
    assert catalog.counts.startswith("8 parts · 1 contradiction")

    press(qtbot, window, Qt.Key.Key_F)  # the filter
    qtbot.keyClicks(catalog.filter, "host")
    assert catalog.listed == ["blade-2s"]
    catalog.filter.clear()
    qtbot.keyClicks(catalog.filter, "ib 36 switch")
    assert catalog.listed == ["ib-36"]
    qtbot.keyClick(catalog.filter, Qt.Key.Key_Return)
    assert catalog.keys == ["ib-36.yaml"]
    assert catalog.title == "ib-36"

    below = catalog.field("Power").mapToGlobal(QPoint())
    type_in(qtbot, catalog.field("Mass"), "heavy")  # refused with words, and nothing happens
    assert catalog.reason("Mass") == "“heavy” is not a number; type a value such as 21.4 kg or 47 lb."
    assert catalog.field("Power").mapToGlobal(QPoint()) == below, "a reason moves nothing"
    assert not window.steps.can_undo
    catalog.turn("yaml")
    catalog.turn("part")
    assert (catalog.field("Mass").text(), bool(catalog.reason("Mass"))) == ("heavy", True), "it is kept"
    qtbot.keyClick(catalog.field("Mass"), Qt.Key.Key_Escape)
    assert not catalog.reason("Mass")
    type_in(qtbot, catalog.field("Mass"), "=2 * 4.2")
    assert window.actions_by_id["undo"].text() == "Undo set mass of ib-36"
    assert catalog.field("Mass").text() == "8.4"
    type_in(qtbot, catalog.field("Date of mass"), "May")
    assert "is not a date" in catalog.reason("Mass")
    type_in(qtbot, catalog.field("Date of mass"), "May 2026")
    assert any(text == "Mass: 2026-05" for text in Inspector(window).shown_texts)
    press(qtbot, window, Qt.Key.Key_Z)
    type_in(qtbot, catalog.field("Ports per chip"), "24")  # live lint, with the line
    assert any("12 more than its chip's 24 ports" in text for text in Inspector(window).shown_texts)
    assert catalog.counts.startswith("8 parts · 2 contradictions")
    Inspector(window).follow("ib-36.yaml:")
    assert catalog.yaml_line.startswith("chip_ports: 24")
    press(qtbot, window, Qt.Key.Key_Z)
    assert catalog.counts.startswith("8 parts · 1 contradiction")
    assert catalog.library.entry("ib-36.yaml").part.chip_ports is None

    catalog.turn("part")
    catalog.field("Override").click()
    wide = catalog.field("Source of mass").width()
    type_in(qtbot, catalog.field("Price"), "$ 9,500")
    QApplication.processEvents()
    assert catalog.field("Source of mass").width() == wide, "an imported value narrows its own row only"
    assert catalog.field("Imported Price").text() == "11000"
    assert catalog.is_struck("Imported Price")
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
    catalog.field("Clear Price").click()
    assert not catalog.has_field("Imported Price")
    press(qtbot, window, Qt.Key.Key_Z)

    catalog.duplicate()
    assert window.focusWidget() is catalog.field("Id")
    type_in(qtbot, catalog.field("Id"), "ib-36-new")
    assert catalog.title == "ib-36-new"
    assert window.focusWidget() is catalog.field("Id"), "the keys stay in the form"
    press(qtbot, window, Qt.Key.Key_S)
    assert "ib-36-new.yaml" in contents(folder), "the file has the name of the part"
    assert "ib-36-copy.yaml" not in contents(folder)

    catalog.select("blade-ib-32.yaml")
    requested = answer("Delete")
    catalog.list.setFocus()
    qtbot.keyClick(catalog.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: bool(requested))
    assert "blade-ib-32" not in catalog.library.catalog
    window.activateWindow()
    assert window.actions_by_id["undo"].text() == "Undo delete blade-ib-32.yaml"
    window.actions_by_id["undo"].trigger()
    assert "blade-ib-32" in catalog.library.catalog
    assert not catalog.library.unsaved


def test_what_others_write_is_noticed_and_never_overwritten(catalog, window, folder, qtbot):
    catalog.select("ib-36.yaml")
    type_in(qtbot, catalog.field("Mass"), "8")
    theirs = (folder / "ib-36.yaml").read_bytes().replace(b"power_w: 152", b"power_w: 160")
    (folder / "ib-36.yaml").write_bytes(theirs)
    press(qtbot, window, Qt.Key.Key_S)
    assert (folder / "ib-36.yaml").read_bytes() == theirs
    assert catalog.changed.is_visible
    assert "Unsaved changes in ib-36.yaml" in catalog.changed.words
    catalog.changed.reload()
    assert not catalog.changed.is_visible
    assert catalog.field("Power").text() == "160"
    assert not catalog.library.unsaved
    press(qtbot, window, Qt.Key.Key_Z)
    assert (catalog.field("Power").text(), catalog.field("Mass").text()) == ("152", "8")
    press(qtbot, window, Qt.Key.Key_S)
    assert b"mass_kg: 8\n" in (folder / "ib-36.yaml").read_bytes()
    (folder / "rack-42u.yaml").unlink()
    (folder / "new.yaml").write_text("kind: tray\nid: new\nwidth_mm: 1\ntray_depth_mm: 1\n")
    catalog.library.look()
    assert "2 files changed on disk: new.yaml, rack-42u.yaml" in catalog.changed.title
    catalog.changed.keep_mine()
    assert catalog.library.unsaved == ("rack-42u.yaml",)
    assert "new" in catalog.library.catalog


def test_text_is_read_before_it_is_taken_over(catalog, qtbot, folder):
    catalog.select("broken.yaml")
    editor = catalog.yaml
    assert catalog.yaml_marks == {3: ("error", 'width_mm: expected a number from 1 to 5000, got "-1"')}
    assert catalog.yaml_status.startswith("Line 3: width_mm: expected")
    editor.setPlainText(editor.toPlainText().replace("-1", "300"))
    assert not catalog.yaml_marks
    catalog.apply_yaml()
    assert catalog.library.entry("broken.yaml").part.width_mm == 300
    assert catalog.counts.startswith("8 parts · 0 contradictions")


def test_shipped_parts_are_only_looked_at_and_go_into_the_project(desk, qtbot):
    view = CatalogPage(desk)
    assert view.library is desk.desk.libraries.project
    assert {entry.title for entry in view.library.entries()} == {
        part.id for part in desk.session.project.parts
    }
    view.select("ib-36")
    assert view.where_used == "Where used · 2"
    type_in(qtbot, view.field("Mass"), "9")
    assert desk.session.undo_label == "Set part ib-36"
    assert desk.steps is desk.session
    press(qtbot, desk, Qt.Key.Key_Z)
    assert desk.session.derived.catalog["ib-36"].mass_kg is None
    desk.desk.libraries.choose(desk.desk.libraries.shipped)
    assert len(view.library.entries()) == len(load_catalog([shipped("catalogs")]))
    view.select("papers/ndr-64.yaml")
    assert view.field("Mass").isReadOnly()
    assert not view.can("delete")
    view.copy_to_project()
    assert "ndr-64" in desk.session.derived.catalog
    desk.session.select([PART("qsfp-plus-copper")])
    assert view.title == "qsfp-plus-copper"


def test_fields_are_whole_next_to_the_project_tree(desk):
    """Sources and dates go below their values: next to them they were slivers, and beyond the edge."""
    desk.resize(1280, 720)
    desk.show_workspace("catalog")
    view = CatalogPage(desk)
    for _ in range(3):
        QApplication.processEvents()
    assert view.field("Source of power").y() == view.field("Power").y()
    desk.actions_by_id["project"].trigger()
    for _ in range(3):
        QApplication.processEvents()
    assert view.field("Source of power").y() > view.field("Power").y()
    assert view.field("Source of power").width() > 100
    assert not view.form_scrolls_sideways
    desk.actions_by_id["project"].trigger()
    for _ in range(3):
        QApplication.processEvents()
    assert view.field("Source of power").y() == view.field("Power").y()


def test_a_copy_in_the_project_gets_an_id_of_its_own(desk, qtbot):
    """The copy is unused, so its id can be typed; that of a part in use cannot."""
    view = CatalogPage(desk)
    view.select("ib-36")
    view.duplicate()
    assert desk.focusWidget() is view.field("Id")
    type_in(qtbot, view.field("Id"), "my-own-36")
    assert view.title == "my-own-36"
    assert "my-own-36" in desk.session.derived.catalog
    assert "ib-36-copy" not in desk.session.derived.catalog
    assert desk.session.undo_label == "Rename part ib-36-copy to my-own-36"
    press(qtbot, desk, Qt.Key.Key_Z)
    assert view.title == "ib-36-copy"
    view.select("ib-36")
    type_in(qtbot, view.field("Id"), "other-36")
    assert "ib-36" in desk.session.derived.catalog
    assert "other-36" not in desk.session.derived.catalog


def test_the_list_is_by_id_and_begins_with_its_first_part(window, qtbot):
    """Shipped parts are in folders by vendor, which the list does not show."""
    window.desk.libraries.choose(window.desk.libraries.shipped)
    view = CatalogPage(window)
    shown = view.entries
    assert view.keys == [shown[0].key]
    ids = [entry.title for entry in shown if type(entry.part) is type(shown[0].part)]
    assert ids == sorted(ids)
    assert len(ids) > 30


def test_a_price_is_typed_in_one_go_by_tab(catalog, qtbot):
    """Currency, source and date can be reached as soon as there is an amount; "eur" is EUR."""
    catalog.select("rack-42u.yaml")
    amount = catalog.field("Price")
    amount.setFocus()
    qtbot.keyClicks(amount, "650")
    qtbot.keyClick(amount, Qt.Key.Key_Tab)
    currency = catalog.field("Currency of price")
    assert currency.hasFocus()
    currency.selectAll()
    qtbot.keyClicks(currency, "eur")
    qtbot.keyClick(currency, Qt.Key.Key_Tab)
    assert catalog.field("Source of price").hasFocus()
    price = catalog.part.price
    assert (price.amount, price.currency) == (Decimal(650), "EUR")


def test_a_new_length_has_no_price_and_is_typed_at_once(catalog, qtbot):
    catalog.select("qsfp-copper.yaml")
    before = catalog.part.lengths
    assert before[-1].price is not None
    catalog.turn("lengths")
    table = catalog.records("lengths")
    table.add()
    editor = table.editor
    assert editor.isVisible()
    assert (editor.text(), table.text(len(before), 1)) == ("", "unknown")
    assert catalog.part.lengths == before, "a length is on sale from when it is typed"
    type_in(qtbot, editor, "99")
    qtbot.waitUntil(lambda: table.table.state() == table.table.State.NoState)
    after = catalog.part.lengths
    assert after[:-1] == before
    assert (after[-1].m, after[-1].price) == (99, None)


def test_connectors_are_compared_without_case(catalog, window, qtbot):
    catalog.select("ib-36.yaml")
    catalog.turn("ports")
    ports = catalog.records("ports")
    for typed, kept in (("OSFP", "osfp"), ("qsfpp", "qsfpp")):
        type_in_cell(qtbot, ports.table, ports.index(0, 2), typed)
        assert catalog.part.ports[0].connector == kept
    assert any("has the plug qsfpp for its cages" in text for text in Inspector(window).shown_texts)


def test_parts_that_are_only_looked_at_look_so(window, qtbot):
    """The box of a field means that it can be typed into: these have none."""
    window.desk.libraries.choose(window.desk.libraries.shipped)
    view = CatalogPage(window)
    name = view.field("Name")
    assert name.isReadOnly()
    picture = name.grab().toImage()
    inside = picture.pixel(picture.width() - 8, picture.height() // 2)
    assert {picture.pixel(x, 0) for x in range(8, picture.width() - 8)} == {inside}


def test_a_new_folder_is_made_by_its_name(window, tmp_path, monkeypatch, qtbot):
    place = tmp_path / "mine" / "parts"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(place), ""))
    view = CatalogPage(window)
    view.run_in_menu("New folder…")
    assert place.is_dir()
    assert view.library.folder == place
    assert Header(window).title == "parts"
    assert window.windowTitle() == "parts – fatdesk"


def test_unsaved_parts_are_asked_for_before_the_window_closes(catalog, window, folder, qtbot, answer):
    catalog.select("ib-36.yaml")
    type_in(qtbot, catalog.field("Mass"), "8")
    requested = answer("Cancel")
    assert not window.close()
    assert requested == ["Save changes to the catalog parts?"]
    requested = answer("Save")
    assert window.close()
    assert b"mass_kg: 8\n" in (folder / "ib-36.yaml").read_bytes()


def test_without_a_project_only_the_catalog_is_there(window, qtbot):
    press(qtbot, window, Qt.Key.Key_C, CTRL | SHIFT)
    assert window.workspace_name == "catalog"
    rail = Rail(window)
    assert rail.offered == ["catalog"]
    assert rail.button("show-floor").toolTip() == "Open a project or design a network first."
    assert not ProjectTree(window).is_visible
    assert not BottomPanel(window).is_visible
    assert not window.actions_by_id["export"].isEnabled()
    press(qtbot, window, Qt.Key.Key_W)
    assert front_of(window) == "welcome"


def test_folders_are_remembered(catalog, window, folder):
    assert window.desk.libraries.folders == [folder]
    stated = [action.text() for action in catalog.catalog_menu]
    assert home_path(folder) in stated
    assert "This project" not in stated
    window.desk.libraries.forget(folder)
    assert not window.desk.libraries.folders
    assert Path(str(folder)).is_dir()


def test_ports_cards_and_lengths_are_typed_into_tables(catalog, window, qtbot):
    catalog.select("modular-108.yaml")
    assert catalog.tabs == ["Part", "Ports and cards", "Inside", "YAML"]
    catalog.turn("ports")
    names = catalog.records("port-names")
    prices = [row.price for row in catalog.configurations.rows.rows]
    assert prices == [25000 + 3 * 9000 + n * 13000 for n in range(1, 7)]
    type_in_cell(qtbot, catalog.records("cards").table, catalog.records("cards").index(0, 1), "14,000")
    assert catalog.configurations.rows.rows[5].price == 25000 + 3 * 9000 + 6 * 14000
    assert window.actions_by_id["undo"].text() == "Undo set line cards of modular-108"
    catalog.configurations.selectRow(1)
    assert catalog.chassis_words.startswith("2 of 6 slots hold line-card with 18 ports each")
    type_in_cell(qtbot, catalog.records("ports").table, catalog.records("ports").index(0, 0), "0")  # refused
    assert catalog.records("ports").rows[0]["count"] == "18"
    before = len(names.rows)
    names.add()
    names.add()
    systems = [row["system"] for row in names.rows]
    assert len(set(systems)) == len(systems) == before + 2
    type_in_cell(qtbot, names.table, names.index(before, 1), "xe{cage}")
    assert catalog.part.port_names[before].port == "xe{cage}"
    type_in_cell(qtbot, names.table, names.index(before, 6), "4")
    assert catalog.part.port_names[before].step == 4
    type_in_cell(qtbot, names.table, names.index(before, 7), " xe1, xe2,xe3 ,, xe4")
    assert catalog.part.port_names[before].names == ("xe1", "xe2", "xe3", "xe4")
    shown = names.index(before, 7)
    assert shown.data() == "xe1, xe2, xe3, xe4"
    names.table.setCurrentIndex(shown)
    qtbot.keyClick(names.table, Qt.Key.Key_F2)
    field = names.editor
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: catalog.part.port_names[before].names == ())
    assert names.text(before, 7) == "by template"
    for _ in range(6):
        window.actions_by_id["undo"].trigger()
    assert len(catalog.part.port_names) == before
    catalog.records("management").add()
    assert [(group.connector, group.rate_gbps) for group in catalog.part.management] == [("rj45", 1.0)]
    assert configurations(catalog.part)[-1].links == 108
    catalog.records("management").table.selectRow(0)
    catalog.records("management").remove()
    assert catalog.part.management == ()
    for _ in range(2):
        window.actions_by_id["undo"].trigger()
    catalog.records("boards").add()
    assert [board.name for board in catalog.part.fixed] == ["fabric-board", "fabric-board"]
    window.actions_by_id["undo"].trigger()
    catalog.turn("inside")
    chips = catalog.chips.rows.rows
    assert [(chip.outward, chip.inward, chip.least, chip.most) for chip in chips] == [(18, 18, 6, 6)] * 6
    catalog.select("qsfp-copper.yaml")
    assert catalog.tab == "part", "a cable has no inside"
    catalog.turn("lengths")
    lengths = catalog.records("lengths")
    count = len(lengths.rows)
    lengths.table.selectRow(0)
    lengths.remove()
    assert len(lengths.rows) == count - 1
    assert len(catalog.price_curves[0].points) == count - 1
    window.actions_by_id["undo"].trigger()
    assert len(catalog.price_curves[0].points) == count
    assert not catalog.library.unsaved or catalog.library.unsaved == ("modular-108.yaml",)


def test_cards_and_boards_have_the_same_colours_in_both_drawings(catalog, window):
    """Cards in the colours of edge switches and boards in those of the core, each with its own ink."""
    window.theme.wear("dark")
    drawing = window.theme.tokens.drawing
    catalog.select("modular-108.yaml")
    for page, name in (("ports", "chassis"), ("inside", "chips-inside")):
        catalog.turn(page)
        shown = catalog.picture(name)
        wide, high = range(0, shown.width(), 2), range(0, shown.height(), 2)
        seen = {shown.pixelColor(x, y).name() for x in wide for y in high}
        assert {drawing.edge.fill.lower(), drawing.core.fill.lower()} <= seen, page
    assert "#000000" not in seen


def test_network_ports_of_a_power_unit_are_typed_into_a_table(window, folder, qtbot, choose_folder):
    """It has ports and no names of them."""
    unit = shipped("catalogs") / "current" / "power" / "apc-ap8888.yaml"
    (folder / unit.name).write_bytes(unit.read_bytes())
    choose_folder(folder)
    catalog = CatalogPage(window)
    catalog.open_folder()
    catalog.select(unit.name)
    assert catalog.tabs == ["Part", "Ports", "YAML"]
    catalog.turn("ports")
    ports = catalog.records("ports")
    type_in_cell(qtbot, ports.table, ports.index(0, 3), "1")
    assert [(group.connector, group.rate_gbps) for group in catalog.part.ports] == [("rj45", 1.0)]
    assert ports.table.isVisible()
    assert not catalog.records("port-names").table.isVisible()
    assert not catalog.records("management").table.isVisible()


def test_parts_side_by_side_and_a_new_one(catalog, window, qtbot, answer):
    catalog.select("blade-ib-32.yaml", "ib-36.yaml")
    assert catalog.comparison_head.startswith("2 parts side by side")
    lines = catalog.compared
    assert lines["Price"].values == ("USD 11000", "USD 11000")
    assert not lines["Price"].differs
    assert lines["Description"].differs
    assert window.actions_by_id["add-part"].isEnabled()
    catalog.add("Tray")
    assert catalog.title == "new-tray"
    type_in(qtbot, catalog.field("Width"), "450")
    assert catalog.library.catalog["new-tray"].width_mm == 450
    catalog.select("blade-enclosure-16.yaml")
    requested = answer("Cancel")
    catalog.perform("delete")
    assert requested == ["Delete blade-enclosure-16?"]
    assert "blade-enclosure-16" in catalog.library.catalog


def test_device_types_and_prices_go_into_the_open_folder_as_steps(catalog, window, folder):
    (place,) = window.importing.destinations()
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
    dialog = PriceDialogPage(window)
    assert "“4.200” may be 4.2 or 4200" in dialog.skipped
    assert not dialog.changes
    for text, amount in (("Comma: 1,5", 4200), ("Point: 1.5", Decimal("4.2"))):
        dialog.choose("decimal-sign", text)
        assert [change.new.amount for change in dialog.changes] == [amount]
        assert dialog.skipped == ""
    dialog.cancel()


def test_loads_of_a_tray_are_typed_with_their_source(window, tmp_path, qtbot, choose_folder):
    place = tmp_path / "trays"
    place.mkdir()
    file = place / "tray.yaml"
    file.write_bytes((shipped("catalogs") / "current" / "trays" / "cablofil-cf105-300.yaml").read_bytes())
    choose_folder(place)
    catalog = CatalogPage(window)
    catalog.open_folder()
    catalog.select("tray.yaml")
    name = "Safe working loads"
    assert catalog.field(name).text() == "2.4384: 642"
    type_in(qtbot, catalog.field(name), "1.5")
    assert catalog.reason(name) == "Type spans in m and loads in N/m, such as 1.5: 730; 2: 480."
    type_in(qtbot, catalog.field(name), "8 ft: 642; 1.5: 730")
    assert [(load.span_m, load.n_per_m) for load in catalog.part.loads] == [(1.5, 730.0), (2.4384, 642.0)]
    assert not catalog.reason(name)
    type_in(qtbot, catalog.field(f"Source of {name.lower()}"), "test report")
    assert catalog.part.sources["loads"] == "test report"
    catalog.field(name).clear()
    qtbot.keyClick(catalog.field(name), Qt.Key.Key_Return)
    assert catalog.part.loads == ()
    press(qtbot, window, Qt.Key.Key_S)
    assert b"loads: [" not in file.read_bytes()
