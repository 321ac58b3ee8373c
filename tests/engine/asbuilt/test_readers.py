"""Reports in other forms: tables of neighbours, lldpcli, DOT; each is recognised by its content."""

import io

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.discovered import Discovered, Reported
from fatdesk.engine.asbuilt.readers import read_discovered

LINKS = [("leaf1", "swp1", "spine1", "swp3"), ("leaf1", "swp2", "n1", "eth0")]

TABLE = (
    "node,port,remote node,remote port\nleaf1,swp1,spine1,swp3\nspine1,swp3,Leaf1,swp1\nleaf1,swp2,n1,eth0\n"
)
KEYVALUE = """\
lldp.swp1.via=LLDP
lldp.swp1.rid=1
lldp.swp1.age=0 day, 00:10:12
lldp.swp1.chassis.mac=44:38:39:00:00:1b
lldp.swp1.chassis.name=spine1
lldp.swp1.chassis.Bridge.enabled=on
lldp.swp1.port.ifname=swp3
lldp.swp1.port.descr=to leaf1
lldp.swp2.via=LLDP
lldp.swp2.chassis.name=n1
lldp.swp2.port.mac=44:38:39:00:00:2c
lldp.swp2.port.ifname=eth0
"""
PLAIN = """\
-------------------------------------------------------------------------------
LLDP neighbors:
-------------------------------------------------------------------------------
Interface:    swp1, via: LLDP, RID: 1, Time: 0 day, 00:10:12
  Chassis:
    ChassisID:    mac 44:38:39:00:00:1b
    SysName:      spine1
    SysDescr:     Interface: none, via: wire
    Capability:   Bridge, on
  Port:
    PortID:       ifname swp3
    PortDescr:    to leaf1
    TTL:          120
-------------------------------------------------------------------------------
Interface:    swp2, via: LLDP, RID: 2, Time: 0 day, 00:10:12
  Chassis:
    ChassisID:    mac 44:38:39:00:00:2c
    SysName:      n1
  Port:
    PortID:       mac 44:38:39:00:00:2c
    PortDescr:    eth0
-------------------------------------------------------------------------------
"""
JSON = """\
{"lldp": {"interface": [
  {"swp1": {"via": "LLDP", "rid": "1", "age": "0 day, 00:10:12",
    "chassis": {"spine1": {"id": {"type": "mac", "value": "44:38:39:00:00:1b"}, "descr": "a switch"}},
    "port": {"id": {"type": "ifname", "value": "swp3"}, "descr": "to leaf1", "ttl": "120"}}},
  {"swp2": {"via": "LLDP", "chassis": {"n1": {"id": {"type": "mac", "value": "44:38:39:00:00:2c"}}},
    "port": {"id": {"type": "mac", "value": "44:38:39:00:00:2c"}, "descr": "eth0"}}}]}}
"""
JSON0 = """\
{"lldp": [{"interface": [
  {"name": "swp1", "via": "LLDP", "rid": "1",
   "chassis": [{"id": [{"type": "mac", "value": "44:38:39:00:00:1b"}], "name": [{"value": "spine1"}]}],
   "port": [{"id": [{"type": "ifname", "value": "swp3"}], "descr": [{"value": "to leaf1"}]}]},
  {"name": "swp2", "via": "LLDP", "chassis": [{"name": [{"value": "n1"}]}],
   "port": [{"id": [{"type": "ifname", "value": "eth0"}]}]}]}]}
"""
DOT = """\
graph G {
  "leaf1" [function="leaf" os="cumulus"]
  n1 [function="host"];
  // the fabric
  "leaf1":"swp1" -- "spine1":"swp3" [speed="100G"]
  leaf1:swp2 -- n1:eth0;
}
"""


def links(found: Discovered) -> list[tuple[str, ...]]:
    return [
        (found.nodes[link.a].name, link.port_a, found.nodes[link.b].name, link.port_b) for link in found.links
    ]


