"""What the reader of docs/guide/installer.md does."""

from PySide6.QtTest import QTest

from fatdesk.gui.widgets.menu_button import MenuButton
from tests.gui.guide.hand import Drivers, Hand
from tests.gui.pages.cables import CablesPage
from tests.gui.pages.documents import DocumentsPage
from tests.gui.pages.list_import import ListReport

STEPS = Drivers("installer")
PACK = "Installers' pack"


@STEPS("Open the wiring list")
def open_list(hand: Hand) -> None:
    """The wiring list of the smallest example."""
    hand.open_example("60 hosts, two levels")
    hand.menu("View", "Cables")
    CablesPage(hand.window).table.select(0)
    hand.settle()
    hand.picture("installer-cables")


@STEPS("Find a cable by its label")
def find(hand: Hand) -> None:
    """Filter by a number and by a rack."""
    cables = CablesPage(hand.window)
    for text in ("VJ5TY3", "rack:A02"):
        cables.clear_filter()
        cables.filter(text)
        hand.types(text)
        hand.settle()
        hand.look()
    hand.picture("installer-filter", cables.widget)
    cables.clear_filter()


@STEPS("Look through the installers' pack")
def add_job(hand: Hand) -> None:
    """A ready-made job."""
    hand.menu("View", "Documents")
    documents = DocumentsPage(hand.window)
    hand.pressed(documents.find(MenuButton, "new-job").text())
    documents.add_ready(PACK)
    hand.pressed(PACK)
    hand.until(lambda: documents.complete)
    wait_for_page(hand, documents)
    hand.picture("installer-pack")


def wait_for_page(hand: Hand, documents: DocumentsPage) -> None:
    hand.settle()
    hand.until(lambda: documents.page is not None)
    thumbnails = documents.widget.preview.pages
    hand.until(lambda: bool(thumbnails._pictures) and not thumbnails._asked)
    QTest.qWait(20)


@STEPS("Read a rack packet")
def read_packet(hand: Hand) -> None:
    """The sheet of a switch."""
    documents = DocumentsPage(hand.window)
    documents.click_document("packets.pdf")
    hand.sees(documents.document)
    documents.go_to(1)
    wait_for_page(hand, documents)
    hand.picture("installer-packet", documents.widget)


@STEPS("Print labels")
def labels(hand: Hand) -> None:
    """A sheet of labels."""
    documents = DocumentsPage(hand.window)
    documents.click_document("labels.pdf")
    hand.sees(documents.document)
    wait_for_page(hand, documents)
    hand.picture("installer-labels", documents.view.widget)


@STEPS("Write the files")
def save(hand: Hand) -> None:
    """Save under a name."""
    with hand.choosing("hall.fatdesk"):
        hand.menu("File", "Save as…")
    hand.settle()


@STEPS("Bring your ticks back")
def bring_back(hand: Hand) -> None:
    """Import a list that was filled in."""
    with hand.choosing("monday.csv"):
        hand.menu("File", "Import edited lists…")
    report = ListReport(hand.window)
    hand.settle()
    hand.picture("installer-ticks", report.widget)
    hand.click(report.button("accept"))
    hand.settle()
    with hand.choosing():
        hand.window.save()


@STEPS("Extend the cluster in stages")
def extend(hand: Hand) -> None:
    """Nothing in the window."""
