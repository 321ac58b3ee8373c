"""``fatdesk diff`` and ``merge``: by hand, and as drivers of the real git."""

import json
import shutil
import subprocess
import sys

import pytest

from fatdesk.cli import main
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.project import commands as c
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.files.storing import load_project, save_project

WISH = """
hosts: [{name: n, part: server-1u, count: 60}]
fabrics: [{name: compute, blocking: 1, edge: [ib-36], core: [ib-36]}]
"""


@pytest.fixture(scope="module")
def base():
    catalog = load_shipped([])
    return design_project(parse_requirements(WISH.encode(), "wish.yaml", catalog), catalog, "p").project


@pytest.fixture
def saved(tmp_path):
    def save(project, name):
        path = tmp_path / f"{name}.fatdesk"
        save_project(project, path)
        return path

    return save


def answer(capsys, *words):
    status = main([*map(str, words), "--json"])
    return status, json.loads(capsys.readouterr().out)


def moved(project):
    """The second rack, 2 m farther away."""
    rack = project.floor.racks[1]
    return perform(project, c.MoveRack(rack=rack.number, row=rack.row, position=9, x_mm=rack.x_mm + 2000))


def test_diff_states_what_moved_and_what_that_costs(base, saved, capsys):
    other = moved(base)
    one, two = Derived(base), Derived(other)
    status, found = answer(capsys, "diff", saved(base, "a"), saved(other, "b"))
    assert status == 0
    label = found["records"][0]["name"]
    kinds = {record["kind"] for record in found["records"]}
    assert (label, found["records"][0]["what"], kinds) == ("A02", "moved", {"racks"})
    before, after = ({row.id: row for row in some.rows} for some in (one, two))
    longer = {
        cable
        for cable in before
        if (before[cable].length, before[cable].part, before[cable].run)
        != (after[cable].length, after[cable].part, after[cable].run)
    }
    assert {cable["id"] for cable in found["cables"]} <= longer
    assert found["cables"]
    totals = found["totals"]
    assert (totals["before"]["cost"], totals["after"]["cost"]) == (
        str(one.bill.total.amount),
        str(two.bill.total.amount),
    )
    # what the lines of the bill tell apart is the difference of the totals
    change = sum(
        (line["order"][1] - line["order"][0]) * float(line["unit_price"][1] or line["unit_price"][0] or 0)
        for line in found["bill"]
    )
    assert change == pytest.approx(float(two.bill.total.amount - one.bill.total.amount), abs=0.01)


def test_diff_in_lines(base, saved, capsys):
    assert main(["diff", str(saved(base, "a")), str(saved(base, "b"))]) == 0
    assert capsys.readouterr().out == "no differences\n"
    assert main(["diff", str(saved(base, "a")), str(saved(moved(base), "b"))]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("racks A02, now A10: moved: position 2 -> 10, x_mm ")
    assert any(line.startswith("cables: 0 added, 0 removed, ") for line in out)
    assert out[-1].startswith("bill: ")


def test_merge_writes_ours_and_reports_conflicts(base, saved, tmp_path, capsys):
    ours = perform(moved(base), c.SetCabling(slack_m=3.0))
    theirs = perform(perform(base, c.SetCabling(slack_m=4.0)), c.Rename(name="theirs"))
    paths = [saved(base, "base"), saved(ours, "ours"), saved(theirs, "theirs")]
    before = paths[1].read_bytes()
    status, found = answer(capsys, "merge", *paths, "-o", tmp_path / "merged.fatdesk")
    [conflict] = found["conflicts"]
    assert (status, conflict["field"], conflict["ours"], conflict["theirs"]) == (1, "slack_m", "3.0", "4.0")
    assert paths[1].read_bytes() == before
    merged = load_project(tmp_path / "merged.fatdesk").project
    assert (merged.name, merged.cabling.slack_m) == ("theirs", 3.0)
    assert merged.floor == ours.floor
    assert main(["merge", *map(str, paths)]) == 1
    assert load_project(paths[1]).project == merged
    assert "conflict: cabling: slack_m: ours 3.0, theirs 4.0" in capsys.readouterr().out


def test_two_devices_in_the_same_units_are_an_error_that_neither_had(base, saved, capsys):
    rack = base.floor.racks[-1]
    taken = {device.u for device in rack.devices}
    u = next(u for u in range(1, 43) if u not in taken)
    sides = []
    for index in (0, 1):
        device = base.floor.racks[0].devices[-1 - index]
        sides.append(perform(base, c.MoveDevice(id=device.id, rack=rack.number, u=u)))
    status, found = answer(capsys, "merge", saved(base, "base"), *map(saved, sides, ("ours", "theirs")))
    assert (status, found["conflicts"]) == (0, [])
    assert "overlap" in [one["rule"] for one in found["new_errors"]]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_as_drivers_of_git(base, tmp_path, monkeypatch):
    folder = tmp_path / "repository"
    folder.mkdir()
    path = folder / "hall.fatdesk"
    command = f'"{sys.executable}" -m fatdesk'

    def git(*words, fails=False):
        who = ("-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "commit.gpgsign=false")
        done = subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True, check=False)
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        return done.stdout

    def commit(project, message):
        save_project(project, path)
        git("commit", "-qam", message)

    git("init", "-q", "-b", "main")
    git("config", "merge.fatdesk.driver", f"{command} merge %O %A %B")
    git("config", "diff.fatdesk.command", f"{command} diff")
    (folder / ".gitattributes").write_text("*.fatdesk merge=fatdesk diff=fatdesk\n")
    save_project(base, path)
    git("add", ".")
    git("commit", "-qm", "base")
    git("switch", "-qc", "theirs")
    commit(perform(base, c.Rename(name="theirs")), "rename")
    git("switch", "-q", "main")
    commit(moved(base), "move")
    assert "racks A02, now A10: moved: position 2 -> 10" in git("diff", "HEAD~1")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    git("merge", "-q", "theirs")
    assert not list((tmp_path / "state").rglob("*merge_file*"))  # no versions of files of git's own
    merged = load_project(path).project
    assert (merged.name, merged.floor) == ("theirs", moved(base).floor)
    git("switch", "-qc", "third", "HEAD~1")
    commit(perform(moved(base), c.Rename(name="third")), "another name")
    git("merge", "-q", "main", fails=True)
    assert load_project(path).project.name == "third"
    assert "hall.fatdesk" in git("diff", "--name-only", "--diff-filter=U")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("diff", "{a}"), "give two project files"),
        (("diff", "{a}", "{missing}"), "no such file"),
        (("merge", "{a}", "{a}", "{text}"), "text.fatdesk"),
    ],
)
def test_wrong_files(base, saved, tmp_path, capsys, words, said):
    (tmp_path / "text.fatdesk").write_text("hello\n")
    names = {"a": saved(base, "a"), "missing": tmp_path / "gone.fatdesk", "text": tmp_path / "text.fatdesk"}
    before = names["a"].read_bytes()
    assert main([word.format(**names) for word in words]) == 2
    assert said in capsys.readouterr().err.lower()
    assert names["a"].read_bytes() == before
