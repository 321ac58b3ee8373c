"""``fatdesk rules``: profiles as they come, a project's figures by its own and by other profiles."""

import json

import pytest

from fatdesk.cli import main
from fatdesk.engine.rules.profiles import shipped_profiles
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.storing import load_project, save_project
from tests.project.designing.test_tray_relief import designed

COMMAND = "rules"
HOUSE = """\
id: house
title: House rules
source: handbook of the site
base: planning
rules:
- {name: tray-fill, scope: tray, figure: tray-fill-square, limit: 1.0e-9, source: handbook, severity: warning}
"""


@pytest.fixture
def project(tmp_path):
    save_project(designed().project, tmp_path / "p.fatdesk")
    return tmp_path / "p.fatdesk"


def test_profiles_are_listed_with_their_sources(run):
    status, out, _ = run("--json")
    assert status == 0
    listed = {profile["id"]: profile for profile in json.loads(out)["profiles"]}
    assert list(listed) == list(shipped_profiles())
    assert all(rule["source"] for profile in listed.values() for rule in profile["rules"])
    status, out, _ = run("--profile", "en-50174-2")
    assert (status, "<= 150 mm / (1 + 0.0007 x distance of supports)" in out) == (0, True)
    assert "planning" not in out


def test_figures_of_a_project_are_those_of_its_findings(run, project, tmp_path):
    status, out, _ = run(project, "--json")
    answer = json.loads(out)
    assert (status, answer["profile"]) == (0, "default")
    [fill] = answer["rules"]
    filling = Derived(load_project(project).project).filling
    tray, (worst, _) = max(filling.worst.items(), key=lambda pair: pair[1][0])
    assert fill["worst"]["element"] == tray
    assert fill["worst"]["value"] == pytest.approx(worst)
    assert (fill["limit"], fill["exceeded"], fill["elements"]) == (0.3, 0, len(filling.worst))
    opened = load_project(project).project
    strict = perform(opened, SetCabling(profile="planning", fill_max=0.011))
    save_project(strict, tmp_path / "strict.fatdesk")
    answer = json.loads(run(tmp_path / "strict.fatdesk", "--json")[1])
    found = check(Derived(strict))
    for rule in answer["rules"]:
        beyond = [
            one
            for one in found
            if one.finding.rule == rule["name"] and one.finding.severity == rule["severity"]
        ]
        assert rule["exceeded"] == len(beyond)
    assert answer["rules"][0]["of"] == "the fill limit of the project"


def test_another_profile_is_tried_without_changing_the_project(run, project, tmp_path):
    save_project(perform(load_project(project).project, SetCabling(fill_max=None)), project)
    before = project.read_bytes()
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE)
    status, out, _ = run(project, "--profile", house, "--json")
    answer = json.loads(out)
    assert (status, answer["profile"]) == (0, "house")
    [fill] = [rule for rule in answer["rules"] if rule["name"] == "tray-fill"]
    assert (fill["figure"], fill["severity"], fill["of"], fill["exceeded"]) == (
        "tray-fill-square",
        "warning",
        "the profile House rules",
        sum(fill > 0 for fill, _ in Derived(load_project(project).project).filling.worst.values()),
    )
    status, out, _ = run(project, "--profile", house)
    assert "House rules (house), not selected in the project" in out
    assert project.read_bytes() == before


def test_wrong_profiles_are_refused(run, project, tmp_path):
    status, _, err = run(project, "--profile", "plan")
    assert (status, 'there is no rule profile "plan"' in err) == (2, True)
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE.replace("figure: tray-fill-square", "figure: tray-full"))
    status, _, err = run(project, "--profile", house)
    assert status == 2
    assert f"{house}:6: rules[0].figure: there is no figure" in err


@pytest.mark.parametrize(
    ("before", "after", "where"),
    [
        ("", "", "3: profile: there is no"),
        ('[{"command": "rename", "name": "x"}, ', "]", "3: profile: command 2 of 2: there is no"),
        ('{"command": "batch", "commands": [', "]}", "3: profile: command 1 of 1: there is no"),
    ],
)
def test_a_wrong_profile_in_a_command_is_refused_at_its_line(project, tmp_path, capsys, before, after, where):
    command = tmp_path / "c.json"
    command.write_text(f'{before}{{"command": "set-cabling",\n"slack_m": 1,\n"profile": "planing"}}{after}')
    assert main(["edit", str(project), str(command)]) == 2
    assert f'{command}:{where} rule profile "planing"' in capsys.readouterr().err
