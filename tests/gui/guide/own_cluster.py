"""What the reader of docs/guide/own-cluster.md does."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QLineEdit, QPushButton, QScrollArea

from tests.gui.guide.designer import ready
from tests.gui.guide.hand import Drivers, Hand
from tests.gui.guide.installer import wait_for_page
from tests.gui.pages.documents import CTRL, DocumentsPage
from tests.gui.pages.wizard import WizardPage

STEPS = Drivers("own-cluster")


def _choose(hand: Hand, wizard: WizardPage, part: str, *place: object) -> None:
    """Choose an entry of a list by its first word."""
    field = wizard.field(*place)
    texts = [field.combo.itemText(n) for n in range(field.combo.count())]
    assert any(text.split()[0] == part for text in texts), texts
    field.choose(next(text for text in texts if text.split()[0] == part))
    hand.types(part)


def _show_top(wizard: WizardPage) -> None:
    """Show the first page from its top."""
    wizard.field("hosts", 0, "count").edit.setFocus()
    wizard.front.findChild(QScrollArea).verticalScrollBar().setValue(0)


@STEPS("Enter the hosts and what the network must provide")
def enter(hand: Hand) -> None:
    """Two groups of hosts on shipped parts."""
    hand.menu("File", "Design a network…")
    wizard = WizardPage(hand.window)
    _choose(hand, wizard, "dell-r660-cx7", "hosts", 0, "part")
    hand.type(wizard.field("hosts", 0, "count").edit, "100", enter=False)
    hand.type(wizard.field("hosts", 0, "per_rack").edit, "20", enter=False)
    hand.click(wizard.find(QPushButton, "add-group"))
    hand.type(wizard.field("hosts", 1, "name").edit, "storage", enter=False)
    _choose(hand, wizard, "hpe-dl380-gen11-cx7", "hosts", 1, "part")
    hand.type(wizard.field("hosts", 1, "count").edit, "4", enter=False)
    hand.type(wizard.field("fabrics", 0, "blocking").edit, "2", enter=False)
    hand.settle()
    hand.look()
    _show_top(wizard)
    hand.picture("own-cluster-hosts", wizard.front)


@STEPS("Choose switches")
def switches(hand: Hand) -> None:
    """Those that fit, by their name."""
    wizard = WizardPage(hand.window)
    hand.click(wizard.next_button)
    wizard.click_fitting()
    hand.pressed(wizard.fitting_box.text())
    hand.type(wizard.find(QLineEdit, "filter-parts"), "qm9700", enter=False)
    hand.click(wizard.allow_shown_button)
    hand.settle()
    hand.picture("own-cluster-switches", wizard.front, cut=QRect(0, 0, 2000, 420))


@STEPS("Look at the candidates")
def candidates(hand: Hand) -> None:
    """The cheapest cannot be known without prices."""
    wizard = WizardPage(hand.window)
    hand.click(wizard.next_button)
    hand.click(wizard.next_button)
    ready(hand)
    hand.picture("own-cluster-candidates", wizard.front)


@STEPS("Place them in your room")
def room(hand: Hand) -> None:
    """Own racks in rows, and the project."""
    wizard = WizardPage(hand.window)
    wizard.draft.put(("room", "improve_steps"), "0")
    hand.click(wizard.next_button)
    _choose(hand, wizard, "apc-ar3300", "room", "rack")
    hand.type(wizard.field("room", "rows").edit, "2", enter=False)
    hand.type(wizard.field("room", "racks_per_row").edit, "4", enter=False)
    ready(hand)
    hand.click(wizard.next_button)
    ready(hand)
    hand.picture("own-cluster-result", wizard.front)
    with hand.choosing("own.fatdesk"):
        hand.click(wizard.button("save-as"))
    hand.settle()


@STEPS("Print wiring list, bill and labels")
def write(hand: Hand) -> None:
    """Three documents at once."""
    hand.menu("View", "Documents")
    documents = DocumentsPage(hand.window)
    documents.click_document("wiring.pdf")
    hand.sees(documents.document)
    wait_for_page(hand, documents)
    hand.picture("own-cluster-wiring", documents.widget)
    for name in ("bill.pdf", "labels.pdf"):
        documents.click_document(name, CTRL)
        hand.sees(name)
    with hand.choosing():
        hand.click(documents.find(QPushButton, "export-selected"))
    hand.settle()
    assert {"wiring.pdf", "bill.pdf", "labels.pdf"} <= {path.name for path in hand.folder.iterdir()}


@STEPS("Add parts that the catalog lacks")
def add_parts(hand: Hand) -> None:
    """The files are those of the page: their folder on the second page, then their hosts on the first."""
    hand.menu("File", "Design a network…")
    wizard = WizardPage(hand.window)
    hand.click(wizard.next_button)
    with hand.choosing("parts"):
        hand.click(wizard.part_sources.add_folder_button)
    hand.settle()
    hand.picture("own-cluster-folder", wizard.front, cut=QRect(0, 0, 2000, 420))
    hand.click(wizard.back_button)
    _choose(hand, wizard, "node", "hosts", 0, "part")
    hand.click(wizard.find(QPushButton, "add-group"))
    _choose(hand, wizard, "storage-2u", "hosts", 1, "part")
    wizard.add_member(0)
    hand.pressed("Add member")
    group = wizard.field("hosts", 1, "name").typed
    _choose(hand, wizard, group, "fabrics", 0, "members", 0, "hosts")
    hand.type(wizard.field("fabrics", 0, "members", 0, "links").edit, "2", enter=False)
    hand.settle()
    hand.look()
    racks = wizard.field("room", "rack").combo
    hand.sees(*(racks.itemText(n).split()[0] for n in range(racks.count())))
