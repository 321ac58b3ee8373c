"""``fatdesk adopt`` as a user runs it."""

import json

import pytest

from fatdesk.cli import main
from fatdesk.project.files.storing import load_project
from tests.project.designing.test_adopting import DUMP, POSITIONS

COMMAND = "adopt"
PARTS = ("--part", "switches=ib-36", "--part", "hosts=server-1u")


@pytest.fixture
def dump(tmp_path):
    path = tmp_path / "site.dot"
    path.write_text(f"graph g {{\n{DUMP}\n}}\n")
    return path


def test_a_project_is_made_and_described(run, dump, tmp_path):
    (tmp_path / "racks.csv").write_text(POSITIONS)
    status, out, error = run(
        dump, *PARTS, "--positions", tmp_path / "racks.csv", "-o", tmp_path / "site.fatdesk", "--fabric", "ib"
    )
    assert status == 0, error
    lines = out.splitlines()
    assert lines[0] == "DOT topology: 8 hosts, 4 switches, 16 links"
    assert lines[1] == "  family: two-level (E 2, C 2, P_En 4, U 4, B 2)"
    assert "  places: 4 devices at those of the table" in lines
    assert "  ib: two-level, as built (recorded from site.dot)  2 x ib-36 edge + 2 x ib-36 core" in lines
    project = load_project(tmp_path / "site.fatdesk").project
    assert project.fabrics[0].requirement.name == "ib"
    assert main(["check", str(tmp_path / "site.fatdesk")]) == 0
    assert main(["asbuilt", str(tmp_path / "site.fatdesk"), str(dump)]) == 0


def test_json_names_parts_and_notes(run, dump):
    status, out, error = run(dump, *PARTS, "--json")
    assert status == 0, error
    found = json.loads(out)
    assert (found["form"], found["family"], found["switches"], found["links"]) == (
        "DOT topology",
        "two-level",
        4,
        16,
    )
    assert found["hosts"] == [{"name": "nodes", "part": "server-1u", "count": 8}]
    assert {one["kind"]: one["part"] for one in found["parts"]} == {"switch": "ib-36", "host": "server-1u"}
    assert found["islands"] == [{"hosts": 8, "switch": "fabric/edge/1"}]
    assert found["placed"]["counts"]["cables"] == 16


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "8 hosts host-1 (n11, ...): "),
        (("--part", "ib-36"), "--part ib-36: is not understood, write NAME=PART"),
        (("--part", "switches=nothing", "--part", "hosts=server-1u"), "nothing is not in the catalog"),
        (("--part", "switches=server-1u", "--part", "hosts=server-1u"), "server-1u is not a switch"),
        ((*PARTS, "--hosts-each", "2"), "has hosts: leave --hosts-each out"),
    ],
)
def test_mistakes_are_one_line_each(run, dump, options, said):
    status, out, error = run(dump, *options)
    assert status == 2
    assert said in error
    assert out == ""
    assert error.count("\n") == 1
