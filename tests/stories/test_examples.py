"""The examples from requirements to exported files, as a user runs them, against the specs' figures."""

import csv
import io
import json
from statistics import median

import pytest

from fatdesk.cli import main
from fatdesk.core.program import shipped

EXAMPLES = shipped("resources") / "examples"


@pytest.fixture
def run(capsys):
    """Run a command; status, standard output, standard error."""

    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def designed(run, name, tmp_path):
    project = tmp_path / f"{name}.fatdesk"
    status, out, _ = run("design", EXAMPLES / f"{name}.yaml", "-o", project, "--json")
    assert status == 0
    return project, json.loads(out)


def best(answer):
    return answer["fabrics"][0]["candidates"][0]


@pytest.mark.parametrize(
    ("name", "leaves", "spines", "host_cables", "between", "transceivers"),
    [  # reference installation, spec 0: documented totals of one and two units of 31 hosts and a spare
        ("gpu-31", 8, 4, 252, 256, 508),
        ("gpu-63", 16, 8, 508, 512, 1020),
    ],
)
def test_reference_installation(run, tmp_path, name, leaves, spines, host_cables, between, transceivers):
    project, answer = designed(run, name, tmp_path)
    counts = {use["role"]: use["count"] for use in best(answer)["parts"]}
    assert counts == {"edge": leaves, "core": spines}
    assert best(answer)["counts"]["cables"] == host_cables + between
    assert best(answer)["counts"]["transceivers"] == transceivers
    placed = answer["placed"]
    assert placed["counts"]["cables"] == host_cables + between
    assert placed["counts"]["transceivers"] == transceivers

    run("export", project, tmp_path / "out", "--only", "wiring.json,bill.json")
    cables = json.loads((tmp_path / "out" / "wiring.json").read_text())["cables"]
    uplinks = [c for c in cables if "/core/" in c["id"]]
    assert (len(cables) - len(uplinks), len(uplinks)) == (host_cables, between)
    assert sum("/external/" in cable["id"] for cable in cables) == 4
    lines = json.loads((tmp_path / "out" / "bill.json").read_text())["lines"]
    assert sum(line["needed"] for line in lines if line["category"] == "transceivers") == transceivers
    ends = {
        (end["device"], end["port"].split("/")[0])
        for c in cables
        for end in (c["a"], c["b"])
        if end["transceiver"]
    }
    assert len(ends) == transceivers, "a twin-port transceiver serves the two links of its cage"


def test_sixty_hosts(run, tmp_path):
    """Two-level paper, Example 1."""
    _, answer = designed(run, "nodes-60", tmp_path)
    candidate = best(answer)
    assert candidate["parts"] == [
        {"role": "edge", "part": "ib-36", "count": 4},
        {"role": "core", "part": "ib-36", "count": 2},
    ]
    assert candidate["params"] == {"P_En": 18, "P_Ec": 18, "E": 4, "C": 2, "B": 9, "blocking": "1"}
    assert candidate["counts"] == {"hosts": 60, "switches": 6, "links": 132, "cables": 132, "transceivers": 0}
    assert candidate["cost"] == {"amount": "76560.00", "currency": "USD", "at_least": False}
    assert (candidate["power_w"], candidate["mass_kg"], candidate["height_u"]) == (912, None, 6)
    assert candidate["hosts_possible"] == 72


def test_blade_cluster(run, tmp_path):
    """Two-level paper, section 5: 259,920 and 522,920 for the networks, 2,515,320 for the cluster."""
    _, answer = designed(run, "blades-224", tmp_path)
    costs = {}
    for candidate in answer["fabrics"][0]["candidates"]:
        core = next(use for use in candidate["parts"] if use["role"] == "core")
        costs[core["part"], core.get("cards", 0)] = (core["count"], candidate["cost"]["amount"])
    assert costs["ib-36", 0] == (8, "259920.00")
    assert costs["modular-108", 5] == (3, "522920.00")
    assert costs["modular-108", 6][0] == 3
    assert answer["totals"]["cost"]["amount"] == "2515320.00"
    assert answer["totals"]["enclosures"] == 14
    assert answer["placed"]["counts"] == {
        "hosts": 224,
        "power_units": 0,
        "switches": 22,
        "links": 224,
        "cables": 224,
        "transceivers": 0,
    }


