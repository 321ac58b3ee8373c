"""Settings for NVUE, of a design with splitters; against the plan and the documented form.

Cumulus Linux 5.4 or later: ``link breakout 4x``, the speed of a leg is ``link speed`` of it (NVUE reference,
Interface Link; Switch Port Attributes). Files of ``nv config patch`` are lists of ``set`` (startup.yaml).
No switch was tried.
"""

from typing import Any

import pytest
import yaml

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from tests.engine import plan_samples as samples


@pytest.fixture(scope="module")
def made(split_plan: Plan) -> tuple[Plan, dict[str, Any]]:
    files = BY_NAME["nvue.yaml"].make(split_plan)
    return split_plan, {name: yaml.safe_load(data) for name, data in files.items()}


def test_breakouts_speeds_and_descriptions_agree_with_the_plan(made: tuple[Plan, dict[str, Any]]) -> None:
    plan, files = made
    fabric, names = plan.fabrics[0], plan.names[0]
    trees = {one[0]["set"]["system"]["hostname"]: one[0]["set"]["interface"] for one in files.values()}
    assert [f"nvue-{name}.yaml" for name in trees] == list(files)
    used: dict[str, set[str]] = {name: set() for name in trees}
    split: dict[str, set[str]] = {name: set() for name in trees}
    for (a, b), (p, q), leg, legs in zip(
        fabric.ends.tolist(),
        fabric.ports.tolist(),
        fabric.split.tolist(),
        fabric.splits.tolist(),
        strict=True,
    ):
        own = f"swp{p + 1}s{leg}" if legs > 1 else f"swp{p + 1}"
        one = trees[names[a]][own]
        assert one["description"].partition(":")[0] == names[b]
        assert one["link"]["state"] == {"up": {}}
        assert one["link"].get("speed") == (f"{100 // legs}G" if legs > 1 else None)
        used[names[a]].add(own)
        if legs > 1:
            assert trees[names[a]][f"swp{p + 1}"]["link"] == {"breakout": {f"{legs}x": {}}}
            split[names[a]].add(f"swp{p + 1}")
        if names[b] in trees:
            assert trees[names[b]][f"swp{q + 1}"]["description"] == f"{names[a]}:{own}"
            used[names[b]].add(f"swp{q + 1}")
    assert any(split.values())
    assert {name: set(one) for name, one in trees.items()} == {
        name: used[name] | split[name] for name in trees
    }


def test_without_names_of_cumulus_the_reason_is_given() -> None:
    export = BY_NAME["nvue.yaml"]
    assert export.why_none is not None
    assert "no switch has names of ports of Cumulus Linux (1 part)" in export.why_none(samples.nodes_60())
    assert export.make(samples.nodes_60()) == {}
