"""Growth in the window: the plan is edited, its policies are compared, a step is applied."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import Limits
from fatdesk.project.commands.fabrics import SetGrowth, SetRequirements
from fatdesk.project.document.ref import GROWTH_STEP
from fatdesk.project.growing.comparison import compare_policies
from fatdesk.project.growing.policies import policy_title
from tests.gui.growth.conftest import step
from tests.gui.pages.faults import FaultsPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.list_import import ListReport, WorkHoursPage


def test_steps_are_added_changed_moved_and_removed(small, window):
    session = window.session
    small.click("first-step")
    small.click("add-step")
    assert small.plan == [120, 240]
    inspector = Inspector(window)
    inspector.enter("field-nodes", "300")
    assert small.plan == [120, 300]
    inspector.enter("field-nodes", "100")
    assert "fewer than the 120" in inspector.error("nodes")
    inspector.enter("field-Bandwidth kept", "90")
    inspector.enter("field-Gate", "97.5")
    inspector.choose("Policy", "Rebuild")
    inspector.enter("field-Core switches", "ib-36; ib-108")
    for field, gate in (("Gate", "0.85"), ("Bandwidth kept", "0.5")):
        inspector.enter(f"field-{field}", gate)
        likely = f"{float(gate) * 100:g}"
        assert inspector.error(field) == f"{gate} % is too low. Type {likely} for {likely} %."
    changed = session.project.growth[1]
    assert (changed.floor, changed.policy, changed.core) == (0.9, "rebuild", ("ib-36", "ib-108"))
    assert changed.gate == 0.975
    small.click("step-up")
    assert small.plan == [300, 120]
    assert small.steps.selected_lines == [0]
    small.click("remove-step")
    assert session.project.growth == (step(120),)
    for _ in range(3):
        session.undo()
    assert session.project.growth[1].gate == 0.975
    assert session.project.growth[1].core == ()
    assert small.plan == [120, 300]


def test_a_click_selects_the_step_on_view(small, window):
    """It is marked without a selection, such as in a project that was just opened."""
    small.click("first-step")
    window.session.select([])
    assert small.steps.selected_lines == [0]
    assert not small.is_enabled("remove-step")
    small.steps.click(0)
    assert window.session.selection == (GROWTH_STEP(1),)
    assert small.is_enabled("remove-step")


def test_policies_are_compared_and_a_step_applied(small, window, qtbot):
    session, said = window.session, []
    session.said.connect(said.append)
    small.click("first-step")
    small.steps.select(0)
    Inspector(window).enter("field-nodes", "66")
    assert not small.is_enabled("apply-step")
    small.compare(qtbot)
    assert small.has_keys("table-steps"), "not the table that happens to follow the button"
    assert small.marks["in-place"].startswith("chosen")
    assert sum("best" in words for words in small.marks.values()) == 1
    rows = {row.figures.policy: row for row in small.policies.rows}
    in_place = rows["in-place"].step
    assert (in_place.hosts, in_place.moved, in_place.removed) == (66, 0, 0)
    assert in_place.added >= 6
    assert in_place.stages == 1, "nothing is moved"
    assert [line.order for line in small.purchases.rows if line.category == "hosts"] == [6]
    assert sum(one.count for one in small.devices.rows if one.role == "host") == 6
    Inspector(window).enter("field-nodes", "70")
    assert small.policies.rows == [], "the comparison is of another plan"
    session.undo()
    assert len(small.policies.rows) == 3, "it holds again"
    small.policies.select(2)
    small.click("choose-policy")
    assert session.project.growth[0].policy == "rebuild"
    assert small.marks["rebuild"].startswith("chosen")
    session.undo()
    before = session.project
    small.click("apply-step")
    assert [group.count for group in session.project.hosts] == [66]
    assert session.project.growth == ()
    assert said[-1].startswith("Step 1 applied: 6 hosts and ")
    session.undo()
    assert session.project is before


def test_a_comparison_moves_nothing_and_names_what_it_compares(small, window, qtbot):
    window.resize(1280, 720)
    small.click("first-step")
    for _ in range(5):  # layouts settle one level at a time
        QApplication.processEvents()
    before = small.places
    small.click("compare")
    for _ in range(5):
        QApplication.processEvents()
    assert small.shows_progress
    assert small.places == before
    names = "grow in place", "sized for the last step", "rebuild"
    texts = [f"Plan {number} of 3: step 1: {name}" for number, name in enumerate(names, start=1)]
    qtbot.waitUntil(lambda: small.progress in texts)
    assert small.places == before
    small.click("strip-cancel")
    assert not small.is_comparing


def test_lower_bounds_of_moved_cables_are_whole(small, window):
    window.resize(1280, 720)
    small.click("first-step")
    table = small.policies
    wide = table.widget.fontMetrics().horizontalAdvance("at least 1,440")
    assert table.widget.columnWidth(table.columns.index("Proof")) > wide + 12


def test_a_plan_that_shrinks_says_so(small, window, qtbot):
    window.session.do(SetGrowth(steps=(step(90), step(80))))
    small.compare(qtbot)
    assert small.policies.empty_text.startswith("Step 2: hosts nodes: 80 are fewer than the 90")
    assert not small.is_enabled("apply-step")


def test_a_stage_is_studied_next_to_the_network_of_today(small, window, qtbot):
    """Of the 18 cables of an edge switch 3 are out in stage 2: 14 failures are tolerated, not 17."""
    from msgspec.structs import replace

    from fatdesk.project.commands.bill import SetBill
    from fatdesk.project.commands.fabrics import SetGrowth
    from fatdesk.project.commands.studies import ChangeFaultStudy

    session = window.session
    session.do(SetGrowth(steps=(step(108),)))
    assert small.why_no_stage.startswith("Compare policies first")
    small.compare(qtbot)
    assert small.stages("simulation") == ["Stage 1", "Stage 2", "Stage 3", "After the last stage"]
    rebuild = next(row for row in small.policies.rows if row.figures.policy == "rebuild")
    small.show_stages_of(rebuild)
    assert small.stages("faults") == ["After the last stage"], "out of service while it is worked on"
    small.refresh()
    before = session.project
    small.study_stage("simulation", "Stage 2")
    [study] = session.project.simulations
    assert [(one.name, one.stage) for one in study.networks] == [("today", ""), ("step 1 stage 2", "1:2")]
    assert window.workspace_name == "simulation"
    small.study_stage("simulation", "Stage 2")
    assert session.project.simulations == (study,), "it is there already"
    session.undo()
    assert session.project is before
    small.study_stage("faults", "Stage 2")
    [study] = session.project.faults
    session.do(ChangeFaultStudy(study=replace(study, counts=(1,))))
    view = FaultsPage(window)
    view.run()
    view.wait(qtbot)
    assert not view.failure
    study = session.project.faults[0]
    known = [session.faults.of(study, one) for one in study.networks]
    assert [one.holds for one in known] == [True] * 2
    assert [one.result.found.always.faults for one in known] == [17, 14]
    assert [one.result.found.on.hosts for one in known] == [60, 72]
    session.do(SetBill(cables_per_hour_in_rack=25))
    assert session.faults.of(study, study.networks[1]).holds, "rates of work have no effect on the network"
    session.do(SetGrowth(steps=(step(110),)))
    assert not session.faults.of(study, study.networks[1]).holds
    assert session.faults.of(study, study.networks[0]).holds
    session.undo()
    assert session.faults.of(study, study.networks[1]).holds


def test_a_ticked_change_order_is_dropped_on_the_window(small, window, tmp_path):
    """Stage 1 is ticked with 6 hours: it is recorded, shown, undone, and feeds the rates of installation."""
    from fatdesk.engine.change_order.rows import order_csv
    from fatdesk.project.commands.fabrics import SetGrowth
    from fatdesk.project.document.ref import GROWTH_STEP
    from fatdesk.project.growing.policies import orders_of_plan
    from tests.project.growing.test_growing import CATALOG

    session = window.session
    session.do(SetGrowth(steps=(step(72),)))
    [order] = orders_of_plan(session.project, CATALOG)
    head, *rows = order_csv(order).decode().splitlines()
    done, hours = head.split(",").index("done"), head.split(",").index("hours")
    filled = []
    for number, row in enumerate(rows):
        cells = row.split(",")
        cells[done] = "" if "roll back" in row else "AB"
        cells[hours] = "6" if number == 0 else ""
        filled.append(",".join(cells))
    path = tmp_path / "change-order.csv"
    path.write_text("\n".join([head, *filled]))
    window.open_dropped(path)
    dialog = ListReport(window)
    assert "a change order" in dialog.files
    assert "Step 1: all gates are passed, the step can be applied" in dialog.files
    assert len(dialog.changes.rows) == 1
    dialog.apply()
    session.select([GROWTH_STEP(1)])
    [stage] = session.project.growth[0].progress.stages
    assert stage.words == "done, gate passed, 6 h"
    assert "Stage 1: done, gate passed, 6 h" in Inspector(window).texts
    window.actions_by_id["fit-rates"].trigger()
    rates = WorkHoursPage(window)
    assert rates.can_set
    assert rates.rate(1)[0] == f"{stage.in_rack:,}"
    rates.type_hours("step 1, stage 1", "0")
    assert not rates.can_set
    session.undo()
    assert session.project.growth[0].progress is None


def test_the_drawing_of_a_step_follows_slider_keys_and_policy(small, window, planned, compared):
    window.session.begin(planned)
    small.steps.select(0)
    small.look_at("topology")
    assert not small.shows_lists
    assert small.stage == (0, 0), "nothing is compared yet"
    small.look_at("lists")
    small.know(compared)
    small.look_at("topology")
    rows = {row.figures.policy: row.step for row in small.policies.rows}
    in_place = rows["in-place"]
    assert small.stage == (1, in_place.stages + 1)
    assert small.stage_text.startswith(f"Stage 1 of {in_place.stages}: {in_place.added:,} new")
    key = small.legend_of("topology-of-step")
    assert key[f"N  New, {in_place.added:,} in this stage"] == in_place.added
    small.press_on_drawing("topology-of-step", Qt.Key.Key_Left)
    assert small.stage[0] == 0
    assert small.stage_text.startswith("Before the step")
    assert small.legend_of("topology-of-step")["N  New"] == in_place.added
    small.press_on_drawing("topology-of-step", Qt.Key.Key_Right)
    small.press_on_drawing("topology-of-step", Qt.Key.Key_Right)
    small.press_on_drawing("topology-of-step", Qt.Key.Key_Right)
    assert small.stage[0] == in_place.stages + 1
    assert small.stage_text.startswith("After the step")
    small.look_at("floor")
    assert small.legend_of("floor-of-step")["N  New"] == in_place.added
    assert small.stage[0] == in_place.stages + 1, "the stage is that of the other drawing"
    small.press_on_drawing("floor-of-step", Qt.Key.Key_Left)
    assert small.legend_of("floor-of-step")[f"N  New, {in_place.added:,} in this stage"] == in_place.added
    small.choose_policy_drawn(2)
    assert small.stage_text.startswith("Stage 1 of 1")
    assert "out of service" in small.stage_text
    assert small.steps.selected_lines == [0], "the drawing leaves the selection alone"
    small.look_at("lists")
    assert small.shows_lists
    assert small.policies.selected_lines == [2]


def test_a_policy_is_read_whole_in_a_narrow_window(growth, window, planned):
    window.resize(1280, 680)
    inspector = Inspector(window)
    for number, one in enumerate(planned.growth, start=1):
        window.session.select([GROWTH_STEP(number)])
        assert inspector.shown_choice("Policy") == policy_title(one.policy)
    inspector.choose("Policy", "Sized for the last step")
    assert inspector.shown_choice("Policy") == "Sized for the last step"
    window.session.undo()
    for width in (1280, 1024):
        window.resize(width, 680)
        for place in ("topology", "floor"):
            growth.look_at(place)
            for number, name in enumerate(growth.policies_drawn):
                growth.choose_policy_drawn(number)
                QApplication.processEvents()
                assert growth.policy_drawn == name


def test_limits_on_growth_are_judged_by_what_was_compared(growth, window, compared):
    """Findings of the window follow the policy of the first step, and are open again for another plan."""
    session = window.session

    def found():
        some = [one.finding for one in session.findings if one.finding.where.startswith("growth_")]
        return [(one.rule, one.where) for one in some]

    [in_place] = [one for one in compared if one.policies == ("in-place", "in-place")]
    hours = float(in_place.steps[0].work.hours)
    for limit, broken in ((hours + 1, []), (hours - 0.1, [("over-limit", "growth_hours")])):
        session.do(SetRequirements(limits=Limits(growth_hours=limit)))
        assert found() == broken
    session.do(SetGrowth(steps=(step(70),)))
    assert found() == [("unknown-figure", "growth_hours")]
    growth.know(compare_policies(session.project, session.project.growth, load_shipped([])))
    assert found() == [("over-limit", "growth_hours")]
