"""The report of a fabric in which a growth step is in progress, in the workspace As-built."""

import pytest

from fatdesk.gui.as_built.punch import BY_TICKS, STAGE, TODAY_TITLE
from fatdesk.project.document.ref import DIFFERENCE
from tests.gui.pages.as_built import AsBuiltPage
from tests.gui.pages.inspector import Inspector
from tests.project.growing.test_expected import hands_after, of_stages, planned, report, with_ticks


@pytest.fixture
def begun(window, qtbot, tmp_path):
    """Stage 1 is done and ticked, and stage 2 is half done."""
    second = of_stages(2)
    pulls = [row for row in second if row["action"] == "pull"]
    moves = [row for row in second if row["action"] == "move"][:5]
    file = tmp_path / "report.csv"
    file.write_bytes(report(hands_after([*of_stages(1), *pulls, *moves])))
    window.session.begin(with_ticks(True, False, False))
    page = AsBuiltPage(window)
    page.load(file)
    qtbot.waitUntil(lambda: page.built is not None)
    return page


def stages(page):
    """The texts of the column with the stages of the first step of each difference."""
    return {text[STAGE] for text in page.table.texts} - {""}


def test_the_ticked_stages_are_compared_and_differences_state_theirs(begun, window, qtbot):
    assert begun.compared_with == "After stage 1"
    assert stages(begun) == {"2, done early"}
    window.session.select([DIFFERENCE(begun.table.all_rows[0].id)])
    notes = " ".join(Inspector(window).texts)
    assert "work of stage 2 that is done already" in notes
    assert "can be accepted" in notes


def test_any_stage_or_today_can_be_chosen(begun, qtbot):
    qtbot.waitUntil(lambda: "Step 1" in begun.stage_choices)
    assert begun.stage_choices == {
        BY_TICKS: None,
        TODAY_TITLE: None,
        "Step 1": ["Before stage 1", "After stage 1", "After stage 2", "After stage 3"],
    }
    begun.compare_with("Step 1", "After stage 2")
    assert begun.compared_with == "After stage 2"
    assert stages(begun) == {"2, not done"}
    begun.compare_with(TODAY_TITLE)
    assert begun.compared_with == TODAY_TITLE
    assert begun.table.hides(STAGE)


def test_without_ticks_it_is_the_network_of_today(window, qtbot, tmp_path):
    file = tmp_path / "report.csv"
    file.write_bytes(report(hands_after(())))
    window.session.begin(planned())
    page = AsBuiltPage(window)
    page.load(file)
    assert page.compared_with == TODAY_TITLE
    assert page.figures.endswith("0 different")
