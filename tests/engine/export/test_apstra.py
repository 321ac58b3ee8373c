"""Cabling map of Apstra: links, labels and roles as its interface gives them.

Keys and labels: github.com/Apstra/apstra-api-python, tests/fixtures/aos/4.0.0/blueprints/get_cabling_map.json
(version 2; ``spine2<->leaf1[1]``, roles spine_leaf and to_generic). Apstra itself was not tried.
"""

import json
import re
from collections import Counter

import pytest

from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind
from tests.neighbours.designs import PLANS, three_level


@pytest.mark.parametrize("design", PLANS)
def test_every_link_is_there_under_a_label_of_its_own(design: str) -> None:
    plan = PLANS[design]()
    fabric, names = plan.fabrics[0], plan.names[0]
    read = json.loads(BY_NAME["apstra-cabling-map.json"].make(plan)["apstra-cabling-map.json"])
    assert read["version"] == 2
    links = read["links"]
    pairs = Counter(
        frozenset((names[a], names[b]))
        for (a, b), trace in zip(fabric.ends.tolist(), fabric.trace.tolist(), strict=True)
        if not trace and NodeKind.EXTERNAL not in fabric.kind[[a, b]].tolist()
    )
    assert Counter(frozenset(end["system"]["label"] for end in one["endpoints"]) for one in links) == pairs
    labels = [one["label"] for one in links]
    assert len(set(labels)) == len(labels)
    ports = [
        (end["system"]["label"], end["interface"]["if_name"]) for one in links for end in one["endpoints"]
    ]
    assert max(Counter(ports).values()) == 1
    for one in links:
        upper, lower = (end["system"] for end in one["endpoints"])
        assert re.fullmatch(rf"{upper['label']}<->{lower['label']}\[\d+\]", one["label"])
        assert one["role"] == (
            "to_generic" if lower["role"] == "generic" else f"{upper['role']}_{lower['role']}"
        )
        assert one["type"] == "ethernet"
        assert re.fullmatch(r"[\d.]+G", one["speed"])


def test_roles_of_three_levels() -> None:
    read = json.loads(BY_NAME["apstra-cabling-map.json"].make(three_level())["apstra-cabling-map.json"])
    assert {one["role"] for one in read["links"]} == {"superspine_spine", "spine_leaf", "to_generic"}
