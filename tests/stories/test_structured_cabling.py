"""Four units of DGX H100 become structured cabling by one rule, as a user does it at the command line."""

import csv
import json
from collections import Counter, defaultdict
from zipfile import ZipFile

import msgspec
import pytest

from fatdesk.cli import main
from fatdesk.core.program import shipped
from fatdesk.project.commands.room import ChangeTray
from fatdesk.project.files.storing import load_project

LISTS = "pieces.csv,trunks.csv,bill.csv,fibre-tests.csv,netbox.zip,strips.pdf,panels.pdf"
EXAMPLE = shipped("resources") / "examples" / "superpod-h100.yaml"


@pytest.fixture
def run(capsys):
    """Run a command; its JSON, or its text where it has none."""

    def call(*arguments, statuses=(0,)):
        assert main([str(argument) for argument in arguments]) in statuses
        out = capsys.readouterr().out
        return json.loads(out) if "--json" in arguments else out

    return call


def command(folder, **fields):
    file = folder / "command.json"
    file.write_text(json.dumps(fields))
    return file


def rows_of(file):
    return list(csv.DictReader(file.read_text("utf-8-sig").splitlines()))


def traced(archive):
    """Links of a NetBox archive that lead from an interface through two panels to another, by its cables."""
    with ZipFile(archive) as files:
        [name] = [name for name in files.namelist() if name.endswith("cables.csv")]
        cables = csv.DictReader(files.read(name).decode("utf-8-sig").splitlines())
        far = {}
        for cable in cables:
            ends = [tuple(cable[f"side_{s}_{key}"] for key in ("device", "type", "name")) for s in "ab"]
            far |= {ends[0]: ends[1], ends[1]: ends[0]}
    found = 0
    for start in [end for end in far if end[1] == "dcim.interface"]:
        at, panels = far[start], 0
        while at[1] != "dcim.interface":
            slot, port = at[2].split("/")
            if at[1] == "dcim.frontport":
                at = far[at[0], "dcim.rearport", f"{slot}/R{port}"]
            else:
                at = far[at[0], "dcim.frontport", f"{slot}/{port.removeprefix('R')}"]
                panels += 1
            panels += at[1] == "dcim.rearport"
        found += panels == 2
    return found // 2


def test_leaf_to_spine_over_panels(run, tmp_path):
    project, out = tmp_path / "p.fatdesk", tmp_path / "out"
    run("design", EXAMPLE, "-o", project)
    before = run("show", project, "--json")

    # one rule, and the panel racks that it needs
    run("edit", project, command(tmp_path, command="set-cabling", panels="uplinks", trunk_fibres=144))
    lacking = run("panels", project, "--json", statuses=(1,))
    assert lacking["lacking"] > 0
    assert run("panels", project, "--add-racks", "--json")["lacking"] == 0
    after = run("show", project, "--json")
    over = after["structured"]
    assert over["lit_fibres"] == 8 * over["channels"]
    assert over["lit_fibres"] + over["dark_fibres"] == 144 * over["trunks"]
    assert over["loss_db"] > 4 * 0.35
    assert after["worst_tray_fill"] != before["worst_tray_fill"]
    assert after["racks"] == before["racks"] + 1
    check = run("check", project, "--json")
    assert not [one for one in check["findings"] if one["severity"] == "error"]

    # lists agree: three pieces of each link, 18 links a trunk at most, the bill has what is laid
    run("export", project, out, "--only", LISTS)
    pieces = rows_of(out / "pieces.csv")
    assert Counter(piece["piece"] for piece in pieces) == dict.fromkeys("ABC", over["channels"])
    carried = Counter(piece["trunk"] for piece in pieces if piece["piece"] == "B")
    assert {row["trunk"]: int(row["links"]) for row in rows_of(out / "trunks.csv")} == carried
    assert max(carried.values()) == 18
    bought = defaultdict(int)
    for line in rows_of(out / "bill.csv"):
        bought[line["part"]] += int(line["needed"] or 0)
    assert bought["generic-trunk-144-base8-mpo-12-om4"] == over["trunks"]
    assert len(rows_of(out / "fibre-tests.csv")) == over["lit_fibres"]
    assert traced(out / "netbox.zip") == over["channels"]

    # an overfull tray, and an offered alternative
    fullest = max(run("trays", project, "--json")["trays"], key=lambda one: one["fill"])["tray"]
    tray = next(tray for tray in load_project(project).project.floor.trays if tray.id == fullest)
    narrow = tmp_path / "narrow.json"
    narrow.write_bytes(msgspec.json.encode(ChangeTray(tray=msgspec.structs.replace(tray, width_mm=100.0))))
    run("edit", project, narrow)
    offered = run("trays", project, "--remedies", "--json", statuses=(1,))["remedies"]
    assert next(one["remedy"] for one in offered if one["removes"]) == "wider"
    run("trays", project, "--apply", f"{fullest}:wider")
    assert not run("trays", project, "--remedies", "--json")["remedies"]

    # a trunk that is cut takes its 18 links
    name = next(trunk for trunk, links in carried.items() if links == 18)
    lost = run("faults", project, "--losses", "--lose", name, "--json")
    [together] = lost["together"]
    assert [element["name"] for element in together["elements"]] == [name]
    assert together["hosts_lost"] == 0
    assert together["bisection_left"] < 1

    # ticks come back
    pieces[0]["status"] = "installed"
    with (tmp_path / "ticked.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, pieces[0])
        writer.writeheader()
        writer.writerows(pieces)
    report = run("readback", project, tmp_path / "ticked.csv", "--take", "--json")
    assert len(report["changes"]) == 1
