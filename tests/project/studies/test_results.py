"""Results beside the project: found by what they were measured on, kept through save and save as."""

import hashlib
import os
from pathlib import Path

import pytest

from fatdesk.core.formats.result_files import file_bytes
from fatdesk.networks.simulation.results import MeasuredCurve, curve_bytes, figures_of
from fatdesk.project.files.saver import SaveError
from fatdesk.project.studies import results as module
from fatdesk.project.studies.results import Results, results_folder
from fatdesk.project.studies.simulation import measured
from tests.networks.fault_tolerance.made_up import degradation, faults_on, tolerance
from tests.networks.simulation.made_up import curve, measured_on, point


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hall" / "a.fatdesk"


def files(path: Path) -> list[str]:
    folder = results_folder(path)
    return sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []


def stated(found: MeasuredCurve | None) -> object:
    return None if found is None else [figures_of(some) for some in found.points]


ONE, TWO = curve(0.02, 0.3), curve(0.02, 0.5, scheme="destro")


def test_they_are_found_again_by_their_state(path: Path) -> None:
    results = Results(path)
    results.put(ONE)
    results.put(TWO)
    assert [len(name) for name in files(path)] == [68, 68]
    again = Results(path)
    assert stated(again.of(ONE.on)) == stated(ONE)
    assert stated(again.of(TWO.on)) == stated(TWO)
    assert again.of(measured_on(seeds=3)) is None
    assert again.loads(TWO.on) == (0.02, 0.5)
    assert not again.skipped


def test_looking_reads_heads_only_and_writes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Results(path).put(ONE)
    before = {name: (results_folder(path) / name).stat().st_mtime_ns for name in files(path)}
    monkeypatch.setattr(module, "members_of", None)
    again = Results(path)
    assert again.loads(ONE.on) == (0.02, 0.3)
    assert again.of(TWO.on) is None
    assert Results(path.with_name("none.fatdesk")).of(ONE.on) is None
    assert before == {name: (results_folder(path) / name).stat().st_mtime_ns for name in files(path)}
    assert not results_folder(path.with_name("none.fatdesk")).exists()


def test_more_points_take_the_place_of_fewer(path: Path) -> None:
    """A sweep that was stopped is gone on with; what it had stays, and one file is left."""
    results = Results(path)
    results.put(curve(0.02, 0.3))
    results.put(curve(0.5, 0.3, highest=0.25))
    assert len(files(path)) == 1
    found = Results(path).of(ONE.on)
    assert found is not None
    assert found.loads == (0.02, 0.3, 0.5)
    assert [some.accepted for some in found.points] == [0.02, 0.25, 0.25]
    Results(path).put(curve(0.3, highest=0.25))
    assert len(files(path)) == 1
    results.put(MeasuredCurve(ONE.on, ()))
    assert len(files(path)) == 1


def test_a_project_without_a_file_keeps_them_until_it_has_one(path: Path) -> None:
    results = Results()
    results.put(ONE)
    assert results.waiting
    assert stated(results.of(ONE.on)) == stated(ONE)
    assert results.follow(path) == ""
    assert not results.waiting
    assert stated(Results(path).of(ONE.on)) == stated(ONE)


def test_they_go_along_to_another_file(path: Path) -> None:
    other = path.with_name("b.fatdesk")
    results = Results(path)
    results.put(ONE)
    (results_folder(path) / f"{'0' * 64}.npz").write_bytes(b"garbage")
    (results_folder(path) / "notes.txt").write_bytes(b"mine")
    Results(other).put(TWO)
    assert results.follow(other) == ""
    for on in (ONE.on, TWO.on):
        assert results.of(on) is not None
    assert len(files(other)) == 2
    assert len(files(path)) == 3


def test_damaged_and_foreign_files_are_skipped_and_told(path: Path) -> None:
    results = Results(path)
    results.put(ONE)
    (name,) = files(path)
    folder = results_folder(path)
    data = (folder / name).read_bytes()
    (folder / f"{'1' * 64}.npz").write_bytes(curve_bytes(TWO))  # not its digest
    (folder / f"{'2' * 64}.npz").write_bytes(b"")
    (folder / f"{'3' * 64}.npz").mkdir()
    (folder / "other.npz").write_bytes(b"somebody's")
    again = Results(path)
    assert stated(again.of(ONE.on)) == stated(ONE)
    assert again.of(TWO.on) is None
    assert again.skipped == (
        f"{'1' * 64}.npz: it is damaged (its content does not match its name)",
        f"{'2' * 64}.npz: it is damaged, or no npz file",
        f"{'3' * 64}.npz: it is not a regular file",
    )
    (folder / name).write_bytes(data[:-1] + b"x")
    spoiled = Results(path)
    assert spoiled.of(ONE.on) is None
    spoiled.put(ONE)
    assert stated(Results(path).of(ONE.on)) == stated(ONE)
    assert (folder / name).read_bytes() == data


def test_the_folder_may_be_deleted_at_any_time(path: Path) -> None:
    results = Results(path)
    results.put(ONE)
    (results_folder(path) / files(path)[0]).unlink()
    results_folder(path).rmdir()
    assert results.of(ONE.on) is None
    results.put(TWO)
    assert stated(Results(path).of(TWO.on)) == stated(TWO)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="a folder is made a file there")
def test_what_cannot_be_written_stays_in_memory(path: Path) -> None:
    path.parent.mkdir()
    results_folder(path).write_bytes(b"a file in the way")
    results = Results(path)
    with pytest.raises(SaveError):
        results.put(ONE)
    assert stated(results.of(ONE.on)) == stated(ONE)
    assert "could not be saved next to a.fatdesk" in results.follow(path)
    results_folder(path).unlink()
    assert results.follow(path) == ""
    assert stated(Results(path).of(ONE.on)) == stated(ONE)


def test_who_only_looks_writes_nothing(path: Path) -> None:
    Results(path).put(ONE)
    results = Results(path, writing=False)
    results.put(TWO)
    assert (stated(results.of(ONE.on)), stated(results.of(TWO.on))) == (stated(ONE), stated(TWO))
    assert len(files(path)) == 1


def test_points_are_put_in_order() -> None:
    found = measured(measured_on(), [point(0.5), point(0.1)])
    assert found.loads == (0.1, 0.5)
    assert found.program


def test_curves_and_faults_lie_side_by_side(path: Path) -> None:
    """Each kind is found by its own tag; a row that is measured later is put to those that are there."""
    results = Results(path)
    results.put(ONE)
    results.put(tolerance(1, 5))
    results.put(degradation(0, 5))
    results.put(tolerance(9))
    assert len(files(path)) == 3
    again = Results(path)
    assert stated(again.of(ONE.on)) == stated(ONE)
    rows, points = again.of(tolerance().on), again.of(degradation().on)
    assert rows is not None
    assert points is not None
    assert (rows.counts, points.counts) == ((1, 5, 9), (0, 5))
    assert rows.always == tolerance().always
    assert again.of(faults_on(seed=9)) is None
    other = path.with_name("b.fatdesk")
    assert results.follow(other) == ""
    assert len(files(other)) == 3
    assert not again.skipped


def test_files_of_a_kind_to_come_are_skipped_and_told(path: Path) -> None:
    folder = results_folder(path)
    folder.mkdir(parents=True)
    data = file_bytes({"kind": "weather", "format": 1}, {})
    name = f"{hashlib.sha256(data).hexdigest()}.npz"
    (folder / name).write_bytes(data)
    results = Results(path)
    assert results.of(ONE.on) is None
    assert results.skipped == (f"{name}: it was written by a newer fatdesk",)
