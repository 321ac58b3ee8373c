"""Installed fabrics while a step is in progress, against hands that carry out its change order row by row."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fatdesk.cli import main
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.difference import Kind, StageWork
from fatdesk.engine.asbuilt.punch_list import punch_csv
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.change_order.rows import order_csv
from fatdesk.engine.growth.progress import OrderProgress, StageProgress
from fatdesk.engine.list_import.order import order_digest
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.document.stage_names import StageName
from fatdesk.project.files.storing import save_project
from fatdesk.project.growing.expected import TODAY, expected_by, expected_in_stage
from fatdesk.project.growing.stage_networks import StepStages, step_stages
from tests.project.growing.test_change_order import Installer, order, table, wiring
from tests.project.growing.test_growing import project, steps
from tests.project.growing.test_stage_networks import links_of

Rows = list[dict[str, str]]


def planned() -> Project:
    return replace(project(), growth=steps(108))


@cache
def step() -> StepStages:
    return step_stages(planned(), 1)


@cache
def rows() -> tuple[dict[str, str], ...]:
    return tuple(table(order_csv(order(step().work))))


def hands_after(some: Iterable[dict[str, str]]) -> Installer:
    hands = Installer(wiring(step().work.grown.before))
    for row in some:
        if row["action"] in ("pull", "move", "add", "relabel", "rename"):
            hands.do(row)
    return hands


def of_stages(*stages: int) -> Rows:
    return [row for row in rows() if int(row["stage"]) in stages]


def report(hands: Installer) -> bytes:
    """The links that are plugged at both ends, as a table of neighbours."""
    lines = ["node,port,remote node,remote port"]
    for pair in sorted(map(sorted, links_of(hands))):
        (a, p), (b, q) = pair
        lines.append(f"{a},{p},{b},{q}")
    return "\n".join(lines).encode()


def compared(hands: Installer, stage: StageName) -> AsBuilt:
    found = read_discovered(report(hands), "table.csv")
    return expected_in_stage(step(), found, stage).compared()


def test_a_fabric_in_which_all_stages_so_far_are_done_has_no_difference() -> None:
    assert step().stages == 3
    for done in range(4):
        hands = hands_after(of_stages(*range(1, done + 1)))
        built = compared(hands, StageName(1, done, done=True))
        assert not built.differences
        assert built.matched == built.planned == len(hands.wiring())


def test_while_a_stage_is_worked_on_its_pulled_plugs_are_out() -> None:
    pulls = [row for row in of_stages(2) if row["action"] == "pull"]
    built = compared(hands_after([*of_stages(1), *pulls]), StageName(1, 2))
    assert not built.differences


@pytest.mark.parametrize("share", [0.2, 0.6, 1.0])
def test_work_of_a_later_stage_is_stated_as_such(share: float) -> None:
    later = of_stages(2)
    early = [row for row in later if row["action"] == "pull"]
    moves = [row for row in later if row["action"] in ("move", "add")]
    hands = hands_after([*of_stages(1), *early, *moves[: int(share * len(moves))]])
    built = compared(hands, StageName(1, 1, done=True))
    assert built.differences
    assert {one.work for one in built.differences} == {StageWork(2, later=True)}
    assert not any(one.exchanges for one in built.differences)
    lines = list(table(punch_csv(built)))
    assert {(line["stage"], line["stage_work"]) for line in lines} == {("2", "done early")}


def test_work_that_is_due_and_not_done_is_stated_as_such() -> None:
    built = compared(hands_after(of_stages(1)), StageName(1, 2, done=True))
    assert {one.work for one in built.differences} == {StageWork(2, later=False)}


def test_a_fault_belongs_to_no_stage() -> None:
    hands = hands_after(of_stages(1))
    kept = step().work.changes.cables[0].before
    assert kept is not None
    for port in [port for port in hands.label_at if port[1:] == (kept.a.device, kept.a.port)]:
        del hands.label_at[port]
    [one] = compared(hands, StageName(1, 1, done=True)).differences
    assert (one.kind, one.work) == (Kind.MISSING, None)


def with_ticks(*passed: bool, digest: str = "") -> Project:
    stages = tuple(
        StageProgress(stage=number, ticked=9 * done, rows=9, passed=done)
        for number, done in enumerate(passed, start=1)
    )
    progress = OrderProgress(order=digest or order_digest(order(step().work)), stages=stages)
    return replace(planned(), growth=(replace(planned().growth[0], progress=progress),))


def test_by_default_the_stages_whose_gates_are_passed_are_done() -> None:
    found = read_discovered(report(hands_after(of_stages(1, 2))), "table.csv")
    derived = Derived(with_ticks(True, True, False))
    expected, remark = expected_by(derived, found, None)
    assert (expected.stage, remark) == (StageName(1, 2, done=True), "")
    assert not expected.compared().differences
    today, _ = expected_by(derived, found, TODAY)
    assert today.stage is None
    assert today.compared().differences


def test_ticks_of_another_plan_do_not_count() -> None:
    found = read_discovered(report(hands_after(())), "table.csv")
    expected, remark = expected_by(Derived(with_ticks(True, digest="other")), found, None)
    assert expected.stage is None
    assert "earlier plan" in remark
    assert not expected.compared().differences


def test_a_stage_that_is_not_there_is_refused() -> None:
    found = read_discovered(report(hands_after(())), "table.csv")
    for stage, why in ((StageName(1, 9, done=True), "3 stages"), (StageName(2, 1), "1 step")):
        with pytest.raises(FatdeskError, match=why):
            expected_by(Derived(planned()), found, stage)


# The command line


def asbuilt(capsys: pytest.CaptureFixture[str], *given: str) -> tuple[int, dict[str, Any]]:
    status = main(["asbuilt", *given, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return status, found


def test_the_command_compares_with_a_stage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, file = tmp_path / "p.fatdesk", tmp_path / "report.csv"
    save_project(with_ticks(True, False, False), path)
    file.write_bytes(report(hands_after(of_stages(1))))
    status, found = asbuilt(capsys, str(path), str(file))
    assert (status, found["differences"]) == (0, [])
    assert found["stage"] == {"step": 1, "stage": 1, "done": True}
    status, found = asbuilt(capsys, str(path), str(file), "--stage", "1:after-2")
    assert status == 1
    assert {json.dumps(one["stage"]) for one in found["differences"]} == {'{"stage": 2, "later": false}'}
    status, found = asbuilt(capsys, str(path), str(file), "--stage", "today")
    assert (status, found["stage"]) == (1, None)
    assert main(["asbuilt", str(path), str(file), "--stage", "1:after-2"]) == 1
    said = capsys.readouterr().out
    assert "compared with step 1 after stage 2" in said
    assert "work of stage 2 that is not done" in said
