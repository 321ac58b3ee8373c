"""The bar of a cable's length: it adds up, says what it shows, and can be seen in both themes."""

import pytest

from fatdesk.engine.drawing.palette import contrast
from fatdesk.engine.wiring.wiring_list import Length
from fatdesk.gui.inspector.cables import PARTS, LengthBar, Swatch
from fatdesk.gui.theme.tokens import DARK, LIGHT
from fatdesk.gui.widgets.numbers import metres
from fatdesk.project.document.ref import CABLE, DEVICE

M = 1_000_000


def made(qtbot, theme, ordered, parts=(4.57, 1.00, 0.61, 0.40, 0.30, 0.30)):
    um = [round(part * M) for part in parts]
    names = ("route_um", "vertical_um", "side_um", "depth_um", "slack_um", "tolerance_um")
    bar = LengthBar(
        theme,
        Length(
            **dict(zip(names, um, strict=True)),
            computed_um=sum(um),
            ordered_um=None if ordered is None else ordered * M,
        ),
    )
    qtbot.addWidget(bar)
    bar.resize(270, bar.sizeHint().height())
    return bar


def widths(bar):
    return {title: place.width() for title, place in bar.pieces()}


def test_parts_stand_to_scale_on_the_ordered_length(qtbot, theme):
    bar = made(qtbot, theme, 10)
    found = widths(bar)
    assert list(found) == [*(part.title for part in PARTS), "Left over"]
    assert found["Route in trays"] == pytest.approx(270 * 0.457)
    assert found["Left over"] == pytest.approx(270 * 0.282)
    assert sum(found.values()) == pytest.approx(270)
    assert "Route in trays 4.57 m" in bar.accessibleDescription()
    assert bar.accessibleDescription().endswith("10.00 m ordered, 2.82 m left over")


def test_a_part_that_is_not_there_takes_no_room(qtbot, theme):
    bar = made(qtbot, theme, 1, (0, 0.1, 0.4, 0.1, 0.3, 0.1))
    assert list(widths(bar)) == [part.title for part in PARTS[1:]]  # nothing left over either
    assert "Route" not in bar.accessibleDescription()


def test_a_cable_that_is_too_short_says_so(qtbot, theme):
    bar = made(qtbot, theme, 7)
    assert widths(bar)["Too short"] == pytest.approx(270 * 0.18 / 7.18)
    assert "0.18 m too short" in bar.accessibleDescription()
    shown = bar.grab().toImage()
    ratio = shown.devicePixelRatio()
    reds = [shown.pixelColor(round((270 - 3) * ratio), y).name() for y in range(round(10 * ratio))]
    assert theme.tokens.error.lower() in reds


def test_without_a_length_there_is_nothing_left_over(qtbot, theme):
    bar = made(qtbot, theme, None)
    assert sum(widths(bar).values()) == pytest.approx(270)
    assert "no length ordered" in bar.accessibleDescription()


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_every_part_is_seen_on_its_ground(tokens):
    colours = [part.colour(tokens) for part in PARTS]
    assert len(set(colours)) == len(colours)
    assert all(contrast(colour, tokens.panel) >= 3 for colour in colours)


def test_the_inspector_of_a_cable_shows_it_over_the_rows(desk, qtbot):
    row = next(row for row in desk.session.derived.rows if row.length.route_um)
    desk.session.select([CABLE(row.id)])
    bar = desk.inspector.findChild(LengthBar)
    assert bar.isVisible()
    assert bar.needed_um == row.length.computed_um
    assert f"{metres(row.length.ordered_um)} m ordered" in bar.accessibleDescription()
    swatches = desk.inspector.findChildren(Swatch)
    assert [some.colour.name() for some in swatches] == [
        part.colour(desk.desk.theme.tokens).lower() for part in PARTS if part.um(row.length)
    ]
    page = bar.parentWidget()
    assert page.minimumSizeHint().width() <= desk.inspector.minimumWidth() - 12  # beside a scroll bar too
    assert all(bar.geometry().bottom() < some.geometry().top() for some in swatches)


def test_a_cable_that_is_not_placed_has_no_bar(desk):
    session = desk.session
    device = next(d.id for rack in session.project.floor.racks for d in rack.devices)
    desk.show_workspace("racks")
    session.select([DEVICE(device)])
    desk.perform_in_view("delete")
    row = next(row for row in session.derived.rows if row.length.computed_um is None)
    session.select([CABLE(row.id)])
    assert desk.inspector.findChild(LengthBar) is None
