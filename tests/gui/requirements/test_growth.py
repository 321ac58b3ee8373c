"""Plans for growth from the workspace Requirements."""

import pytest

from tests.gui.pages.requirements import GrowthPage, RequirementsPage
from tests.gui.pages.workspace import workspace_of


@pytest.fixture
def growth(desk, qtbot):
    """The dialog, for 396 hosts."""
    page = RequirementsPage(desk)
    page.click("growth-button")
    return GrowthPage(page)


def test_what_is_typed_first_replaces_the_default(growth, qtbot):
    field = growth.field_in_focus
    qtbot.keyClicks(field, "5")
    assert field.text() == "5"


def test_racks_are_filled_now_and_later(growth, qtbot):
    growth.type_in(racks_now=2, racks_later=3)
    growth.plan(qtbot)
    assert [(plan.policy, plan.hosts) for plan in growth.plans] == [
        ("in-place", 108),
        ("sized", 115),
        ("sized", 115),
    ]
    assert (1, "Hosts: server-1u", 75, "rack 1, U1 to U42; rack 2, U1 to U33") in growth.stages
    growth.choose(0)
    assert (2, "Hosts on free ports of edge switches", 14, "") in growth.stages
    assert (2, "Edge switches: ib-36", 1, "rack 3, U42") in growth.stages
    assert (2, "Cables moved", 0, "") in growth.stages
    growth.close()


def test_plans_by_hosts_are_made_in_the_workspace(growth, desk):
    growth.click("plan-by-hosts")
    assert workspace_of(desk) == "growth"