@pytest.mark.parametrize(
    ("text", "file", "form"),
    [
        (TABLE, "x.csv", "LLDP table"),
        (TABLE.replace(",", ";"), "x.csv", "LLDP table"),
        (TABLE.replace("node,port", "Local-Device,Local_Interface", 1), "x.csv", "LLDP table"),
        ("made by hand,,,\n" + TABLE + ",,,\nleaf1,swp9,,\n", "x.csv", "LLDP table"),
        (KEYVALUE, "leaf1.txt", "lldpcli"),
        ("local-chassis.name=leaf1\n" + KEYVALUE, "all.txt", "lldpcli"),
        ("".join(f"leaf1: {line}\n" for line in KEYVALUE.splitlines()), "all.txt", "lldpcli"),
        (PLAIN, "leaf1.txt", "lldpcli"),
        ("".join(f"leaf1: {line}\n" for line in PLAIN.splitlines()), "all.txt", "lldpcli"),
        (JSON, "leaf1.json", "lldpcli"),
        ("".join(f"leaf1: {line}\n" for line in JSON.splitlines()), "all.txt", "lldpcli"),
        ('{"leaf1": ' + JSON + "}", "all.json", "lldpcli"),
        (JSON0, "leaf1.json", "lldpcli"),
        (DOT, "topology.dot", "DOT topology"),
        (DOT.replace("--", "->"), "topology.dot", "DOT topology"),
    ],
)
def test_every_form_tells_the_same(text: str, file: str, form: str) -> None:
    found = read_discovered(text.replace("\n", "\r\n").encode("utf-8-sig"), file)
    assert links(found) == LINKS
    assert found.form == form


def test_tables_of_spreadsheets() -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["nothing", "here"])
    sheet = book.create_sheet("lldp")
    for row in TABLE.splitlines():
        sheet.append(row.split(","))
    out = io.BytesIO()
    book.save(out)
    assert links(read_discovered(out.getvalue(), "x.xlsx")) == LINKS


def test_roles_and_rates_are_kept() -> None:
    found = read_discovered(DOT.encode(), "topology.dot")
    assert {node.name: node.reported for node in found.nodes} == {
        "leaf1": Reported.SWITCH,
        "spine1": Reported.UNKNOWN,
        "n1": Reported.HOST,
    }
    assert [link.rate for link in found.links] == ["100G", ""]


def test_a_file_of_one_node_says_whose_it_was_taken_for() -> None:
    found = read_discovered(KEYVALUE.encode(), "leaf1.txt")
    assert "leaf1 is assumed" in found.notes[0].what


def test_a_neighbour_without_a_name_is_told() -> None:
    found = read_discovered((KEYVALUE + "lldp.swp5.via=CDP\nlldp.swp5.port.ifname=x\n").encode(), "leaf1")
    assert links(found) == LINKS
    assert (13, "leaf1 swp5 has a neighbour without name or port: left out") in found.notes


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (TABLE.splitlines()[0] + "\n", "f:1: file: holds no link"),
        ("", "f:1: file: is empty, save the report again"),
        (JSON[:200], "f:1: file: is damaged JSON"),
        ("a,b,c\n1,2,3\n", "f:1: file: is not a known report"),
        ('[{"command":"set-bill"},{"command":"set-plan"}]', "f:1: file: is not a known report"),
        (KEYVALUE[:19], "f:1: line: f swp1 has a neighbour without name or port; no other line is a link"),
    ],
)
def test_damage_is_told_with_its_line(text: str, stated: str) -> None:
    with pytest.raises(InputError) as caught:
        read_discovered(text.encode(), "f")
    assert str(caught.value).startswith(stated)


@pytest.mark.parametrize(
    ("text", "stated", "missing"),
    [
        (TABLE + "leaf1,swp7,spine1,\n", "remote port is empty: left out", 0),
        (
            DOT.replace('"leaf1":"swp1" --', '"leaf1" --'),
            'is not a link between ports, written as "node":"port" -- "node":"port": left out',
            1,
        ),
        (DOT.replace('"swp3"', '""'), "has a node or port without a name: left out", 1),
    ],
)
def test_the_rest_of_a_report_with_a_damaged_line_is_read(text: str, stated: str, missing: int) -> None:
    found = read_discovered(text.encode(), "f")
    assert (5, stated) in found.notes
    assert len(found.links) == len(LINKS) - missing


def test_one_interface_in_json_and_a_neighbour_without_a_name() -> None:
    inner = '{"chassis": {"spine1": {}}, "port": {"id": {"type": "local", "value": "7"}}}'
    one = f'{{"lldp": {{"interface": {{"swp1": {inner}}}}}}}'
    assert links(read_discovered(one.encode(), "leaf1.json")) == [("leaf1", "swp1", "spine1", "7")]
    bare = one.replace('{"spine1": {}}', '{"id": {"type": "mac", "value": "44:38:39:00:00:1b"}}')
    (link,) = links(read_discovered(bare.encode(), "leaf1.json"))
    assert link == ("leaf1", "swp1", "44:38:39:00:00:1b", "7")
