"""Inventory for Ansible, read with PyYAML: groups, and maps of ports that agree at both ends.

Form: docs.ansible.com, "How to build your inventory", YAML:
hosts with their variables below all, children with hosts; names of groups are letters, digits and
underscores.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind
from tests.engine import plan_samples as samples
from tests.neighbours.designs import PLANS
from tests.neighbours.programs import Run, needs, verdicts


def inventory(plan: Any) -> dict[str, Any]:
    (content,) = BY_NAME["ansible-inventory.yaml"].make(plan).values()
    (every,) = yaml.safe_load(content).items()
    name, groups = every
    assert name == "all"
    found: dict[str, Any] = groups
    return found


@pytest.mark.parametrize("design", PLANS)
def test_the_ports_of_both_ends_agree(design: str) -> None:
    plan = PLANS[design]()
    fabric, names = plan.fabrics[0], plan.names[0]
    hosts = inventory(plan)["hosts"]
    kept = [
        (a, b)
        for (a, b), trace in zip(fabric.ends.tolist(), fabric.trace.tolist(), strict=True)
        if not trace and NodeKind.EXTERNAL not in fabric.kind[[a, b]].tolist()
    ]
    assert set(hosts) == {names[node] for pair in kept for node in pair}
    assert sum(len(one["ports"]) for one in hosts.values()) == 2 * len(kept)
    for name, one in hosts.items():
        for port, there in one["ports"].items():
            back = hosts[there["peer"]]["ports"][there["peer_port"]]
            assert (back["peer"], back["peer_port"]) == (name, port)
            assert back["rate_gbps"] == there["rate_gbps"]


def test_groups_hold_each_device_of_their_kind() -> None:
    plan = samples.two_fabrics()
    read = inventory(plan)
    hosts, groups = read["hosts"], {name: set(one["hosts"]) for name, one in read["children"].items()}
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in groups)
    assert groups["switches"] == {name for name, one in hosts.items() if one["kind"] == "switch"}
    assert groups["servers"] == {name for name, one in hosts.items() if one["kind"] == "host"}
    for fabric in ("compute", "storage"):
        level = {name for name, one in hosts.items() if fabric in one["fabrics"] and one.get("level") == 1}
        assert groups[f"fabric_{fabric}_level_1"] == level != set()
    racks = {one["rack"] for one in hosts.values()}
    assert {name for name in groups if name.startswith("rack_")} == {f"rack_{rack.lower()}" for rack in racks}
    assert groups["rack_a01"] == {name for name, one in hosts.items() if one["rack"] == "A01"}
    assert set(hosts) == set.union(*groups.values())


def test_texts_stay_texts() -> None:
    for text in ("no", "1e3", "{{ lookup('pipe', 'id') }}", '"'):
        plan = samples.with_text(samples.nodes_60(), text)
        hosts = inventory(plan)["hosts"].values()
        assert all(isinstance(one["model"], str) and "{{" not in one["model"] for one in hosts)


@needs("ansible-core", "ansible-inventory")
@pytest.mark.parametrize("design", PLANS)
def test_ansible_reads_the_same(design: str, tmp_path: Path) -> None:
    """Also by hand with ansible-inventory of ansible-core 2.19, August 2026."""
    plan = PLANS[design]()
    file = tmp_path / "inventory.yaml"
    file.write_bytes(next(iter(BY_NAME["ansible-inventory.yaml"].make(plan).values())))
    run = Run(["ansible-inventory", "-i", str(file), "--list", "--export"], {"LC_ALL": "C.UTF-8"})
    done = verdicts({"list": run})["list"]
    assert done.status == 0
    assert "WARNING" not in done.stated
    read = json.loads(done.stated)
    assert read["_meta"]["hostvars"] == inventory(plan)["hosts"]
