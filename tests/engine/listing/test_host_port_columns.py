"""The table of host ports against links counted one by one, and against the command line's three forms."""

import csv
import json
from collections import defaultdict

import pytest
from msgspec.structs import replace

from fatdesk.__main__ import main
from fatdesk.core.arrays import connected_parts
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.listing.host_port_columns import host_ports
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.files.storing import save_project
from tests.engine.design.test_members import CATALOG, whole_cluster


def counted(derived):
    """Hosts, far switches and sharers of their ports by group, port and fabric, link by link."""
    found = defaultdict(lambda: (set(), [], set()))
    for fabric, names in zip(derived.fabrics, derived.names, strict=True):
        at_port = defaultdict(int)
        for (edge, _), (port, _) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True):
            at_port[edge, port] += 1
        for n, (edge, far) in enumerate(fabric.ends.tolist()):
            if far >= sum(fabric.kind == 0) or fabric.kind[far]:
                continue
            group = fabric.ids[far].rpartition("/")[0]
            hosts, switches, shares = found[group, int(fabric.ports[n, 1]), fabric.name]
            hosts.add(far)
            switches.append((edge, names[edge], derived.rail(fabric.ids[edge])))
            shares.add(at_port[edge, int(fabric.ports[n, 0])])
    return found


def spelled(text):
    """Numbers of a text such as 1-3, 5."""
    numbers = set()
    for part in text.split(", ") if text else []:
        low, _, high = part.partition("-")
        numbers |= set(range(int(low), int(high or low) + 1))
    return numbers


@pytest.mark.parametrize("planes", [1, 2])
def test_every_port_is_there_once_with_what_it_leads_to(planes):
    wanted = whole_cluster()
    compute = replace(wanted.fabrics[0], planes=planes)
    project = design_project(replace(wanted, fabrics=(compute, *wanted.fabrics[1:])), CATALOG, "p").project
    derived = Derived(project)
    assert not derived.built.problems
    rows, links = host_ports(derived.plan), counted(derived)
    groups = {group.name: group for group in project.hosts}
    for name, group in groups.items():
        table = port_table(derived.catalog, group.part)
        own = [row for row in rows if row.group == name]
        assert [row.port for row in own] == [table.text(port) for port in range(len(table.cage))]
        assert {row.hosts for row in own} == {group.count}
    for level in ("edge", "core"):
        [row] = [row for row in rows if row.group == f"compute/{level}"]
        assert (row.port, row.fabric, row.joined) == ("mgmt", "oob", row.hosts)
    place = {}
    for row in rows:
        place[row.group] = place.get(row.group, -1) + 1
        table = port_table(derived.catalog, row.part)
        port = place[row.group] if row.group in groups else table.data
        key = (row.group, port, row.fabric)
        if not row.fabric:
            assert not any(known[:2] == key[:2] for known in links)
            assert (row.joined, row.switches, row.first, row.rail) == (None, None, "", "")
            continue
        hosts, switches, shares = links.pop(key)
        assert row.joined == len(hosts)
        ordered = sorted(set(switches))
        assert (row.switches, row.first, row.last) == (len(ordered), ordered[0][1], ordered[-1][1])
        assert max(shares) <= row.shared_by
        words = {part for *_, text in switches for part in text.split(", ") if part}
        assert {f"rail {n}" for n in spelled(row.rail)} | {f"plane {n}" for n in spelled(row.plane)} == words
    assert not links, "no link is left out"
    assert {row.shared_by for row in rows if row.group == "store" and row.fabric == "compute"} == {2}


def test_planes_of_equal_switches_are_those_that_share_no_switch():
    """Of k-ary trees; the parts that links join are the planes."""
    wanted = Requirements(
        hosts=(HostGroup(name="a", part="whole", count=30),),
        fabrics=(
            FabricRequirement(name="net", families=("kary-tree",), planes=2, edge=("leaf",), core=("leaf",)),
        ),
    )
    wanted = replace(wanted, room=whole_cluster().room)
    project = design_project(wanted, CATALOG, "p").project
    derived = Derived(project)
    used = [row for row in host_ports(derived.plan) if row.fabric]
    assert [(row.port, row.plane, row.rail, row.joined) for row in used] == [
        ("1", "1", "", 30),
        ("2", "2", "", 30),
    ]
    [fabric] = derived.fabrics
    parts = connected_parts(fabric.node_count, *fabric.ends[fabric.kind[fabric.ends[:, 1]] == 1].T)
    part_of = dict(zip(derived.names[0], parts.tolist(), strict=True))
    assert part_of[used[0].first] == part_of[used[0].last] != part_of[used[1].first] == part_of[used[1].last]


def test_the_command_line_and_the_documents_have_the_same_list(tmp_path, capsys):
    path, listed = tmp_path / "p.fatdesk", tmp_path / "list.csv"
    save_project(design_project(whole_cluster(), CATALOG, "p").project, path)
    assert main(["show", str(path), "--host-ports", "--csv", str(listed)]) == 0
    lines = capsys.readouterr().out.splitlines()
    with listed.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(lines) == len(rows) + 1
    assert lines[0].startswith("group ")
    assert main(["export", str(path), str(tmp_path / "out"), "--only", "host-ports.csv"]) == 0
    assert (tmp_path / "out" / "host-ports.csv").read_bytes() == listed.read_bytes()
    capsys.readouterr()
    assert main(["show", str(path), "--host-ports", "--json"]) == 0
    ports = json.loads(capsys.readouterr().out)["host_ports"]
    assert [(one["group"], one["port"], one["fabric"], one["rail"]) for one in ports] == [
        (row["group"], row["port"], row["fabric"], row["rail"]) for row in rows
    ]
    assert main(["show", str(path), "--csv", str(listed)]) == 2
    assert "--csv: give --host-ports" in capsys.readouterr().err
