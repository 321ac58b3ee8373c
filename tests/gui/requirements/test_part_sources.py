"""Own parts and price lists in a new design: a folder with a switch, from the page Parts to the project."""

from decimal import Decimal

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from fatdesk.core.program import shipped
from tests.gui.hands import press, type_in
from tests.gui.pages.catalog import CatalogPage
from tests.gui.pages.explorer import ExplorerPage
from tests.gui.pages.requirements import RequirementsPage
from tests.gui.pages.wizard import WizardPage
from tests.gui.requirements.test_wizard import ENTER, LEFT, PAGES, ready
from tests.gui.requirements.test_wizard import press as press_here

SWITCH = """\
kind: switch
id: acme-36
part_number: ACME-36
height_u: 1
power_w: 100
price: {amount: 5000, currency: USD, date: 2026, source: "a quote"}
ports: [{count: 36, connector: qsfp, rate_gbps: 40, protocol: infiniband, lanes: 4}]
"""
"""The switch of the worked example at less than half its price, 11,000."""


@pytest.fixture
def mine(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "acme-36.yaml").write_text(SWITCH)
    return folder


@pytest.fixture
def choose(monkeypatch, choose_folder):
    """Answer the next dialogs for folders and for price lists."""

    def answer(folder="", lists=()):
        names = [str(path) for path in lists]
        choose_folder(folder)
        monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (names, ""))

    return answer


@pytest.fixture
def parts_page(window, qtbot):
    """Bring up the page Parts of a new design."""

    def begin():
        with qtbot.waitActive(window):
            pass
        press(qtbot, window, Qt.Key.Key_N)
        press_here(qtbot)
        wizard = WizardPage(window)
        assert wizard.page_name == "parts"
        return wizard

    return begin


def click(qtbot, button):
    qtbot.waitUntil(button.isVisible)
    assert button.isEnabled()
    qtbot.mouseClick(button, LEFT)


def cancel(window, qtbot):
    click(qtbot, WizardPage(window).cancel_button)
    assert not window.designing.is_going


def test_a_switch_of_a_folder_is_designed_with_to_the_end(window, parts_page, choose, mine, qtbot):
    page = parts_page()
    assert "acme-36" not in page.boxes["edge"]
    choose(folder=mine)
    click(qtbot, page.part_sources.add_folder_button)
    qtbot.waitUntil(page.boxes["edge"]["acme-36"].isVisible)
    assert page.parts_beyond_the_page == 0, "the lists that are made again fit the page, as the first ones do"
    for role in ("edge", "core"):
        boxes = page.boxes[role]
        first = [*boxes][: 1 + sum(box.isChecked() for box in boxes.values())]
        assert "acme-36" in first, "own parts come right after those that are ticked"
        boxes["acme-36"].setFocus()
        press_here(qtbot, Qt.Key.Key_Space)
        for other, box in page.boxes[role].items():
            if box.isChecked() and other != "acme-36":
                box.setFocus()
                press_here(qtbot, Qt.Key.Key_Space)
    for name in PAGES[1:]:
        ready(qtbot, page)
        assert page.page_name == name
        press_here(qtbot, ENTER)
    project = window.session.project
    [design] = [some.design for some in project.fabrics]
    assert {use.part for use in design.switches} == {"acme-36"}
    assert sum(use.count for use in design.switches) == 22 + 18  # 396 / 18 edges; a core for each uplink
    [part] = [part for part in project.parts if part.id == "acme-36"]
    assert part.price.amount == 5000
    assert not [c for c in window.session.findings if str(c.finding.severity) == "error"]


