"""``fatdesk trays``: fill before and after, the change as a file, and what has no effect."""

import json

import pytest
from msgspec.structs import replace

from fatdesk.cli import main
from fatdesk.engine.floor.floor import rack_label
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.tray_relief import without_relief
from fatdesk.project.files.storing import load_project, save_project
from tests.project.designing.test_tray_relief import WISH, designed


@pytest.fixture
def run(capsys):
    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.fixture
def narrow(tmp_path):
    """The project of a design with copper where the rules choose it."""
    project = designed().project
    save_project(replace(project, cables=without_relief(project.cables)), tmp_path / "a.fatdesk")
    return tmp_path / "a.fatdesk"


def test_design_reports_what_it_replaced(run, tmp_path):
    (tmp_path / "wish.yaml").write_text(WISH)
    status, out, _ = run("design", tmp_path / "wish.yaml", "--json")
    answer = json.loads(out)
    assert status == 0
    assert (
        answer["placed"]["worst_tray_fill"]
        <= 0.3
        < max(one["fill"] for one in answer["optical_for_trays"]["trays"])
    )
    assert answer["optical_for_trays"]["overfull_after"] == []
    text = run("design", tmp_path / "wish.yaml")[1]
    assert f"{len(answer['optical_for_trays']['replaced'])} copper cables become optical" in text


def test_a_project_is_changed_on_request_only(run, narrow, tmp_path):
    before = narrow.read_bytes()
    status, out, err = run("trays", narrow)
    assert status == 1
    assert "tray-1" in out
    assert "nothing is changed: --optical" in err
    assert narrow.read_bytes() == before
    target = tmp_path / "b.fatdesk"
    status, out, _ = run("trays", narrow, "--optical", "-o", target, "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer["replaces"]
    assert narrow.read_bytes() == before
    assert [one.id for one in load_project(target).project.cables.values()] == answer["replaced"]
    shown = [json.loads(run("show", file, "--json")[1]) for file in (narrow, target)]
    assert [one["metres"] for one in shown] == [answer["metres"], answer["metres_after"]]
    assert max(one["fill_after"] for one in answer["trays"]) == shown[1]["worst_tray_fill"] <= 0.3
    status, out, _ = run("trays", target)
    assert status == 0
    assert "No tray is fuller than 30%." in out
    run("trays", narrow, "--optical")
    assert narrow.read_bytes() == target.read_bytes()


def test_output_needs_the_change(run, narrow, tmp_path):
    status, _, err = run("trays", narrow, "-o", tmp_path / "b.fatdesk")
    assert status == 2
    assert "--optical" in err


def test_remedies_are_listed_and_applied(run, narrow, tmp_path):
    before = narrow.read_bytes()
    status, out, _ = run("trays", narrow, "--remedies", "--json")
    assert status == 1
    assert narrow.read_bytes() == before
    answer = json.loads(out)
    assert {one["tray"] for one in answer["remedies"]} == set(answer["overfull"])
    tray = answer["overfull"][0]
    text = run("trays", narrow, "--remedies")[1]
    for one in answer["remedies"]:
        assert f"{one['remedy']}: {one['text']}" in text
        if one["tray"] != tray:
            continue
        target = tmp_path / f"{one['remedy']}.fatdesk"
        status, out, _ = run("trays", narrow, "--apply", f"{tray}:{one['remedy']}", "-o", target, "--json")
        assert status == (0 if one["removes"] else 1)
        applied = json.loads(out)["applied"]
        assert applied == {key: value for key, value in one.items() if key != "tray"}
        findings = json.loads(run("check", target, "--json")[1])["findings"]
        left = [found for found in findings if (found["rule"], found["where"]) == ("tray-fill", tray)]
        assert one["removes"] == (not left) == (not one["stays"])
        shown = json.loads(run("show", target, "--json")[1])
        assert shown["metres"] == pytest.approx(one["metres_after"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--apply tray-1", "expected TRAY:REMEDY"),
        ("--apply tray-1:longer", "expected TRAY:REMEDY"),
        ("--apply wider", "expected TRAY:REMEDY"),
        ("--apply tray-77:wider", "there is no tray tray-77"),
        ("--apply tray-2:second", "exceeds no limit"),
        ("--apply tray-1:wider --optical", "apply one remedy at a time"),
    ],
)
def test_remedies_that_are_not_there_are_refused(run, narrow, words, says):
    before = narrow.read_bytes()
    status, _, err = run("trays", narrow, *words.split())
    assert status == 2
    assert says in err
    assert narrow.read_bytes() == before


def test_cables_are_kept_out_of_a_tray(run, narrow, tmp_path):
    """No cable of the two racks runs there then, and the rule is listed with their number."""
    before = load_project(narrow).project
    rows = [row for row in Derived(before).rows if row.run]
    numbers = {rack_label(rack): rack.number for rack in before.floor.racks}
    first, second, tray = "A02", "B03", "tray-4"
    rule = {
        "name": "apart",
        "between": [[f"rack:{numbers[one]}" for one in (first, second)]],
        "avoid": [tray],
    }
    command, target = tmp_path / "c.json", tmp_path / "b.fatdesk"
    command.write_text(json.dumps({"command": "set-route", "rule": rule}))
    assert run("edit", narrow, command, "-o", target)[0] == 0
    answer = json.loads(run("trays", target, "--json")[1])
    here = [row for row in rows if {row.a.rack_label, row.b.rack_label} == {first, second}]
    assert here
    assert answer["routes"] == [rule | {"via": [], "cables": len(here)}]
    after = {row.id: row for row in Derived(load_project(target).project).rows}
    for row in rows:
        if row in here:
            assert tray in row.run
            assert after[row.id].run in (("tray-2", "tray-3", "tray-1"), ("tray-1", "tray-3", "tray-2"))
            assert after[row.id].length.route_um > row.length.route_um
        else:
            assert after[row.id].run == row.run
    assert "apart" in run("trays", target)[1]


def test_a_rule_that_leaves_no_route_is_refused_with_its_line(run, narrow, tmp_path):
    racks = load_project(narrow).project.floor.racks
    trays = [tray.id for tray in load_project(narrow).project.floor.trays]
    rule = {"name": "a", "between": [[f"rack:{racks[0].number}", f"rack:{racks[1].number}"]], "avoid": trays}
    command = tmp_path / "c.json"
    command.write_text('{"command": "set-route",\n"rule": ' + json.dumps(rule) + "}")
    status, _, err = run("edit", narrow, command)
    assert status == 2
    assert "c.json:2: rule: a: no route from rack" in err


def test_the_take_off_is_listed(run, narrow):
    """A ring of four trays of one size, whose supports are not known."""
    answer = json.loads(run("trays", narrow, "--json")[1])
    assert answer["take_off"] == [
        {"fitting": "corner", "width_mm": 80.0, "depth_mm": 50.0, "count": 4, "at_least": False},
        {"fitting": "support", "width_mm": 80.0, "depth_mm": 50.0, "count": 8, "at_least": True},
    ]
    [line] = [text for text in run("trays", narrow)[1].splitlines() if text.startswith("80 x 50 mm")]
    assert line.split()[-6:] == ["6.71", "4", "0", "0", ">=", "8"]
