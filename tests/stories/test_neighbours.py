"""Forms of other programs as people ask for them: by name, with what they cannot hold, and back again."""

import json

import openpyxl

from fatdesk.cli import main
from fatdesk.engine.export import EXPORTS
from fatdesk.tasks.files import ASKED_ONLY

COMMAND = "export"
FORMS = [export.name for export in EXPORTS if export.left_out and export.asked_only and not export.why_none]


def test_forms_are_listed_and_written_when_they_are_named(run, sixty, tmp_path):
    status, out, _ = run("--list")
    assert status == 0
    assert all(f"\n{name} " in out for name in FORMS)
    assert set(FORMS) <= set(ASKED_ONLY)
    status, out, error = run(sixty, tmp_path / "out", "--only", ",".join(FORMS), "--json")
    assert status == 0, error
    answer = json.loads(out)
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert written == {path.rpartition("/")[2] for path in answer["files"]}
    more = {"fabric-roots.txt", "fabric-SW36.ibnl", "fabric-HCA1.ibnl", "cable-validation-hca-mapping.csv"}
    assert set(FORMS) | more == written
    assert set(answer["left_out"]) == set(FORMS)
    said = "switches without hosts of their own (2): made-up ones represent them"
    assert said in answer["left_out"]["topology.conf"]
    assert f"topology.conf cannot hold: {said}; racks, units and lengths of cables\n" in error


def test_a_list_that_comes_back_is_compared_with_the_plan(run, sixty, tmp_path, capsys):
    """The vendor's form after somebody exchanged two cables in it and left out a port."""
    assert run(sixty, tmp_path, "--only", "cable-validation-racks.xlsx")[0] == 0
    form = tmp_path / "cable-validation-racks.xlsx"
    assert main(["asbuilt", str(sixty), str(form)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("cable validation form with racks: 132 of 132 cables are as planned")
    assert "note: line 1: not compared: rack, u" in out
    book = openpyxl.load_workbook(form)
    sheet = book.worksheets[0]
    one, other = sheet.cell(2, 8), sheet.cell(3, 8)
    one.value, other.value = other.value, one.value
    sheet.cell(5, 4).value = None
    book.save(form)
    assert main(["asbuilt", str(sixty), str(form), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert sorted(one["kind"] for one in answer["differences"]) == ["missing", "swap"]
