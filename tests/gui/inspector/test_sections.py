"""Titles of the inspector have icons; sections are folded at their headings, in other selections too."""

import pytest

from fatdesk.project.document.ref import DEVICE, RACK
from tests.gui.pages.inspector import Inspector


@pytest.fixture
def inspector(desk):
    desk.show_workspace("racks")
    desk.session.select([DEVICE("compute/edge/11")])
    return Inspector(desk.inspector)


def test_a_click_on_a_heading_folds_its_section_in_all_selections(desk, inspector):
    assert "Unit" in inspector.shown_texts
    inspector.click_heading("Place")
    assert not inspector.is_open("Place")
    assert "Place" in inspector.shown_texts
    assert "Unit" not in inspector.shown_texts
    assert "To core" in inspector.shown_texts  # the next one is as it was
    desk.session.select([DEVICE("compute/edge/3")])
    assert "Unit" not in inspector.shown_texts
    inspector.click_heading("Place")
    assert "Unit" in inspector.shown_texts
    assert not desk.session.can_undo  # a setting of the window, not of the project


def test_keys_fold_a_section_and_keep_the_focus(desk, inspector):
    inspector.press_chevron("Uplinks")
    assert not inspector.is_open("Uplinks")
    assert "Blocking" not in inspector.shown_texts
    inspector.press_chevron("Uplinks")
    assert "Blocking" in inspector.shown_texts


def test_keys_that_go_to_a_field_unfold_its_section(desk, inspector):
    inspector.click_heading("Place")
    desk.show_inspector()
    assert inspector.is_open("Place")
    assert inspector.has_keys("Rack")


def test_the_default_layout_unfolds_all(desk, inspector):
    inspector.click_heading("Place")
    desk.reset_layout()
    assert inspector.is_open("Place")
    assert "Unit" in inspector.shown_texts


def test_the_title_has_the_icon_of_the_kind(desk, inspector):
    assert inspector.icons == ["switch"]
    desk.session.select([DEVICE("nodes/7")])
    assert inspector.icons == ["host"]
    racks = [RACK(rack.number) for rack in desk.session.project.floor.racks[:2]]
    desk.session.select(racks)
    assert inspector.icons == ["racks"]
    desk.session.select([*racks, DEVICE("nodes/7")])
    assert inspector.icons == []
