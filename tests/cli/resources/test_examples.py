"""``fatdesk examples`` as a user runs it."""

import json
from pathlib import Path

from fatdesk.core.program import shipped

COMMAND = "examples"


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_files_that_come_with_the_program_are_written(run, tmp_path):
    folder = tmp_path / "new"
    status, out, _ = run(folder)
    kinds = ("examples", "references", "studies")
    ours = {name: data for kind in kinds for name, data in content(shipped("resources") / kind).items()}
    assert status == 0
    assert content(folder) == ours
    assert sorted(Path(line).name for line in out.splitlines()) == sorted(ours)
    status, out, _ = run()
    assert sorted(out.splitlines()) == sorted(ours)
    assert {one["kind"] for one in json.loads(run("--json")[1])["files"]} == set(kinds)


def test_files_of_the_user_are_kept(run, tmp_path):
    assert run(tmp_path)[0] == 0
    mine = tmp_path / "nodes-60.yaml"
    (tmp_path / "gpu-31.yaml").unlink()
    assert run(tmp_path)[1] == f"{tmp_path / 'gpu-31.yaml'}\n"
    assert run(tmp_path)[1] == "nothing to write: all files are there\n"
    mine.write_text("hosts: []\n")
    (tmp_path / "gpu-31.yaml").unlink()
    status, out, error = run(tmp_path)
    assert (status, out) == (2, "")
    assert "nodes-60.yaml: is there with other content, move it or name another folder" in error
    assert mine.read_text() == "hosts: []\n"
    assert not (tmp_path / "gpu-31.yaml").exists()


def test_a_folder_that_cannot_be(run, tmp_path):
    (tmp_path / "file").write_text("")
    assert "is a file, name a folder" in run(tmp_path / "file")[2]


def test_published_counts_next_to_ours(run):
    """All networks as a table, one with its source and remark, and the same as JSON."""
    status, out, _ = run("--list")
    assert status == 0
    assert "\ndgx-b200-64 " in out
    assert "49,152 | 49,152" in out
    assert "- Lassen: " in out
    out = run("--list", "dgx-b300-18")[1]
    assert (
        "dgx-b300-18: All 4 counts are the published ones.\nSource: NVIDIA DGX SuperPOD with DGX B300" in out
    )
    assert "10,368" in out
    found = json.loads(run("--list", "gb200-unit", "--json")[1])
    [reference] = found["references"]
    counts = {row["figure"]: (row["published"], row["ours"], row["differs"]) for row in reference["counts"]}
    assert counts["edge"] == (32, 32, False)
    assert counts["core"] == (9, 9, False)
    assert {one["title"] for one in found["left_out"]} >= {"Lassen", "HLRN Lise"}


def test_references_that_are_not_there(run, tmp_path):
    status, _, error = run("--list", "dgx")
    assert status == 2
    assert "there is no reference 'dgx'; known are dgx-h100-1, " in error
    assert "leave out the folder" in run(tmp_path, "--list")[2]
