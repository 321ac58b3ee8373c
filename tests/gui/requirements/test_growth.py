"""Plans for growth from the workspace Requirements."""

import pytest

from tests.gui.pages.requirements import GrowthPage, RequirementsPage


@pytest.fixture
def growth(desk, qtbot):
    """The dialog, for 396 hosts."""
    page = RequirementsPage(desk)
    page.click("growth-button")
    return GrowthPage(page)


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


def test_hosts_now_and_later(growth, qtbot):
    growth.choose_hosts()
    growth.type_in(hosts_later=648)
    growth.plan(qtbot)
    assert [plan.hosts for plan in growth.plans] == [648] * len(growth.plans)
    assert growth.plans[0].stages[0].hosts == 396
    growth.type_in(hosts_later=100)
    growth.plan(qtbot)
    assert growth.plans == []
    assert "more than the 396 of today" in growth.state
    growth.close()
