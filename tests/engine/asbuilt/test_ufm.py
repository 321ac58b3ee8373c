"""JSON of UFM, and the database of ibdiagnet, of one fabric; samples are made of the plan.

Keys and forms of UFM: github.com/Mellanox/ufm_sdk_3.0 (ufm_sim_web_service: links and ports with all
keys; the merger, which reads them), and answers of ``/ufmRest/resources/links`` in its scripts. Sections
and columns of db_csv: the same repository (topoparse, PORTS and LINKS), and a parser of others with all
columns of NODES.
"""

import json
from typing import Any

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.difference import Kind
from fatdesk.engine.asbuilt.readers import read_discovered
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.planting import planned_of, reported, rotated

PLAN = samples.nodes_60()
FABRIC = PLAN.fabrics[0]
PLANNED = planned_of(PLAN)
UP = [link for link in range(len(FABRIC.ends)) if FABRIC.kind[FABRIC.ends[link, 1]] == 1]
SWAPPED = rotated(FABRIC, [UP[0], UP[30]], 1)


def described(name: str, guid: str, port: str) -> str:
    """A switch with its port, an adapter by its name; GUIDs of switches end as their names."""
    return f"{name}:{port}" if name[0] in "EC" else f"{name} mlx5_0"


def links_json(found: Any) -> list[dict[str, Any]]:
    """What ``/ufmRest/resources/links`` answers."""
    return [
        {
            "source_guid": f"{int(found.nodes[one.a].guid, 16):016x}",
            "source_port": one.port_a,
            "source_port_dname": one.port_a,
            "source_port_node_description": described(found.nodes[one.a].name, "", one.port_a),
            "destination_guid": f"{int(found.nodes[one.b].guid, 16):016x}",
            "destination_port": one.port_b,
            "destination_port_dname": "HCA-1/1" if found.nodes[one.b].name[0] == "n" else one.port_b,
            "destination_port_node_description": described(found.nodes[one.b].name, "", one.port_b),
            "width": "4x",
            "severity": "Info",
        }
        for one in found.links
    ]


def ports_json(found: Any) -> dict[str, Any]:
    """What ``/ufmRest/resources/ports`` answers, a record for each end; one port has no peer."""
    ports: list[dict[str, Any]] = [
        {"name": "0000000000000abc_40", "number": 40, "peer": "N/A", "guid": "abc"}
    ]
    for one in links_json(found):
        for near, far in (("source", "destination"), ("destination", "source")):
            ports.append(
                {
                    "name": f"{one[f'{near}_guid']}_{one[f'{near}_port']}",
                    "guid": one[f"{near}_guid"],
                    "number": int(one[f"{near}_port"]),
                    "dname": one[f"{near}_port_dname"],
                    "node_description": one[f"{near}_port_node_description"],
                    "peer": f"{one[f'{far}_guid']}_{one[f'{far}_port']}",
                    "peer_guid": one[f"{far}_guid"],
                    "peer_port_dname": one[f"{far}_port_dname"],
                    "peer_node_description": one[f"{far}_port_node_description"],
                    "active_width": "4x",
                    "active_speed": "QDR",
                    "physical_state": "Link Up",
                }
            )
    return {"total_resources": len(ports), "data": ports}


def db_csv(found: Any) -> str:
    """The sections of ``ibdiagnet2.db_csv`` that matter, and one that does not."""
    lines = ["# ibdiagnet", "START_GENERAL", "x", "1", "END_GENERAL", "", "START_NODES"]
    lines.append("NodeDesc,NumPorts,NodeType,ClassVersion,SystemImageGUID,NodeGUID,PortGUID,LocalPortNum")
    for node in found.nodes:
        kind, ports = ("2", 36) if node.name[0] in "EC" else ("1", 1)
        guid = f"0x{int(node.guid, 16):016x}"
        name = node.name if kind == "2" else f"{node.name} mlx5_0"
        lines.append(f'"{name}",{ports},{kind},1,{guid},{guid},{guid},0')
    lines += ["END_NODES", "", "START_PORTS", "NodeGuid,PortGuid,PortNum,LinkWidthActv,LinkSpeedActv"]
    for one in found.links:
        guid = f"0x{int(found.nodes[one.a].guid, 16):016x}"
        lines.append(f"{guid},{guid},{one.port_a},2,4")
    lines += ["END_PORTS", "", "START_LINKS", "NodeGuid1,PortNum1,NodeGuid2,PortNum2"]
    for one in found.links:
        ends = ((found.nodes[one.a].guid, one.port_a), (found.nodes[one.b].guid, one.port_b))
        lines.append(",".join(f"0x{int(guid, 16):016x},{port}" for guid, port in ends))
    return "\n".join([*lines, "END_LINKS", ""])


