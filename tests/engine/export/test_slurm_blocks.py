"""Blocks for Slurm: every host once, sizes as Slurm's documentation has them (topology.conf, topology.yaml).

The plugin is in Slurm from 23.11 on; the slurmctld of Debian 12 (22.05) does not have it, so no program
reads these files here. Facts of the form: slurm.schedmd.com/topology.conf.html and topology.yaml.html,
and the expected output of github.com/NVIDIA/topograph, pkg/translate/block_test.go.
"""

import re

import pytest
import yaml

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind
from tests.engine import plan_samples as samples
from tests.engine.export.test_batch_systems import unfolded

PLANS = {"nodes-60": samples.nodes_60(), "two-fabrics": samples.two_fabrics(), "rails": samples.gpu(63)}


def sound(sizes: list[int], counts: list[int]) -> bool:
    """Every block has the base size; each size is the base times a power of two, at most all blocks."""
    base = sizes[0]
    powers = [size // base for size in sizes]
    return base == min(counts) and powers == [1 << n for n in range(len(sizes))] and powers[-1] <= len(counts)


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_every_host_is_in_one_block(plan: Plan) -> None:
    files = BY_NAME["topology-block.conf"].make(plan)
    assert len(files) == len(plan.fabrics)
    (content,) = BY_NAME["topology-block.yaml"].make(plan).values()
    topologies = yaml.safe_load(content)
    assert [one["cluster_default"] for one in topologies] == [True] + [False] * (len(topologies) - 1)
    for text, topology, fabric, names in zip(
        files.values(), topologies, plan.fabrics, plan.names, strict=True
    ):
        blocks = dict(re.findall(r"^BlockName=(\S+) Nodes=(\S+)$", text.decode(), re.MULTILINE))
        (sizes,) = re.findall(r"^BlockSizes=(\S+)$", text.decode(), re.MULTILINE)
        hosts = {name: unfolded(some) for name, some in blocks.items()}
        wanted = sorted(names[node] for node in fabric.nodes(NodeKind.HOST).tolist())
        assert sorted(host for some in hosts.values() for host in some) == wanted
        counts = [len(some) for some in hosts.values()]
        assert sound([int(size) for size in sizes.split(",")], counts)
        assert list(topology) == ["topology", "cluster_default", "block"]
        assert topology["block"]["block_sizes"] == [int(size) for size in sizes.split(",")]
        assert {row["block"]: row["nodes"] for row in topology["block"]["blocks"]} == blocks


def test_blocks_of_different_size_are_stated() -> None:
    words = "hosts beyond the smallest block: Slurm plans with as many as every block has"
    left_out = BY_NAME["topology-block.conf"].left_out
    assert left_out is not None
    assert words in left_out(samples.nodes_60())  # 18, 18, 18 and 6
