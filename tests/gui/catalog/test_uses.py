"""Where parts are used: counted by hand in the example of 60 hosts, and over the whole room for all parts."""

from collections import Counter
from collections.abc import Callable

import pytest

from fatdesk.gui.catalog.uses import Use, where_used
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project


@pytest.fixture(scope="module")
def project(designed: Callable[[str], Project]) -> Project:
    return designed("nodes-60")


def test_uses_by_hand(project: Project) -> None:
    derived = Derived(project)
    assert where_used(project, derived, "server-1u") == [
        Use("hosts", "nodes", 60),
        Use("devices", "in the room", 60),
    ]
    assert where_used(project, derived, "ib-36") == [
        Use("fabric", "compute", 6),
        Use("devices", "in the room", 6),
    ]
    assert where_used(project, derived, "none") == []
    cables = [use for part in project.parts for use in where_used(project, derived, part.id)]
    assert sum(use.taken or 0 for use in cables if use.kind == "cables") == 132


def test_every_device_of_the_room_is_used_by_its_part(project: Project) -> None:
    expected = Counter(device.part for rack in project.floor.racks for device in rack.devices)
    stated = {
        part.id: use.taken
        for part in project.parts
        for use in where_used(project, None, part.id)
        if use.kind == "devices"
    }
    assert stated == dict(expected)
