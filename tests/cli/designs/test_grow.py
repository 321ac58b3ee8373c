"""``fatdesk grow`` as a user runs it."""

import json
import re
from xml.etree import ElementTree as ET

import pytest

from fatdesk.cli import main
from fatdesk.engine.growth.published import PublishedFigure
from fatdesk.project.files.storing import load_project

REQUIREMENTS = """\
hosts: [{name: nodes, part: server-1u, count: 60}]
fabrics: [{name: compute, families: [two-level], edge: [ib-36], core: [ib-36], cable_price: 80}]
room: {improve_steps: 0}
"""


@pytest.fixture
def run(tmp_path, capsys):
    def call(*more, text=REQUIREMENTS):
        path = tmp_path / "r.yaml"
        path.write_text(text)
        status = main(["grow", str(path), *more])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def test_json_has_the_keys_of_the_specification(run):
    status, out, _ = run("--racks", "2:3", "--json")
    answer = json.loads(out)
    assert status == 0
    [step] = answer["steps"]
    assert (step["hosts"], step["racks"]) == ({"nodes": 115}, {"now": 2, "later": 3})
    wanted = {"policy", "chosen", "moved_cables", "added_cables", "removed_cables", "cost_now", "cost_later"}
    wanted |= {"stranded_ports", "stranded_u", "stages"}
    figures = []
    for plan in step["policies"]:
        assert wanted <= set(plan)
        assert plan["moved_cables"] == 0
        assert plan["added_cables"] == sum(stage["add_cables"] for stage in plan["stages"][1:])
        figures.append((plan["policy"], plan["hosts"], plan["E"], plan["C"], plan["stranded_u"]))
    assert figures == [("in-place", 108, 5, 3, 9), ("sized", 115, 7, 4, 0), ("sized", 115, 7, 4, 0)]
    keys = {"buy", "place", "add_cables", "move_cables", "bisection_during"}
    assert all(keys <= set(stage) for stage in answer["stages"])
    assert [stage["hosts"] for stage in answer["stages"]] == [75, 40]


def test_text_lists_what_is_bought_placed_and_cabled(run):
    status, out, _ = run("--racks", "2:3", "--policy", "in-place")
    assert status == 0
    assert "stage 1 (2 racks): buy 76 x server-1u host, 5 x ib-36 edge, 3 x ib-36 core" in out
    assert "rack 3: 1 x ib-36 edge in U42" in out
    assert "50 added (32 to hosts, 18 between switches), none moved" in out
    assert "sized" not in out


def test_hosts_by_total_or_by_name(run):
    by_total = json.loads(run("--hosts", "72", "--json")[1])
    assert by_total == json.loads(run("--to", "hosts=nodes:72", "--json")[1])
    [step], [bought] = by_total["steps"], by_total["stages"]
    assert step["hosts"] == {"nodes": 72}
    assert [one["policy"] for one in step["policies"]] == ["in-place", "sized", "rebuild"]
    wanted = {"policy", "chosen", "moved_cables", "added_cables", "removed_cables", "proof", "cost_now"}
    wanted |= {"cost_later", "hours", "stranded_ports", "stranded_u", "bisection_share", "stages"}
    assert all(wanted <= set(one) for one in step["policies"])
    keys = {"move", "add", "remove", "residual", "racks", "domains", "hours", "worst_switch", "gate_links"}
    for one in step["policies"]:
        assert all(keys <= set(stage) for stage in one["stages"])
        assert sum(stage["move"] for stage in one["stages"]) == one["moved_cables"]
        assert sum(stage["add"] for stage in one["stages"]) == one["added_cables"]
    [chosen] = [one for one in step["policies"] if one["chosen"]]
    assert (chosen["moved_cables"], chosen["added_cables"]) == (bought["move_cables"], bought["add_cables"])
    assert {"part": "server-1u", "category": "hosts", "length_m": None, "count": 12} in bought["buy"]
    assert sum(one["count"] for one in bought["place"] if one["role"] == "host") == 12


