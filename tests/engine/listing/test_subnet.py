"""The InfiniBand listing: what stands in it, and modular switches opened into chips."""

import re
from collections import Counter, defaultdict
from dataclasses import replace

import numpy as np
import pytest

from fatdesk.engine.catalog.configuration import inner_tree
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.listing.subnets import Subnet, guid, opened, speed, subnet_bytes, subnet_of
from tests.engine import plan_samples as samples

HEAD = re.compile(r'^(Switch|Ca)\t(\d+) "([SH]-[0-9a-f]{16})"\t\t# "([^"]*)"')
LINE = re.compile(
    r'^\[(\d+)\](?:\(([0-9a-f]+)\))?\t"([SH]-[0-9a-f]{16})"\[(\d+)\](?:\(([0-9a-f]+)\))?\t\t# (.*)$'
)


def subnet(plan: Plan, inside: bool = False) -> Subnet:
    made = subnet_of(plan.fabrics[0], plan.names[0], plan.catalog)
    return opened(made, plan.fabrics[0], plan.catalog) if inside else made


def read(content: bytes) -> tuple[dict[str, tuple[int, str]], dict[tuple[str, int], tuple[str, int, str]]]:
    """Ports and name of each node, and the far end and speed of each port."""
    nodes: dict[str, tuple[int, str]] = {}
    ports: dict[tuple[str, int], tuple[str, int, str]] = {}
    here = ""
    for line in content.decode().splitlines():
        if head := HEAD.match(line):
            here = head[3]
            assert here not in nodes
            nodes[here] = (int(head[2]), head[4])
        elif link := LINE.match(line):
            key = (here, int(link[1]))
            assert key not in ports
            assert 1 <= key[1] <= nodes[here][0]
            ports[key] = (link[3], int(link[4]), link[6].rsplit(" ", 1)[1])
        else:
            assert not line or line.startswith("#")
    return nodes, ports


@pytest.mark.parametrize(
    ("plan", "switches", "adapters", "links"),
    [
        (samples.nodes_60, 6, 60, 132),
        (lambda: samples.gpu(31), 12, 248, 248 + 256),
        (lambda: samples.gpu(63), 24, 504, 504 + 512),
        (samples.blades, 17, 224, 448),
    ],
)
def test_both_ends_of_every_link(plan: object, switches: int, adapters: int, links: int) -> None:
    nodes, ports = read(subnet_bytes(subnet(plan())))
    kinds = Counter(node[0] for node in nodes)
    assert kinds == {"S": switches, "H": adapters}
    assert len(ports) == 2 * links
    for here, (node, port, speed_) in ports.items():
        assert ports[node, port] == (*here, speed_)


def test_extra_ports_are_left_out_and_port_counts_are_of_all_links() -> None:
    nodes, ports = read(subnet_bytes(subnet(samples.gpu(31))))
    assert {count for node, (count, _) in nodes.items() if node[0] == "S"} == {64}
    assert not any("ext" in name for _, name in nodes.values())
    assert {speed_ for _, _, speed_ in ports.values()} == {"4xNDR"}
    assert {"n01 HCA-1", "n31 HCA-8"} <= {name for _, name in nodes.values()}


def test_split_ports_have_numbers_of_their_own() -> None:
    group = HostGroup(name="nodes", part="server-1u", count=60)
    fabric = samples.two_level("compute", group, "ib-36", "ib-36", (2, 1, 18), split=2)
    made = subnet_of(fabric, [str(i) for i in range(fabric.node_count)], samples.CATALOG)
    nodes, ports = read(subnet_bytes(made))
    assert sorted(count for node, (count, _) in nodes.items() if node[0] == "S") == [36, 72, 72]
    assert len(ports) == 2 * (60 + 36)


def test_guids_depend_on_nothing_but_the_key() -> None:
    assert f"{guid('compute/edge/1'):016x}" == "02e30df445db6ffe"
    assert guid("a") != guid("b")
    plan = samples.nodes_60()
    renamed = replace(plan, names=(tuple("same" for _ in plan.names[0]),))
    assert read(subnet_bytes(subnet(plan)))[0].keys() == read(subnet_bytes(subnet(renamed)))[0].keys()


def test_names_cannot_break_the_file() -> None:
    plan = samples.nodes_60()
    odd = replace(plan, names=(tuple('a"\n[1]\x00' + "ß" * 90 for _ in plan.names[0]),))
    nodes, ports = read(subnet_bytes(subnet(odd)))
    assert len(ports) == 264
    assert all(len(name.encode()) <= 63 for _, name in nodes.values())


@pytest.mark.parametrize(
    ("rate", "name"), [(40.0, "4xQDR"), (25.0, "1xEDR"), (1.0, "1xSDR"), (1600.0, "4xXDR")]
)
def test_speeds(rate: float, name: str) -> None:
    assert speed(rate) == name


@pytest.mark.parametrize("cards", [1, 5, 6])
def test_inside_of_a_modular_switch(cards: int) -> None:
    part = samples.CATALOG["modular-108"]
    tree = inner_tree(part, cards, "card-18")
    assert tree is not None
    chips, ports = tree.links()
    assert len(chips) == cards * 18
    share = Counter(map(tuple, chips.tolist()))
    assert set(share.values()) == {6}
    for side in (0, 1):
        used = list(zip(chips[:, side].tolist(), ports[:, side].tolist(), strict=True))
        assert len(set(used)) == len(used)
    assert ports[:, 0].min() == 19
    assert ports.max() <= 36


def test_opened_boxes_keep_their_outer_links() -> None:
    plan = samples.modular(216, 6)
    nodes, ports = read(subnet_bytes(subnet(plan, inside=True)))
    by_name = {name: node for node, (_, name) in nodes.items()}
    assert {f"C02 card {i}" for i in range(1, 7)} | {f"C02 board {i}" for i in range(1, 4)} <= set(by_name)
    degree: dict[str, int] = defaultdict(int)
    for node, _ in ports:
        degree[node] += 1
    for name, node in by_name.items():
        if " card " in name or " board " in name:
            assert degree[node] == 36, name
    outside, _ = np.unique(subnet(plan).ends, axis=0, return_counts=True)
    assert len(ports) == 2 * (216 + 216 + 2 * 6 * 18)
    assert len(outside) > 0


def test_a_box_whose_inside_nobody_knows_stays_a_box() -> None:
    plan = samples.nodes_60()
    assert subnet_bytes(subnet(plan)) == subnet_bytes(subnet(plan, inside=True))
