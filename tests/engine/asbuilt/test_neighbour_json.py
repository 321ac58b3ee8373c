"""JSON of switches; the samples are made up, their keys are facts.

EOS: github.com/sonic-net/sonic-mgmt, tests/common/devices/eos.py (a prompt above the document), and
answers of eAPI (``result``); with ``detail`` the EOS manual. NX-OS: captures of ``show lldp neighbors |
json``, in which ``chassis_id`` is the name, and the guide of NX-API; ``detail``:
github.com/NetApp/harvest, testdata/lldp.json. Junos: the Juniper automation guide, ``| display json``
(values in lists of ``data``).
"""

import json
from typing import Any

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.readers import read_discovered
from tests.engine.asbuilt.test_neighbour_tables import links

EOS: dict[str, Any] = {
    "tablesLastChangeTime": 1652231658.94,
    "lldpNeighbors": [
        {"ttl": 120, "neighborDevice": "spine1", "neighborPort": "Ethernet3/1", "port": "Ethernet49/1"},
        {"ttl": 120, "neighborDevice": "n2", "neighborPort": "ens1f0np0", "port": "Ethernet2"},
    ],
}
EOS_DETAIL: dict[str, Any] = {
    "lldpNeighbors": {
        "Ethernet49/1": {
            "lldpNeighborInfo": [
                {
                    "systemName": "spine1",
                    "chassisId": "4438.3900.001b",
                    "neighborInterfaceInfo": {
                        "interfaceId": '"Ethernet3/1"',
                        "interfaceDescription": "to leaf1",
                    },
                }
            ]
        },
        "Ethernet50/1": {"lldpNeighborInfo": []},
        "Ethernet2": {
            "lldpNeighborInfo": [
                {
                    "systemName": "n2",
                    "neighborInterfaceInfo": {
                        "interfaceId": "0c42.a1b2.c3d4",
                        "interfaceDescription": "ens1f0np0",
                    },
                }
            ]
        },
    }
}
NX_OS: dict[str, Any] = {
    "neigh_hdr": "neigh_hdr",
    "TABLE_nbor": {
        "ROW_nbor": [
            {"chassis_id": "spine1", "l_port_id": "Eth1/49", "port_id": "Ethernet1/3", "hold_time": "120"},
            {"chassis_id": "n2", "l_port_id": "Eth1/2", "port_id": "ens1f0np0", "enabled_capability": None},
        ]
    },
}
NX_OS_DETAIL: dict[str, Any] = {
    "TABLE_nbor_detail": {
        "ROW_nbor_detail": [
            {
                "chassis_id": "4438.3900.001b",
                "sys_name": "spine1",
                "l_port_id": "Eth1/49",
                "port_id": "Ethernet1/3",
                "port_desc": "to leaf1",
            },
            {
                "chassis_id": "0c42.a1b2.c3d4",
                "sys_name": "n2",
                "l_port_id": "Eth1/2",
                "port_id": "0c42.a1b2.c3d4",
                "port_desc": "ens1f0np0",
            },
        ]
    }
}
JUNOS: dict[str, Any] = {
    "lldp-neighbors-information": [
        {
            "lldp-neighbor-information": [
                {
                    "lldp-local-port-id": [{"data": "et-0/0/48"}],
                    "lldp-local-parent-interface-name": [{"data": "ae0"}],
                    "lldp-remote-chassis-id": [{"data": "44:38:39:00:00:1b"}],
                    "lldp-remote-port-id": [{"data": "519"}],
                    "lldp-remote-port-description": [{"data": "et-0/0/2"}],
                    "lldp-remote-system-name": [{"data": "spine1"}],
                },
                {
                    "lldp-local-port-id": [{"data": "et-0/0/1:0"}],
                    "lldp-remote-port-id": [{"data": "ens1f0np0"}],
                    "lldp-remote-system-name": [{"data": "n2"}],
                },
            ]
        }
    ]
}
CASES = {
    "EOS": (EOS, ("Ethernet49/1", "spine1", "Ethernet3/1"), "Ethernet2"),
    "EOS detail": (EOS_DETAIL, ("Ethernet49/1", "spine1", "Ethernet3/1"), "Ethernet2"),
    "eAPI": ({"jsonrpc": "2.0", "result": [{}, EOS]}, ("Ethernet49/1", "spine1", "Ethernet3/1"), "Ethernet2"),
    "NX-OS": (NX_OS, ("Ethernet1/49", "spine1", "Ethernet1/3"), "Ethernet1/2"),
    "NX-OS detail": (NX_OS_DETAIL, ("Ethernet1/49", "spine1", "Ethernet1/3"), "Ethernet1/2"),
    "Junos": (JUNOS, ("et-0/0/48", "spine1", "et-0/0/2"), "et-0/0/1:0"),
}
each = pytest.mark.parametrize(("tree", "first", "port"), CASES.values(), ids=CASES)


