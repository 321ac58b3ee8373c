"""Lists of switch and port of each host: the table ``switch`` of xCAT, and a plain list.

Columns of xCAT: the manual page switch(5), xcat-docs.readthedocs.io, "Switch-based discovery". xCAT was
not tried.
"""

import csv
import io

import pytest

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind
from tests.csv_rows import read_csv
from tests.engine import plan_samples as samples

PLANS = {"nodes-60": samples.nodes_60(), "two-fabrics": samples.two_fabrics(), "rails": samples.gpu(63)}
each = pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)


@each
def test_xcat_has_each_host_once_at_its_first_port(plan: Plan) -> None:
    files = BY_NAME["xcat-switch.csv"].make(plan)
    assert len(files) == len(plan.fabrics)
    for content, fabric, names in zip(files.values(), plan.fabrics, plan.names, strict=True):
        head, *rows = csv.reader(io.StringIO(content.decode()))
        assert head == ["#node", "switch", "port", "vlan", "interface", "comments", "disable"]
        found = {row[0]: row[1] for row in rows}
        assert len(found) == len(rows) == len(fabric.nodes(NodeKind.HOST))
        for (a, b), (_, q) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True):
            if fabric.kind[b] == NodeKind.HOST and q == 0:
                assert found[names[b]] == names[a]


@each
def test_the_plain_list_has_every_port(plan: Plan) -> None:
    rows = read_csv(BY_NAME["boot-ports.csv"].make(plan)["boot-ports.csv"])
    wanted = [
        (names[b], fabric.name, names[a])
        for fabric, names in zip(plan.fabrics, plan.names, strict=True)
        for a, b in fabric.ends.tolist()
        if fabric.kind[a] == NodeKind.SWITCH and fabric.kind[b] == NodeKind.HOST
    ]
    assert sorted((row["host"], row["fabric"], row["switch"]) for row in rows) == sorted(wanted)
    ends = [(row["switch"], row["switch_port"]) for row in rows]
    assert len(set(ends)) == len(ends)
    assert all(row["rack"] and int(row["unit"]) > 0 for row in rows)
