"""One row for each kind of elements, and what the window reads from it."""

import pytest

from fatdesk.gui.inspector.kinds import ROWS, row_of
from fatdesk.gui.theme.icons import SHAPES
from fatdesk.project.document import ref
from fatdesk.project.document.ref import DEVICE, DOCUMENT, FABRIC, JOB, RACK, TRAY, ZONE, Kind

SELECTED = {kind for kind in vars(ref).values() if isinstance(kind, Kind) and kind not in (FABRIC, DOCUMENT)}
"""Fabrics and documents are named, but not selected."""


def test_each_kind_has_a_row_with_a_home_and_an_icon(desk):
    assert set(ROWS) == SELECTED
    assert {row.home for row in ROWS.values()} <= set(desk.workspaces)
    assert {row.icon for row in ROWS.values()} <= set(SHAPES)
    names = [kind.name for kind in SELECTED]
    assert len(names) == len(set(names))


def test_prefixes_are_those_of_the_palette():
    from fatdesk.gui.menus.palette import PREFIXES

    prefixes = [row.prefix for row in ROWS.values() if row.prefix]
    assert len(prefixes) == len(set(prefixes))
    assert set(prefixes) <= set(PREFIXES)


@pytest.mark.parametrize("kind", [RACK, TRAY, DEVICE])
def test_what_a_search_lists_is_found_by_its_name_and_can_be_gone_to(desk, kind):
    row = ROWS[kind]
    listed = list(row.listed(desk.session))
    assert listed
    named = row.named(desk.session)
    for some in (listed[0], listed[-1]):
        name = some.name.removeprefix("Rack ")
        assert kind(named(name)) == some.element
        desk.go_to(some.element)
        assert desk.workspace_name == row.home
        assert desk.session.selection == (some.element,)
    assert named("no such name") is None


def test_names_of_elements_that_are_gone_find_nothing(desk):
    for row in ROWS.values():
        if row.named is not None:
            assert row.named(desk.session)("gone for good") is None


def test_commands_of_a_row_are_about_its_element():
    assert row_of(JOB("Purchase")).rename("Purchase", "Buy").to == "Buy"
    assert row_of(ZONE("Zone 1")).remove("Zone 1").name == "Zone 1"
    assert row_of(RACK(4)).rename(4, "North").rack == 4


def test_ids_keep_their_type():
    elements = [RACK(4), TRAY("4"), RACK(2)]
    assert RACK.ids(elements) == [4, 2]
    assert (RACK.id_of(elements[1]), TRAY.id_of(elements[1])) == (None, "4")
    assert RACK(4) != TRAY("4")