def test_a_part_made_in_catalog_is_one_click_away_in_the_next_design(
    window, parts_page, choose, tmp_path, qtbot
):
    folder = tmp_path / "new"
    folder.mkdir()
    choose(folder=folder)
    CatalogPage(window).open_folder()
    place = window.desk.libraries.folder
    part = next(some.part for some in window.desk.libraries.shipped.entries() if some.title == "ib-36")
    assert place.add([replace(part, id="made-36", name="Made here")])
    page = parts_page()
    assert [*page.part_sources.offers] == [folder]
    click(qtbot, page.part_sources.offer_button(folder))
    assert "made-36" not in page.boxes["edge"]
    assert "holds no part" in page.part_sources.errors
    cancel(window, qtbot)
    press(qtbot, window, Qt.Key.Key_S)
    assert not place.unsaved
    page = parts_page()
    assert "made-36" in page.boxes["edge"]
    assert not page.part_sources.errors_label.isVisible()
    assert not page.part_sources.offers


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1600, 1000)])
def test_buttons_and_prices_are_in_view_at_every_width(
    window, parts_page, choose, mine, qtbot, width, height
):
    window.resize(width, height)
    page = parts_page()
    choose(folder=mine)
    click(qtbot, page.part_sources.add_folder_button)
    rows, front = page.part_sources, page.front
    buttons = (rows.add_folder_button, rows.add_list_button, rows.remove_button(mine))
    for widget in (*buttons, *(page.note_label(role) for role in page.boxes)):
        qtbot.waitUntil(widget.isVisible)
        qtbot.waitUntil(
            lambda widget=widget: widget.mapTo(front, widget.rect().topRight()).x() < front.width() - 10
        )


def test_errors_of_a_folder_name_file_line_and_field_and_the_last_parts_stay(
    window, parts_page, choose, mine, qtbot
):
    page = parts_page()
    choose(folder=mine)
    click(qtbot, page.part_sources.add_folder_button)
    broken = mine / "acme-36.yaml"
    broken.write_text(SWITCH.replace("power_w: 100", "power_w: lots"))
    click(qtbot, page.back_button)
    press_here(qtbot)
    assert page.page_name == "parts"
    shown = page.part_sources.errors_label
    assert shown.isVisible()
    assert shown.text().startswith("mine/acme-36.yaml:5: power_w: ")
    assert str(broken) in shown.toolTip()
    assert "acme-36" in page.boxes["edge"]
    assert page.draft.catalog["acme-36"].power_w == 100
    broken.write_text(SWITCH.replace("power_w: 100", "power_w: 90"))
    click(qtbot, page.back_button)
    press_here(qtbot)
    assert not shown.isVisible()
    assert page.draft.catalog["acme-36"].power_w == 90


def test_a_wrong_folder_leaves_the_others_in_use(window, parts_page, choose, mine, tmp_path, qtbot):
    other = tmp_path / "other"
    other.mkdir()
    (other / "ib-36.yaml").write_bytes((shipped("catalogs") / "papers" / "ib-36.yaml").read_bytes())
    page = parts_page()
    for folder in (mine, other):
        choose(folder=folder)
        click(qtbot, page.part_sources.add_folder_button)
    assert "ib-36 is in" in page.part_sources.errors
    assert "other" in page.part_sources.errors
    assert "acme-36" in page.boxes["edge"]
    rows = {row.path: row for row in page.sources.rows()}
    assert (rows[mine].problem, rows[other].problem) == ("", "not used")
    cancel(window, qtbot)
    page = parts_page()  # another design: the wrong one is still no harm
    assert "acme-36" in page.boxes["edge"]
    click(qtbot, page.part_sources.remove_button(mine))
    assert page.part_sources.add_folder_button.hasFocus()
    assert "acme-36" not in page.boxes["edge"]
    click(qtbot, page.part_sources.remove_button(other))
    assert not page.part_sources.errors_label.isVisible()
    assert page.part_sources.in_use == "shipped parts only"


def test_sources_are_remembered_and_missing_ones_stated(window, parts_page, choose, mine, tmp_path, qtbot):
    page = parts_page()
    choose(folder=mine)
    click(qtbot, page.part_sources.add_folder_button)
    cancel(window, qtbot)
    page = parts_page()
    assert "acme-36" in page.boxes["edge"]
    cancel(window, qtbot)
    mine.rename(tmp_path / "elsewhere")
    page = parts_page()
    assert "acme-36" not in page.boxes["edge"]
    assert [row.problem for row in page.sources.rows()] == ["missing, not used"]
    assert not page.part_sources.errors_label.isVisible()
    press_here(qtbot)
    assert page.page_name == "limits", "it is in nobody's way"


