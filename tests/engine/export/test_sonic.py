"""Tables for config_db.json of SONiC, of a design with splitters; against the plan and SONiC's own rules.

Tables and keys: github.com/sonic-net/SONiC, doc/configuration: Configuration.md (PORT, DEVICE_NEIGHBOR),
and the design of dynamic port breakout (BREAKOUT_CFG, ``brkout_mode`` such as ``4x25G``); names of
ports: port_config.ini. No SONiC was tried.
"""

import json
from typing import Any

import pytest

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from tests.engine import plan_samples as samples


@pytest.fixture(scope="module")
def made(split_plan: Plan) -> tuple[Plan, dict[str, Any]]:
    files = BY_NAME["config_db.json"].make(split_plan)
    return split_plan, {name: json.loads(data) for name, data in files.items()}


def test_ports_breakouts_and_neighbours_agree_with_the_plan(made: tuple[Plan, dict[str, Any]]) -> None:
    plan, files = made
    fabric, names = plan.fabrics[0], plan.names[0]
    switches = [names[node] for node in fabric.nodes(1).tolist()]
    assert list(files) == [f"config_db-{name}.json" for name in switches]
    tables = {one["DEVICE_METADATA"]["localhost"]["hostname"]: one for one in files.values()}
    assert list(tables) == switches
    for (a, b), (p, q), leg, legs in zip(
        fabric.ends.tolist(),
        fabric.ports.tolist(),
        fabric.split.tolist(),
        fabric.splits.tolist(),
        strict=True,
    ):
        one, own = tables[names[a]], f"Ethernet{4 * p + leg * 4 // legs}"
        assert one["DEVICE_NEIGHBOR"][own]["name"] == names[b]
        assert one["PORT"][own]["speed"] == str(100_000 // legs)
        assert one["BREAKOUT_CFG"][f"Ethernet{4 * p}"]["brkout_mode"] == f"{legs}x{100 // legs}G"
        alias = f"etp{p + 1}" + ("abcd"[leg] if legs > 1 else "")
        assert one["PORT"][own]["alias"] == alias
        if names[b] in tables:
            back = tables[names[b]]["DEVICE_NEIGHBOR"][f"Ethernet{4 * q}"]
            assert back["name"] == names[a]


def test_each_port_is_of_a_breakout_and_used_ones_are_up(made: tuple[Plan, dict[str, Any]]) -> None:
    for one in made[1].values():
        modes = {int(name[8:]): row["brkout_mode"] for name, row in one["BREAKOUT_CFG"].items()}
        assert sorted(modes) == [4 * n for n in range(16)]  # an SN2100 has 16 cages of four lanes
        wanted = {
            f"Ethernet{first + leg * 4 // int(mode.partition('x')[0])}"
            for first, mode in modes.items()
            for leg in range(int(mode.partition("x")[0]))
        }
        assert set(one["PORT"]) == wanted
        up = {name for name, row in one["PORT"].items() if row["admin_status"] == "up"}
        assert up == set(one["DEVICE_NEIGHBOR"])


def test_without_names_of_sonic_the_reason_is_given() -> None:
    export = BY_NAME["config_db.json"]
    assert export.why_none is not None
    assert export.why_none(samples.nodes_60()) == (
        "no switch has names of ports of SONiC (1 part): add `system: sonic` to `port_names` of its part"
    )
    assert export.make(samples.nodes_60()) == {}
