"""Printed lists of structured cabling: every row is there, and strips are as wide as the cassettes."""

import itertools

import pytest

from fatdesk.engine.drawing.display import Box, Lines, Text
from fatdesk.engine.drawing.palette import PRINT
from fatdesk.engine.drawing.sheet import STOCK_A4, Imprint
from fatdesk.engine.drawing.sheets.panel_sheets import fibre_table, port_table, strip_leaves, trunk_table
from fatdesk.paper import PDFS
from fatdesk.project.derived.derived import Derived
from tests.engine.structured.samples import four_units_derived, with_rules


@pytest.fixture(scope="module")
def plan():
    return four_units_derived().plan


def test_tables_have_a_row_for_each_element(plan):
    assert len(trunk_table(plan).rows) == 64
    assert len(port_table(plan).rows) == 384 * 6
    table = fibre_table(plan)
    assert len(table.rows) == 8192
    for row in table.rows[:8]:
        assert row.cells[1:6] == (row.cells[1], *table.rows[0].cells[2:6])
        assert row.ticks == (False,)


def test_columns_do_not_overlap(plan):
    """Texts of a column end before the next one begins, within the 182 mm of a sheet."""
    for made in (trunk_table, port_table, fibre_table):
        table = made(plan)
        columns = sorted([*table.columns, *table.ticks], key=lambda column: column.x)
        for one, other in itertools.pairwise(columns):
            assert one.x + one.width <= other.x
        assert columns[-1].x + columns[-1].width <= 182


def test_strips_are_at_full_scale(plan):
    """A panel of 12 slots has 450 mm between the posts: 37.5 mm a cassette, 6.25 mm a port."""
    pages = [leaf.draw() for leaf in strip_leaves(plan, PRINT, Imprint(project="p"), STOCK_A4.lying[0])]
    cassettes = [
        item
        for page in pages
        for item in page.items
        if isinstance(item, Box) and (round(item.width, 6), round(item.height, 6)) == (37.5, 12.0)
    ]
    assert len(cassettes) == 384
    bars = [x2 - x1 for item in pages[0].items if isinstance(item, Lines) for x1, _, x2, _ in item.segments]
    assert 100.0 in [round(bar, 6) for bar in bars]
    texts = {item.text for page in pages for item in page.items if isinstance(item, Text)}
    for panel in plan.structured.panels:
        assert any(text.startswith(f"{panel.name}, U{panel.u}") for text in texts)


def test_projects_without_panels_say_so(plan):
    direct = Derived(with_rules(four_units_derived().project, panels=None)).plan
    for name in ("panels.pdf", "strips.pdf", "fibre-tests.pdf"):
        [document] = [one for one in PDFS if one.name == name]
        assert document.why_none(plan) == ""
        assert "no cable goes over panels" in document.why_none(direct)
