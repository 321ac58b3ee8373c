"""Switches between edge and core follow the blocks that they serve, so that their cables stay short."""

import numpy as np

from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families import build
from fatdesk.engine.floor.placement.blocks import load_of
from tests.engine.design.search_samples import PAPER, wanted


def test_middle_switches_of_a_pod_follow_its_last_block() -> None:
    requirements, one = wanted(700, edge=("ib-36",), core=("ib-36",), families=("egft",))
    best = search(requirements, one, PAPER).best
    fabric = build(best.design, requirements.hosts, PAPER, "compute", best.host_ports)
    load = load_of([fabric], PAPER)
    node = {name: number for number, name in enumerate(fabric.ids)}
    placed = [[node[i] for run in block.runs for i in run.ids] for block in load.blocks]
    in_core = [node[i] for runs in load.cores for run in runs for i in run.ids]
    assert sorted([n for some in placed for n in some] + in_core) == list(range(fabric.node_count))
    assert (fabric.level[in_core] == 3).all()
    seen: set[int] = set()
    for some in placed:
        if fabric.level[some[0]] == 2:
            below = fabric.ends[
                np.isin(fabric.ends[:, 1], some) & (fabric.kind[fabric.ends[:, 1]] == NodeKind.SWITCH), 0
            ]
            assert set(below.tolist()) <= seen
            assert len(some) == best.design.number("c")
        seen.update(some)


def test_trees_of_two_levels_have_none() -> None:
    requirements, one = wanted(60, edge=("ib-36",), core=("ib-36",), families=("two-level",))
    best = search(requirements, one, PAPER).best
    fabric = build(best.design, requirements.hosts, PAPER, "compute", best.host_ports)
    load = load_of([fabric], PAPER)
    assert len(load.blocks) == best.design.number("E")
    assert sum(len(run.ids) for run in load.cores[0]) == best.design.number("C")
