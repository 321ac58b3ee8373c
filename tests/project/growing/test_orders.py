"""Change orders as documents: the files of each step against the orders that they are of."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from fatdesk.cli import main
from fatdesk.engine.change_order.rows import order_csv, order_workbook
from fatdesk.engine.drawing.step_orders import NO_PLAN
from fatdesk.paper import PDFS, Printing
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import save_project
from fatdesk.project.growing.orders import OrdersOfPlan, step_orders
from tests.paper.readers import page_texts
from tests.project.growing.test_change_order import order
from tests.project.growing.test_growing import project, steps, works

NAMES = "change-order.pdf,change-order.xlsx,change-order.csv"


def planned(*counts: int) -> Project:
    return replace(project(), growth=steps(*counts))


def test_each_step_has_the_order_of_its_work() -> None:
    made = step_orders(planned(108, 150))
    assert made.why_not == ""
    assert [one.number for one in made.orders] == [1, 2]
    for one, work in zip(made.orders, works("in-place", 108, 150), strict=True):
        assert one.csv() == order_csv(order(work))
        assert len(one.xlsx()) > len(order_workbook(order(work))) / 2


def test_steps_that_are_not_possible_are_named_after_those_that_are() -> None:
    made = step_orders(planned(108, 100))
    assert (made.orders, made.why_not.startswith("step 2: ")) == ((), True)
    without_plan = step_orders(project())
    assert (without_plan.orders, without_plan.why_not) == ((), NO_PLAN)
    tight = replace(planned(66, 108), growth=(steps(66)[0], replace(steps(108)[0], floor=0.99)))
    made = step_orders(tight)
    assert [one.number for one in made.orders] == [1]
    assert made.why_not.startswith("step 2: ")


def test_pages_are_grouped_by_step_and_stage() -> None:
    derived = Derived(planned(108, 150))
    derived.ordering = OrdersOfPlan()
    [document] = (one for one in PDFS if one.name == "change-order.pdf")
    leaves = list(document.leaves(derived.plan, Printing()))
    groups = list(dict.fromkeys(leaf.group for leaf in leaves if leaf.group))
    assert groups[:4] == ["Step 1, whole step", *(f"Step 1, stage {n} of 3" for n in (1, 2, 3))]
    assert any(group.startswith("Step 2, stage") for group in groups)
    assert len({leaf.title for leaf in leaves}) == len(leaves)


def test_the_command_exports_a_file_for_each_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "p.fatdesk", tmp_path / "out"
    save_project(planned(66, 108), path)
    assert main(["export", str(path), str(out), "--only", NAMES, "--revision", "B7"]) == 0
    assert sorted(one.name for one in out.iterdir()) == [
        f"change-order-step-{step}.{ending}" for step in (1, 2) for ending in ("csv", "pdf", "xlsx")
    ]
    pages = page_texts((out / "change-order-step-2.pdf").read_bytes())
    assert all("B7" in text for text in pages)
    save_project(project(), path)
    capsys.readouterr()
    assert main(["export", str(path), str(out), "--only", "change-order.csv"]) == 2
    assert "no growth plan" in capsys.readouterr().err
