"""The pages of a design, in the wizard and in the workspace Requirements."""

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton, QScrollArea, QWidget

from fatdesk.gui.tables.table import Table
from fatdesk.gui.widgets.combo import Combo
from tests.gui.hands import choose
from tests.gui.pages.page import LEFT, NONE, Page, control


class FieldPart(Page):
    """A field with its title, its meaning, and what is wrong with it; the newest of its name."""

    def __init__(self, inside, place):
        self.NAME = f"field-{place}"
        found = inside.findChildren(QWidget, self.NAME)
        assert found, f"there is no field {place!r} in {inside.objectName()!r}"
        self.widget = found[-1]

    @property
    def edit(self):
        """What is typed into."""
        return self.find(QLineEdit, f"{self.NAME}-edit")

    @property
    def combo(self):
        """The list of a value that is chosen."""
        return self.widget.findChild(QComboBox)

    @property
    def choice(self):
        """The words of the chosen value."""
        return self.combo.currentText()

    @property
    def shown_choice(self):
        """The words in the closed list, as far as they have room, and its tooltip."""
        combo = self.widget.findChild(Combo)
        return combo.shown_text, combo.whole_text

    @property
    def words(self):
        """The words of all values that are offered."""
        return [self.combo.itemText(number) for number in range(self.combo.count())]

    def choose(self, words):
        """Choose the value of these words."""
        combo = self.widget.findChild(QComboBox)
        number = combo.findText(words)
        assert number >= 0, f"{words!r} is not offered"
        combo.setCurrentIndex(number)
        combo.activated.emit(number)

    @property
    def typed(self):
        """What is there."""
        return self.edit.text()

    @property
    def note(self):
        """What it means, or what is wrong."""
        return self.text(f"{self.NAME}-note")

    @property
    def wrong(self):
        """What is wrong with the value; empty: nothing."""
        return self.widget.wrong

    @property
    def whole_note(self):
        """What is wrong, in the card that shows it whole; none where there is no card."""
        card = self.widget.window().findChild(QLabel, "refusal-text")
        if card is None or not card.isVisible():
            return ""
        assert card.heightForWidth(card.width()) <= card.height(), "the card is cut"
        return card.text()

    @property
    def is_cut(self):
        """Whether the line below the field holds a part of its text only."""
        return self.widget.note.is_cut

    @property
    def is_marked(self):
        """Whether it is drawn as wrong."""
        return self.edit.property("wrong") is True


class SourcesPart(Page):
    """Folders and price lists that parts come from."""

    NAME = "part-sources"

    add_folder_button = control(QPushButton, "add-folder")
    add_list_button = control(QPushButton, "add-price-list")

    @property
    def in_use(self):
        """What is said of the sources."""
        return self.text("sources-in-use")

    @property
    def errors(self):
        return self.text("source-errors")

    @property
    def errors_label(self):
        """The label of the errors, for what shows them."""
        return self.find(QWidget, "source-errors")

    @property
    def notes(self):
        return self.text("source-notes")

    def remove_button(self, path):
        """The button that removes a source; the newest, for rows are made again."""
        return self.widget.findChildren(QPushButton, f"remove-{path}")[-1]

    def offer_button(self, path):
        """The button that adds a folder which is open in Catalog."""
        return self.widget.findChildren(QPushButton, f"offer-{path}")[-1]

    @property
    def offers(self):
        """The folders that are offered."""
        return [*self.widget.offers]


