"""Port maps in the inspector, in Topology and in Racks: the same far ends, one click selects the cable."""

from PySide6.QtCore import Qt

from fatdesk.engine.listing.host_port_columns import COLUMNS, host_ports
from fatdesk.project.commands.fabrics import SetHosts
from fatdesk.project.document.ref import CABLE, DEVICE
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.lists import HostPortsPage
from tests.gui.pages.racks import RacksPage
from tests.gui.pages.topology import TopologyPage

KEY = Qt.Key
E11 = "compute/edge/11"


def cable_at(session, device, port):
    """The cable at a port, from the wiring list."""
    ends = {(end.device, end.port): row for row in session.derived.rows for end in (row.a, row.b)}
    return ends[device, port]


def test_ports_by_pointer_and_keys(desk):
    session, inspector = desk.session, Inspector(desk)
    session.select([DEVICE(E11)])
    map_of = inspector.port_map
    assert len(map_of.ports) == 36
    squares, wide, high = map_of.places
    assert (squares[:, 0] + squares[:, 2]).max() <= wide
    assert (squares[:, 1] + squares[:, 3]).max() <= high
    texts = inspector.texts
    assert texts[texts.index("To hosts") + 1] == texts[texts.index("To core") + 1] == "18"
    assert texts[texts.index("Blocking") + 1] == "1:1"
    row = cable_at(session, "E11", "19")
    map_of.hover("19")
    first, second, third = map_of.lines
    assert first == f"Port 19 → {row.b.device} port {row.b.port}"
    assert second.startswith(f"Cable {session.wiring.numbers[row.id]} · ")
    assert third.startswith(f"{row.length.computed_um / 1e6:.2f} m computed, ")
    assert third.endswith(" m ordered")  # whole, also next to a scroll bar
    map_of.key(KEY.Key_End, KEY.Key_Up, KEY.Key_Left)
    assert map_of.description.startswith("Port 33 → ")
    map_of.key(KEY.Key_Return)
    assert session.selection == (CABLE(cable_at(session, "E11", "33").id),)
    session.select([DEVICE(E11)])
    inspector.port_map.click("19")
    assert session.selection == (CABLE(row.id),)
    session.select([DEVICE(E11)])
    rows = inspector.list_ports()
    assert [cells[0] for cells in rows] == [str(number) for number in range(1, 37)]
    assert rows[18][1:3] == [row.b.device, row.b.port]
    assert session.wiring.numbers[row.id] in rows[18]
    inspector.choose_port(18)
    assert session.selection == (CABLE(row.id),)


def test_ports_in_the_drawings(desk):
    session, topology = desk.session, TopologyPage(desk)
    assert not topology.frame.ports
    topology.look_closely("E11")
    at, row = topology.port("E11", "19"), cable_at(session, "E11", "19")
    number = session.wiring.numbers[row.id]
    told = topology.tip(at)
    assert told.startswith(f"E11\nPort 19 → {row.b.device} port {row.b.port}\n")
    assert number in told
    topology.click_at(at)
    assert session.selection == (CABLE(row.id),)
    lit = next(some for some in topology.frame.ports if some.node == topology.scene.names.index("E11"))
    assert [lit.texts[n] for n in lit.lit] == ["19"]
    session.select([])
    racks = RacksPage(desk)
    racks.show_largest()
    racks.look_at(racks.scene.devices[E11][2])
    racks.repaint()
    assert not racks.devices_with_ports  # they are at the rear
    racks.click("rear")
    racks.repaint()
    assert E11 in racks.devices_with_ports
    at = racks.port(E11, "19")
    assert number in racks.port_tip(at)
    racks.tap(at)
    assert session.selection == (CABLE(row.id),)
    racks.look(scale=racks.scale / 6)
    racks.repaint()
    assert racks.port_tip(at) == ""


def test_host_ports_by_group_follow_the_project(desk):
    """One row for each port as the list of the documents has it, and free ports where a network is gone."""
    session = desk.session
    desk.actions_by_id["host-ports"].trigger()
    page = HostPortsPage(desk)
    wanted = host_ports(session.derived.plan)
    assert page.table.rows == wanted
    assert page.table.columns == [column.title for column in COLUMNS]
    assert not page.table.cut
    [row] = [row for row in wanted if row.fabric]
    assert (row.group, row.hosts, row.joined, row.switches) == ("nodes", 396, 396, 22)
    session.do(SetHosts(name="nodes", part="server-1u", count=390))
    [row] = [row for row in page.table.rows if row.fabric]
    assert (row.hosts, row.joined) == (390, 390)
    session.undo()
    assert page.table.rows == wanted
    page.close()
