"""The map of node names after a check: read back it names every node, also those whose names were lost."""

import re

import pytest

from fatdesk.cli import main
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.matching.matching import How
from fatdesk.engine.asbuilt.matching.port_names import names_by_guid
from fatdesk.engine.asbuilt.name_map import name_map, static_topology, without_guids
from fatdesk.engine.asbuilt.readers import read_discovered
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.planting import planned_of, report, reported, rotated

PLAN = samples.nodes_60()
PLANNED = planned_of(PLAN)
TEXT = report(PLAN).decode()


def test_the_map_names_what_the_report_does_not() -> None:
    """Nodes with the maker's name are known by their neighbours and ports, and then by the map."""
    whole = compare(PLANNED, read_discovered(TEXT.encode(), "x"))
    own = names_by_guid(name_map(whole).decode(), "map")
    assert {name.removesuffix(" HCA-1") for name in own.values()} == set(PLAN.names[0])
    assert len(own) == 66
    bare = re.sub(r'"(E02|n0[1-4])( HCA-1)?"', '"MT4123"', TEXT)
    built = compare(PLANNED, read_discovered(bare.encode(), "x"))
    content = name_map(built).decode()
    assert names_by_guid(content, "map") == own
    assert content.count("# recognised by their neighbours alone\n") == 1
    assert content.count("# recognised by their ports alone") == 1
    named = compare(PLANNED, read_discovered(bare.encode(), "x"), names_by_guid(content, "map"))
    assert {one.how for one in named.named_guids} == {How.NAME}
    assert named.differences == ()


def test_a_guid_of_two_nodes_and_a_stranger_have_no_line() -> None:
    text = TEXT.replace('"E01"', '"stranger"').replace('"C01"', '"another"').replace('"C02"', '"third"')
    built = compare(PLANNED, read_discovered(text.encode(), "x"))
    lines = name_map(built).decode().splitlines()
    assert all(re.fullmatch(r'#.*|0x[0-9a-f]{16} "[^"]+"', line) for line in lines)
    assert not any("stranger" in line for line in lines)


def test_a_report_without_guids_is_refused() -> None:
    table = "node,port,remote node,remote port\nE01,1,n01,1\n"
    built = compare(PLANNED, read_discovered(table.encode(), "x.csv"))
    with pytest.raises(FatdeskError, match="no node of the report has a GUID, which a map of names needs"):
        name_map(built)


def test_the_static_topology_is_the_plan_by_guid_also_where_the_fabric_differs() -> None:
    """Read back with the map of names it is the plan, whatever is exchanged in the report."""
    whole = compare(PLANNED, read_discovered(TEXT.encode(), "x"))
    content, names = static_topology(whole), names_by_guid(name_map(whole).decode(), "map")
    again = compare(PLANNED, read_discovered(content, "topoconfig.conf"), names)
    assert (again.differences, again.matched) == ((), again.planned)
    assert content.count(b"\n") == 60 + 2 * 72
    up = [link for link in range(132) if PLAN.fabrics[0].kind[PLAN.fabrics[0].ends[link, 1]] == 1]
    built = compare(PLANNED, reported(PLAN, rotated(PLAN.fabrics[0], [up[0], up[30]], 1)))
    assert built.differences
    assert static_topology(built) == content
    assert without_guids(built) == ""


def test_links_of_devices_that_are_off_are_left_out_and_stated() -> None:
    text = "\n".join(line for line in TEXT.splitlines() if "n07" not in line)
    built = compare(PLANNED, read_discovered(text.encode(), "x"))
    assert static_topology(built).count(b"\n") == 59 + 2 * 72
    assert without_guids(built).startswith("1 link of the plan left out, as the report does not have")
    table = compare(PLANNED, read_discovered(b"node,port,remote node,remote port\nE01,1,n01,1\n", "x.csv"))
    with pytest.raises(FatdeskError, match="which a static topology needs: give the output of ibnetdiscover"):
        static_topology(table)


def test_the_command_writes_it(tmp_path, capsys, designed) -> None:
    project, file = tmp_path / "a.fatdesk", tmp_path / "map.txt"
    from fatdesk.project.files.storing import save_project

    save_project(designed("nodes-60"), project)
    assert main(["export", str(project), str(tmp_path), "--only", "fabric.net"]) == 0
    assert main(["asbuilt", str(project), str(tmp_path / "fabric.net"), "--name-map", str(file)]) == 0
    assert str(file) in capsys.readouterr().err
    assert len(names_by_guid(file.read_text(), "map")) == 66
    topology = tmp_path / "topoconfig.conf"
    words = ["asbuilt", str(project), str(tmp_path / "fabric.net"), "--static-topology", str(topology)]
    assert main(words) == 0
    assert main(["asbuilt", str(project), str(topology), "--names", str(file)]) == 0
    wanted = ["--only", "topoconfig.conf"]
    assert main(["export", str(project), str(tmp_path), *wanted]) == 2
    assert "no GUID is known, as nothing was discovered yet" in capsys.readouterr().err
    installed, lines = tmp_path / "b.fatdesk", sorted(topology.read_text().splitlines())
    assert main(["adopt", str(tmp_path / "fabric.net"), "-o", str(installed)]) == 0
    assert main(["export", str(installed), str(tmp_path), *wanted]) == 0
    assert sorted(topology.read_text().splitlines()) == lines
    (tmp_path / "t.csv").write_text("node,port,remote node,remote port\nE01,1,n01,1\n")
    assert main(["asbuilt", str(project), str(tmp_path / "t.csv"), "--name-map", str(file)]) == 2
