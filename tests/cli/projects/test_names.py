"""Names previewed and applied from the command line."""

from pathlib import Path

from fatdesk.project.files.storing import load_project

COMMAND = "names"


def test_a_preview_writes_nothing_and_take_applies_it(sixty, run, answer, tmp_path: Path):
    data = sixty.read_bytes()
    found = answer(sixty, "--host", "{label}-n{in_rack:02}")
    assert [one["kind"] for one in found["kinds"]] == ["host", "edge", "core"]
    assert found["kinds"][0]["devices"] == 60
    assert found["findings"] == []
    assert sixty.read_bytes() == data
    out = tmp_path / "named.fatdesk"
    assert run(sixty, "--host", "{label}-n{in_rack:02}", "--take", "-o", out)[0] == 0
    assert load_project(out).project.naming.host == "{label}-n{in_rack:02}"
    assert sixty.read_bytes() == data
    assert answer(out)["kinds"] == found["kinds"]


def test_names_that_are_alike_end_with_1_and_bad_templates_with_2(sixty, run):
    status, out, _ = run(sixty, "--host", "same")
    assert status == 1
    assert "name-twice@same: 60 devices" in out
    status, _, error = run(sixty, "--host", "{zz}")
    assert status == 2
    assert "known fields: {index}" in error
    assert run(sixty, "--take")[0] == 2
    assert run()[0] == 2
