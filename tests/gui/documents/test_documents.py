"""The documents: choose, turn, look closer, change the paper, export, print; the preview is the print."""

import re
import time

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPixmap, QTextLayout
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QApplication

from fatdesk.engine.drawing.display import Leaf, Text
from fatdesk.gui.documents.document import DOCUMENTS, Document
from fatdesk.gui.documents.document_list import Head, Hint, rows_of
from fatdesk.gui.documents.page_view import draw_page
from fatdesk.gui.documents.preview import SLICE_S, PageListing
from fatdesk.gui.widgets.folder_dialog import FOUND, NEW
from fatdesk.gui.widgets.plain_text import label
from fatdesk.gui.window.main_window import DOCUMENT_OF
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.paper import PDFS, Printing
from fatdesk.project.commands.project import Rename
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.commands.studies import AddSimulation
from fatdesk.project.studies.measurements import networks_of
from fatdesk.project.studies.simulation import ToMeasure, measured
from fatdesk.tasks.files import ASKED_ONLY, NAMES, OF_PANELS, OF_RESULTS
from tests.gui.pages.documents import DocumentsPage
from tests.gui.pages.files import FolderBox
from tests.networks.simulation.made_up import point
from tests.paper.readers import images, needs_poppler, page_sizes, page_texts

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def documents(desk, qtbot, tmp_path, monkeypatch):
    """The workspace with the 396 hosts."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    page = DocumentsPage(desk)
    qtbot.waitUntil(lambda: page.complete and page.page is not None)
    return page


def words(page):
    return [item.text for item in page.items if isinstance(item, Text)]


def letters(text):
    return sorted("".join(text.split()))


def test_every_file_that_can_be_exported_is_listed_once():
    assert sorted(some.name for some in DOCUMENTS) == sorted((*NAMES, *ASKED_ONLY))
    assert sorted(some.name for some in DOCUMENTS if some.usual) == sorted(NAMES)
    listed = [row for row in rows_of(()) if not isinstance(row, Head | Hint)]
    assert sorted(row.name for row in listed) == sorted(one.name for one in DOCUMENTS)
    assert [row.name for row in listed[:2]] == ["wiring.pdf", "wiring.xlsx"], "what users look for first"


def test_choose_turn_and_find_pages(desk, documents, qtbot):
    documents.click_document("packets.pdf")
    assert documents.primary_button == "export-all"
    expected = [leaf.title for leaf in documents.document.leaves(desk.session.derived.plan, Printing())]
    assert documents.titles == expected
    assert documents.page_count == f"of {len(expected)}"
    assert not documents.can_press("previous-page")
    documents.click("next-page")
    assert documents.page_number == "2"
    assert documents.page.title.startswith("Rack A01")
    documents.view.key(Qt.Key.Key_End)
    assert documents.at == len(expected) - 1
    assert not documents.can_press("next-page")
    documents.view.key(Qt.Key.Key_PageUp)
    assert documents.at == len(expected) - 2
    documents.type_page_number("3")
    assert documents.at == 2
    qtbot.keyClick(desk, Qt.Key.Key_F, CTRL)
    assert documents.search_has_keys
    documents.search("e07")
    assert [expected[i] for i in documents.found_pages] == [t for t in expected if "E07" in t]
    documents.enter_search()
    assert "E07" in documents.titles[documents.at]
    assert "Switch E07" in words(documents.page)
    first = documents.place_of_page(0)
    documents.clear_search()
    there = documents.click_page(first)
    assert documents.at == there


def test_a_preview_says_that_it_is_being_made(documents, qtbot):
    """Until its pages were there, the place of the page was empty."""
    documents.click_document("packets.pdf")
    leaves = documents.leaves[:3]

    def slow():
        for leaf in leaves:
            time.sleep(2 * SLICE_S)
            yield leaf

    documents.preview_again(slow())
    assert documents.page is None
    assert documents.view.words == "Preparing preview…"
    qtbot.waitUntil(lambda: documents.page is not None)
    assert not documents.view.words
    assert documents.titles == [leaf.title for leaf in leaves]


def test_the_preview_is_what_the_painter_of_the_files_draws(desk, documents):
    for name in ("floor.pdf", "packets.pdf", "wiring-diagram.svg"):
        documents.click_document(name)
        view = documents.view
        view.key(Qt.Key.Key_F)
        page, size = view.page, view.size
        drawn = QPixmap(size)
        drawn.fill(desk.theme.colour("app"))
        painter = QPainter(drawn)
        draw_page(painter, page, view.origin, view.scale)
        painter.end()
        space = (
            round(view.origin.x()) + 2,
            round(view.origin.y()) + 2,
            round(page.width * view.scale) - 5,
            round(page.height * view.scale) - 5,
        )
        seen, wanted = (some.copy(*space).toImage() for some in (view.pixmap, drawn))
        assert seen.convertToFormat(QImage.Format.Format_RGB32) == wanted.convertToFormat(
            QImage.Format.Format_RGB32
        )
        greys = {
            QColor(seen.pixel(x, y)).getRgb()[:3]
            for x in range(0, space[2], 7)
            for y in range(0, space[3], 7)
        }
        assert len(greys) > 3
        if name.endswith(".pdf"):
            assert all(max(grey) - min(grey) <= 2 for grey in greys), "in black and white"


def test_wheel_zooms_at_the_pointer_and_dragging_moves(documents):
    view = documents.view
    fitted, spot = view.scale, QPoint(200, 150)
    before = (QPointF(spot) - view.origin) / view.scale
    view.key(Qt.Key.Key_Plus)
    assert view.scale > fitted
    assert documents.scale_text == f"{view.scale / (96 / 25.4) * 100:.0f} %"
    view.key(Qt.Key.Key_F)
    view.zoom(2.0, QPointF(spot))
    after = (QPointF(spot) - view.origin) / view.scale
    assert (after - before).manhattanLength() < 1e-6
    was = view.origin
    view.drag(spot, by=QPoint(30, 40))
    assert view.origin == was + QPointF(30, 40)
    view.key(Qt.Key.Key_W)
    assert view.page.width * view.scale == pytest.approx(view.size.width() - 32, abs=1)


def test_a_network_gives_devices_their_addresses(documents):
    documents.click_document("hosts.txt")
    assert "No network is given" in documents.left_out
    documents.type_option("network", "10.1.0")
    assert documents.shows_problem
    assert "is not a network" in documents.problem
    documents.type_option("network", "10.1.0.0/16")
    documents.type_option("domain", "cluster.example")
    assert not documents.shows_problem
    first = documents.file_text.splitlines()[1].split()
    assert (first[0], first[1]) == ("10.1.0.2", f"{first[2]}.cluster.example")


def test_options_change_the_pages(documents, qtbot):
    documents.click_document("packets.pdf")
    documents.go_to(5)
    title, everything = documents.titles[5], len(documents.leaves)
    assert documents.choose_last_paper() == "Letter"
    qtbot.waitUntil(lambda: documents.complete)
    assert documents.titles[documents.at] == title, "the page of that name stays in view"
    assert (documents.page.width, documents.page.height) == (215.9, 279.4)
    documents.type_on("revision", "R7")
    documents.key_in("revision", Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: documents.complete)
    stated = words(documents.page)
    assert "R7" in stated
    assert any(re.fullmatch(r"\d{4}-\d\d-\d\d · fatdesk .*", word) for word in stated), "the date is today's"
    documents.type_on("racks", "A02, b06-b05")
    assert documents.shows_problem
    assert not documents.can_press("print") or documents.problem
    documents.key_in("racks", Qt.Key.Key_A, CTRL)
    documents.type_on("racks", "a02, B05-b06")
    assert not documents.shows_problem
    documents.key_in("racks", Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: documents.complete)
    assert {leaf.group for leaf in documents.leaves} == {"Rack A02", "Rack B05", "Rack B06"}
    assert 0 < len(documents.leaves) < everything
    documents.turn_grey()
    qtbot.waitUntil(lambda: documents.complete)
    colours = {item.colour for item in documents.page.items if isinstance(item, Text)}
    assert any(len({colour[1:3], colour[3:5], colour[5:7]}) > 1 for colour in colours)


def test_a_rack_that_is_not_there_is_told_and_nothing_is_handed_over(documents):
    documents.click_document("packets.pdf")
    documents.type_on("racks", "Z99")
    documents.key_in("racks", Qt.Key.Key_Return)
    assert documents.page is None
    assert "There is no rack Z99" in documents.view.words
    assert not documents.can_press("export-all")
    assert not documents.can_press("print")


def test_an_edit_makes_the_pages_anew(desk, documents, qtbot):
    documents.click_document("packets.pdf")
    documents.go_to(3)
    assert desk.session.do(Rename(name="hall-7"))
    qtbot.waitUntil(lambda: documents.complete)
    assert documents.at == 3
    assert "hall-7" in words(documents.page)
    desk.session.undo()
    qtbot.waitUntil(lambda: documents.complete)
    assert "hall-7" not in words(documents.page)


def test_lists_and_files_show_how_they_begin(desk, documents):
    documents.click_document("wiring.csv")
    assert documents.shows == "list-preview"
    table = documents.rows
    assert table.line_count == 200
    assert documents.rows_words == f"The first 200 rows, {len(table.columns)} columns"
    assert table.data(0, 0) == desk.session.derived.rows[0].id
    documents.click_document("fabric.net")
    assert documents.file_text.startswith("# Written by fatdesk")
    assert not documents.can_press("print")
    documents.click_document("bill.json")
    assert documents.file_text.lstrip().startswith("{")


def test_the_beginning_of_a_long_file_is_made_by_a_worker(desk, documents, qtbot, monkeypatch):
    """And leaving it stops the worker."""
    monkeypatch.setattr("fatdesk.gui.documents.preview.AT_ONCE", 10)
    documents.click_document("fabric.net")
    assert documents.file_text == "Preparing preview…"
    (job,) = desk.desk.tasks.running
    qtbot.waitUntil(lambda: job.state == "done")
    assert documents.file_text.startswith("# Written by fatdesk")
    assert "bytes in all" in documents.file_text
    documents.click_document("wiring.json")
    (job,) = desk.desk.tasks.running
    documents.click_document("floor.pdf")
    assert job.state == "cancelled"


def test_a_folder_that_is_typed_is_created_by_the_export(desk, documents, qtbot, tmp_path):
    """The files land in it, and nowhere else."""
    before = set(tmp_path.rglob("*"))
    made = tmp_path / "handover" / "first"
    seen = []

    def type_name():
        box = FolderBox()
        seen.append((box.folder, box.note))
        box.type("handover/first")
        seen.append((box.folder, box.note))
        box.accept()

    QTimer.singleShot(0, type_name)
    documents.click_document("bill.csv")
    documents.click("export-selected")
    qtbot.waitUntil(lambda: not desk.desk.tasks.running)
    assert seen == [(str(tmp_path), FOUND), ("handover/first", f"{made}\n{NEW}")]
    there = {path for path in tmp_path.rglob("*") if tmp_path / "state" not in (path, *path.parents)}
    assert there - before == {made.parent, made, made / "bill.csv"}
    assert documents.result.endswith(f" in {made}")


def test_export_all_and_selected(desk, documents, qtbot, tmp_path, choose_folder):
    folder = tmp_path / "out"
    choose_folder(folder)
    documents.click_document("bill.csv")
    documents.click_document("packets.pdf", CTRL)
    documents.click("export-selected")
    qtbot.waitUntil(lambda: not desk.desk.tasks.running)
    assert sorted(path.name for path in folder.iterdir()) == ["bill.csv", "packets.pdf"]
    listed = documents.list
    rows = {row.name: row for row in DOCUMENTS}
    assert re.fullmatch(r"\d\d:\d\d", listed.last_run(rows["packets.pdf"])[0])
    assert listed.last_run(rows["floor.pdf"]) == ("never", "text3")
    assert desk.session.do(Rename(name="hall-8"))
    assert listed.last_run(rows["packets.pdf"])[0].endswith(", outdated")
    desk.session.undo()
    assert "outdated" not in listed.last_run(rows["packets.pdf"])[0]
    said = []
    desk.session.said.connect(said.append)
    there = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    documents.click("export-all")
    qtbot.waitUntil(lambda: not desk.desk.tasks.running)
    for name in set(NAMES) - OF_RESULTS - OF_PANELS:
        assert (folder / name).exists(), name
    changed = [path for path in folder.iterdir() if path.stat().st_mtime_ns != there.get(path.name)]
    assert said[-1].startswith(f"Wrote {len(changed)} files to {folder}. Left out, because no study has ")
    for name in set(NAMES) - {path.name for path in folder.iterdir()}:
        assert name in said[-1], "each document that is missing is named"
    assert f"labels.pdf and {len(ASKED_ONLY) - 1} files for other programs" in said[-1]
    count, place = documents.result.partition(", ")[0], documents.result.rpartition(" in ")[2]
    assert (count, place) == (f"{len(changed)} files", str(folder))
    assert "no study has results: " in documents.result_notes
    assert "fabric.net cannot hold " in documents.result_notes
    documents.click("result-files")
    for path in changed:
        assert path.name in documents.text("result-names")
    documents.click("result-close")
    assert not documents.shows_result


def test_descriptions_are_whole_at_every_width(desk, documents):
    """Each row is as high as its description, wrapped to the width of the list."""
    for width in (1600, 1280):
        desk.resize(width, 900)
        QApplication.processEvents()
        for entry, height in documents.list.heights:
            if not isinstance(entry, Document):
                continue
            layout = QTextLayout(entry.description, desk.theme.font(12))
            layout.beginLayout()
            lines = 0
            while (line := layout.createLine()).isValid():
                line.setLineWidth(documents.list.width - desk.theme.px(20))
                lines += 1
            layout.endLayout()
            needed = lines * QFontMetrics(desk.theme.font(12)).lineSpacing()
            assert height >= desk.theme.px(24) + needed, entry.name


def test_forms_of_other_programs_tell_what_they_cannot_hold(desk, documents, qtbot, tmp_path, choose_folder):
    """Looked at, told, and exported by who asks for them; all others are told nothing."""
    documents.click_document("wiring.csv")
    assert not documents.left_out
    documents.click_document("topology.conf")
    assert documents.file_text.startswith(
        "# Written by fatdesk for TopologyPlugin=topology/tree\nSwitchName="
    )
    assert documents.left_out.startswith("This format cannot represent: switches without hosts of their own")
    documents.click_document("cable-validation-racks.xlsx")
    assert documents.shows == "list-preview"
    assert "lengths" in documents.left_out
    documents.click_document("netbox.zip", CTRL)
    assert documents.rows.data(0, 0) == "00-README.txt"
    choose_folder(tmp_path / "out")
    documents.click("export-selected")
    qtbot.waitUntil(lambda: not desk.desk.tasks.running)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "cable-validation-racks.xlsx",
        "netbox.zip",
    ]


@needs_poppler
def test_printing_gives_the_text_of_the_exported_file(desk, documents, tmp_path):
    documents.click_document("floor.pdf")
    path = tmp_path / "printed.pdf"
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    said = []
    desk.session.said.connect(said.append)
    document = documents.document
    documents.print_to(document.name, documents.leaves, printer)
    printed = path.read_bytes()
    (made,) = document.pdf.make(desk.session.derived.plan, documents.printing).values()
    assert list(map(letters, page_texts(printed))) == list(map(letters, page_texts(made)))
    assert images(printed, tmp_path) == []
    for (wide, high), (w, h) in zip(page_sizes(printed), page_sizes(made), strict=True):
        assert (wide, high) == pytest.approx((w, h), abs=0.5)
    assert said == [f"Printed {len(documents.leaves)} pages of floor.pdf."]


@needs_poppler
def test_print_from_the_menu_asks_for_pages(desk, documents, qtbot, tmp_path):
    documents.click_document("packets.pdf")
    path, requested = tmp_path / "some.pdf", []

    def fill_in():
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QPrintDialog):
            QTimer.singleShot(20, fill_in)
            return
        printer = dialog.printer()
        requested.append((dialog.minPage(), dialog.maxPage()))
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(path))
        printer.setPrintRange(QPrinter.PrintRange.PageRange)
        printer.setFromTo(2, 4)
        dialog.done(QPrintDialog.DialogCode.Accepted)

    QTimer.singleShot(0, fill_in)
    qtbot.keyClick(desk, Qt.Key.Key_P, CTRL)
    assert requested == [(1, len(documents.leaves))]
    texts = page_texts(path.read_bytes())
    wanted = [leaf.draw() for leaf in documents.leaves[1:4]]
    assert [letters(text) for text in texts] == [letters("".join(words(page))) for page in wanted]


@pytest.mark.parametrize(("workspace", "name"), sorted(DOCUMENT_OF.items()))
def test_print_from_a_workspace_prints_its_document(desk, documents, qtbot, workspace, name):
    """Ctrl+P prints what is in view, whatever was last chosen in Documents."""
    titles = []
    desk.show_workspace(workspace)

    def look():
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QPrintDialog):
            titles.append(dialog.windowTitle())
            dialog.reject()
        else:
            QTimer.singleShot(20, look)

    QTimer.singleShot(0, look)
    qtbot.keyClick(desk, Qt.Key.Key_P, CTRL)
    assert titles == [f"Print {name}"]


def test_print_of_a_list_says_why_it_does_nothing(desk, documents, qtbot):
    said = []
    desk.session.said.connect(said.append)
    documents.click_document("wiring.csv")
    qtbot.keyClick(desk, Qt.Key.Key_P, CTRL)
    assert said == ["wiring.csv has no pages to print. Select a printed document."]


def test_long_documents_are_listed_in_slices(qapp, qtbot):
    """Between two slices the window does other things, and what is left is never listed."""
    drawn = []
    holder = label("")
    qtbot.addWidget(holder)
    leaves = PageListing(holder)

    def endless():
        number = 0
        while True:
            number += 1
            yield Leaf(str(number), lambda: drawn.append(1))

    ticks = []
    timer = QTimer(holder)
    timer.timeout.connect(lambda: ticks.append(len(leaves.found)))
    timer.start(1)
    leaves.list(endless())
    qtbot.waitUntil(lambda: len(set(ticks)) > 3)
    assert not leaves.complete
    leaves.stop()
    timer.stop()
    assert leaves.complete
    assert not drawn


def test_the_documents_have_a_text_for_readers_of_the_screen(documents):
    stated = documents.list.spoken
    assert all(stated)
    assert {document.name for document in PDFS} <= {text.partition(",")[0] for text in stated}
    assert documents.page_texts[0].startswith("1  ")


def test_what_simulations_measured_is_among_the_documents(desk, documents, qtbot, tmp_path):
    """Plots and points of a study that was measured, shown and written."""
    session = desk.session
    study = SimulationStudy(name="Tree", networks=(StudyNetwork(name="tree", spec="kary-tree:k=4,n=3"),))
    session.do(AddSimulation(simulation=study))
    (one,) = networks_of(session.derived, study)
    assert isinstance(one, ToMeasure)
    session.document.results.put(measured(one.on, [point(load, one.on.channels) for load in (0.1, 0.4)]))
    documents.click_document("simulations.pdf")
    qtbot.waitUntil(lambda: documents.page is not None and "Tree" in words(documents.page))
    documents.click_document("simulations.svg")
    qtbot.waitUntil(lambda: documents.page is not None and "Tree" in words(documents.page))
    assert documents.titles == ["simulations-tree.svg"]
    documents.click_document("simulations.csv")
    desk.files.exporting.into(tmp_path / "out", sorted(OF_RESULTS), Printing())
    wanted = {"simulations.csv", "simulations-tree.svg", "simulations.pdf"}
    qtbot.waitUntil(
        lambda: (tmp_path / "out").is_dir() and {f.name for f in (tmp_path / "out").iterdir()} == wanted
    )


def test_a_page_on_larger_paper_says_so(desk, documents, qtbot):
    """A4 is chosen and the plan of a wide floor takes A3; a page that is on A4 says nothing."""
    assert desk.session.do(MoveRack(rack=7, x_mm=17_000.0, y_mm=0.0))

    def show(name):
        documents.click_document(name)
        qtbot.waitUntil(lambda: documents.complete and documents.page is not None)
        return documents.page

    page = show("floor.pdf")
    assert (page.width, page.height) == (420.0, 297.0)
    assert documents.paper_note == "This page is on A3: it does not fit A4."
    page = show("legend.pdf")
    qtbot.waitUntil(lambda: documents.page.width == 210.0)
    assert not documents.paper_note
