"""The documents: choose, turn, look closer, change the paper, export, print; the preview is the print."""

import re

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPixmap, QTextLayout
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

from fatdesk.engine.drawing.display import Leaf, Text
from fatdesk.gui.documents.document import DOCUMENTS, Document
from fatdesk.gui.documents.document_list import ROW, Head, Hint, rows_of
from fatdesk.gui.documents.page_view import draw_page
from fatdesk.gui.documents.preview import PageListing
from fatdesk.gui.widgets.plain_text import label
from fatdesk.gui.window.main_window import DOCUMENT_OF
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.paper import PDFS, Printing
from fatdesk.project.commands.project import Rename
from fatdesk.project.commands.studies import AddSimulation
from fatdesk.project.studies.measurements import networks_of
from fatdesk.project.studies.simulation import ToMeasure, measured
from fatdesk.tasks.files import ASKED_ONLY, NAMES, OF_RESULTS
from tests.networks.simulation.made_up import point
from tests.paper.readers import images, needs_poppler, page_sizes, page_texts

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def documents(desk, qtbot, tmp_path, monkeypatch):
    """The workspace with the 396 hosts."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    desk.show_workspace("documents")
    view = desk.workspaces["documents"]
    qtbot.waitUntil(lambda: view.preview.leaves.complete and view.preview.view.page is not None)
    return view


def click_on(qtbot, documents, name, modifier=Qt.KeyboardModifier.NoModifier):
    listed = documents.list
    number = listed.documents.number_of((False, name))
    listed.scrollTo(listed.model().index(number))
    at = listed.visualRect(listed.model().index(number)).center()
    qtbot.mouseClick(listed.viewport(), LEFT, modifier, at)
    qtbot.waitUntil(lambda: documents.preview.leaves.complete)


def words(page):
    return [item.text for item in page.items if isinstance(item, Text)]


def letters(text):
    return sorted("".join(text.split()))


def test_every_file_that_can_be_exported_is_listed_once():
    assert sorted(some.name for some in DOCUMENTS) == sorted((*NAMES, *ASKED_ONLY))
    assert sorted(some.name for some in DOCUMENTS if some.usual) == sorted(NAMES)
    assert [row for row in rows_of(()) if not isinstance(row, Head | Hint)] == list(DOCUMENTS)


def test_choose_turn_and_find_pages(documents, qtbot):
    click_on(qtbot, documents, "packets.pdf")
    expected = [leaf.title for leaf in documents.document.leaves(documents.session.derived.plan, Printing())]
    assert [leaf.title for leaf in documents.preview.leaves.found] == expected
    assert documents.tools.count.text() == f"of {len(expected)}"
    assert not documents.tools.turners["previous"].isEnabled()
    qtbot.mouseClick(documents.tools.turners["next"], LEFT)
    assert documents.tools.number.text() == "2"
    assert documents.preview.view.page.title.startswith("Rack A01")
    qtbot.keyClick(documents.preview.view.viewport(), Qt.Key.Key_End)
    assert documents.preview.at == len(expected) - 1
    assert not documents.tools.turners["next"].isEnabled()
    qtbot.keyClick(documents.preview.view.viewport(), Qt.Key.Key_PageUp)
    assert documents.preview.at == len(expected) - 2
    qtbot.keyClick(documents.tools.number, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(documents.tools.number, "3")
    qtbot.keyClick(documents.tools.number, Qt.Key.Key_Return)
    assert documents.preview.at == 2
    qtbot.keyClick(documents.window(), Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert documents.preview.search.hasFocus()
    qtbot.keyClicks(documents.preview.search, "e07")
    assert [expected[i] for i in documents.preview.pages.pages.shown] == [t for t in expected if "E07" in t]
    qtbot.keyClick(documents.preview.search, Qt.Key.Key_Return)
    assert "E07" in documents.preview.leaves.found[documents.preview.at].title
    assert "Switch E07" in words(documents.preview.view.page)
    first = documents.preview.pages.visualRect(documents.preview.pages.pages.index(0))
    documents.preview.search.clear()
    qtbot.mouseClick(documents.preview.pages.viewport(), LEFT, pos=first.center())
    assert (
        documents.preview.at
        == documents.preview.pages.pages.shown[documents.preview.pages.indexAt(first.center()).row()]
    )


def test_the_preview_is_what_the_painter_of_the_files_draws(documents, qtbot):
    for name in ("floor.pdf", "packets.pdf", "wiring-diagram.svg"):
        click_on(qtbot, documents, name)
        view = documents.preview.view
        qtbot.keyClick(view.viewport(), Qt.Key.Key_F)
        page, size = view.page, view.viewport().size()
        drawn = QPixmap(size)
        drawn.fill(documents.theme.colour("app"))
        painter = QPainter(drawn)
        draw_page(painter, page, view.origin, view.scale)
        painter.end()
        space = (
            round(view.origin.x()) + 2,
            round(view.origin.y()) + 2,
            round(page.width * view.scale) - 5,
            round(page.height * view.scale) - 5,
        )
        seen, wanted = (some.copy(*space).toImage() for some in (view.viewport().grab(), drawn))
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


def test_wheel_zooms_at_the_pointer_and_dragging_moves(documents, qtbot):
    view = documents.preview.view
    fitted, spot = view.scale, QPoint(200, 150)
    before = (QPointF(spot) - view.origin) / view.scale
    qtbot.keyClick(view.viewport(), Qt.Key.Key_Plus)
    assert view.scale > fitted
    assert documents.tools.zoom._text.text() == f"{view.scale / (96 / 25.4) * 100:.0f} %"
    qtbot.keyClick(view.viewport(), Qt.Key.Key_F)
    view.zoom(2.0, QPointF(spot))
    after = (QPointF(spot) - view.origin) / view.scale
    assert (after - before).manhattanLength() < 1e-6
    was = QPointF(view.origin)
    qtbot.mousePress(view.viewport(), LEFT, pos=spot)
    for step in (10, 20, 30):
        qtbot.mouseMove(view.viewport(), spot + QPoint(30, 40) * step / 30)
    qtbot.mouseRelease(view.viewport(), LEFT, pos=spot + QPoint(30, 40))
    assert view.origin == was + QPointF(30, 40)
    qtbot.keyClick(view.viewport(), Qt.Key.Key_W)
    assert view.page.width * view.scale == pytest.approx(view.viewport().width() - 32, abs=1)


def test_options_change_the_pages(documents, qtbot):
    click_on(qtbot, documents, "packets.pdf")
    options = documents.options
    documents.preview.go_to(5)
    title, everything = documents.preview.leaves.found[5].title, len(documents.preview.leaves.found)
    options.paper.setFocus()
    qtbot.keyClick(options.paper, Qt.Key.Key_End)
    assert options.paper.currentText() == "Letter"
    qtbot.waitUntil(lambda: documents.preview.leaves.complete)
    assert documents.preview.leaves.found[documents.preview.at].title == title, (
        "the page of that name stays in view"
    )
    assert (documents.preview.view.page.width, documents.preview.view.page.height) == (215.9, 279.4)
    qtbot.keyClicks(options.revision, "R7")
    qtbot.keyClick(options.revision, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: documents.preview.leaves.complete)
    stated = words(documents.preview.view.page)
    assert "R7" in stated
    assert any(re.fullmatch(r"\d{4}-\d\d-\d\d · fatdesk .*", word) for word in stated), "the date is today's"
    qtbot.keyClicks(options.racks, "A02, b06-b05")
    assert options.wrong.isVisible()
    assert not documents.tools.print.isEnabled() or options.wrong.text()
    qtbot.keyClick(options.racks, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(options.racks, "a02, B05-b06")
    assert not options.wrong.isVisible()
    qtbot.keyClick(options.racks, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: documents.preview.leaves.complete)
    assert {leaf.group for leaf in documents.preview.leaves.found} == {"Rack A02", "Rack B05", "Rack B06"}
    assert 0 < len(documents.preview.leaves.found) < everything
    qtbot.mouseClick(options.grey, LEFT, pos=QPoint(8, options.grey.height() // 2))
    qtbot.waitUntil(lambda: documents.preview.leaves.complete)
    colours = {item.colour for item in documents.preview.view.page.items if isinstance(item, Text)}
    assert any(len({colour[1:3], colour[3:5], colour[5:7]}) > 1 for colour in colours)


def test_a_rack_that_is_not_there_is_told_and_nothing_is_handed_over(documents, qtbot):
    click_on(qtbot, documents, "packets.pdf")
    qtbot.keyClicks(documents.options.racks, "Z99")
    qtbot.keyClick(documents.options.racks, Qt.Key.Key_Return)
    assert documents.preview.view.page is None
    assert "There is no rack Z99" in documents.preview.view.words
    assert not documents.tools.all.isEnabled()
    assert not documents.tools.print.isEnabled()


def test_an_edit_makes_the_pages_anew(documents, qtbot):
    click_on(qtbot, documents, "packets.pdf")
    documents.preview.go_to(3)
    assert documents.session.do(Rename(name="hall-7"))
    qtbot.waitUntil(lambda: documents.preview.leaves.complete)
    assert documents.preview.at == 3
    assert "hall-7" in words(documents.preview.view.page)
    documents.session.undo()
    qtbot.waitUntil(lambda: documents.preview.leaves.complete)
    assert "hall-7" not in words(documents.preview.view.page)


def test_lists_and_files_show_how_they_begin(documents, qtbot):
    click_on(qtbot, documents, "wiring.csv")
    assert documents.preview.middle.currentWidget() is documents.preview.rows
    table = documents.preview.rows.table.model()
    assert table.rowCount() == 200
    assert documents.preview.rows.words.text() == f"The first 200 rows, {table.columnCount()} columns"
    assert table.index(0, 0).data() == documents.session.derived.rows[0].id
    click_on(qtbot, documents, "fabric.net")
    assert documents.preview.text.toPlainText().startswith("# Written by fatdesk")
    assert not documents.tools.print.isEnabled()
    click_on(qtbot, documents, "bill.json")
    assert documents.preview.text.toPlainText().lstrip().startswith("{")


def test_the_beginning_of_a_long_file_is_made_by_a_worker(documents, qtbot, monkeypatch):
    """And leaving it stops the worker."""
    monkeypatch.setattr("fatdesk.gui.documents.preview.AT_ONCE", 10)
    click_on(qtbot, documents, "fabric.net")
    assert documents.preview.text.toPlainText() == "Preparing preview…"
    (job,) = documents.desk.tasks.running
    qtbot.waitUntil(lambda: job.state == "done")
    assert documents.preview.text.toPlainText().startswith("# Written by fatdesk")
    assert "bytes in all" in documents.preview.text.toPlainText()
    click_on(qtbot, documents, "wiring.json")
    (job,) = documents.desk.tasks.running
    click_on(qtbot, documents, "floor.pdf")
    assert job.state == "cancelled"


def test_export_all_and_selected(documents, qtbot, tmp_path, monkeypatch):
    folder = tmp_path / "out"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    click_on(qtbot, documents, "bill.csv")
    click_on(qtbot, documents, "packets.pdf", Qt.KeyboardModifier.ControlModifier)
    qtbot.mouseClick(documents.tools.selected, LEFT)
    qtbot.waitUntil(lambda: not documents.desk.tasks.running)
    assert sorted(path.name for path in folder.iterdir()) == ["bill.csv", "packets.pdf"]
    model = documents.list.documents
    rows = {row.name: row for row in DOCUMENTS}
    assert re.fullmatch(r"\d\d:\d\d", model.last_run_text(rows["packets.pdf"])[0])
    assert model.last_run_text(rows["floor.pdf"]) == ("never", "text3")
    assert documents.session.do(Rename(name="hall-8"))
    assert model.last_run_text(rows["packets.pdf"])[0].endswith(", outdated")
    documents.session.undo()
    assert "outdated" not in model.last_run_text(rows["packets.pdf"])[0]
    said = []
    documents.session.said.connect(said.append)
    there = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    qtbot.mouseClick(documents.tools.all, LEFT)
    qtbot.waitUntil(lambda: not documents.desk.tasks.running)
    for name in set(NAMES) - OF_RESULTS:
        assert (folder / name).exists(), name
    changed = [path for path in folder.iterdir() if path.stat().st_mtime_ns != there.get(path.name)]
    assert said[-1].startswith(f"Wrote {len(changed)} files to {folder}. Left out, because no study has ")
    for name in set(NAMES) - {path.name for path in folder.iterdir()}:
        assert name in said[-1], "each document that is missing is named"
    assert f"labels.pdf and {len(ASKED_ONLY) - 1} files for other programs" in said[-1]


def test_descriptions_are_whole_at_every_width(documents):
    """Each row is as high as its description, wrapped to the width of the list."""
    for width in (1600, 1280):
        documents.window().resize(width, 900)
        QApplication.processEvents()
        view = documents.list
        for row in range(view.model().rowCount()):
            index = view.model().index(row, 0)
            entry = index.data(ROW)
            if not isinstance(entry, Document):
                continue
            layout = QTextLayout(entry.description, documents.theme.font(12))
            layout.beginLayout()
            lines = 0
            while (line := layout.createLine()).isValid():
                line.setLineWidth(view.viewport().width() - documents.theme.px(20))
                lines += 1
            layout.endLayout()
            needed = lines * QFontMetrics(documents.theme.font(12)).lineSpacing()
            assert view.visualRect(index).height() >= documents.theme.px(24) + needed, entry.name


def test_forms_of_other_programs_tell_what_they_cannot_hold(documents, qtbot, tmp_path, monkeypatch):
    """Looked at, told, and exported by who asks for them; all others are told nothing."""
    click_on(qtbot, documents, "wiring.csv")
    assert not documents.preview.left_out.isVisible()
    click_on(qtbot, documents, "topology.conf")
    assert documents.preview.text.toPlainText().startswith(
        "# Written by fatdesk for TopologyPlugin=topology/tree\nSwitchName="
    )
    assert documents.preview.left_out.isVisible()
    assert documents.preview.left_out.text().startswith(
        "This format cannot represent: switches without hosts of their own"
    )
    click_on(qtbot, documents, "cable-validation-racks.xlsx")
    assert documents.preview.middle.currentWidget() is documents.preview.rows
    assert "lengths" in documents.preview.left_out.text()
    click_on(qtbot, documents, "netbox.zip", Qt.KeyboardModifier.ControlModifier)
    assert documents.preview.rows.table.model().index(0, 0).data() == "00-README.txt"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "out"))
    qtbot.mouseClick(documents.tools.selected, LEFT)
    qtbot.waitUntil(lambda: not documents.desk.tasks.running)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "cable-validation-racks.xlsx",
        "netbox.zip",
    ]


@needs_poppler
def test_printing_gives_the_text_of_the_exported_file(documents, qtbot, tmp_path):
    click_on(qtbot, documents, "floor.pdf")
    path = tmp_path / "printed.pdf"
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    said = []
    documents.session.said.connect(said.append)
    document = documents.document
    documents.printer.print(document.name, documents.preview.leaves.found, printer)
    printed = path.read_bytes()
    (made,) = document.pdf.make(documents.session.derived.plan, documents.options.printing()).values()
    assert list(map(letters, page_texts(printed))) == list(map(letters, page_texts(made)))
    assert images(printed, tmp_path) == []
    for (wide, high), (w, h) in zip(page_sizes(printed), page_sizes(made), strict=True):
        assert (wide, high) == pytest.approx((w, h), abs=0.5)
    assert said == [f"Printed {len(documents.preview.leaves.found)} pages of floor.pdf."]


@needs_poppler
def test_print_from_the_menu_asks_for_pages(documents, qtbot, tmp_path):
    click_on(qtbot, documents, "packets.pdf")
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
    qtbot.keyClick(documents.window(), Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert requested == [(1, len(documents.preview.leaves.found))]
    texts = page_texts(path.read_bytes())
    wanted = [leaf.draw() for leaf in documents.preview.leaves.found[1:4]]
    assert [letters(text) for text in texts] == [letters("".join(words(page))) for page in wanted]


@pytest.mark.parametrize(("workspace", "name"), sorted(DOCUMENT_OF.items()))
def test_print_from_a_workspace_prints_its_document(documents, qtbot, workspace, name):
    """Ctrl+P prints what is in view, whatever was last chosen in Documents."""
    window, titles = documents.window(), []
    window.show_workspace(workspace)

    def look():
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QPrintDialog):
            titles.append(dialog.windowTitle())
            dialog.reject()
        else:
            QTimer.singleShot(20, look)

    QTimer.singleShot(0, look)
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert titles == [f"Print {name}"]


def test_print_of_a_list_says_why_it_does_nothing(documents, qtbot):
    said = []
    documents.session.said.connect(said.append)
    click_on(qtbot, documents, "wiring.csv")
    qtbot.keyClick(documents.window(), Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
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
    model = documents.list.documents
    stated = [model.data(model.index(n), Qt.ItemDataRole.AccessibleTextRole) for n in range(model.rowCount())]
    assert all(stated)
    assert {document.name for document in PDFS} <= {text.partition(",")[0] for text in stated}
    assert documents.preview.pages.model().index(0, 0).data().startswith("1  ")


def test_what_simulations_measured_is_among_the_documents(desk, documents, qtbot, tmp_path):
    """Plots and points of a study that was measured, shown and written."""
    session = documents.session
    study = SimulationStudy(name="Tree", networks=(StudyNetwork(name="tree", spec="kary-tree:k=4,n=3"),))
    session.do(AddSimulation(simulation=study))
    (one,) = networks_of(session.derived, study)
    assert isinstance(one, ToMeasure)
    session.document.results.put(measured(one.on, [point(load, one.on.channels) for load in (0.1, 0.4)]))
    click_on(qtbot, documents, "simulations.pdf")
    qtbot.waitUntil(
        lambda: documents.preview.view.page is not None and "Tree" in words(documents.preview.view.page)
    )
    click_on(qtbot, documents, "simulations.svg")
    qtbot.waitUntil(
        lambda: documents.preview.view.page is not None and "Tree" in words(documents.preview.view.page)
    )
    assert [leaf.title for leaf in documents.preview.leaves.found] == ["simulations-tree.svg"]
    click_on(qtbot, documents, "simulations.csv")
    desk.files.exporting.into(tmp_path / "out", sorted(OF_RESULTS), Printing())
    wanted = {"simulations.csv", "simulations-tree.svg", "simulations.pdf"}
    qtbot.waitUntil(
        lambda: (tmp_path / "out").is_dir() and {f.name for f in (tmp_path / "out").iterdir()} == wanted
    )


def test_a_page_on_larger_paper_says_so(documents, qtbot):
    """A4 is chosen and the overview takes A3; a page that is on A4 says nothing."""
    note = documents.findChild(QLabel, "paper-of-page")

    def show(name):
        click_on(qtbot, documents, name)
        qtbot.waitUntil(lambda: documents.preview.leaves.complete and documents.preview.view.page is not None)
        return documents.preview.view.page

    page = show("diagrams.pdf")
    assert (page.width, page.height) == (420.0, 297.0)
    assert note.isVisible()
    assert note.text() == "This page is on A3: it does not fit A4."
    page = show("legend.pdf")
    qtbot.waitUntil(lambda: documents.preview.view.page.width == 210.0)
    assert not note.isVisible()