FORMS = {
    "links": lambda found: json.dumps(links_json(found), indent=1),
    "ports": lambda found: json.dumps(ports_json(found)),
    "db_csv": db_csv,
}
each = pytest.mark.parametrize("form", FORMS)


@each
def test_a_fabric_as_planned_and_with_a_swap(form: str) -> None:
    """The same result as from what ibnetdiscover reports."""
    for fabric, kinds in ((FABRIC, []), (SWAPPED, [Kind.SWAP])):
        text = FORMS[form](reported(PLAN, fabric)).replace("\n", "\r\n")
        found = read_discovered(text.encode("utf-8-sig"), "fabric.txt")
        built = compare(PLANNED, found)
        assert [one.kind for one in built.differences] == kinds
        assert built.matched == 132 - 2 * len(kinds)
        assert built.steps == compare(PLANNED, reported(PLAN, fabric)).steps
        assert not found.notes


def test_rates_of_ports_are_those_of_links() -> None:
    found = read_discovered(db_csv(reported(PLAN)).encode(), "x")
    assert {link.rate for link in found.links} == {"4xQDR"}
    found = read_discovered(json.dumps(ports_json(reported(PLAN))).encode(), "x")
    assert {link.rate for link in found.links} == {"4xQDR"}
    assert all(link.twice for link in found.links)


def test_aggregation_nodes_are_left_out() -> None:
    name = "Mellanox Technologies Aggregation Node"
    text = db_csv(reported(PLAN)).replace("END_NODES", f'"{name}",1,1,1,0x99,0x99,0x99,1\nEND_NODES')
    text = text.replace("END_LINKS", "0x0000000000000001,37,0x99,1\nEND_LINKS")
    found = read_discovered(text.encode(), "x")
    words = "1 link to aggregation nodes inside switches, without a cable: left out"
    assert [note.what for note in found.notes] == [words]
    assert len(found.links) == 132
    rows = links_json(reported(PLAN))
    inside = {**rows[0], "source_port": "37", "destination_port_node_description": name}
    found = read_discovered(json.dumps([*rows, inside]).encode(), "x")
    assert [note.what for note in found.notes] == [words]
    assert len(found.links) == 132


def test_damaged_records_are_noted_and_the_rest_is_read() -> None:
    whole = db_csv(reported(PLAN))
    lines = whole.split("\n")
    at = lines.index("START_LINKS") + 2
    lines[at] = lines[at][:25]
    found = read_discovered("\n".join(lines).encode(), "x")
    assert len(found.links) == 131
    assert [(note.line, note.what) for note in found.notes] == [
        (at + 1, "record of section LINKS is cut off: left out")
    ]
    found = read_discovered(whole[: whole.index("END_LINKS") - 40].encode(), "x")
    assert len(found.links) >= 130
    assert found.notes[0].what == "section LINKS has no end: the file may be cut off"
    with pytest.raises(InputError, match=r"x:\d+: line: section LINKS has no column portnum2; no other"):
        read_discovered(whole.replace("PortNum2", "Port").encode(), "x")
    rows = links_json(reported(PLAN))
    del rows[3]["source_guid"]
    found = read_discovered(json.dumps(rows).encode(), "x")
    assert [note.what for note in found.notes] == ["record 4 names no port at one of its ends: left out"]


def test_a_database_without_links_says_what_to_give_instead() -> None:
    """Shape: github.com/6ermvH/log-parser, testdata: NODES, PORTS and more, of a run without cables."""
    head = "START_NODES\nNodeDesc,NumPorts,NodeType,NodeGUID\n"
    text = f'{head}"E01",65,2,0x1\nEND_NODES\n\nSTART_PORTS\nNodeGuid,PortNum\n0x1,1\nEND_PORTS\n'
    with pytest.raises(InputError, match=r"ibdiagnet2\.db_csv:9: section: LINKS, .* is missing: give"):
        read_discovered(text.encode(), "ibdiagnet2.db_csv")


def test_a_printed_number_that_python_does_not_read_is_no_number() -> None:
    tree = links_json(reported(PLAN))
    tree[0]["source_port_dname"] = "9" * 5000
    assert len(read_discovered(json.dumps(tree).encode(), "m").links) == 132
