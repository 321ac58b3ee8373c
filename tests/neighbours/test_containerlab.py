"""Laboratories of containerlab: every node and link once, names that its schema allows, no interface twice.

containerlab is not in Debian; what is checked here are the rules of its schema (srl-labs/containerlab,
schemas/clab.schema.json): a name, nodes with a kind and an image, links with two endpoints "node:interface".
"""

import re
from collections import Counter

import pytest
import yaml

from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind
from tests.neighbours.designs import PLANS


@pytest.mark.parametrize("design", PLANS)
def test_every_link_joins_interfaces_of_its_own(design: str) -> None:
    plan = PLANS[design]()
    fabric, names = plan.fabrics[0], plan.names[0]
    (content,) = BY_NAME["fabric.clab.yml"].make(plan).values()
    lab = yaml.safe_load(content)
    assert set(lab) == {"name", "topology"}
    topology = lab["topology"]
    assert topology["defaults"] == {"kind": "linux", "image": "alpine:3"}
    inside = fabric.kind != NodeKind.EXTERNAL
    assert list(topology["nodes"]) == [name for name, own in zip(names, inside, strict=True) if own]
    assert all(re.fullmatch(r"[a-zA-Z0-9][a-zA-Z0-9._-]*", name) for name in topology["nodes"])
    ends = [end for link in topology["links"] for end in link["endpoints"]]
    assert max(Counter(ends).values()) == 1
    pairs = Counter(
        frozenset(end.partition(":")[0] for end in link["endpoints"]) for link in topology["links"]
    )
    kept = inside[fabric.ends].all(axis=1)
    assert pairs == Counter(frozenset((names[a], names[b])) for a, b in fabric.ends[kept].tolist())
    for end in ends:
        number = re.fullmatch(r".*:eth([1-9][0-9]*)", end)
        assert number, end  # eth0 is for management
