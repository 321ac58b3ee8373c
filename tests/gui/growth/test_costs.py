"""The money side of Growth: plans of different policies, charts of cost, change orders."""

from decimal import Decimal

import pytest

from fatdesk.project.commands.fabrics import SetGrowth
from tests.gui.growth.conftest import step


def test_a_plan_of_different_policies_is_a_row_of_its_own(growth, window):
    names = [growth.policies.cell(line, "Policy").text for line in range(4)]
    assert names == ["Grow in place", "Sized for the last step", "Rebuild", "As chosen"]
    assert [name for name, words in growth.marks.items() if "chosen" in words] == ["mixed"]
    assert growth.is_enabled("apply-step")
    growth.steps.select(1)
    growth.policies.select(3)
    assert growth.text("title-purchases") == "Bought for step 2, as chosen: rebuild"
    growth.policies.select(0)
    growth.click("choose-policy")
    assert window.session.project.growth[1].policy == "in-place"
    assert len(growth.policies.rows) == 3
    assert growth.marks["in-place"].startswith("chosen")
    assert not growth.is_enabled("compare")
    window.session.do(SetGrowth(steps=(step(66, "sized"), step(108, "rebuild"))))
    assert len(growth.policies.rows) == 3, "this plan is not compared yet"
    assert growth.remark == "The steps have different policies: Compare policies adds the plan as chosen."
    assert growth.is_enabled("compare")


def test_purchases_and_hosts_over_the_steps(growth, compared):
    growth.look_at("costs")
    chart, hosts = growth.chart("cost").chart, growth.chart("hosts").chart
    assert [one.name for one in chart.series] == [
        "Grow in place",
        "Sized for the last step",
        "Rebuild",
        "As chosen",
    ]
    for plan, series in zip(compared, chart.series, strict=True):
        first, second = (step.cost for step in plan.steps)
        assert series.y.tolist() == pytest.approx([0, first.amount, first.amount + second.amount])
        assert series.at_least.tolist() == [False, first.at_least, True], "servers have no price"
    assert hosts.series[0].y.tolist() == [60, 66, 108]
    rows = growth.costs.rows
    assert len(rows) == 8
    assert rows[1].spent == sum((step.cost.amount for step in compared[0].steps), Decimal(0))
    assert growth.costs.cell(1, "Total so far").text == f"≥ {rows[1].spent:,.0f}"
    assert f"≥ {rows[1].spent:,.0f}" in growth.chart("cost").words_of(growth.chart("cost").curves[0], 2)
    assert chart.csv().decode().splitlines()[3].endswith("lower bound")


def test_the_change_order_of_the_selected_step_and_policy(growth, window, tmp_path, qtbot, choose_folder):
    choose_folder(tmp_path)
    growth.steps.select(1)
    growth.policies.select(0)
    growth.click("export-order")
    qtbot.waitUntil(lambda: len(list(tmp_path.iterdir())) == 3)
    names = [f"change-order-step-2.{end}" for end in ("csv", "pdf", "xlsx")]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert (tmp_path / names[1]).read_bytes().startswith(b"%PDF")
    figures = growth.policies.rows[0].step
    actions = [line.split(",")[2] for line in (tmp_path / names[0]).read_text("utf-8-sig").splitlines()]
    assert actions.count("move") == figures.moved - figures.too_short > 0


def test_no_change_order_has_a_reason(small, window):
    assert window.actions_by_id["growth-order"].isEnabled() is False
    small.click("first-step")
    assert not small.is_enabled("export-order")
    assert "Compare policies first." in small.button("export-order").toolTip()
