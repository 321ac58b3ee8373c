"""The workspace Explorer: search settings, scatter plot and cost curve, comparison, table of candidates."""

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QPushButton, QWidget

from fatdesk.gui.explorer.curves import CandidateCurvesPlot
from fatdesk.gui.explorer.scatter import Scatter
from fatdesk.gui.tables.table import Table
from tests.gui.pages.page import LEFT, NONE, Page, control, middle_of
from tests.gui.pages.wizard import FieldPart
from tests.gui.pages.workspace import WorkspacePage


def corners(whole, *controls):
    """Where the upper left corners of some controls are."""
    return [one.mapTo(whole, one.rect().topLeft()) for one in controls]


class SwitchDialogPage(Page):
    """The dialog that asks for the switch of a project."""

    NAME = "switch-dialog"

    @staticmethod
    def is_open():
        """Whether it waits for an answer."""
        shown = QApplication.activeModalWidget()
        return shown is not None and shown.objectName() == SwitchDialogPage.NAME

    def __init__(self):
        super().__init__(QApplication.activeModalWidget())

    @property
    def titles(self):
        """The switches that are offered."""
        return [row.title for row in self.find(Table, "table-switches").rows.rows]

    def accept(self):
        self.click("accept")

    def leave(self):
        QTest.keyClick(self.widget, Qt.Key.Key_Escape)


class TreeCountsPage(Page):
    """The dialog with the number of trees by heuristic."""

    NAME = "tree-counts"

    def __init__(self, explorer):
        super().__init__(explorer.widget)

    @property
    def state(self):
        return self.find(QWidget, "counts-state").text()

    @property
    def is_counting(self):
        return self.widget.task is not None

    @property
    def rows(self):
        """The rows of the table, as numbers by heuristic."""
        return [row.trees for row in self.find(Table, "table-tree-counts").rows.rows]

    def list_trees(self, limit):
        """Type the most trees and press the button; the test answers the dialog for the file."""
        self.find(QLineEdit, "trees-limit").setText(str(limit))
        self.click("list-trees")

    def choose_rounding(self, number):
        self.find(QComboBox, "rounding").setCurrentIndex(number)

    def close(self):
        self.click("close")


class PartsPage(Page):
    """The dialog with the priced parts of a candidate."""

    NAME = "parts-dialog"

    def __init__(self, explorer):
        super().__init__(explorer.widget)

    @property
    def state(self):
        return self.find(QWidget, "parts-state").text()

    @property
    def is_listing(self):
        return self.widget.task is not None

    @property
    def rows(self):
        """The cells of each line by title."""
        rows = self.find(Table, "table-parts-of-candidate").rows
        return [{column.title: column.text(row) for column in rows.columns} for row in rows.rows]

    def close(self):
        self.click("close")


class OriginPage(Page):
    """The strip over Topology that states from which point the project was made."""

    NAME = "origin-strip"

    def __init__(self, window):
        super().__init__(window)
        assert self.widget.isVisible()

    @property
    def words(self):
        return self.text("origin-text")

    @property
    def offers_comparison(self):
        return self.find(QPushButton, "origin-compare").isVisible()

    def compare(self, letters):
        """The button to the comparison with these letters."""
        assert self.find(QPushButton, "origin-compare").text() == f"Compare with {letters}"
        self.click("origin-compare")


