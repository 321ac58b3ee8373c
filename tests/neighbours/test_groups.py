"""ClusterShell takes the groups: nodeset names the hosts of a rack and of a switch, and refuses a twin."""

from pathlib import Path

import pytest

from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.floor import rack_label
from tests.neighbours.designs import DESIGNS
from tests.neighbours.programs import Run, needs, verdicts


@needs("clustershell", "nodeset")
@pytest.mark.parametrize("design", ["rails", "blades"])
def test_nodeset_unfolds_racks_and_switches(design: str, tmp_path: Path) -> None:
    plan = DESIGNS[design][0]()
    fabric, names = plan.fabrics[0], plan.names[0]
    hosts = {fabric.ids[node]: names[node] for node in fabric.nodes(NodeKind.HOST).tolist()}
    racks = {
        f"@rack:{rack_label(rack)}": [
            hosts[device.id] for box in rack.devices for device in (box, *box.inside) if device.id in hosts
        ]
        for rack in plan.floor.racks
    }
    switch = int(fabric.nodes(NodeKind.SWITCH, 1)[0])
    first = [
        names[b]
        for (a, b), (_, port) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True)
        if a == switch and fabric.kind[b] == NodeKind.HOST and port == 0
    ]
    rack = next(name for name, inside in racks.items() if inside)
    expected = {f"@switch-compute:{names[switch]}": first, rack: racks[rack], "@all:hosts": hosts.values()}
    content = BY_NAME["groups.yaml"].make(plan)["groups.yaml"]
    runs = {}
    for twin, data in (("good", content), ("bad", content.replace(b'": "n', b'": "n[', 1))):
        (tmp_path / twin).mkdir()
        (tmp_path / twin / "groups.yaml").write_bytes(data)
        (tmp_path / f"{twin}.conf").write_text(f"[Main]\ndefault: rack\nautodir: {tmp_path / twin}\n")
        for group in expected if twin == "good" else ["@all:hosts"]:
            runs[f"{twin} {group}"] = Run(["nodeset", f"--groupsconf={tmp_path}/{twin}.conf", "-e", group])
    found = verdicts(runs)
    for group, inside in expected.items():
        assert sorted(found[f"good {group}"].stated.split()) == sorted(inside)
    assert found["bad @all:hosts"].status != 0
