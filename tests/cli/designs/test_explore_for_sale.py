"""``fatdesk explore --for-sale`` as a user runs it."""

import csv
import json
from decimal import Decimal
from xml.etree import ElementTree

import pytest

from fatdesk.cli import main
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import network_cost
from fatdesk.project.files.storing import load_project

WISH = """\
hosts: [{name: nodes, part: server-1u, count: 60}]
fabrics: [{name: compute, cable_price: 80, blocking: 2, edge: [ib-36, HPE], core: [ib-36, modular-108, HPE]}]
room: {rack: rack-42u, rows: 1, racks_per_row: 4, improve_steps: 0}
""".replace("HPE", "hpe-5940-32qsfp")


@pytest.fixture
def run(tmp_path, capsys):
    def call(command, *more, text=WISH):
        path = tmp_path / "wish.yaml"
        path.write_text(text)
        status = main([command, str(path), *map(str, more)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def explored(run, *more, **text):
    status, out, err = run("explore", "--for-sale", "--json", *more, **text)
    return status, json.loads(out), err


def test_routed_cost_is_that_of_the_bill_of_design(run, tmp_path):
    """The best design, placed and cabled: the same network and bill as the project that `design` writes."""
    status, answer, err = explored(run, "--all", "--routed", 1)
    assert status == 0
    assert "the cheapest of 1" in err
    first, second = answer["designs"][:2]
    assert run("design", "-o", tmp_path / "d.fatdesk")[0] == 0
    project = load_project(tmp_path / "d.fatdesk").project
    made = Derived(project)
    assert [part["part"] for part in first["parts"]] == [use.part for use in project.fabrics[0].design.parts]
    assert Decimal(first["routed"]["cost"]["amount"]) == network_cost(made).amount
    bought = [line for line in made.bill.lines if line.category in ("switches", "cables", "transceivers")]
    assert Decimal(first["routed"]["cost"]["amount"]) == sum(line.unit_price * line.needed for line in bought)
    assert first["routed"]["racks"] == sum(bool(rack.devices) for rack in project.floor.racks)
    shown = json.loads(show(run, tmp_path / "d.fatdesk"))
    assert shown["deployability"] == first["routed"]["deployability"]
    assert shown["deployability"]["hours"] == shown["installation"]["hours"]
    assert second["routed"] is None


def test_designs_that_break_a_limit_on_work_once_placed_are_named(run):
    """The first design takes 5 to 8 hours: a limit of 5 hours rejects it, as `design` would."""
    limited = WISH + "limits: {install_hours: 5, in_rack_share: 0.99}\n"
    _, answer, err = explored(run, "--all", "--routed", 1, text=limited)
    first, second = answer["designs"][:2]
    work = first["routed"]["deployability"]
    assert work["hours"] > 5
    assert first["over_limits"] == [
        f"install_hours: needs {work['hours']:g}, allowed 5",
        f"in_rack_share: {round(work['in_rack_share'], 4):g}, needs 0.99",
    ]
    assert second["over_limits"] == [], "it was not placed"
    assert "note: design 1 exceeds limits once placed: install_hours" in err


def show(run, path):
    assert main(["show", str(path), "--json"]) == 0
    return run("explore", "--for-sale")[1].partition("\n}")[0] + "\n}"


def test_the_table_lists_the_front_and_what_is_not_for_sale(run):
    status, out, _ = run("explore", "--for-sale", text=WISH.replace("hpe-5940-32qsfp", "10gbe-64"))
    lines = out.splitlines()
    assert status == 0
    assert "of these on the Pareto front" in lines[0]
    assert (
        lines[-1]
        == "not for sale: ports of switches sfp 10 Gb/s ethernet: no host has ports of this rate (10gbe-64)"
    )
    front = explored(run, text=WISH.replace("hpe-5940-32qsfp", "10gbe-64"))[1]
    assert len(front["designs"]) == len(lines) - 3
    assert all(one["front"] for one in front["designs"])
    (unsold,) = front["unsold"]
    assert (unsold["role"], unsold["parts"]) == ("edge", ["10gbe-64"])


def test_filters_and_their_refusals(run):
    every = explored(run, "--all")[1]
    assert every["passing_count"] == len(every["designs"])
    made = explored(run, "--all", "--vendor", "hpe")[1]["designs"]
    assert 0 < len(made) < len(every["designs"])
    assert all(one["vendors"] == ["HPE"] for one in made)
    assert explored(run, "--all", "--priced", "--speed", "40", "--connector", "QSFP")[0] == 0
    assert run("explore", "--for-sale", "--vendor", "HPE", "--priced")[0] == 1, "it has no price"
    for option, value, there in (
        ("--speed", "100", "40"),
        ("--vendor", "nobody", "hpe"),
        ("--connector", "rj45", "qsfp"),
    ):
        status, _, err = run("explore", "--for-sale", option, value)
        assert status == 2
        assert err.splitlines()[-1] == f"{option} {value}: no design has it, there are: {there}"
    assert run("explore", "--priced")[2].startswith("--priced: needs --for-sale")
    assert run("explore", "--for-sale", "--rules")[0] == 2
    assert run("explore", "--for-sale", "--fabric", "x")[0] == 2
    status, _, err = run("explore", "--for-sale", "--chart", "x.svg", "--chart-x", "wasted")
    assert status == 2
    assert "these points do not have it" in err


def test_files_hold_what_is_listed(run, tmp_path):
    sheet, chart, project = tmp_path / "d.csv", tmp_path / "d.svg", tmp_path / "p.fatdesk"
    options = ("--csv", sheet, "--chart", chart, "--chart-x", "power", "-o", project, "--point", 2)
    status, answer, err = explored(run, "--all", "--limit", 5, *options)
    assert status == 0
    assert "--limit N lists more" in err
    rows = list(csv.DictReader(sheet.read_text(encoding="utf-8").splitlines()))
    assert [int(row["rank"]) for row in rows] == [one["rank"] for one in answer["designs"]] == [1, 2, 3, 4, 5]
    assert [row["cost"] for row in rows] == [one["cost"]["amount"] or "unknown" for one in answer["designs"]]
    assert all(row["routed_cost"] == "" for row in rows)
    assert ElementTree.parse(chart).getroot().tag.endswith("svg")
    design = load_project(project).project.fabrics[0].design
    assert [use.part for use in design.parts] == [part["part"] for part in answer["designs"][1]["parts"]]


def test_limits_and_a_room_that_is_too_small_leave_none(run):
    status, out, err = run("explore", "--for-sale", text=f"{WISH}limits: {{cost: 10}}\n")
    assert (status, out) == (1, "")
    assert "break limits" in err
    status, out, err = run("explore", "--for-sale", text=WISH.replace("racks_per_row: 4", "racks_per_row: 1"))
    assert (status, out) == (1, "")
    assert "break limits" in err, "racks by the heights of what goes into them"


GROWING = WISH.replace("HPE", "ib-36") + "growth: {hosts: [{name: nodes, count: 108}]}\n"


def test_placed_designs_have_the_growth_of_the_project_that_they_make(run, tmp_path, capsys):
    """Moves, stages and hours as `show --growth` works them out of the project of the design."""
    _, answer, _ = explored(run, "--routed", 2, "--csv", tmp_path / "d.csv", text=GROWING)
    lattice, tree = answer["designs"][:2]
    assert (lattice["family"], tree["family"]) == ("hyperx", "two-level")
    assert lattice["routed"]["deployability"]["growth"] is None
    made = tmp_path / "tree.fatdesk"
    run("explore", "--for-sale", "--point", 2, "-o", made, text=GROWING)
    growth = tree["routed"]["deployability"]["growth"]
    capsys.readouterr()
    assert main(["show", str(made), "--growth", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deployability"]["growth"] == growth
    rows = list(csv.DictReader((tmp_path / "d.csv").read_text().splitlines()))
    assert "only trees grow in place" in rows[0]["remark"]
    assert rows[0]["growth_moves"] == ""
    assert [float(rows[1][f"growth_{key}"]) for key in growth] == [float(value) for value in growth.values()]


def test_limits_on_growth_reject_placed_designs(run):
    wish = GROWING + "limits: {growth_moves: 1}\n"
    _, answer, err = explored(run, "--routed", 2, text=wish)
    for design in answer["designs"][:2]:
        assert len(design["over_limits"]) == 1
    assert "only trees grow in place" in answer["designs"][0]["over_limits"][0]
    assert err.count("exceeds limits once placed") == 2
