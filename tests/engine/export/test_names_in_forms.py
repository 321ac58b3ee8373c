"""Names that other programs cannot take: each node keeps one of its own, and what is changed is told."""

import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import ezdxf
import msgspec
import yaml

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from tests.engine import plan_samples as samples

ODD = ["n 1", "n[1-3]", "n_1", "<&>", 'he said "x"', "a,b", "n#1", "", "=1+1", "\x07", "Ä"]
PLAIN = r"[A-Za-z0-9][A-Za-z0-9._-]*"


def odd() -> Plan:
    """60 hosts, of which the first have odd names."""
    plan = samples.nodes_60()
    names = (*ODD, *plan.names[0][len(ODD) :])
    return replace(plan, names=(names,))


def only(files: dict[str, bytes], name: str) -> str:
    return files[name].decode()


def test_slurm_and_ibutils_see_plain_names_once() -> None:
    plan = odd()
    nodes = re.findall(r"Nodes=(\S+)", only(BY_NAME["topology.conf"].make(plan), "topology.conf"))
    assert len(nodes) == 4
    assert all(re.fullmatch(r"[A-Za-z0-9._,\[\]-]+", some) for some in nodes)
    hosts = re.findall(r"-> HCA1 (\S+) P1\n", only(BY_NAME["fabric.topo"].make(plan), "fabric.topo"))
    assert len(set(hosts)) == len(hosts) == 60
    assert all(re.fullmatch(PLAIN, host) for host in hosts)
    assert any(
        "names as they are ('n 1' is 'n_1' here)" in line for line in BY_NAME["topology.conf"].left_out(plan)
    )


def test_graphs_keep_what_people_call_a_node() -> None:
    plan = odd()
    root = ElementTree.fromstring(only(BY_NAME["fabric.graphml"].make(plan), "fabric.graphml"))
    space = "{http://graphml.graphdrawing.org/xmlns}"
    nodes = root.findall(f".//{space}node")
    assert len({node.attrib["id"] for node in nodes}) == 66
    shown = [node.findtext(f"{space}data[@key='name']") or "" for node in nodes]
    assert shown[: len(ODD)] == [name.replace("\x07", "") for name in ODD]
    assert 'label="he said \\"x\\""' in only(BY_NAME["fabric.dot"].make(plan), "fabric.dot")


def test_platforms_laboratories_and_groups_can_be_read() -> None:
    plan = odd()
    hosts = ElementTree.fromstring(only(BY_NAME["simgrid.xml"].make(plan), "simgrid.xml")).findall(".//host")
    assert len({host.attrib["id"] for host in hosts}) == 60
    lab = yaml.safe_load(only(BY_NAME["fabric.clab.yml"].make(plan), "fabric.clab.yml"))
    assert len(lab["topology"]["nodes"]) == 66
    groups = yaml.safe_load(only(BY_NAME["groups.yaml"].make(plan), "groups.yaml"))
    assert re.fullmatch(r"[A-Za-z0-9._,\[\]-]+", groups["all"]["hosts"])


def test_labels_of_racks_are_no_codes_of_cad_programs() -> None:
    plan = samples.nodes_60()
    racks = tuple(msgspec.structs.replace(rack, label="%%c^J\x07") for rack in plan.floor.racks)
    plan = replace(plan, floor=msgspec.structs.replace(plan.floor, racks=racks))
    drawing = ezdxf.read(io.StringIO(only(BY_NAME["floor.dxf"].make(plan), "floor.dxf")))
    texts = {text.dxf.text for text in drawing.modelspace().query("TEXT")}
    assert "% %c^ J" in texts
