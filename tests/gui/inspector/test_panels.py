"""Patch panels in the window: switched on at a cable, shown in racks, at the link and on the topology."""

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.core.schema import fields_of
from fatdesk.engine.cabling.rules import PANELS, CablingRules
from fatdesk.engine.topology.link_colours import KINDS
from fatdesk.gui.topology.picking import Spot, tooltip_of
from fatdesk.project.document.ref import CABLE, RACK, TRAY
from tests.engine.structured.samples import four_units, with_rules
from tests.engine.structured.test_panel_racks import example
from tests.gui.inspector.test_inspector import select
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.racks import RacksPage
from tests.gui.pages.topology import TopologyPage


@pytest.fixture
def direct(window):
    """Four units of H100 whose cables go directly."""
    window.session.begin(with_rules(four_units(), panels=None))
    window.show_workspace("racks")
    return window


def spine_link(session):
    """A link between switches of two racks."""
    switches = {device for device in session.derived.wanted if "/edge/" in device or "/core/" in device}
    names = {session.derived.device_names[device] for device in switches}
    return next(row for row in session.derived.rows if row.run and {row.a.device, row.b.device} <= names)


def test_panels_are_switched_on_at_a_cable_and_undone(direct):
    session = direct.session
    row = spine_link(session)
    assert session.derived.structured is None
    select(direct, CABLE, row.id)
    inspector = Inspector(direct)
    inspector.choose("Over panels", "Between switches")
    assert session.project.cabling.panels == "uplinks"
    assert session.derived.structured.count == 1024
    near, far = session.cable(row.id).panels
    texts = inspector.texts
    assert near in texts
    assert far in texts
    trunk = next(some for some in session.derived.piece_rows.of(row.id) if some.trunk)
    assert trunk.trunk in texts
    session.undo()
    assert session.derived.structured is None
    assert session.cable(row.id) == row


def test_the_rules_of_panels_are_those_of_the_schema(direct):
    """One row for each rule of the group, in the order of the record."""
    select(direct, CABLE, spine_link(direct.session).id)
    inspector = Inspector(direct)
    titles = [field.title for field in fields_of(CablingRules).values() if field.about.group == PANELS]
    assert len(titles) == 6
    assert all(inspector.has(title) for title in titles)


def test_panels_are_drawn_in_racks_with_their_ports(direct):
    session = direct.session
    racks = RacksPage(direct)
    before = racks.image
    session.begin(four_units())
    fronts = racks.scene.fronts
    panels = [panel for front in fronts.values() for panel in front.panels]
    assert len(panels) == 32
    assert sum(sum(panel.ports) for panel in panels) == 2048
    assert all(1 <= panel.u <= front.height_u for front in fronts.values() for panel in front.panels)
    assert racks.image != before


def test_a_tray_lists_its_trunks(direct):
    session = direct.session
    session.begin(four_units())
    trays = [tray.id for tray in session.project.floor.trays]
    structured = session.derived.structured
    index, numbers = max(structured.in_trays.items(), key=lambda pair: len(pair[1]))
    rows = [row for row in session.derived.plan.pieces if row.kind == "TRK" and trays[index] in row.run]
    assert {row.id for row in rows} == {structured.trunks[number].id for number in numbers}
    select(direct, TRAY, trays[index])
    texts = Inspector(direct).texts
    assert structured.trunks[numbers[0]].name in texts
    links = sum(len(structured.trunks[number].cables) for number in numbers)
    assert f"{len(numbers)} trunks, {links:,} links" in texts


def test_topology_shows_what_goes_over_panels(direct):
    """Links over panels have a kind of their own in the key, and their tooltip names the panels."""
    session = direct.session
    session.begin(four_units())
    direct.show_workspace("topology")
    topology = TopologyPage(direct)
    scene = topology.scene
    kinds = [KINDS[kind] for kind in scene.figures.kind.tolist()]
    assert kinds.count("TRK") == 1024
    over = kinds.index("TRK")
    spot = Spot(scene.nothing, np.array([over]), None, ("a", "b"))
    near, far = session.derived.cabling.fabrics[0].panels[int(scene.figures.cable[over])]
    assert f"over {near} and {far}" in tooltip_of(scene, spot).split("\n")


def test_a_rule_adds_the_panel_racks_that_it_needs(window):
    """One rack of the shipped example has no units for its panels: the rule and the rack are one step."""
    session = window.session
    session.begin(with_rules(example("auto"), panels=None, trunk_fibres=None))
    racks = tuple(rack for rack in session.project.floor.racks if rack.devices)
    session.begin(replace(session.project, floor=replace(session.project.floor, racks=racks)))
    row = spine_link(session)
    select(window, CABLE, row.id)
    inspector = Inspector(window)
    inspector.choose("Over panels", "Between switches")
    [added] = [rack for rack in session.project.floor.racks if not rack.devices]
    assert not any(panel.u is None for panel in session.derived.structured.panels)
    select(window, RACK, added.number)
    assert "panel rack" in inspector.texts
    session.undo()
    assert session.project.floor.racks == racks
    assert session.project.cabling.panels is None


def test_lacking_panel_racks_are_added_from_the_rack(window):
    session = window.session
    project = example("auto")
    racks = tuple(rack for rack in project.floor.racks if rack.devices)
    session.begin(replace(project, floor=replace(project.floor, racks=racks)))
    lacking = {panel.rack for panel in session.derived.structured.panels if panel.u is None}
    [rack] = lacking
    select(window, RACK, racks[rack].number)
    inspector = Inspector(window)
    inspector.field("Add panel racks").click()
    assert not any(panel.u is None for panel in session.derived.structured.panels)
    assert session.undo_label == "Add panel rack"
