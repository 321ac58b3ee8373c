"""JSON of NVUE, and a static topology of opensm; the samples are made up, their keys are facts.

NVUE: github.com/CumulusNetworks/docs, nvue-reference, LLDP; what drivers for Cumulus of NAPALM read of
``nv show interface lldp -o json`` and ``lldp-detail`` (``chassis``: ``system-name``, ``chassis-id``;
``port``: ``name``, ``description``); simulators of switches that answer
``{"leaf1": {"port": {"name": "swp51"}, "age": "120"}}``.
Static topology: UFM Enterprise REST API Guide, "OpenSM Static Topology Configuration": source GUID and port,
destination GUID and port, type, state.
"""

import json

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.readers import read_discovered
from tests.engine.asbuilt.test_neighbour_tables import links

DETAIL = {
    "swp51": {
        "lldp": {
            "neighbor": {
                "spine01": {
                    "age": "1:02:03",
                    "chassis": {"chassis-id": "44:38:39:00:00:1b", "system-name": "spine01"},
                    "port": {"type": "ifname", "name": "swp1", "description": "to leaf01"},
                }
            }
        }
    },
    "swp1s2": {
        "lldp": {
            "neighbor": {
                "1": {
                    "chassis": {"chassis-id": "48:b0:2d:76:ee:8e", "system-name": "n02"},
                    "port": {"type": "mac", "name": "48:b0:2d:76:ee:8e", "description": "ens1f0np0"},
                }
            }
        }
    },
    "swp9": {"lldp": {"neighbor": {}}, "type": "swp", "link": {"oper-status": "down"}},
    "lo": {"type": "loopback", "link": {"state": {"up": {}}}},
}
SHORT = {
    "swp51": {
        "type": "swp",
        "link": {},
        "lldp": {"neighbor": {"spine01": {"port": {"name": "swp1"}, "age": "120"}}},
    },
    "swp1s2": {
        "type": "swp",
        "link": {},
        "lldp": {"neighbor": {"n02:ens1f0np0": {"port": {"name": "ens1f0np0"}}}},
    },
}
FOUND = [("leaf01", "swp51", "spine01", "swp1"), ("leaf01", "swp1s2", "n02", "ens1f0np0")]


@pytest.mark.parametrize("tree", [DETAIL, SHORT])
@pytest.mark.parametrize("form", ["file", "prompt", "key", "api"])
def test_neighbours_of_ports_are_read_with_the_switch_that_reports(tree, form):
    text, file = json.dumps(tree, indent=2), "leaf01.json"
    if form == "prompt":
        text, file = f"cumulus@leaf01:mgmt:~$ nv show interface lldp-detail -o json\n{text}\n", "all.txt"
    elif form == "key":
        text, file = json.dumps({"leaf01": tree}), "all.json"
    elif form == "api":
        text, file = json.dumps({"leaf01": {"interface": tree}}), "all.json"
    found = read_discovered(text.encode(), file)
    assert sorted(links(found)) == sorted(FOUND)
    assert found.form.startswith("NVUE")


def test_a_neighbour_without_a_port_is_left_out_and_noted():
    tree = {"swp1": {"lldp": {"neighbor": {"n01": {"chassis": {"system-name": "n01"}}}}}, **SHORT}
    found = read_discovered(json.dumps(tree).encode(), "leaf01.json")
    assert len(found.links) == 2
    assert any("swp1 has a neighbour without name or port" in note.what for note in found.notes)


def test_lldpcli_is_still_read_as_what_it_is():
    tree = {
        "lldp": {
            "interface": {
                "swp1": {"chassis": {"n01": {}}, "port": {"id": {"type": "ifname", "value": "eth0"}}}
            }
        }
    }
    assert not read_discovered(json.dumps(tree).encode(), "leaf01.json").form.startswith("NVUE")


def test_links_by_guid_are_one_where_both_directions_are_listed():
    text = (
        "0x98039b0300867bba,1,0xb83fd2030080302e,1,Any,Active\n"
        "0x98039b0300867bba,3,0xb83fd2030080302e,3,Any,Active\n"
        "0xb83fd2030080302e,1,0x98039b0300867bba,1,Any,Active\n"
        "0xb83fd2030080302e,26,0xf452140300280040,1,Any,Active\n"
        "something else\n"
    )
    found = read_discovered(text.encode(), "topoconfig.conf")
    assert [(one.port_a, one.port_b) for one in found.links] == [("1", "1"), ("3", "3"), ("26", "1")]
    assert {node.guid for node in found.nodes} == {
        "98039b0300867bba", "b83fd2030080302e", "f452140300280040"
    }  # fmt: skip
    assert [note.line for note in found.notes if "not a link" in note.what] == [5]


@pytest.mark.parametrize("text", ["0x1,2,0x3\n", '{"swp1": {"lldp": {"neighbor": {"n01": {}}}}}\n'])
def test_what_has_no_link_is_refused(text):
    with pytest.raises(InputError):
        read_discovered(text.encode(), "leaf01.json")


IN_FULL = """\
cumulus@leaf1:~$ nv show interface lldp-detail
-------------------------------------------------------------------------------
LLDP neighbors:
-------------------------------------------------------------------------------

Interface:    swp51
-------------------------------------------------------------------------------
  Time:
    0 days, 00:02:34

  Chassis:
    ChassisID:    mac 48:b0:2d:00:00:01
    SysName:      spine1
  Port:
    PortID:       ifname swp1
    PortDescr:    swp1
    TTL:          120

Interface:    swp1
-------------------------------------------------------------------------------
  Chassis:
    ChassisID:    mac 44:38:39:22:01:7e
    SysName:      n1
  Port:
    PortID:       ifname 48:b0:2d:76:ee:8e
    PortDescr:    eth1
"""


def test_in_full_as_text() -> None:
    """Shape: github.com/CumulusNetworks/docs, nvue-reference, LLDP: no protocol, addresses as names."""
    found = read_discovered(IN_FULL.encode(), "x.txt")
    assert links(found) == [("leaf1", "swp51", "spine1", "swp1"), ("leaf1", "swp1", "n1", "eth1")]
