"""A perfect installation is found perfect under whichever names its switches give to their ports."""

import json
from pathlib import Path

import pytest

from fatdesk.cli import main
from tests.stories.lldp_reports import SYSTEMS, keyvalue, links_of

DESIGNS = {
    "legs and whole cages": """
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 44}]
fabrics: [{name: eth, families: [two-level], edge: [nvidia-sn3700c], core: [nvidia-sn3700c], blocking: 2}]
""",
    "two planes": """
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 24}]
fabrics: [{name: eth, planes: 2, families: [star], edge: [dell-s5232f-on]}]
""",
    "whole cages": """
hosts: [{name: web, part: dell-r760-e810-100, count: 60}]
fabrics: [{name: eth, families: [two-level], edge: [cisco-n9k-c9336c-fx2], core: [cisco-n9k-c9336c-fx2]}]
""",
}


@pytest.fixture(scope="module", params=DESIGNS)
def project(request, tmp_path_factory):
    """A project, and its links."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "r.yaml").write_text(DESIGNS[request.param])
    file = folder / "eth.fatdesk"
    assert main(["design", str(folder / "r.yaml"), "-o", str(file)]) == 0
    assert main(["export", str(file), str(folder), "--only", "wiring.json"]) == 0
    return file, links_of(folder / "wiring.json")


@pytest.fixture
def asbuilt(capsys, tmp_path):
    def run(project: Path, text: str):
        report = tmp_path / "report.txt"
        report.write_text(text)
        capsys.readouterr()
        status = main(["asbuilt", str(project), str(report), "--json"])
        return status, json.loads(capsys.readouterr().out)

    return run


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system(project, asbuilt, system: str) -> None:
    file, links = project
    status, answer = asbuilt(file, keyvalue(links, SYSTEMS[system]))
    assert (answer["differences"], answer["unknown"], status) == ([], [], 0)
    assert answer["matched"] == answer["planned"] > 0


@pytest.mark.parametrize("alias", ["SONiC, alias", "SONiC, standard alias", "EOS"])
def test_ports_are_announced_by_their_alias(project, asbuilt, alias: str) -> None:
    """SONiC names its own ports by lanes, and announces them to neighbours by their alias."""
    file, links = project
    status, answer = asbuilt(file, keyvalue(links, SYSTEMS["SONiC"], SYSTEMS[alias]))
    assert (answer["differences"], answer["unknown"], status) == ([], [], 0)
    assert answer["matched"] == answer["planned"] > 0


def test_the_naming_is_stated(project, asbuilt) -> None:
    file, links = project
    _, answer = asbuilt(file, keyvalue(links, SYSTEMS["Junos"]))
    (names,) = answer["port_names"]
    assert (names["systems"], names["titles"]) == (["junos"], ["Junos"])
    assert set(names["switches"]) == {end.device for link in links for end in link if not end.host}
    assert all(one["by"] == "name" for one in answer["identified"])
    assert (answer["by_neighbours"], answer["warning"]) == ([], "")


def test_the_naming_is_printed(project, tmp_path, capsys) -> None:
    file, links = project
    report = tmp_path / "report.txt"
    report.write_text(keyvalue(links, SYSTEMS["SONiC"], SYSTEMS["SONiC, alias"]))
    capsys.readouterr()
    assert main(["asbuilt", str(file), str(report)]) == 0
    out = capsys.readouterr().out
    between = any(not end.host for _, end in links)
    assert f"names of ports read as SONiC{' and SONiC (alias etp)' if between else ''}: " in out
