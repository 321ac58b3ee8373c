"""The change order in the workspace Documents: worked out in the background, then its pages and rows."""

from fatdesk.gui.analysis.growth_plan import WORKING
from tests.gui.pages.documents import DocumentsPage
from tests.project.growing.test_growing import project
from tests.project.growing.test_orders import planned


def test_its_pages_and_rows_are_shown_when_they_are_worked_out(window, qtbot):
    window.session.begin(planned(108))
    documents = DocumentsPage(window)
    documents.list.choose("change-order.pdf")
    assert WORKING[4:] in documents.left_out
    qtbot.waitUntil(lambda: "Stage 2, network compute" in documents.titles)
    assert documents.left_out == ""
    documents.list.choose("change-order.csv")
    assert documents.text("list-words").startswith("The first 200 rows")


def test_without_a_plan_it_says_so(window):
    window.session.begin(project())
    documents = DocumentsPage(window)
    documents.list.choose("change-order.xlsx")
    assert documents.left_out == "The project has no growth plan: add a step in Growth."
