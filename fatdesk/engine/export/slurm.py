"""Topologies for Slurm: topology.conf, and topology.yaml of 25.05 and later."""

import json

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing.switch_tree import left_out_of_tree, slurm_switches
from fatdesk.engine.listing.wired import Wired, fabric_files, plain_names, wired


def _conf_files(plan: Plan) -> dict[str, bytes]:
    """Return the files; ``topology-NAME.conf`` where there are several fabrics, of which Slurm takes one."""
    return {name: _conf(one).encode() for name, one in fabric_files(plan, "topology.conf")}


def _conf(one: Wired) -> str:
    lines = ["# Written by fatdesk for TopologyPlugin=topology/tree\n"]
    for name, switches, hosts, rate in slurm_switches(one):
        under = f"Switches={switches}" if switches else f"Nodes={hosts}"
        lines.append(f"SwitchName={name} {under} LinkSpeed={max(1, round(rate))}\n")
    return "".join(lines)


def _yaml(plan: Plan) -> dict[str, bytes]:
    """Return the file; each topology is named like its fabric, which partitions give as ``Topology=``.

    The format is that of https://slurm.schedmd.com/topology.yaml.html (2025-05).
    """
    lines = [
        "# Written by fatdesk for Slurm 25.05 or later, which ignores topology.conf where this file is\n---\n"
    ]
    fabrics = wired(plan)
    names = plain_names(one.fabric.name for one in fabrics)
    default = "true"
    for topology, one in zip(names, fabrics, strict=True):
        switches = list(slurm_switches(one))
        if not switches:
            continue  # a fabric without hosts is nothing that jobs run on
        lines.append(
            f"- topology: {json.dumps(topology)}\n  cluster_default: {default}\n  tree:\n    switches:\n"
        )
        default = "false"
        for switch in switches:
            key, below = ("children", switch.switches) if switch.switches else ("nodes", switch.hosts)
            lines.append(f"      - switch: {json.dumps(switch.name)}\n        {key}: {json.dumps(below)}\n")
    return {"topology.yaml": "".join(lines).encode()}


CONF = Export(
    "topology.conf",
    "Topology.conf of Slurm: every host under its first switch, one artificial root per fabric.",
    _conf_files,
    asked_only=True,
    left_out=left_out_of_tree,
)
YAML = Export(
    "topology.yaml",
    "Topology.yaml of Slurm 25.05 and later: a tree of switches per fabric, the first is the default.",
    _yaml,
    asked_only=True,
    left_out=lambda plan: ["rates of links", *left_out_of_tree(plan)],
)
