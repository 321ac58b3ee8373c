"""``fatdesk asbuilt`` as a user runs it: a report, what differs, the punch list, and mistakes."""

import csv
import json
import re
from pathlib import Path
from shutil import copy

import pytest

from fatdesk.cli import main


@pytest.fixture(scope="module")
def sixty(sixty, tmp_path_factory):
    """A project, and what its fabric reports when it is built as planned."""
    folder = tmp_path_factory.mktemp("sixty")
    project = Path(copy(sixty, folder))
    assert main(["export", str(project), str(folder / "out"), "--only", "fabric.net"]) == 0
    return project, (folder / "out" / "fabric.net").read_text()


@pytest.fixture
def run(capsys):
    def call(*arguments):
        capsys.readouterr()
        status = main(["asbuilt", *map(str, arguments)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def exchanged(text):
    """The hosts at ports 1 and 2 of E01 exchanged, both ends of their cables told."""
    lines = text.splitlines()
    first, second = (next(i for i, line in enumerate(lines) if line.startswith(f"[{n}]")) for n in (1, 2))
    assert '"n01' in lines[first]
    lines[first], lines[second] = (
        lines[first].replace("[1]", "[2]", 1),
        lines[second].replace("[2]", "[1]", 1),
    )
    for host, port in ((1, 2), (2, 1)):
        at = next(i for i, line in enumerate(lines) if line.startswith("Ca") and f'"n0{host} HCA' in line)
        lines[at + 1] = lines[at + 1].replace(f'"[{host}]', f'"[{port}]')
    return "\n".join(lines)


def test_as_planned(run, sixty, tmp_path):
    project, text = sixty
    file = tmp_path / "fabric.txt"
    file.write_text(text)
    before = project.read_bytes()
    status, out, _ = run(project, file, "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer["matched"] == answer["planned"] == 132
    assert answer["differences"] == answer["moves"] == []
    assert project.read_bytes() == before
    status, out, _ = run(project, file)
    assert status == 0
    assert "132 of 132 cables are as planned" in out


def test_two_cables_exchanged(run, sixty, tmp_path):
    project, text = sixty
    file, table, paper = (tmp_path / name for name in ("fabric.txt", "punch.csv", "punch.pdf"))
    file.write_text(exchanged(text))
    status, out, _ = run(project, file, "--json", "--punch", table)
    answer = json.loads(out)
    assert status == 1
    assert answer["matched"] == 130
    (one,) = answer["differences"]
    assert one["kind"] == "swap"
    assert one["cables"] == ["compute/edge/1:1--nodes/1:1", "compute/edge/1:2--nodes/2:1"]
    assert [step["action"] for step in answer["moves"]] == ["loosen", "move", "plug"]
    assert answer["fewest_moves"] == 2
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [row["from_device"] for row in rows] == ["E01", "E01", ""]
    assert {row["from_port"] for row in rows[:2]} == {"1", "2"}
    assert all(row["from_rack"] and row["from_u"] for row in rows[:2])
    assert {row["from_os_port"] + row["to_os_port"] for row in rows} == {""}  # no names in this catalog
    status, out, error = run(project, file, "--punch", paper)
    assert status == 1
    assert "Swap" in out
    assert "2 moves, in this order" in out
    assert str(paper) in error
    assert paper.read_bytes().startswith(b"%PDF")


def test_a_map_of_names(run, sixty, tmp_path):
    project, text = sixty
    file, names = tmp_path / "fabric.txt", tmp_path / "names"
    heads = [line.split('"') for line in text.splitlines() if line.startswith("Switch")]
    lines = [f'0x{head[1][2:]} "{head[3]}"' for head in heads]
    names.write_text("\n".join(lines))
    for number in range(1, 5):
        text = text.replace(f'"E0{number}"', f'"C0{number % 2 + 1}"')  # names that are wrong
    file.write_text(text)
    assert run(project, file, "--names", names)[0] == 0


@pytest.mark.parametrize(
    ("spoil", "stated"),
    [
        (lambda text: "", "fabric.txt:1: file: is empty, save the report again"),
        (lambda text: "hello", "fabric.txt:1: file: is not a known report"),
    ],
)
def test_mistakes_are_told_with_their_line(run, sixty, tmp_path, spoil, stated):
    project, text = sixty
    file = tmp_path / "fabric.txt"
    file.write_text(spoil(text))
    status, _, error = run(project, file)
    assert status == 2
    assert stated in error
    status, _, error = run(project, tmp_path / "nothing")
    assert status == 2
    assert "cannot be read" in error
    status, _, error = run(project, file, "--punch", tmp_path / "x.doc")
    assert status == 2
    assert "is neither .csv nor .pdf" in error


@pytest.fixture(scope="module")
def three_levels(tmp_path_factory):
    """A network of three levels in which switches of a level differ by their neighbours alone."""
    folder = tmp_path_factory.mktemp("three")
    (folder / "r.yaml").write_text(
        "hosts: [{name: web, part: server-1u, count: 160}]\n"
        "fabrics:\n"
        "  - {name: ib, families: [egft], edge: [ib-36], core: [ib-36], equal_bundles: true}\n"
    )
    file = folder / "ib.fatdesk"
    assert main(["design", str(folder / "r.yaml"), "-o", str(file), "--improve-steps", "0"]) == 0
    assert main(["export", str(file), str(folder), "--only", "fabric.net"]) == 0
    return file, (folder / "fabric.net").read_text()


@pytest.mark.parametrize(
    "rounds",
    [
        ["C01 C03"],
        ["C01 C02 C03"],
        ["C01 C02"],
        ["M01 M02"],
        ["M01 M04", "C01 C03"],
        ["E01 E02 E05", "M02 M03", "C05 C06"],
    ],
)
def test_devices_of_three_levels_exchanged_are_named(three_levels, tmp_path, capsys, rounds) -> None:
    file, text = three_levels
    other = {}
    for path in map(str.split, rounds):
        other |= dict(zip(path, [*path[1:], path[0]], strict=True))
    report = tmp_path / "net"
    report.write_text(re.sub(r'# "(\w+)"', lambda name: f'# "{other.get(name[1], name[1])}"', text))
    capsys.readouterr()
    assert main(["asbuilt", str(file), str(report), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert [one["kind"] for one in answer["differences"]] == ["devices"] * len(rounds)
    named = [
        {place["device"] for plug in one["plugs"] for place in (plug["found"], plug["planned"])}
        for one in answer["differences"]
    ]
    assert sorted(map(sorted, named)) == sorted(sorted(path.split()) for path in rounds)


def test_the_report_of_one_switch_leaves_the_cables_of_others_unchecked(run, sixty, tmp_path):
    """One switch and a host at its port 1: 131 cables less those of E01 are stated by their number."""
    file = tmp_path / "E01.txt"
    file.write_text(
        "E01# show lldp neighbors\nPort  Neighbor Device ID  Neighbor Port ID  TTL\n1  n01  1  120\n"
    )
    status, out, _ = run(sixty[0], file)
    assert status == 1
    assert (
        "  5 switches not reported: 96 cables not checked\n  not reported: E02, E03, E04, C01, C02\n" in out
    )
    assert out.count("planned, not seen") == 35
    assert "planned, not checked" not in out
    answer = json.loads(run(sixty[0], file, "--json")[1])
    assert answer["not_checked"] == {"switches": ["E02", "E03", "E04", "C01", "C02"], "cables": 96}
    assert [one["checked"] for one in answer["differences"]] == [True] * 35 + [False] * 96