class ExplorerPage(WorkspacePage):
    """Candidates for the requirements of a project, a study or a file; also where the wizard compares."""

    scatter = control(Scatter, "scatter")
    cost_curve = control(QWidget, "cost-curve")
    comparison = control(QWidget, "comparison")
    search_button = control(QPushButton, "search")
    make_button = control(QPushButton, "create-project")
    rejected_button = control(QAbstractButton, "rejected")
    over_button = control(QAbstractButton, "over")
    curve_from = control(QLineEdit, "curve-from")
    curve_to = control(QLineEdit, "curve-to")

    def __init__(self, window, *, show=True):
        super().__init__(window, "explorer", show=show)

    @classmethod
    def from_wizard(cls, window):
        """The explorer that the wizard has opened."""
        page = cls.__new__(cls)
        page.widget, page.window = window.designing.explorer, window
        return page

    def end_redesign(self, fabric):
        """What the explorer signals once the open project has the design of a point."""
        self.widget.redesigned.emit(fabric)

    # What is explored

    @property
    def asking(self):
        """The search settings: source, requirements, parts, digest."""
        return self.find(QWidget, "search-form")

    def field(self, name):
        """A field of the search settings by its key in files."""
        place = {"count": "hosts-0-count", "families": "fabrics-0-families"}.get(name, f"explore-{name}")
        return FieldPart(self.asking, place)

    @property
    def fields(self):
        """The fields of the search settings by their keys in files."""
        return {str(field.place[-1]): field for field in self.asking.fields}

    def choose_families(self, *names):
        """Search some families alone; none: all."""
        self.asking.draft.put(("fabrics", 0, "families"), list(names))

    def open_settings(self):
        self.click("search-settings")

    def explore_file(self, path):
        self.widget.explore_file(path)

    def explore_project(self):
        self.widget.explore_project()

    def explore_study(self, *study):
        """Explore a ready-made study: its file, title, and quantity of the x axis."""
        self.widget.explore_study(*study)

    def explore(self, wanted):
        """Explore other requirements of the same source."""
        self.widget.explore(wanted, self.asking.source)

    @property
    def source_menu(self):
        """The entries of the menu of sources, as it comes up."""
        menu = self.find(QAbstractButton, "sources").menu()
        menu.aboutToShow.emit()
        return menu.actions()

    # Searches

    def search(self):
        self.click("search")

    def search_again(self):
        """The button of the notice."""
        self.click("search-again")

    def cancel(self):
        self.click("cancel-search")

    @property
    def task(self):
        """The task that searches; None: none runs."""
        return self.results.task

    def wait(self, qtbot):
        """Wait until nothing is searched."""
        qtbot.waitUntil(lambda: self.task is None)

    @property
    def expected_time(self):
        """The estimate next to the search button."""
        return self.text("expected-time")

    @property
    def expected_tip(self):
        return self.find(QWidget, "expected-time").toolTip()

    @property
    def shows_progress(self):
        return self.find(QWidget, "progress").isVisible()

    @property
    def results(self):
        """What was found, the pins, and why a search failed."""
        return self.widget.results

    @property
    def points(self):
        """The points of the last search; None: there are none."""
        return self.widget.points

    @property
    def is_stale(self):
        return self.widget.is_stale

    @property
    def shows_notice(self):
        return self.find(QWidget, "notice").isVisible()

    @property
    def notice(self):
        """The warning about the results."""
        return self.text("notice-text")

    # The plot

    def spot(self, number):
        """Where a point is drawn."""
        return self.scatter.spot(number).toPoint()

    def lone(self):
        """A point of the front with no other near it."""
        x, y = self.scatter.spots()
        for number in np.flatnonzero(self.points.front).tolist():
            far = np.hypot(x - x[number], y - y[number])
            if np.sort(far[self.scatter.shown])[1:2].min(initial=99) > 12:
                return number
        raise AssertionError("no point stands alone")

    def tip(self, at):
        """What the tooltip says at a pixel of the plot."""
        return self.scatter.words_at(QPointF(at))

    def select_point(self, number):
        """Select a point, as a click on it does."""
        self.scatter.chosen.emit(np.array([number]), False)

    def double_click(self, number):
        QTest.mouseDClick(self.scatter.viewport(), LEFT, NONE, self.spot(number))

    @property
    def axes(self):
        """The names of the quantities of both axes."""
        return tuple(self.find(QComboBox, name).currentData() for name in ("axis-x", "axis-y"))

    def toggle_curves(self):
        """Show the curves of the paper's figures, or the points again."""
        self.click("curves")

    @property
    def curves(self):
        """The plot of the curves."""
        return self.find(CandidateCurvesPlot, "candidate-curves")

    @property
    def picture_names(self):
        """The file that a picture of the visible plot is saved as, and its text."""
        name, data = self.widget.picture("svg")
        return name, data.decode()

    def keep_range(self):
        self.click("keep-range")

    def clear_range(self):
        self.click("range")

    def show_front(self, number):
        """Limit the table: 0 to all, 1 to the front, 2 to the front of both axes."""
        self.find(QAbstractButton, "front").menu().actions()[number].trigger()

    def tick_family(self, title):
        """Tick a family in the menu, or clear it."""
        entries = self.find(QAbstractButton, "families").menu().actions()
        next(some for some in entries if some.text() == title).trigger()

    @property
    def families_explained(self):
        """The tooltips of the families in the menu, in one line each."""
        entries = self.find(QAbstractButton, "families").menu().actions()
        return {some.text(): " ".join(some.toolTip().split()) for some in entries}

    def toggle_over(self):
        """Hide candidates that block more than required, or show them again."""
        self.click("over")

    def show_rejected(self):
        self.click("rejected")

    # The table and the comparison

    @property
    def table(self):
        return self.find(Table, "table-candidates")

    @property
    def listed(self):
        """The numbers of the candidates in the table, from the top."""
        return self.table.rows.lines.line.tolist()

    @property
    def selected(self):
        """The numbers of the candidates that are selected in the table."""
        return [row.number for row in self.table.chosen_rows()]

    def click_row(self, number, column):
        """A click on the line of a candidate."""
        index = self.table.rows.index(self.listed.index(number), column)
        QTest.mouseClick(self.table.viewport(), LEFT, NONE, middle_of(self.table, index))

    @property
    def list_titles(self):
        """The titles of the list's columns, hidden ones too."""
        return [column.title for column in self.find(Table, "table-candidates").rows.columns]

    def row_texts(self, number):
        """The cells of a candidate by title, hidden ones too."""
        rows = self.find(Table, "table-candidates").rows
        return {column.title: column.text(rows.rows[number]) for column in rows.columns}

    def list_parts(self):
        """The button that lists the parts of the selected candidate."""
        self.click("candidate-parts")
        return PartsPage(self)

    @property
    def summary_tip(self):
        """The notes on the search."""
        return self.find(QWidget, "summary").toolTip()

    @property
    def summary(self):
        """What is said below the table."""
        return self.text("summary")

    @property
    def pins(self):
        return self.results.pins

    def pin(self, number):
        """Pin a candidate, or take its pin away."""
        self.results.toggle_pin(number)

    @property
    def pinned_note(self):
        """Why the candidate that was to be compared could not be pinned."""
        note = self.widget.side.note
        return note.text() if note.isVisibleTo(self.widget) else ""

    @property
    def compared(self):
        """The lines of the comparison, from the top."""
        return self.comparison.lines

    def compare(self, letters, lines):
        """Show lines in place of those of the pins."""
        self.widget.side.show_lines(letters, lines)

    @property
    def least_of_comparison(self):
        """The width that the comparison has at least, in pixels."""
        return self.widget.side.minimumWidth()

    def click_letter(self, x):
        """A click into the head of the comparison; it is made as wide as its design."""
        self.comparison.resize(430, 600)
        QTest.mouseClick(self.comparison, LEFT, NONE, QPoint(x, 8))

    def create_project(self):
        """The button that makes a project of the selected candidate."""
        self.click("create-project")

    def make(self, number):
        """Make a project of a candidate, as Enter on its row does."""
        self.widget.make(number)

    def back(self):
        """Back to the design."""
        self.click("back")

    # The cost curve

    def show_curve(self):
        self.click("show-curve")

    def draw_curve(self):
        self.click("draw-curve")

    @property
    def curve_bar(self):
        return self.find(QWidget, "curve-bar")

    @property
    def places(self):
        """Where the controls and rows around the plot are."""
        plots, bar = self.find(QWidget, "plots"), self.find(QWidget, "plot-bar")
        return corners(self.widget, bar, self.make_button, self.table, plots)