def test_prices_of_a_list_and_an_override_are_searched_with(
    window, parts_page, choose, mine, tmp_path, qtbot
):
    """22 edge and 18 core switches: 40 prices, wherever the price comes from; cables have none yet."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "ib-36.override.yaml").write_text("price: 2000\npart_number: IB-36\n")
    page = parts_page()
    qtbot.keyClick(page.box("core", "modular-108"), Qt.Key.Key_Space)

    def cost():
        page.begin("candidates")
        ready(qtbot, page)
        [chosen] = page.search.chosen
        assert chosen.switches == 40
        page.begin("parts")
        return chosen.cost.amount

    assert cost() == 40 * 11000
    choose(folder=own)
    click(qtbot, page.part_sources.add_folder_button)
    assert cost() == 40 * 2000
    prices = tmp_path / "prices.csv"
    prices.write_text("Part number,Price\nIB-36,2500\nUNKNOWN-1,7\n")
    choose(lists=[prices])
    click(qtbot, page.part_sources.add_list_button)
    assert cost() == 40 * 2500
    notes = page.part_sources.notes
    assert "state no currency, USD is assumed" in notes
    assert "UNKNOWN-1 in line 3" in notes
    click(qtbot, page.part_sources.remove_button(prices))
    assert cost() == 40 * 2000


def test_prices_in_euro_are_not_called_dollars(window, parts_page, choose, mine, qtbot):
    from fatdesk.gui.requirements.parts_page import prices_text

    (mine / "acme-36.yaml").write_text(SWITCH.replace("USD", "EUR"))
    page = parts_page()
    choose(folder=mine)
    click(qtbot, page.part_sources.add_folder_button)
    parts = page.parts("edge")
    [own] = [part for part in parts if part.id == "acme-36"]
    assert prices_text(own, "") == ("EUR 5,000", "EUR 139")
    assert "price EUR 5,000" in page.box("edge", "acme-36").accessibleDescription()


def test_own_parts_of_a_project_stay_and_folders_are_added_to_them(desk, choose, mine, qtbot, designed):
    switch = next(part for part in designed("nodes-60").parts if part.id == "ib-36")
    its = replace(switch, id="project-36", name="A switch of the project")
    priced = replace(switch, price=replace(switch.price, amount=Decimal(12345)))
    kept = tuple(priced if part.id == "ib-36" else part for part in designed("nodes-60").parts)
    desk.session.begin(replace(designed("nodes-60"), parts=(*kept, its)))
    with qtbot.waitActive(desk):
        pass
    press(qtbot, desk, Qt.Key.Key_1)
    view = page = RequirementsPage(desk)
    view.go_to("parts")
    (mine / "ib-36.override.yaml").write_text("price: 1\n")
    choose(folder=mine)
    click(qtbot, page.part_sources.add_folder_button)
    assert {"acme-36", "project-36", "ib-36"} <= set(page.boxes["edge"])
    assert view.draft.catalog["ib-36"].price.amount == 12345
    assert "keep the figures and prices they have there" in page.part_sources.notes
    assert not view.redesign_button.isEnabled(), "nothing is asked otherwise yet"
    view.go_to("requirements")
    type_in(qtbot, view.field("hosts", 0, "count").edit, "50")
    view.go_to("parts")
    click(qtbot, page.part_sources.remove_button(mine))
    assert "project-36" in page.boxes["edge"]
    assert "acme-36" not in page.boxes["edge"]
    qtbot.waitUntil(view.redesign_button.isEnabled)


def test_requirements_with_own_parts_open_again_and_can_be_compared(
    window, parts_page, choose, mine, tmp_path, qtbot, monkeypatch
):
    page = parts_page()
    choose(folder=mine)
    click(qtbot, page.part_sources.add_folder_button)
    page.box("edge", "acme-36").setFocus()
    press_here(qtbot, Qt.Key.Key_Space)
    path = tmp_path / "asked.yaml"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    click(qtbot, page.save_button)
    click(qtbot, page.compare_button)
    explorer = ExplorerPage.from_wizard(window)
    assert "acme-36" in explorer.asking.draft.catalog
    assert explorer.asking.wanted is not None
    window.designing.end()
    window.files.open_path(path)
    assert WizardPage(window).draft.requirements.fabrics[0].edge == ("acme-36", "ib-36")
