"""Slurm's topology.yaml (25.05 and later): a tree of switches a fabric, the first is the default.

The form is that of https://slurm.schedmd.com/topology.yaml.html (2025-05).
"""

import json

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.plain_names import plain_names
from fatdesk.engine.listing.switch_tree import left_out_of_tree, slurm_switches
from fatdesk.engine.listing.wired import wired

NAME = "topology.yaml"
ASKED_ONLY = True  # only who runs Slurm wants it


def make(plan: Plan) -> dict[str, bytes]:
    """The file; each topology is named like its fabric, which partitions give as ``Topology=``."""
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
    return {NAME: "".join(lines).encode()}


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    return ["rates of links", *left_out_of_tree(plan)]