def wanted(owner: str, first: tuple[str, ...], port: str) -> list[tuple[str, ...]]:
    return [(owner, *first), (owner, port, "n2", "ens1f0np0")]


@each
def test_whose_answer_it_is(tree: dict[str, Any], first: tuple[str, ...], port: str) -> None:
    """In the prompt, in a key above it, behind the name of each line, or in the name of the file."""
    text = json.dumps(tree, indent=2)
    prompt = f"leaf1# show lldp neighbors | json\r\n{text}\r\nleaf1#\r\n"
    found = read_discovered(prompt.encode("utf-8-sig"), "all.txt")
    assert links(found) == wanted("leaf1", first, port)
    assert not found.notes
    found = read_discovered(json.dumps({"leaf1": tree}).encode(), "all.json")
    assert links(found) == wanted("leaf1", first, port)
    found = read_discovered("".join(f"leaf1: {line}\n" for line in text.splitlines()).encode(), "all.txt")
    assert links(found) == wanted("leaf1", first, port)
    found = read_discovered(text.encode(), "leaf7.json")
    assert links(found) == wanted("leaf7", first, port)
    assert "leaf7 is assumed" in found.notes[0].what


@each
def test_several_answers_of_which_one_is_cut_off(
    tree: dict[str, Any], first: tuple[str, ...], port: str
) -> None:
    text = json.dumps(tree, indent=2)
    lines = text.splitlines()
    half = "\n".join(lines[: len(lines) // 2])
    both = f"leaf2# show lldp neighbors | json\n{half}\nleaf1# show lldp neighbors | json\n{text}\n"
    found = read_discovered(both.encode(), "all.txt")
    assert [link for link in links(found) if link[0] == "leaf1"] == wanted("leaf1", first, port)
    assert any("is not JSON from here on" in note.what for note in found.notes)
    with pytest.raises(
        InputError, match=r"all\.txt:\d+: file: is not JSON from here on, save the whole output"
    ):
        read_discovered(half.encode(), "all.txt")


def test_one_neighbour_is_a_record_and_one_without_a_port_is_noted() -> None:
    row = {"chassis_id": "spine1", "l_port_id": "Eth1/49", "port_id": "Ethernet1/3"}
    one = {"TABLE_nbor": {"ROW_nbor": row}}
    assert links(read_discovered(json.dumps(one).encode(), "leaf1.json")) == [
        ("leaf1", "Ethernet1/49", "spine1", "Ethernet1/3")
    ]
    two = {"TABLE_nbor": {"ROW_nbor": [row, {"chassis_id": "n2", "l_port_id": "Eth1/2", "port_id": None}]}}
    found = read_discovered(json.dumps({"leaf1": two}).encode(), "x")
    assert [note.what for note in found.notes] == [
        "leaf1 Ethernet1/2 has a neighbour without name or port: left out"
    ]


@pytest.mark.parametrize(
    "text",
    [
        '{"lldpNeighbors": [%s]}',
        '{"destination_guid": %s}',
        '{"lldp": [{"hostname": "a", "ifname": %s, "peerHostname": "b"}]}',
        '{"nodes": [], "links": [{"source": %s}]}',
        '{"swp1": {"lldp": {"neighbor": {"1": %s}}}}',
    ],
)
@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "1e999"], ids=["long", "negative", "huge"])
def test_a_number_that_python_does_not_read_is_no_link(text: str, number: str) -> None:
    with pytest.raises(InputError, match=r"^m:1: (file|line): "):
        read_discovered((text % number).encode(), "m")
