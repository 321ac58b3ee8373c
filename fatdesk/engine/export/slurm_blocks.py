"""Blocks of hosts for Slurm (topology/block): the hosts below one edge switch are a block."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing.switch_tree import host_list, left_out_of_tree, switch_tree
from fatdesk.engine.listing.wired import Wired, fabric_files, plain_names, servers_of, wired


class Block(NamedTuple):
    """A block: its name, its hosts folded into one text, and their number."""

    name: str
    hosts: str
    size: int


def blocks(one: Wired) -> Iterator[Block]:
    """The blocks of a fabric, named after their switches."""
    for branch in switch_tree(one.fabric, servers_of(one.fabric, one.plan.catalog)):
        if branch.hosts:
            hosts = [one.names[host] for host in branch.hosts]
            yield Block(one.names[branch.switch], host_list(hosts), len(hosts))


def block_sizes(found: list[Block]) -> list[int]:
    """The base size, which every block has, and its multiples by two up to the number of blocks.

    >>> block_sizes([Block("E01", "n[01-18]", 18), Block("E02", "n[19-34]", 16), Block("E03", "n35", 17)])
    [16, 32]
    """
    base = min((block.size for block in found), default=0)
    return [base << level for level in range(max(1, len(found)).bit_length()) if base]


def _conf_files(plan: Plan) -> dict[str, bytes]:
    """Return the files; ``topology-block-NAME.conf`` where there are several fabrics."""
    return {name: _conf(one).encode() for name, one in fabric_files(plan, "topology-block.conf")}


def _conf(one: Wired) -> str:
    found = list(blocks(one))
    lines = ["# Written by fatdesk for TopologyPlugin=topology/block (Slurm 23.11 or later)\n"]
    lines += [f"BlockName={block.name} Nodes={block.hosts}\n" for block in found]
    if found:
        lines.append(f"BlockSizes={','.join(map(str, block_sizes(found)))}\n")
    return "".join(lines)


def _yaml(plan: Plan) -> dict[str, bytes]:
    """Return the file; the format is that of https://slurm.schedmd.com/topology.yaml.html (2025-05)."""
    lines = ["# Written by fatdesk for Slurm 25.05 or later, copy it to topology.yaml\n---\n"]
    default = "true"
    fabrics = wired(plan)
    names = plain_names(one.fabric.name for one in fabrics)
    for topology, one in zip(names, fabrics, strict=True):
        found = list(blocks(one))
        if not found:
            continue  # a fabric without hosts is nothing that jobs run on
        lines.append(f"- topology: {json.dumps(topology)}\n  cluster_default: {default}\n  block:\n")
        lines.append(f"    block_sizes: {json.dumps(block_sizes(found))}\n    blocks:\n")
        default = "false"
        lines += [
            f"      - block: {json.dumps(block.name)}\n        nodes: {json.dumps(block.hosts)}\n"
            for block in found
        ]
    return {"topology-block.yaml": "".join(lines).encode()}


def _left_out(plan: Plan) -> list[str]:
    """Return what blocks cannot represent."""
    several = any(len({block.size for block in blocks(one)}) > 1 for one in wired(plan))
    words = ["rates of links, and switches above the blocks"]
    words += (
        ["hosts beyond the smallest block: Slurm plans with as many as every block has"] if several else []
    )
    return [*words, *left_out_of_tree(plan)]


CONF = Export(
    "topology-block.conf",
    "Blocks for Slurm (topology/block): the hosts below each edge switch, and sizes of blocks.",
    _conf_files,
    asked_only=True,
    left_out=_left_out,
)
YAML = Export(
    "topology-block.yaml",
    "Topology.yaml of Slurm with blocks: the hosts below each edge switch, a topology per fabric.",
    _yaml,
    asked_only=True,
    left_out=_left_out,
)
