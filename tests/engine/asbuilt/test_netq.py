"""JSON of NetQ and Suzieq; the samples are made up, their keys are facts.

The topology graph: github.com/NVIDIA/topograph, tests/output/netq/topologyGraph.json (read once: 79
links of 11 devices), where nodes are named apart from links. Rows of ``netq show lldp json`` and of
Suzieq ``lldp show`` (github.com/netenglabs/suzieq): hostname, ifname, peerHostname, peerIfname.
"""

import json
from typing import Any

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.discovered import Reported
from fatdesk.engine.asbuilt.readers import read_discovered
from tests.engine.asbuilt.test_readers import links


def bundle(*pairs: tuple[str, str, str, str]) -> dict[str, Any]:
    some = [
        {"id": "x", "interfaces": [{"interface": p, "node": a}, {"interface": q, "node": b}]}
        for a, p, b, q in pairs
    ]
    return {"compounded_links": some, "size": len(some), "src": pairs[0][0], "target": pairs[0][2]}


GRAPH = [
    {
        "links": [
            bundle(("node0", "swp17s0", "node2", "ens4f0np0"), ("node0", "swp18s0", "node2", "ens1f0np1")),
            bundle(("node0", "swp33", "node1", "swp1")),
        ],
        "nodes": [
            {
                "compounded_nodes": [
                    {"id": f"node{n}", "name": name, "device_type": kind, "node_type": "device", "tier": 1}
                    for n, name, kind in ((0, "leaf1", "switch"), (1, "spine1", "switch"), (2, "n1", "host"))
                ],
                "name": "tier-1",
                "node_type": "tier",
            }
        ],
    }
]
WANTED = [
    ("leaf1", "swp17s0", "n1", "ens4f0np0"),
    ("leaf1", "swp18s0", "n1", "ens1f0np1"),
    ("leaf1", "swp33", "spine1", "swp1"),
]
ROWS = [
    {"hostname": a, "ifname": p, "peerHostname": b, "peerIfname": q, "lastChanged": 1600385252.0}
    for a, p, b, q in (*WANTED, ("spine1", "swp1", "leaf1", "swp33"))
]
OTHER = {"peerHostname": "peer_hostname", "peerIfname": "peer_ifname"}


@pytest.mark.parametrize(
    "tree",
    [
        GRAPH,
        {"lldp": ROWS},
        ROWS,
        {"lldp": [{OTHER.get(key, key): row[key] for key in row} for row in ROWS]},
    ],
    ids=["graph", "netq show lldp", "suzieq", "netq with underscores"],
)  # fmt: skip
def test_links_name_both_ends(tree: Any) -> None:
    text = json.dumps(tree, indent=1).replace("\n", "\r\n")
    found = read_discovered(text.encode("utf-8-sig"), "x.json")
    assert found.form == "NetQ"
    assert sorted(links(found)) == sorted(WANTED)
    assert not found.notes
    prompt = f"cumulus@leaf1:~$ netq show lldp json\n{text}"
    assert sorted(links(read_discovered(prompt.encode(), "x.txt"))) == sorted(WANTED)


def test_what_devices_are_is_kept() -> None:
    found = read_discovered(json.dumps(GRAPH).encode(), "x.json")
    assert {node.name: node.reported for node in found.nodes} == {
        "leaf1": Reported.SWITCH,
        "spine1": Reported.SWITCH,
        "n1": Reported.HOST,
    }


def test_a_row_without_a_peer_is_noted_and_half_a_file_is_refused() -> None:
    rows = [*ROWS, {"hostname": "leaf1", "ifname": "swp9", "peerHostname": "", "peerIfname": "eth0"}]
    found = read_discovered(json.dumps(rows).encode(), "x.json")
    assert [note.what for note in found.notes] == ["link 5 has an end without a device or port: left out"]
    text = json.dumps(ROWS, indent=1)
    with pytest.raises(
        InputError, match=r"x\.json:\d+: file: is not JSON from here on, save the whole output"
    ):
        read_discovered(text[: len(text) // 2].encode(), "x.json")
