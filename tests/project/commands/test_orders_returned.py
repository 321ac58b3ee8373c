"""Change orders that came back ticked, against a count of what was ticked."""

import csv
import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import openpyxl
import pytest
from msgspec import structs

from fatdesk.cli import main
from fatdesk.core.errors import InputError
from fatdesk.core.finding import Severity
from fatdesk.engine.change_order.rows import ChangeOrder, order_csv, order_workbook
from fatdesk.engine.list_import.report import Report
from fatdesk.project.commands.history import History
from fatdesk.project.commands.list_import import read_back, taking
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.files.file_format import decode, encode
from fatdesk.project.files.storing import load_project, save_project
from fatdesk.project.growing.policies import orders_of_plan
from tests.project.growing.test_growing import CATALOG, project, steps

Rows = list[dict[str, str]]


@cache
def planned() -> Project:
    return structs.replace(project(), growth=steps(72, 108))


@cache
def orders() -> tuple[ChangeOrder, ...]:
    return orders_of_plan(planned(), CATALOG)


def rows(step: int = 2) -> Rows:
    """The rows of an order as a program reads them; step 2 moves cables."""
    return list(csv.DictReader(io.StringIO(order_csv(orders()[step - 1]).decode(), newline="")))


def as_csv(some: Rows, delimiter: str = ",") -> bytes:
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, list(some[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(some)
    return stream.getvalue().encode()


def read(some: Rows | bytes, of: Project | None = None) -> Report:
    data = some if isinstance(some, bytes) else as_csv(some)
    return read_back(Derived(of or planned()), [("order.csv", data)], orders=orders)


def tick(some: Rows, which: Callable[[dict[str, str]], bool], mark: str = "x") -> Rows:
    return [row | {"done": mark} if row["action"] != "roll back" and which(row) else row for row in some]


def is_work(row: dict[str, str]) -> bool:
    return row["action"] not in ("verify", "roll back")


def stages_of(report: Report) -> list[tuple[int, int, bool]]:
    [found] = report.orders
    return [(one.ticked, one.rows, one.passed) for one in found.progress.stages]


def findings(report: Report) -> list[str]:
    return [str(one) for one in report.findings]


@pytest.mark.parametrize("mark", ["x", "✓", "☑", "AB", "14:20", "yes", "TRUE", "2026-11-27 AB"])
def test_ticks_of_the_first_stage_and_its_gate(mark: str) -> None:
    some = rows()
    report = read(tick(some, lambda row: row["stage"] == "1", mark))
    counts = [sum(is_work(row) for row in some if row["stage"] == stage) for stage in ("1", "2", "3")]
    assert report.orders[0].step == 2
    assert stages_of(report) == [(counts[0], counts[0], True), (0, counts[1], False), (0, counts[2], False)]
    assert (report.orders[0].progress.next_stage, findings(report)) == (2, [])
    assert report.changes[0].becomes == "done, gate passed"


@pytest.mark.parametrize("mark", ["", "☐", "no", "-", "0", "open"])
def test_boxes_that_are_not_ticked(mark: str) -> None:
    report = read(tick(rows(), lambda _: True, mark))
    assert all(ticked == 0 and not passed for ticked, _, passed in stages_of(report))
    assert findings(report) == []


def test_an_order_as_it_was_made_changes_nothing_but_says_where_the_work_is() -> None:
    for data in (order_csv(orders()[1]), order_workbook(orders()[1])):
        report = read(data)
        assert report.changes == ()
        assert (findings(report), report.missing, report.rows) == ([], (), len(rows()))
        assert report.orders[0].progress.next_stage == 1


def test_a_workbook_that_a_person_filled_in() -> None:
    """Ticks as a spreadsheet has them: truth, text; rows sorted by rack; a sum below; a column removed."""
    book = openpyxl.load_workbook(io.BytesIO(order_workbook(orders()[1])))
    sheet = book["Change order"]
    head = [cell.value for cell in sheet[1]]
    done, stage, hours = (head.index(title) for title in ("Done", "Stage", "Hours"))
    for line in sheet.iter_rows(min_row=2):
        if line[stage].value == 1:
            line[done].value = True
    sheet.cell(2, hours + 1).value = 2.5
    sheet.cell(3, hours + 1).value = "1,5"
    sheet.cell(sheet.max_row + 1, hours + 1).value = 4
    sheet.delete_cols(head.index("Note") + 1)
    stream = io.BytesIO()
    book.save(stream)
    report = read(stream.getvalue())
    [first, *_] = report.orders[0].progress.stages
    assert (first.passed, first.hours, first.ticked == first.rows) == (True, 4.0, True)


def test_the_gate_is_reached_when_enough_links_work() -> None:
    """24 links in stage 2, of which 22 must work (90 %, rounded up)."""
    some = tick(rows(), lambda row: row["stage"] in ("1", "2") and row["action"] != "verify")
    some = tick(some, lambda row: row["stage"] == "1")
    stage = orders()[1].stages[1]
    enough, few = stage.gate, stage.gate - 1
    for working, mark, passed in ((enough, "", True), (few, "", False), (few, "x", False)):
        filled = [
            row | {"links_work": str(working), "done": mark}
            if (row["stage"], row["action"]) == ("2", "verify")
            else row
            for row in some
        ]
        report = read(filled)
        assert stages_of(report)[1][2] is passed
        told = [one for one in findings(report) if "the gate is ticked, but" in one]
        assert len(told) == (mark == "x")
    for wrong in (str(stage.links + 1), "1.5", "many"):
        filled = [row | {"links_work": wrong} if row["action"] == "verify" else row for row in some]
        assert any("links_work" in one for one in findings(read(filled)))
        ticked = read(tick(filled, lambda row: row["action"] == "verify"))
        assert not any(passed for _, _, passed in stages_of(ticked)), "the number cannot be right"


def test_plugs_in_ports_that_are_not_free_by_the_ticks_are_named() -> None:
    """Every move, and every new cable into a port that was in use, is reported where no pull is ticked."""
    some = tick(rows(), lambda row: row["action"] in ("move", "add"))
    report = read(some)

    def at(row: dict[str, str], side: str) -> tuple[str, ...]:
        return tuple(row[f"{side}_{key}"] for key in ("rack", "device", "port"))

    pulled = {at(row, "from") for row in some if row["action"] == "pull"}
    wanted = sum(
        at(row, side) in pulled for row in some if row["action"] in ("move", "add") for side in ("from", "to")
    )
    same_stage = [one for one in findings(report) if "is not ticked" in one]
    assert wanted
    assert 0 < len(same_stage) <= wanted
    move = next(n for n, row in enumerate(some) if row["action"] == "move")
    line = f"order.csv:{move + 2}: done: stage {some[move]['stage']}, step {some[move]['step']}: "
    assert any(
        one.startswith(f"{line}is ticked, but its plug is not pulled: step ") for one in findings(report)
    )
    both = tick(rows(), lambda row: row["action"] in ("pull", "move", "add"))
    assert not any("is not ticked" in one for one in findings(read(both)))


def test_work_out_of_order_is_reported_but_counts() -> None:
    report = read(tick(rows(), lambda row: row["stage"] == "2" and is_work(row)))
    assert any("rows are ticked, but the gate of stage 1 is not passed" in one for one in findings(report))
    assert stages_of(report)[1][0] == stages_of(report)[1][1]
    gate = read(tick(rows(), lambda row: row["stage"] == "1" and row["action"] == "verify"))
    [told] = findings(gate)
    assert "stage 1: the gate is ticked, but" in told


def test_edited_rows_and_rows_of_another_order() -> None:
    some = tick(rows(), lambda row: row["stage"] == "1")
    some[2]["to_port"] = "99"
    some.append(some[3] | {"step": "9999"})
    some.append(dict(some[4]))
    report = read(some)
    told = findings(report)
    assert "order.csv:4: to_port: stage 1, step 3: is “99”, the order has “nothing”" in told[0]
    assert any(
        f"order.csv:{len(some)}: step: step 9999: the order of step 2 ends with row" in one for one in told
    )
    assert any("is in line 6 already" in one for one in told)
    assert stages_of(report)[0][0] == stages_of(report)[0][1] - 1
    assert report.missing == ("step 3",)
    many = [row | {"from_port": "98"} for row in some]
    assert any("rows are not of this order" in one for one in findings(read(many)))


def test_rows_and_columns_that_were_removed() -> None:
    some = tick(rows(), lambda row: row["stage"] == "1")
    work = sum(row["action"] != "roll back" for row in some)
    [told] = findings(read(some[:10]))
    assert f"{work - 10} rows of the order are not in the file and count as not ticked" in told
    assert "the first is step 11" in told
    with pytest.raises(InputError, match=":1: step: the change order has no column Step"):
        read([{name: cell for name, cell in row.items() if name != "step"} for row in some])


def test_an_order_is_of_the_step_that_has_its_rows() -> None:
    assert [read(rows(step)).orders[0].step for step in (1, 2)] == [1, 2]


def test_lengths() -> None:
    some = rows()
    at = next(n for n, row in enumerate(some) if row["action"] == "move")
    needed = float(some[at]["needed_m"])
    some[at] |= {"length_m": f"{needed / 2:g}", "remark": "another cable"}
    add = next(n for n, row in enumerate(some) if row["action"] == "add")
    some[add]["measured_m"] = "500"
    report = read(some)
    told = findings(report)
    assert any(f"order.csv:{at + 2}: length_m:" in one and "its route needs" in one for one in told)
    assert any("was used, not" in one for one in told)
    assert any(f"order.csv:{add + 2}: measured_m:" in one for one in told)
    assert any("another cable" in str(one) for one in report.notes)


def test_taken_progress_is_one_step_that_is_kept_and_undone() -> None:
    history = History(planned())
    some = tick(rows(), lambda row: row["stage"] == "1")
    some[0]["hours"] = "3"
    report = read(some)
    history.do(taking(history.project, report.changes))
    taken = history.project
    assert taken.growth[1].progress == report.orders[0].progress
    assert taken.growth[0] == planned().growth[0]
    assert decode(encode(taken), "p.fatdesk").project.growth == taken.growth
    assert read(some, taken).changes == ()
    again = read(tick(some, lambda row: row["stage"] == "2" and is_work(row)), taken)
    [change] = again.changes
    assert (str(change.key), change.was) == ("step 2, stage 2", "not begun")
    history.undo()
    assert history.project == planned()
    progress = taken.growth[1].progress
    assert progress is not None
    other = structs.replace(taken.growth[1], progress=structs.replace(progress, order="0"))
    old = structs.replace(taken, growth=(taken.growth[0], other))
    assert any("of an earlier plan" in str(one) for one in read(some, old).remarks)


def test_cables_of_a_stage_in_a_rack_and_between_racks() -> None:
    """Stage by stage as many as the stage has, where all is ticked."""
    report = read(tick(rows(), lambda _: True))
    for one, stage in zip(report.orders[0].progress.stages, orders()[1].stages, strict=True):
        inside = sum(change.row.a.rack_label == change.row.b.rack_label for change in stage.changes)
        assert (one.in_rack, one.between) == (inside, len(stage.changes) - inside)
    assert report.orders[0].words == "step 2: all gates are passed, the step can be applied"
    some = tick(rows(), lambda row: row["step"] != "1")
    assert read(some).orders[0].words == "step 2: all gates are passed, but 1 row is not ticked"
    none = read(tick(rows(), lambda row: row["action"] == "pull"))
    moved = [one.in_rack + one.between for one in none.orders[0].progress.stages]
    assert sum(moved) == 0


def test_conflicting_files_are_not_taken() -> None:
    some = [tick(rows(), lambda row, stage=stage: row["stage"] == stage) for stage in ("1", "2")]
    files = [(name, as_csv(one)) for name, one in zip("ab", some, strict=True)]
    report = read_back(Derived(planned()), files, orders=orders)
    assert {str(one.key) for one in report.changes} == {"step 2, stage 3"}
    assert sum(one.severity is Severity.ERROR for one in report.remarks) >= 2


# The command line


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "p.fatdesk"
    save_project(planned(), path)
    return path


def test_readback_and_calibration(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    some = tick(rows(1), lambda _: True)
    some[0]["hours"] = "4"
    order = tmp_path / "order.csv"
    order.write_bytes(as_csv(some, ";"))
    assert main(["readback", str(saved), str(order), "--take", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["files"] == [{"file": str(order), "kind": "order"}]
    [found] = answer["orders"]
    assert (found["step"], found["next_stage"], found["stages"][0]["passed"]) == (1, None, True)
    progress = load_project(saved).project.growth[0].progress
    assert progress is not None
    assert main(["readback", str(saved), str(order)]) == 0
    out = capsys.readouterr().out
    assert "step 1, stage 1: done, gate passed, 4 h" in out
    assert "step 1: all gates are passed, the step can be applied" in out
    assert "a change order" in out
    assert main(["calibrate", str(saved), "--stages", "--json"]) == 0
    rates = json.loads(capsys.readouterr().out)
    [shift] = rates["shifts"]
    first = progress.stages[0]
    assert (shift["phase"], shift["hours"]) == ("step 1, stage 1", 4)
    assert (shift["in_rack"], shift["between"]) == (first.in_rack, first.between)


def test_readback_without_a_plan(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_project(project(), saved)
    order = tmp_path / "order.csv"
    order.write_bytes(as_csv(rows()))
    assert main(["readback", str(saved), str(order)]) == 2
    assert f"{order}:1: order: the project has no growth plan" in capsys.readouterr().err
    assert main(["calibrate", str(saved), "--stages"]) == 2
    assert "no stage of the growth plan has hours" in capsys.readouterr().err
    assert main(["calibrate", str(saved), "--stages", "--hours", "3"]) == 2
    assert "--hours" in capsys.readouterr().err
