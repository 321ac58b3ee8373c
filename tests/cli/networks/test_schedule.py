"""``fatdesk schedule`` as a user runs it: by SPEC and by project, patterns and files, and mistakes."""

import csv
import json

import pytest

from fatdesk.cli import main

KEYS = {  # spec 8
    "load_factor", "worst_channel", "cycles", "lower_bound", "bound", "online_cycles", "decomposition"
}  # fmt: skip


@pytest.fixture
def run(capsys):
    """Run ``schedule``; status, standard output, standard error."""

    def call(*arguments):
        status = main(["schedule", *map(str, arguments)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def test_a_universal_fat_tree(run):
    status, out, _ = run("universal:n=64,w=16", "--traffic", "complement", "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer.keys() >= KEYS
    assert answer["load_factor"] == 32 / 11  # all of a half over 11 links
    assert answer["lower_bound"] == 3
    assert 3 <= answer["cycles"] <= answer["bound"] == 24
    assert answer["decomposition"] is None


def test_a_placed_project(run, sixty, tmp_path):
    table = tmp_path / "schedule.csv"
    status, out, error = run(
        sixty, "--traffic", "uniform", "--messages", 5, "--seed", 3, "--csv", table, "--json"
    )
    answer = json.loads(out)
    assert status == 0
    assert str(table) in error
    found = answer["decomposition"]
    assert found["levels"][0]["most_hosts"] == found["balanced"][0]["most_hosts"] == 60
    cut = sum(row["cut_links"] for row in found["levels"])
    assert 60 < cut <= 132  # each link once, but for those from a switch to the host in its cell
    assert [row["most_hosts"] for row in found["balanced"]] == [60, 30, 15, 8, 4, 2, 1]
    assert all(row["out_gbps"] <= row["bound_gbps"] for row in found["balanced"])
    widths = [row["width_gbps"] for row in found["levels"]]
    assert all(row["width_gbps"] >= row["out_gbps"] for row in found["levels"])
    for row in found["balanced"]:  # Theorem 8, from the listed levels
        assert row["bound_gbps"] == 4 * sum(widths[row["level"] :])
    assert found["universal"]["cycles"] >= found["universal"]["load_factor"]
    rows = list(csv.DictReader(table.read_text("utf-8-sig").splitlines()))
    assert sum(int(row["messages"]) for row in rows) == answer["messages"] == 300
    assert max(int(row["cycle"]) for row in rows) == answer["cycles"]
    again = run(sixty, "--traffic", "uniform", "--messages", 5, "--seed", 3, "--json")
    assert again[1] == out


def test_more_links_a_square_metre_make_a_fatter_tree(run, sixty):
    thin, fat = (
        json.loads(run(sixty, "--traffic", "uniform", "--links-per-m2", links, "--json")[1])["decomposition"]
        for links in (1, 1000)
    )
    assert thin["universal"]["root_capacity"] < fat["universal"]["root_capacity"] == 64
    assert thin["levels"] == fat["levels"]


def test_traffic_from_a_file(run, sixty, tmp_path):
    flows = tmp_path / "flows.txt"
    flows.write_text("n01 n60 3\nn02 n60 2\n")
    status, out, _ = run(sixty, "--traffic", flows)
    assert status == 0
    assert "messages      5" in out
    assert "worst channel down to n60: 5 over 1 link" in out
    assert "cycles        5 (at least 5, at most" in out
    flows.write_text("n01 n61 3\n")
    status, _, error = run(sixty, "--traffic", flows)
    assert status == 2
    assert f"{flows}:1: destination: 'n61' is not a host, use a name (n01 to n60)" in error


def test_the_verdict_is_a_line_and_two_keys(run, tmp_path):
    arguments = ("universal:n=64,w=16", "--traffic", "complement")
    answer = json.loads(run(*arguments, "--json")[1])
    assert answer["limit"] == "fabric"
    assert f"verdict       {answer['verdict']}" in run(*arguments)[1].splitlines()
    flows = tmp_path / "many.txt"
    flows.write_text("0 1 500000\n" * 2)
    out = run("hyperx:S=2,K=1,T=1", "--traffic", flows)[1]
    assert "1,000,000 over 1 link" in out
    assert "e+" not in out


def test_what_is_no_tree_has_loads_of_links_only(run, tmp_path):
    status, out, _ = run("hyperx:S=3-3,K=1-1,T=2", "--traffic", "tornado", "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer["load_factor"] == answer["worst_channel"]["load"] > 0
    assert (answer["cycles"], answer["bound"]) == (None, None)
    assert "of one level are linked" in answer["no_tree"]
    status, _, error = run("hyperx:S=3,K=1,T=2", "--traffic", "tornado", "--csv", tmp_path / "s.csv")
    assert status == 2
    assert "there is no schedule" in error
    assert not (tmp_path / "s.csv").exists()


@pytest.fixture(scope="module")
def studied(sixty, tmp_path_factory):
    """A project with a study of its fabric, a tree, a lattice, and a fabric that is gone."""
    project = tmp_path_factory.mktemp("studied") / "nodes-60.fatdesk"
    project.write_bytes(sixty.read_bytes())
    study = {
        "name": "night",
        "networks": [
            {"name": "ours", "fabric": "compute"},
            {"name": "tree", "spec": "universal:n=64,w=16"},
            {"name": "lattice", "spec": "hyperx:S=3-3,K=1-1,T=2", "scheme": "minimal"},
        ],
        "traffic": "uniform",
        "messages": 5,
        "seed": 3,
    }
    commands = project.with_name("study.jsonl")
    commands.write_text(json.dumps({"command": "add-schedule-study", "study": study}) + "\n")
    assert main(["edit", str(project), str(commands)]) == 0
    return project


def test_a_study_prints_what_the_command_does_for_each_network(run, studied, sixty):
    """Each network has the figures of the command without a study; the second run measures nothing."""
    status, out, _ = run(studied, "--study", "night", "--json")
    assert status == 0
    answer = json.loads(out)
    assert answer["study"] == "night"
    traffic = ("--traffic", "uniform", "--messages", 5, "--seed", 3, "--json")
    for found, network in zip(
        answer["networks"],
        ([sixty], ["universal:n=64,w=16"], ["hyperx:S=3-3,K=1-1,T=2", "--scheme", "minimal"]),
        strict=True,
    ):
        alone = json.loads(run(*network, *traffic)[1])
        assert {key: found[key] for key in alone} == alone
    folder = studied.with_suffix(".results")
    files = sorted(folder.iterdir())
    assert len(files) == 3
    status, again, error = run(studied, "--study", "night", "--json")
    assert (status, again) == (0, out)
    assert "everything is measured already" in error
    assert sorted(folder.iterdir()) == files
    text = run(studied, "--study", "night")[1]
    assert "ours: compute, 60 hosts, uniform\nmessages      300\n" in text
    assert "lattice: hyperx:S=3-3,K=1-1,T=2, 18 hosts, routing minimal, uniform\n" in text


def test_a_ready_made_study_needs_no_project(run):
    status, out, error = run("--study", "Root capacities, complement", "--json")
    assert status == 0
    assert "Leiserson" in error
    for found, w in zip(json.loads(out)["networks"], (16, 32, 64), strict=True):
        alone = json.loads(run(f"universal:n=64,w={w}", "--traffic", "complement", "--json")[1])
        assert {key: found[key] for key in alone} == alone
    assert [round(one["load_factor"], 3) for one in json.loads(out)["networks"]] == [2.909, 1.524, 1.0]
    assert "is not a ready-made schedule study" in run("--study", "none")[2]
    assert "name a SPEC or a project" in run("--traffic", "uniform")[2]


def test_what_a_study_cannot_measure_does_not_keep_the_others_from_it(run, sixty, tmp_path):
    project = tmp_path / "p.fatdesk"
    project.write_bytes(sixty.read_bytes())
    study = {
        "name": "flows",
        "networks": [
            {"name": "ours", "fabric": "compute"},
            {"name": "tree", "spec": "universal:n=64,w=16", "scheme": "updown"},
            {"name": "small", "spec": "kary-tree:k=2,n=2"},
        ],
        "traffic": "flows.txt",
    }
    commands = tmp_path / "c.jsonl"
    commands.write_text(json.dumps({"command": "add-schedule-study", "study": study}) + "\n")
    assert main(["edit", str(project), str(commands)]) == 0
    (tmp_path / "flows.txt").write_text("n01 n60 3\nn02 n60 2\n")
    status, out, _ = run(project, "--study", "flows", "--json")
    ours, tree, small = json.loads(out)["networks"]
    assert status == 1
    assert (ours["messages"], ours["cycles"]) == (5, 5)
    assert tree["cannot"] == "scheme: the paths in a tree are given, write usual for this network"
    assert "flows.txt:1: source: 'n01' is not a host" in small["cannot"]
    (tmp_path / "flows.txt").write_text("n01 n60 4\n")
    ours, *_ = json.loads(run(project, "--study", "flows", "--json")[1])["networks"]
    assert ours["messages"] == 4, "a changed file is measured again"


def test_what_is_wrong_beside_a_study(run, studied, sixty):
    assert "the study decides that" in run(studied, "--study", "night", "--traffic", "uniform")[2]
    assert "the study decides that" in run(studied, "--study", "night", "--csv", "x.csv")[2]
    assert "no such schedule study, known are night" in run(studied, "--study", "day")[2]
    assert "it has none, add one with `fatdesk edit` (add-schedule-study)" in run(sixty, "--study", "x")[2]
    assert "--study: is for projects" in run("kary-tree:k=2,n=2", "--study", "x")[2]
    status, _, error = run("kary-tree:k=2,n=2")
    assert status == 2
    assert "--traffic: name a pattern or a file of flows, or a study with --study" in error


@pytest.mark.parametrize(
    ("arguments", "stated"),
    [
        (["universal:n=64,w=16", "--traffic", "rings"], "traffic: unknown pattern 'rings': use uniform"),
        (["kary-tree:k=3,n=2", "--traffic", "shuffle"], "needs a power of two of hosts, 9 is none"),
        (["ring:n=2", "--traffic", "uniform"], "unknown family 'ring'"),
        (["kary-tree:" + "k" * 300, "--traffic", "uniform"], "is not NAME=VALUE"),
        (["kary-tree:k=2,n=2", "--traffic", "x" * 300], "unknown pattern 'xxx"),
        (["kary-tree:k=2,n=2", "--traffic", "."], ".:1: file: cannot be read"),
        (["none.fatdesk", "--traffic", "uniform"], "none.fatdesk"),
        (
            ["hyperx:S=3,K=1,T=2", "--traffic", "uniform", "--scheme", "fta"],
            "routing algorithm fta does not fit",
        ),
        (["kary-tree:k=2,n=2", "--traffic", "uniform", "--csv", "no/where.csv"], "there is no folder no"),
        (["kary-tree:k=32,n=2", "--traffic", "all-to-all", "--messages", "9"], "messages, at most"),
    ],
)
def test_mistakes_are_told(run, arguments, stated):
    status, out, error = run(*arguments)
    assert (status, out) == (2, "")
    assert stated in error


def test_links_a_square_metre_are_a_number(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["schedule", "kary-tree:k=2,n=2", "--traffic", "uniform", "--links-per-m2", "0"])
    assert caught.value.code == 2
    assert "'0' is not a number above 0" in capsys.readouterr().err
