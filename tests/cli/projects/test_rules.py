"""``fatdesk rules``: profiles as they come, a project's figures by its own and by other profiles."""

import json

import msgspec
import pytest

from fatdesk.cli import main
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.improving.task import cabling_of, errors_of
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.profiles import shipped_profiles
from fatdesk.engine.rules.rules import Rule
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.rules import AddRule, ChangeRule
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.improving import task_of
from fatdesk.project.files.storing import load_project, save_project
from fatdesk.project.revising.merging import merge
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


OWN = """\
base: planning
rules:
- {name: rack-power, scope: rack, figure: rack-used-units, limit: 1, source: facility, fix: move some}
- {name: lives, scope: part, filter: [kind=cable], figure: part-mtbf, op: ">=", limit: 10, source: handbook}
- {name: nowhere, scope: rack, filter: [row=Q], figure: rack-mass, limit: 1, source: handbook}
"""


def test_own_rules_are_taken_judged_waived_and_removed(run, project, tmp_path, capsys):
    own = tmp_path / "rules.yaml"
    own.write_text(OWN)
    before = project.read_bytes()
    assert main(["check", str(project), "--rules", str(own), "--json"]) in (0, 1)
    shared = json.loads(capsys.readouterr().out)["findings"]
    assert project.read_bytes() == before
    status, out, _ = run(project, "--import", own, "--json")
    listed = {rule["name"]: rule for rule in json.loads(out)["rules"]}
    assert (status, listed["rack-power"]["of"]) == (0, "the rules of the project")
    loaded = load_project(project).project
    assert (loaded.cabling.profile, len(loaded.rules)) == ("planning", 3)
    derived = Derived(loaded)
    checked = [some.finding for some in check(derived)]
    racks = {some.label for some in derived.facility.used}
    assert {one.where for one in checked if one.rule == "rack-power"} == racks
    assert {one["where"] for one in shared if one["rule"] == "rack-power"} == racks
    [unknown] = [one for one in checked if one.rule == "lives"]
    assert (unknown.severity, "MTBF is not judged in full" in unknown.text) == ("note", True)
    [nothing] = [one for one in checked if one.rule == "rule-of-nothing"]
    assert (nothing.where, "(row=Q)" in nothing.text) == ("nowhere", True)
    rack = min(racks)
    main(["check", str(project), "--waive", f"rack-power@{rack}", "--comment", "agreed", "--sarif"])
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    own_results = [one for one in results if one["ruleId"] == "rack-power"]
    assert (len(own_results), sum("suppressions" in one for one in own_results)) == (len(racks), 1)
    status, _, err = run(project, "--export", tmp_path / "out.yaml", "--remove", "nowhere")
    assert (status, f"{tmp_path / 'out.yaml'}: 2 rules" in err) == (0, True)
    again = tmp_path / "out.yaml"
    assert run(project, "--import", again)[0] == 0
    assert [rule.name for rule in load_project(project).project.rules] == ["rack-power", "lives"]


def test_wrong_files_and_options_are_refused(run, project, tmp_path):
    own = tmp_path / "rules.yaml"
    own.write_text(OWN.replace("rack-used-units", "rack-used-unit"))
    before = project.read_bytes()
    status, _, err = run(project, "--import", own)
    assert (status, f'{own}:3: rules[0].figure: there is no figure "rack-used-unit", did you' in err) == (
        2,
        True,
    )
    own.write_text("base: planning\n")
    assert "has no rules" in run(project, "--import", own)[2]
    assert "there is no rule called x" in run(project, "--remove", "x")[2]
    assert "name P.fatdesk" in run("--remove", "x")[2]
    assert run("--figures", "--profile", "planning")[0] == 2
    assert project.read_bytes() == before


def test_rules_of_a_newer_program_and_contradictions_are_findings():
    rules = (
        Rule(name="new", scope="rack", figure="rack-noise", limit=1.0, source="s"),
        Rule(name="low", scope="rack", filter=("A*",), figure="rack-power", limit=1e9, source="s"),
        Rule(name="high", scope="rack", filter=("*1",), figure="rack-power", op=">", limit=1e9, source="s"),
    )
    project = msgspec.structs.replace(designed().project, rules=rules)
    found = {one.finding.rule: one.finding for one in check(Derived(project))}
    assert (found["rule-unsound"].where, found["rule-unsound"].severity) == ("new", "error")
    assert 'there is no figure "rack-noise"' in found["rule-unsound"].text
    assert found["rules-contradict"].text.startswith(
        "Power <= 1,000,000,000 W by low and > 1,000,000,000 W by"
    )
    assert found["rules-contradict"].text.endswith("A01")


def test_findings_of_rows_and_levels_show_their_racks_and_switches():
    rules = (
        Rule(name="row", scope="row", figure="row-racks", limit=0.0, source="s"),
        Rule(name="level", scope="level", figure="level-switches", limit=0.0, source="s"),
    )
    project = msgspec.structs.replace(designed().project, rules=rules)
    found = {one.finding.where: one.finding.elements for one in check(Derived(project))}
    assert found["Row A"] == tuple(rack_label(rack) for rack in project.floor.racks if rack.row == 0)
    fabric = Derived(project).fabrics[0]
    edges = tuple(name for name in fabric.ids if name.startswith(f"{fabric.name}/edge/"))
    assert found[f"{fabric.name}/edge"] == edges


def test_the_optimiser_counts_errors_of_own_rules():
    own = Rule(name="own", scope="rack", figure="rack-used-units", limit=1.0, source="s")
    task = task_of(Derived(msgspec.structs.replace(designed().project, rules=(own,))))
    found = errors_of(task, task.floor, cabling_of(task, task.floor))
    used = {rack_label(rack) for rack in task.floor.racks if rack.devices}
    assert {where for rule, where in found if rule == "own"} == used


def test_figures_are_listed_by_kind_of_elements(run):
    status, out, _ = run("--figures")
    assert (status, "level (filter: names, fabric=)" in out) == (0, True)
    listed = json.loads(run("--figures", "--json")[1])["figures"]
    assert {one["name"] for one in listed} == set(FIGURES)


def test_rules_merge_by_name_and_field():
    one = Rule(name="one", scope="rack", figure="rack-mass", limit=900.0, source="s")
    base = msgspec.structs.replace(designed().project, rules=(one,))
    ours = perform(perform(base, ChangeRule(rule=msgspec.structs.replace(one, limit=800.0))), added("two"))
    theirs = perform(perform(base, ChangeRule(rule=msgspec.structs.replace(one, fix="move"))), added("three"))
    merged = merge(base, ours, theirs)
    assert not merged.conflicts
    assert merged.project.rules[0] == msgspec.structs.replace(one, limit=800.0, fix="move")
    assert [rule.name for rule in merged.project.rules] == ["one", "two", "three"]


def added(name):
    return AddRule(rule=Rule(name=name, scope="rack", figure="rack-power", limit=9e4, source="s"))