class DesignPages:
    """What wizard and workspace have in common: pages, one in front; ``widget`` holds them."""

    candidates = control(Table, "table-candidates")
    rejected = control(Table, "table-rejected")
    search_button = control(QPushButton, "search-again")
    filter = control(QLineEdit, "filter-parts")
    fitting_box = control(QCheckBox, "only-fitting")
    allow_shown_button = control(QPushButton, "allow-shown")

    # Pages

    @property
    def _pages(self):
        return self.find(QWidget, "pages")

    @property
    def front(self):
        """The page in front."""
        return self._pages.page

    @property
    def page_name(self):
        """The name of the page in front."""
        return self.front.name

    @property
    def page_number(self):
        return self._pages.number

    def go_to(self, name):
        """Bring a page to the front by its name."""
        pages = self._pages
        pages.go_to([page.name for page in pages.pages].index(name))

    def step(self, number):
        """The state of a step, from 1."""
        return self.find(QWidget, f"step-{number}").state

    def click_step(self, number):
        """Go to a page by its step at the left, from 1."""
        step = self.find(QWidget, f"step-{number}")
        QTest.mouseClick(step, LEFT, NONE, step.rect().center())

    @property
    def summary(self):
        """What the page in front comes to, in words."""
        return self.front.summary()

    @property
    def sentence(self):
        """What is said below the title of the page in front."""
        return self.text(f"{self.page_name}-sentence")

    # What it works with

    @property
    def draft(self):
        """The values that are typed, as requirements and as a tree."""
        return self.widget.draft

    @property
    def search(self):
        """The search: its results, and the designs that are chosen."""
        return self.widget.search

    @property
    def sources(self):
        """Where parts come from."""
        return self.widget.sources

    @property
    def preview(self):
        """The session of what would be opened."""
        return self.widget.preview

    # Fields

    def field(self, *place):
        """The field of a value on any page, by its place in files."""
        return FieldPart(self.widget, "-".join(map(str, place)))

    @property
    def fields(self):
        """The fields of the page in front."""
        return self.front.fields

    def add_group(self):
        self.click("add-group")

    def add_network(self):
        self.click("add-network")

    def add_member(self, network):
        """Add a row to the members of a network."""
        self.click(f"add-member-{network}")

    def remove_member(self, network, row):
        self.click(f"remove-fabrics-{network}-members-{row}")

    def members_note(self, network):
        """The line about all members of a network."""
        return self.text(f"members-{network}-note")

    def choices(self, *place):
        """The values that the list of a field offers, and whether it can be used."""
        field = self.field(*place).widget
        return [value for value, _ in field.offered], field.isEnabled()

    def tick(self, text, *place):
        """Trigger the entry with a text in the menu of a field; return the text of the closed list."""
        field = self.field(*place).widget
        next(entry for entry in field.menu.actions() if entry.text() == text).trigger()
        return field.combo.currentText()

    def choose_goal(self, name):
        """Choose what shall be least."""
        goal = self.find(QWidget, f"goal-{name}")
        QTest.mouseClick(goal, LEFT, NONE, goal.rect().center() / 4)

    # Parts

    @property
    def boxes(self):
        """The boxes of the switches by role and part."""
        return self.find(QWidget, "page-parts").boxes

    def box(self, role, part):
        return self.boxes[role][part]

    @property
    def parts_beyond_the_page(self):
        """Width of the lists of switches that lies right of what the page shows, in pixels."""
        page = self.find(QWidget, "page-parts")
        page.layout().activate()
        inside = page.parts_from.parentWidget()
        inside.layout().activate()
        return max(0, inside.minimumSizeHint().width() - page.width())

    @property
    def filter_width(self):
        """Width of the field that filters switches, in pixels."""
        return self.find(QLineEdit, "filter-parts").width()

    def in_view(self, role):
        """The switches of a role that are in view."""
        return [part for part, box in self.boxes[role].items() if box.isVisible()]

    def left_by_filter(self, role):
        """The switches of a role that the filter should leave."""
        return self.find(QWidget, "page-parts").shown(role)

    def parts(self, role):
        """The switches that may have a role."""
        return self.find(QWidget, "page-parts").parts(role)

    def note(self, role):
        """What is said of the switches of a role."""
        return self.note_label(role).text()

    def note_label(self, role):
        return self.widget.findChildren(QWidget, f"{role}-note")[-1]

    @property
    def hidden_parts(self):
        """How many switches the filter hides, in words."""
        return self.text("hidden-parts")

    def click_fitting(self):
        """Tick the box of switches that fit, or clear it."""
        QTest.mouseClick(self.fitting_box, LEFT, NONE, QPoint(8, self.fitting_box.height() // 2))

    def choose_speed(self, text):
        choose(self.find(QComboBox, "filter-speed"), text)

    def show_priced(self):
        self.find(QCheckBox, "only-priced").click()

    def allow_all(self):
        self.click("allow-all")

    def allow_shown(self):
        self.click("allow-shown")

    @property
    def part_sources(self):
        return SourcesPart(self.widget)

    def new_part(self):
        """Ask for Catalog to make a part, on the page Parts."""
        self.click("new-part")

    # Candidates and room

    def click_help(self, line):
        """A click on what would help a rejected design."""
        index = self.rejected.rows.index(line, 3)
        self.rejected.scrollTo(index)
        QTest.mouseClick(self.rejected.viewport(), LEFT, NONE, self.rejected.visualRect(index).center())

    @property
    def candidate_name(self):
        return self.text("candidate-name")

    @property
    def candidate_remark(self):
        return self.text("candidate-remark")

    place_button = control(QPushButton, "place-candidates")

    @property
    def candidate_work(self):
        """What is said of the work to install the candidate taken; empty where it is not placed."""
        shown = self.find(QLabel, "candidate-work")
        return shown.text() if shown.isVisibleTo(self.widget) else ""

    @property
    def candidate_rules(self):
        """What rules the candidate taken breaks or is not judged by; empty where there are none."""
        shown = self.find(QLabel, "candidate-rules")
        return shown.text() if shown.isVisibleTo(self.widget) else ""

    @property
    def cut_figures(self):
        """Figures of the chosen candidate that are wider than their place."""
        shown = [one for three in self.widget.pages.page.figures.values() for one in three if one.isVisible()]
        return [one.text() for one in shown if one.fontMetrics().horizontalAdvance(one.text()) > one.width()]

    @property
    def cost_bars(self):
        """The bars of the costs of candidates."""
        return self.find(QWidget, "cost-bars").bars

    def search_or_stop(self):
        """The button that searches again, or stops."""
        self.click("search-again")

    @property
    def room_state(self):
        """What is said of the room."""
        return self.text("room-state")

    def reserve_units(self):
        self.click("reserve-units")

    def add_obstacle(self):
        """Scroll to the button and click it."""
        button = self.find(QPushButton, "add-obstacle")
        for area in self.widget.findChildren(QScrollArea):
            if area.isAncestorOf(button):
                area.ensureWidgetVisible(button)
        self.click("add-obstacle")

    def remove_obstacle(self):
        self.click("remove-room-columns-0")


class WizardPage(DesignPages, Page):
    """The wizard that designs a network."""

    NAME = "wizard"

    next_button = control(QPushButton, "next")
    back_button = control(QPushButton, "back")
    cancel_button = control(QPushButton, "cancel")
    compare_button = control(QPushButton, "compare")
    save_button = control(QPushButton, "save-requirements")

    def __init__(self, window):
        found = window.findChildren(QWidget, self.NAME)
        assert found, "there is no wizard"
        self.widget, self.window = found[-1], window

    @property
    def figures(self):
        """The texts of the figures of the page on view."""
        figures = self.widget.pages.page.figures.values()
        return [one.text() for some in figures for one in (some if isinstance(some, tuple) else (some,))]

    @property
    def chosen_design(self):
        """The design of the candidate that is chosen for the first fabric; None: nothing is found yet."""
        return next((one.design for one in self.widget.search.chosen), None)

    def begin(self, name):
        """Come to the front with a page."""
        self.widget.begin(name)

    def key(self, key, keys=NONE):
        """Press a key on the wizard."""
        QTest.keyClick(self.widget, key, keys)

    def next(self):
        self.click("next")

    def back(self):
        self.click("back")

    def cancel(self):
        self.click("cancel")

    def compare(self):
        """Compare with other networks in the explorer."""
        self.click("compare")

    def save_as(self):
        """Open the project and save it under a name."""
        self.click("save-as")

    def save_requirements(self):
        self.click("save-requirements")
