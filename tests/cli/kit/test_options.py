"""Options that would do nothing are refused in one line that says what they need; nothing is written."""

import pytest

from fatdesk.cli import main

REQUIREMENTS = """\
hosts: [{name: nodes, part: server-1u, count: 12}]
fabrics: [{name: compute, families: [star], edge: [ib-36], cable_price: 80}]
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("idle")
    (folder / "wish.yaml").write_text(REQUIREMENTS)
    (folder / "list.csv").write_text("part number,price\nx,1\n")
    made = folder / "made.fatdesk"
    assert main(["design", str(folder / "wish.yaml"), "-o", str(made)]) == 0
    return made


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("export P D --only wiring.csv --paper A3", "--paper: does nothing for these files, export --only"),
        ("export P D --only bill.csv --revision B", "--revision: does nothing for these files"),
        ("export P D --only bill.pdf --racks A01", "--racks: does nothing for these files"),
        ("export P D --only floor.pdf --phases 1", "--phases: does nothing for these files"),
        ("export P D --outlines", "--outlines: does nothing for these files, export --only labels.pdf"),
        ("export P D --only wiring.pdf --labels a4-24", "--labels: does nothing for these files"),
        ("export --list --only bill.csv", "--only: does nothing with --list"),
        ("export P --list", "--list: lists what can be exported"),
        ("edit P --list", "--list: lists commands and writes nothing"),
        ("check P --comment why", "--comment: is for --waive"),
        ("catalog list --take all", "--take: is for `fatdesk catalog prices`"),
        ("catalog check --to D", "--to: is for `fatdesk catalog import`"),
        ("catalog list --source me", "--source: is for `fatdesk catalog import` and `prices`"),
        ("catalog import F --currency EUR", "--currency: is for `fatdesk catalog prices`"),
        ("catalog prices F --project P --accept all", "--accept: is for `fatdesk catalog import`"),
        ("catalog prices F --project P -o D", "-o: is for --take"),
        ("network --scheme destro", "--scheme: needs a SPEC"),
        ("network --list kary-tree:k=4,n=3", "--list: lists all topologies"),
        ("network --json", "--json: is for the properties of a SPEC"),
        ("readback P F -o D", "-o: is for --take"),
        ("faults kary-tree:k=4,n=3 --mttr 3", "--mttr: is for --reliability"),
    ],
)  # fmt: skip
def test_an_option_without_effect_is_refused(project, capsys, words, message):
    target = project.parent / "written.fatdesk"
    names = {"P": str(project), "D": str(target), "F": str(project.parent / "list.csv")}
    before = project.read_bytes()
    status = main([names.get(word, word) for word in words.split()])
    error = capsys.readouterr().err
    assert status == 2, error
    assert message in error
    assert len(error.strip().splitlines()) == 1
    assert not target.exists()
    assert project.read_bytes() == before


@pytest.mark.parametrize("words", ["export --list", "edit --list", "network --list", "export P --jobs"])
def test_what_is_not_idle_is_done(project, capsys, words):
    assert main([str(project) if word == "P" else word for word in words.split()]) == 0
    assert capsys.readouterr().out
