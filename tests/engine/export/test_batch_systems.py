"""Slurm's topology.yaml, read with a YAML reader: every host once below one root of each fabric."""

import re
from dataclasses import replace
from typing import Any

import pytest
import yaml

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind
from tests.engine import plan_samples as samples


def unfolded(text: str) -> list[str]:
    """The names of a host list of Slurm."""
    found = []
    for head, ranges, plain in re.findall(r"([^,\[\]]*)\[([^\]]*)\]|([^,\[\]]+)", text):
        if plain:
            found.append(plain)
        for piece in ranges.split(",") if ranges else ():
            first, _, last = piece.partition("-")
            found += [f"{head}{i:0{len(first)}}" for i in range(int(first), int(last or first) + 1)]
    return found


def topologies(plan: Plan) -> list[dict[str, Any]]:
    """The topologies of the file as Slurm's YAML reader has them."""
    (content,) = BY_NAME["topology.yaml"].make(plan).values()
    read: list[dict[str, Any]] = yaml.safe_load(content)
    return read


def below(switches: dict[str, dict[str, str]], name: str) -> list[str]:
    """All hosts below a switch."""
    one = switches[name]
    if "nodes" in one:
        return unfolded(one["nodes"])
    return [host for child in unfolded(one["children"]) for host in below(switches, child)]


@pytest.mark.parametrize("plan", [samples.nodes_60(), samples.two_fabrics()], ids=["nodes-60", "two-fabrics"])
def test_every_host_is_below_one_root(plan: Plan) -> None:
    read = topologies(plan)
    assert [one["topology"] for one in read] == [fabric.name for fabric in plan.fabrics]
    assert [one["cluster_default"] for one in read] == [True] + [False] * (len(read) - 1)
    for topology, fabric, names in zip(read, plan.fabrics, plan.names, strict=True):
        assert list(topology) == ["topology", "cluster_default", "tree"]  # the name has to be the first
        rows = topology["tree"]["switches"]
        switches = {row["switch"]: row for row in rows}
        assert len(switches) == len(rows)
        assert all(len(name) <= 64 and len(row) == 2 for name, row in switches.items())
        children = {child for row in rows for child in unfolded(row.get("children", ""))}
        roots = [name for name in switches if name not in children]
        assert len(roots) == 1
        hosts = below(switches, roots[0])
        assert sorted(hosts) == sorted(names[node] for node in fabric.nodes(NodeKind.HOST).tolist())


def test_it_is_the_tree_of_topology_conf() -> None:
    plan = samples.nodes_60()
    (old,) = BY_NAME["topology.conf"].make(plan).values()
    lines = re.findall(r"SwitchName=(\S+) (?:Switches|Nodes)=(\S+)", old.decode())
    rows = topologies(plan)[0]["tree"]["switches"]
    assert [(row["switch"], row.get("children") or row["nodes"]) for row in rows] == lines


def test_names_that_yaml_reads_as_something_else_stay_names() -> None:
    plan = samples.nodes_60()
    odd = replace(plan, names=(("yes", "007", "1e3", "null", *plan.names[0][4:]),))
    rows = topologies(odd)[0]["tree"]["switches"]
    hosts = [host for row in rows for host in unfolded(str(row.get("nodes", "")))]
    assert {"yes", "007", "1e3", "null"} <= set(hosts)
    assert all(isinstance(value, str) for row in rows for value in row.values())