def test_396_hosts_in_eleven_racks(run, tmp_path):
    """Two-level paper, section 6.3."""
    _, answer = designed(run, "nodes-396", tmp_path)
    assert answer["placed"]["racks"] == 11
    left = {rack["rack"]: rack["free_u"] for rack in answer["placed"]["rack_budgets"]}
    assert left == {**dict.fromkeys(range(1, 11), 0), 11: 12}
    assert answer["placed"]["rack_budgets"][10]["more_hosts"] == 12


@pytest.mark.parametrize(
    "name",
    [
        "nodes-60",
        pytest.param("nodes-396", marks=pytest.mark.slow),
        "blades-224",
        "gpu-31",
        pytest.param("gpu-63", marks=pytest.mark.slow),
    ],
)
def test_every_example_is_the_same_in_every_list(run, tmp_path, name):
    """Bill = wiring list = counts, every export written, nothing in error."""
    project, answer = designed(run, name, tmp_path)
    status, _, _ = run("export", project, tmp_path / "out")
    assert status == 0
    folder = tmp_path / "out"
    cables = json.loads((folder / "wiring.json").read_text())["cables"]
    lines = json.loads((folder / "bill.json").read_text())["lines"]
    counts = answer["placed"]["counts"]
    needed = {}
    for line in lines:
        needed[line["category"]] = needed.get(line["category"], 0) + line["needed"]
    assert len(cables) == counts["cables"] == needed["cables"]
    assert sum(len(cable["links"]) for cable in cables) == counts["links"]
    assert needed["hosts"] == counts["hosts"]
    by_part = {}
    for cable in cables:
        by_part[cable["part"], cable["length"]["ordered_m"]] = (
            by_part.get((cable["part"], cable["length"]["ordered_m"]), 0) + 1
        )
    listed = {(x["part"], x["length_m"]): x["needed"] for x in lines if x.get("length_m")}
    assert {key: n for key, n in by_part.items() if key[0]} == listed
    assert sum(by_part.values()) == needed["cables"]
    assert {path.name for path in folder.iterdir()} >= {
        "bill.xlsx",
        "bill.csv",
        "bill.json",
        "wiring.xlsx",
        "wiring.csv",
        "wiring.json",
        "floor.svg",
        "fabric.net",
    }
    rows = list(csv.reader(io.StringIO((folder / "wiring.csv").read_text(encoding="utf-8-sig"))))
    assert len(rows) == 1 + len(cables)
    for cable in cables:
        length = cable["length"]
        if length["computed_m"] is None:
            assert "/external/" in cable["id"]
            continue
        parts = ("route_m", "vertical_m", "side_m", "depth_m", "slack_m", "tolerance_m")
        assert sum(round(length[part] * 1e6) for part in parts) == round(length["computed_m"] * 1e6)
        assert length["ordered_m"] >= length["computed_m"]
        assert cable["a"]["row"] is not None


def test_same_input_same_bytes(run, tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        project, _ = designed(run, "nodes-60", tmp_path / folder)
        run("export", project, tmp_path / folder / "out")
    for path in sorted((tmp_path / "one").rglob("*")):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / "two" / path.relative_to(tmp_path / "one")).read_bytes()


def test_curve_meets_the_bound_at_72_and_108(run):
    """Two-level paper, Figure 2: with the unrounded price of a port."""
    status, out, _ = run("curve", EXAMPLES / "nodes-60.yaml", "--hosts", "2:160", "--json")
    assert status == 0
    points = {p["hosts"]: p for p in json.loads(out)["fabrics"][0]["points"]}
    met = [
        n for n, p in points.items() if p["lower_bound"] and float(p["cost"]["amount"]) == p["lower_bound"]
    ]
    assert met == [72, 108]
    gaps = [float(p["cost"]["amount"]) / p["lower_bound"] - 1 for n, p in points.items() if n > 36]
    assert round(100 * median(gaps), 1) == 11.7