class ForSalePage(Page):
    """The part of the explorer with all designs over parts for sale."""

    NAME = "for-sale"

    scatter = control(Scatter, "design-scatter")
    comparison = control(QWidget, "design-comparison")
    make_button = control(QPushButton, "design-create-project")
    place_button = control(QPushButton, "place-designs")
    unsold_button = control(QPushButton, "unsold")
    table = control(Table, "table-designs")

    def __init__(self, explorer):
        explorer.click("show-for-sale")
        super().__init__(explorer.find(QWidget, self.NAME))
        self.explorer = explorer

    @property
    def results(self):
        """What was found and placed, the pins, and why a search failed."""
        return self.widget.results

    @property
    def points(self):
        """The designs of the last search; None: there are none."""
        return self.widget.points

    def wait(self, qtbot):
        """Wait until nothing is searched, placed, or made into a project."""
        maker = self.explorer.widget.maker
        qtbot.waitUntil(lambda: self.results.task is None and maker.task is None)

    @property
    def places(self):
        """Where the plot and the controls and rows around it are."""
        return corners(self.widget, self.scatter, self.make_button, self.table, self.place_button)

    def search(self, qtbot):
        self.explorer.search()
        self.wait(qtbot)
        assert not self.results.failed

    def on_made(self, call):
        """Call with each new project that is made of a design, before it is opened."""
        self.explorer.widget.made.connect(call)

    def allow_every_part(self):
        """Search all families and switches, named in the requirements or not."""
        self.explorer.find(QAbstractButton, "every-part").click()

    @property
    def listed(self):
        """The numbers of the designs in the table, from the top."""
        return self.table.rows.lines.line.tolist()

    def row_texts(self, number):
        """The cells of a design by their names in files, hidden ones too."""
        rows = self.table.rows
        return {column.id: column.text(rows.rows[number]) for column in rows.columns}

    def choose_axes(self, x, y):
        """Choose the quantities of both axes by their names."""
        for axis, name in (("x", x), ("y", y)):
            combo = self.find(QComboBox, f"design-axis-{axis}")
            combo.setCurrentIndex(combo.findData(name))
            combo.activated.emit(combo.currentIndex())

    def select(self, *numbers):
        """Select points, as a drawn rectangle does."""
        self.scatter.chosen.emit(np.array(numbers), False)

    def tick(self, menu, title):
        """Tick a value in a menu of the filters, or clear it."""
        entries = self.find(QAbstractButton, f"design-{menu}").menu().actions()
        next(some for some in entries if some.text() == title).trigger()

    def offers(self, menu):
        """The values in a menu of the filters; None: it is hidden."""
        button = self.find(QAbstractButton, f"design-{menu}")
        return [some.text() for some in button.menu().actions()] if button.isVisible() else None

    def toggle_priced(self):
        self.click("design-priced")

    def show_front(self):
        self.find(QAbstractButton, "design-front").menu().actions()[1].trigger()

    def place(self, qtbot):
        self.click("place-designs")
        self.wait(qtbot)

    @property
    def summary(self):
        return self.text("design-summary")

    @property
    def notice(self):
        """The warning about the results; empty where there is none."""
        return self.text("design-notice-text") if self.find(QWidget, "design-notice").isVisible() else ""

    @property
    def compared(self):
        """The lines of the comparison by title."""
        return {line.title.strip(): line.texts for line in self.comparison.lines}

    def unsold(self):
        """The rows of the dialog of what is not for sale."""
        self.click("unsold")
        dialog = self.find(QWidget, "unsold-dialog")
        rows = list(dialog.table.rows.rows)
        dialog.close()
        return rows
