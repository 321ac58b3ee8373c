"""Colours of trays: parts of the limits that the judgement of the project states."""

import pytest
from msgspec.structs import replace

from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.catalog.tray_loads import TrayLoad
from fatdesk.gui.floor.table_view import tray_rows
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.room import ChangeTray
from tests.gui.pages.floor import FloorPage

PROFILE = "en-50174-2"


@pytest.fixture
def floor(desk):
    """A floor whose trays are known but for one, and whose cables have masses."""
    session = desk.session
    parts = tuple(
        replace(part, mass_kg_per_m=0.045) if isinstance(part, Cable) else part
        for part in session.project.parts
    )
    session.begin(replace(session.project, parts=parts))
    session.do(SetCabling(profile=PROFILE))
    loads = (TrayLoad(span_m=2.0, n_per_m=20.0),)
    for tray in session.project.floor.trays[:-1]:
        session.do(ChangeTray(tray=replace(tray, support_mm=1500.0, loads=loads)))
    return FloorPage(desk)


@pytest.mark.parametrize("figure", ["tray-height", "tray-load"])
def test_stretches_show_parts_of_the_limit_of_each_tray(desk, floor, figure):
    floor.colour_by(figure)
    worst = {}
    for part in floor.stretches:
        worst[part.tray] = max(part.fill, worst.get(part.tray, 0.0))
    [judged] = [one for one in desk.session.derived.judged if one.rule.figure == figure]
    amounts = (judged.values.amount / judged.limit).tolist()
    expected = dict(zip(judged.values.elements, amounts, strict=True))
    unknown = desk.session.project.floor.trays[-1].id
    assert unknown not in worst
    assert worst
    for tray, share in worst.items():
        assert share == pytest.approx(expected.get(tray, 0.0))
    assert floor.legend is not None


def test_the_table_of_trays_marks_what_exceeds_the_profile(desk, floor):
    rows = {row.id: row for row in tray_rows(desk.session)}
    for figure, read in (("tray-height", lambda row: row.height), ("tray-load", lambda row: row.load)):
        [judged] = [one for one in desk.session.derived.judged if one.rule.figure == figure]
        for index, tray in enumerate(judged.values.elements):
            assert read(rows[tray]).value == judged.values.amount[index]
            assert read(rows[tray]).over == judged.exceeds[index]
    assert any(row.load.over for row in rows.values())


def test_a_tray_of_which_nothing_is_known_is_hatched_as_in_the_legend(desk, floor):
    unknown = desk.session.project.floor.trays[-1]
    (x, top), (_, bottom) = unknown.points_mm
    floor.colour_by("tray-load")
    hatched = floor.colours_around(x, top + (bottom - top) * 0.35)
    desk.session.do(ChangeTray(tray=replace(unknown, support_mm=1500.0, nema="12A")))
    plain = floor.colours_around(x, top + (bottom - top) * 0.35)
    hatch = desk.theme.colour("text3").name()
    assert hatch in hatched
    assert hatch not in plain


def test_the_legend_describes_bars_on_racks_where_they_are_drawn(desk, floor):
    """Small racks have none."""
    floor.look(scale=0.1)
    assert any("bars on racks" in call.text for call in floor.drawn())
    floor.look(scale=0.02)
    texts = [call.text for call in floor.drawn()]
    assert "Numbers in the bar: trays per bin" in texts
    assert not any("bars on racks" in text for text in texts)
