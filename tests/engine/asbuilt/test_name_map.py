"""The map of node names after a check: read back it names every node, also those whose names were lost."""

import re

import pytest

from fatdesk.cli import main
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.matching import How
from fatdesk.engine.asbuilt.name_map import name_map
from fatdesk.engine.asbuilt.port_names import names_by_guid
from fatdesk.engine.asbuilt.readers import read_discovered
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.planting import planned_of, report

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


def test_the_command_writes_it(tmp_path, capsys, designed) -> None:
    project, file = tmp_path / "a.fatdesk", tmp_path / "map.txt"
    from fatdesk.project.files.storing import save_project

    save_project(designed("nodes-60"), project)
    assert main(["export", str(project), str(tmp_path), "--only", "fabric.net"]) == 0
    assert main(["asbuilt", str(project), str(tmp_path / "fabric.net"), "--name-map", str(file)]) == 0
    assert str(file) in capsys.readouterr().err
    assert len(names_by_guid(file.read_text(), "map")) == 66
    (tmp_path / "t.csv").write_text("node,port,remote node,remote port\nE01,1,n01,1\n")
    assert main(["asbuilt", str(project), str(tmp_path / "t.csv"), "--name-map", str(file)]) == 2