def test_several_steps_and_the_project_after_them(run, tmp_path):
    path, chart = tmp_path / "grown.fatdesk", tmp_path / "chart.svg"
    steps = ("--to", "hosts=nodes:72", "--to", "hosts=nodes:108", "--policy", "in-place")
    status, out, err = run(*steps, "-o", str(path), "--chart", str(chart))
    texts = [one.text for one in ET.parse(chart).iter("{http://www.w3.org/2000/svg}text")]
    assert {"Grow in place", "Hosts", "Purchases of all steps so far", "Hosts after each step"} <= set(texts)
    assert any(text.startswith("Arrows upwards mark lower bounds") for text in texts), "servers have no price"
    assert status == 0
    assert f"{path}: written" in err
    assert "step 1: 72 nodes" in out
    assert "step 2: 108 nodes" in out
    assert "sized" not in out
    assert re.search(r"^  rack A0\d: \d+ x ", out, re.MULTILINE), "racks by their labels"
    assert [group.count for group in load_project(path).project.hosts] == [108]
    assert main(["export", str(path), str(tmp_path / "out"), "--only", "fabric.net"]) == 0
    assert main(["asbuilt", str(path), str(tmp_path / "out" / "fabric.net")]) == 0


def test_the_plan_of_a_project_with_a_policy_for_each_step(run, tmp_path, capsys):
    """Its first step is that of the plan with one policy, its second begins there."""
    words = ("--to", "hosts=nodes:72", "--to", "hosts=nodes:108", "--policy", "in-place,rebuild", "--json")
    steps = json.loads(run(*words)[1])["steps"]
    plans = [one["policies"] for one in steps[0]["policies"]]
    assert plans == [["in-place"] * 2, ["sized"] * 2, ["rebuild"] * 2, ["in-place", "rebuild"]]
    assert [[one["policy"], one["chosen"]] for one in steps[0]["policies"]][-1] == ["mixed", True]
    assert sum(one["best"] for one in steps[1]["policies"]) == 1
    in_place, *_, mixed = ([step["policies"][n] for step in steps] for n in range(4))
    costs = ("moved_cables", "added_cables", "removed_cables", "cost_now")
    assert [mixed[0][key] for key in costs] == [in_place[0][key] for key in costs]
    assert mixed[0]["cost_later"] == mixed[1]["cost_now"] != in_place[1]["cost_now"]
    path, command = tmp_path / "planned.fatdesk", tmp_path / "plan.json"
    assert main(["design", str(tmp_path / "r.yaml"), "-o", str(path)]) == 0
    growth = [
        {"hosts": [{"name": "nodes", "count": n}], "policy": p}
        for n, p in ((72, "in-place"), (108, "rebuild"))
    ]
    command.write_text(json.dumps({"command": "set-growth", "steps": growth}))
    assert main(["edit", str(path), str(command), "-o", str(path)]) == 0
    capsys.readouterr()
    assert main(["grow", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"] == steps
    assert main(["grow", str(path)]) == 0
    assert "as chosen: rebuild (chosen)" in capsys.readouterr().out
    assert main(["show", str(path), "--growth", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["deployability"]["growth"]
    assert first == {"moves": mixed[0]["moved_cables"], "stages": 1, "hours": mixed[0]["hours"]}
    assert main(["show", str(path), "--growth"]) == 0
    assert "next growth step 0 moved cables, 1 stage, 0.6 hours" in capsys.readouterr().out


def test_stages_are_lines_and_a_floor_that_is_too_high_a_reason(run):
    status, out, _ = run("--hosts", "108", "--policy", "in-place")
    assert status == 0
    assert "stage 2 at C01: 12 moved, 12 added, 2.5 h, 83.3 % of bandwidth stays at E01" in out
    status, out, _ = run("--hosts", "108", "--policy", "in-place", "--floor", "0.96", "--json")
    [policy] = json.loads(out)["steps"][0]["policies"]
    assert (status, policy["stages"]) == (0, [])
    assert policy["why_no_stages"].startswith("E01: with 1 of its 18 cables out it keeps 94.4 %")


def test_the_gate_is_the_share_of_links_that_must_pass(run, tmp_path):
    """60 links, then 24 in each of two stages: all of them, and 97.5 % rounded up (59, 24)."""
    for option, gates in (("1", [60, 24, 24]), ("97.5%", [59, 24, 24]), ("0", [0, 0, 0])):
        folder = tmp_path / option
        given = ("--hosts", "108", "--policy", "in-place", "--gate", option)
        status, out, _ = run(*given, "--json", "--order", str(folder))
        stages = json.loads(out)["steps"][0]["policies"][0]["stages"]
        assert (status, [stage["gate_links"] for stage in stages]) == (0, gates)
        assert [stage["links"] for stage in stages] == [60, 24, 24]
        order = (folder / "step-1" / "change-order.csv").read_text()
        text = {
            "1": "links plugged in this stage work (100 %)",
            "97.5%": "links plugged in this stage work (97.5 %)",
            "0": "no link has to work: continue",
        }[option]
        assert order.count(text) == 3


def test_change_orders_of_each_step_or_none(run, tmp_path):
    folder = tmp_path / "orders"
    steps = ("--to", "hosts=nodes:72", "--to", "hosts=nodes:108", "--policy", "in-place")
    status, _, err = run(*steps, "--order", str(folder), "--floor", "0.96")
    assert (status, folder.exists()) == (2, False)
    assert "--order: step 2: E01: with 1 of its 18 cables out" in err
    made = []
    for _ in range(2):
        status, _, err = run(*steps, "--order", str(folder))
        assert (status, f"{folder / 'step-2' / 'change-order.pdf'}" in err) == (0, True)
        made.append({path.relative_to(folder): path.read_bytes() for path in folder.glob("*/*")})
    assert made[0] == made[1]
    names = [f"step-{step}/change-order.{ending}" for step in (1, 2) for ending in ("csv", "pdf", "xlsx")]
    assert sorted(path.as_posix() for path in made[0]) == names


def test_steps_of_several_groups(run):
    two = REQUIREMENTS.replace("}]\nfab", "}, {name: login, part: server-1u, count: 4}]\nfab", 1)
    answer = json.loads(run("--to", "hosts=nodes:80,login:6", "--policy", "sized", "--json", text=two)[1])
    assert answer["steps"][0]["hosts"] == {"nodes": 80, "login": 6}
    status, _, err = run("--hosts", "80", text=two)
    assert (status, "several groups (nodes, login): use --to" in err) == (2, True)


def test_a_project_grows_by_its_requirements(run, tmp_path, capsys):
    run("--hosts", "72")
    project = tmp_path / "p.fatdesk"
    assert main(["design", str(tmp_path / "r.yaml"), "-o", str(project)]) == 0
    capsys.readouterr()
    assert main(["grow", str(project), "--hosts", "72", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(run("--hosts", "72", "--json")[1])


def test_requirements_with_a_target_of_growth(run, tmp_path, capsys):
    """Its project has the plan; candidates that are placed for a limit have the figures of the step."""
    path = tmp_path / "p.fatdesk"
    more = "growth: {hosts: [{name: nodes, count: 108}]}\nlimits: {growth_moves: 30}\n"
    (tmp_path / "r.yaml").write_text(REQUIREMENTS + more)
    assert main(["design", str(tmp_path / "r.yaml"), "-o", str(path), "--json"]) == 0
    [fabric] = json.loads(capsys.readouterr().out)["fabrics"]
    assert fabric["candidates"][0]["routed"]["deployability"]["growth"]["moves"] == 24
    assert main(["grow", str(path), "--policy", "in-place", "--json"]) == 0
    [step] = json.loads(capsys.readouterr().out)["steps"]
    assert (step["hosts"], step["policies"][0]["moved_cables"]) == ({"nodes": 108}, 24)
    (tmp_path / "r.yaml").write_text(REQUIREMENTS + "limits: {growth_moves: 30}\n")
    assert main(["design", str(tmp_path / "r.yaml")]) == 0
    assert "note: growth_moves is unknown: state the next step" in capsys.readouterr().err
    (tmp_path / "r.yaml").write_text(REQUIREMENTS + more.replace("nodes", "gpu"))
    assert main(["design", str(tmp_path / "r.yaml")]) == 2
    assert 'there is no group of hosts "gpu", there is nodes' in capsys.readouterr().err


def test_no_plan_is_1(run):
    status, out, err = run(
        "--hosts", "200", "--policy", "in-place", text=REQUIREMENTS + "limits: {racks: 3}\n"
    )
    assert (status, out) == (1, "")
    assert "no network of 200 hosts has all switches of today" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--hosts", "60"), "the step adds no hosts"),
        (("--hosts", "50"), "50 are fewer than the 60 of today"),
        (("--to", "hosts=others:72"), "there is no such group, known: nodes"),
        (("--racks", "2:3", "--fabric", "storage"), "known are compute"),
        (("--racks", "2:3", "-o", "x.fatdesk"), "leave -o"),
        (("--racks", "2:3", "--order", "orders"), "leave -o, --order"),
        (("--racks", "2:3", "--chart", "c.svg"), "--chart: is for steps to numbers of hosts"),
        (("--racks", "2:3", "--gate", "0.5"), "--gate: does nothing with --racks"),
        (("--racks", "2:3", "--floor", "0.5"), "--floor: does nothing with --racks"),
        (("--racks", "2:3", "--balance", "free"), "--balance: does nothing with --racks"),
        (("--hosts", "72", "--fabric", "compute"), "--fabric: is for --racks"),
        (("--hosts", "72", "--policy", "sized,rebuild"), "--policy: 2 policies for 1 step: name one for all"),
        ((), "there is no growth plan: name its steps with --to"),
    ],
)
def test_bad_input_is_2(run, options, message):
    status, out, err = run(*options)
    assert (status, out) == (2, "")
    assert message in err


def test_requirements_without_steps_are_refused_before_they_are_designed(run):
    err = run()[2]
    assert err.endswith("or racks with --racks NOW:LATER\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--racks", "3:2"), "'3:2' is not NOW:LATER"),
        (("--to", "nodes:72"), "is not hosts=NAME:TOTAL"),
        (("--to", "hosts=nodes:72", "--floor", "1.5"), "is not a share from 0 to below 1"),
        (("--to", "hosts=nodes:72", "--gate", "110%"), "is not a share from 0 to 1, such as 0.9"),
        (
            ("--hosts", "72", "--policy", "in-place,grow"),
            "is not a policy (in-place, sized, rebuild)",
        ),
    ],
)
def test_wrong_options_are_2(run, capsys, options, message):
    with pytest.raises(SystemExit, match="2"):
        run(*options)
    assert message in capsys.readouterr().err


def test_published_figures_next_to_ours(capsys):
    """The sections and numbers that the issue lists; each is worked out again."""
    assert main(["grow", "--published", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["equal"] is True
    found = [one["published"] for one in answer["figures"] if one["equal"]]
    assert found == [76, 108, 9, 115, 73, 75, 0, 0, 0, 128, 256, 160, 0, 0, 0, 162, 108, 2, 5, 20]
    assert all(one["published"] == one["computed"] and one["source"] for one in answer["figures"])


def test_a_figure_that_differs_is_1(capsys, monkeypatch):
    wrong = PublishedFigure("hosts later", 108, 107, "a paper")
    monkeypatch.setattr("fatdesk.cli.designs.grow.published_figures", lambda: (wrong,))
    assert main(["grow", "--published"]) == 1
    assert "hosts later        108      107  a paper" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--published", "--policy", "sized"), "--policy: does nothing with --published"),
        (("r.yaml", "--published"), "r.yaml: does nothing with --published"),
        (("--hosts", "72"), "name the file of the network that grows"),
    ],
)
def test_published_needs_no_file_and_all_else_does(capsys, options, message):
    assert main(["grow", *options]) == 2
    assert message in capsys.readouterr().err


def test_a_limit_that_the_next_step_breaks_is_an_error_of_design_check_and_show(tmp_path, capsys):
    """The step moves 24 cables: E u (1 - c / C) = 4 * 18 * (1 - 2 / 3)."""
    text = REQUIREMENTS + "growth: {hosts: [{name: nodes, count: 108}]}\nlimits: {growth_moves: 23}\n"
    (tmp_path / "r.yaml").write_text(text)
    path = tmp_path / "p.fatdesk"
    stated = "error: over-limit@growth_moves: 24 as placed and cabled, allowed 23"
    assert main(["design", str(tmp_path / "r.yaml"), "-o", str(path)]) == 1
    assert stated in capsys.readouterr().err
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert stated in out
    assert out.endswith(" findings, 1 error unwaived\n")
    assert main(["show", str(path)]) == 0
    out = capsys.readouterr().out
    assert "next growth step 24 moved cables" in out
    assert ", 1 error (fatdesk check lists them)" in out
