"""``fatdesk readback`` and ``fatdesk calibrate`` as a user runs them."""

import json
import re

import pytest

from fatdesk.cli import main
from fatdesk.core.program import shipped
from fatdesk.engine.cabling.identity import cable_numbers
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.storing import load_project
from tests.project.commands.returned_lists import edited


@pytest.fixture
def run(capsys):
    """Run a command; status, standard output, standard error."""

    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.fixture(scope="module")
def placed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("returned")
    project = folder / "p.fatdesk"
    example = shipped("resources") / "examples" / "nodes-60.yaml"
    assert main(["design", str(example), "-o", str(project)]) == 0
    assert main(["export", str(project), str(folder), "--only", "wiring.xlsx,bill.xlsx"]) == 0
    return project


def test_installers_bring_the_list_back(run, placed, tmp_path):
    """States and measured lengths are taken as one step; then the rules follow what was measured."""
    cells = {(row, "Status"): "laid" for row in range(2, 102)}
    list_of = Derived(load_project(placed).project).rows
    for number in range(100):
        length = list_of[number].length
        way = (length.route_um + length.vertical_um + length.side_um) / 1e6
        cells[number + 2, "Measured, m"] = round(0.4 + 1.02 * way, 3)
    wiring, bill = tmp_path / "wiring.xlsx", tmp_path / "bill.xlsx"
    wiring.write_bytes(edited((placed.parent / "wiring.xlsx").read_bytes(), cells))
    bill.write_bytes(edited((placed.parent / "bill.xlsx").read_bytes(), {(2, "Unit price"): 4000}))
    target = tmp_path / "taken.fatdesk"
    before = placed.read_bytes()
    status, out, err = run("readback", placed, wiring, bill, "--take", "-o", target, "--json")
    assert status == 0
    answer = json.loads(out)
    assert (answer["rows"], len(answer["changes"]), answer["findings"]) == (139, 201, [])
    first = list_of[0].id
    assert answer["changes"][0] == {
        "file": str(wiring), "line": 2, "cable": first, "number": cable_numbers([first])[first],
        "field": "status", "was": "planned", "becomes": "laid",
    }  # fmt: skip
    assert "Apply 201 changes from wiring.xlsx, bill.xlsx" in err
    assert placed.read_bytes() == before
    taken = load_project(target).project
    assert [record.status for record in taken.cables.values()] == ["laid"] * 100

    status, out, _ = run("calibrate", target)
    assert status == 0
    assert out.startswith("100 measured cables, 0 of them set aside")
    assert re.search(r"^fit +0\.\d{3} +\d\.\d{3} +\d\.\d\d ", out, re.MULTILINE)
    status, out, err = run("calibrate", target, "--share", 1, "--take", "--json")
    found = json.loads(out)
    assert (found["slack_m"], found["tolerance"]) == (
        pytest.approx(0.4, abs=2e-3),
        pytest.approx(0.02, abs=1e-3),
    )
    assert found["covered"] == len(found["points"]) == 100
    rules = load_project(target).project.cabling
    assert (rules.slack_m, rules.tolerance) == (found["suggested_slack_m"], found["suggested_tolerance"])
    assert f"{target}: Change cabling rules" in err
    assert json.loads(run("calibrate", target, "--json")[1])["too_long_computed"] == 0
    rates_follow_the_hours(run, target, taken)


def rates_follow_the_hours(run, target, taken):
    """Twice the hours of the present rates for the ticked cables halve them, as a step of its own."""
    ticked = [row for row in Derived(taken).rows if row.status == "laid"]
    inside = sum(row.a.rack_label == row.b.rack_label for row in ticked)
    hours = 2 * (inside / 20 + (100 - inside) / 8)
    status, out, _ = run("calibrate", target, "--hours", hours)
    assert status == 0
    assert out.startswith(
        f"all cables: {hours:g} hours, ticked {inside} in a rack, {100 - inside} between racks"
    )
    assert "times one factor" in out
    status, out, err = run("calibrate", target, "--hours", f"={hours}", "--take", "--json")
    found = json.loads(out)
    assert (found["in_rack"]["ticks"], found["in_rack"]["suggested"], found["between"]["suggested"]) == (
        inside,
        10,
        4,
    )
    bill = load_project(target).project.bill
    assert (bill.cables_per_hour_in_rack, bill.cables_per_hour_between_racks) == (10, 4)
    assert f"{target}: Change bill" in err
    for wrong, said in (("x", "expected PHASE=HOURS"), ("9=2", "phase 9: no cable is ticked")):
        status, _, err = run("calibrate", target, "--hours", wrong)
        assert status == 2
        assert said in err
    for given in (("--hours", "2"), ("--stages",)):
        status, _, err = run("calibrate", target, *given, "--share", 0.9)
        assert (status, "--share: is for a fit to measured lengths" in err) == (2, True)


def test_what_contradicts_ends_with_one_and_is_not_taken(run, placed, tmp_path):
    wiring = tmp_path / "wiring.xlsx"
    wiring.write_bytes(
        edited((placed.parent / "wiring.xlsx").read_bytes(), {(2, "A port"): "36", (3, "Remark"): "loose"})
    )
    status, out, _ = run("readback", placed, wiring)
    assert status == 1
    lines = out.splitlines()
    assert lines[0].startswith(f"change: {wiring}:3: remark: ")
    assert lines[1].startswith(f"error: {wiring}:2: a_port: ")
    assert lines[-1] == "132 rows compared: 1 change can be applied, 1 finding"


def test_of_several_files_the_lists_are_applied(run, placed, tmp_path):
    """The rule of every import: 1 when a file was left out, 2 when nothing could be read."""
    wiring, other = tmp_path / "wiring.xlsx", tmp_path / "other.csv"
    wiring.write_bytes(edited((placed.parent / "wiring.xlsx").read_bytes(), {(3, "Remark"): "loose"}))
    other.write_text("a,b\n1,2\n", encoding="utf-8")
    target = tmp_path / "p2.fatdesk"
    status, out, _ = run("readback", placed, other, wiring, "--take", "-o", target)
    assert status == 1
    assert f"error: {other}:1: file: has no head of a wiring list" in out
    assert [one.remark for one in load_project(target).project.cables.values()] == ["loose"]
    lost = tmp_path / "lost.csv"
    lost.write_text("Cable,Status,Remark\nnobody,laid,here\n", encoding="utf-8")
    for files in ([lost], [lost, other]):  # no row is of this project
        status, out, _ = run("readback", placed, *files, "--take", "-o", tmp_path / "p3.fatdesk")
        assert (status, f"error: {lost}:2: cable_id: nobody: is not a cable" in out) == (2, True)
        assert not (tmp_path / "p3.fatdesk").exists()
    status, out, err = run("readback", placed, other, other, "--take", "-o", target)
    assert (status, out, err.count(f"{other}:1: file: ")) == (2, "", 2)


def test_bad_input(run, placed, tmp_path):
    status, _, err = run("readback", placed, tmp_path / "none.xlsx")
    assert (status, "cannot be read" in err) == (2, True)
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n", encoding="utf-8")
    status, _, err = run("readback", placed, other)
    assert status == 2
    assert f"{other}:1: file: has no head of a wiring list" in err
    status, _, err = run("readback", placed, other, "-o", tmp_path / "x.fatdesk")
    assert (status, "-o: is for --take" in err) == (2, True)
    status, _, err = run("calibrate", placed)
    assert (status, "of at least 3 cables" in err) == (2, True)
