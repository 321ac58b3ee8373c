"""What is measured of a project, against the engine called directly; what makes a result an earlier one."""

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.listing.schedule_columns import schedule_csv
from fatdesk.networks.routing import usual
from fatdesk.networks.schedules.room_figures import CUT_LEVELS
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.schedules.traffic_result import measured_traffic, on_universal
from fatdesk.networks.schedules.universal_trees.cutting import planes
from fatdesk.networks.schedules.universal_trees.decomposition import decompose
from fatdesk.networks.schedules.universal_trees.universal import of_volume
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.project import Rename
from fatdesk.project.derived.derived import Derived
from fatdesk.project.studies.measurement import Wanted
from fatdesk.project.studies.measurements import networks_of
from fatdesk.project.studies.placed_network import placed
from fatdesk.project.studies.schedule import cut_room, on_network, schedule_as_csv
from fatdesk.tasks.studies import measure_study
from tests.project.studies.test_measurements import Quiet
from tests.project.studies.test_placed_networks import project_of


@pytest.fixture(scope="module")
def project():
    return project_of(60)


def test_a_study_measures_a_fabric_with_its_room(project):
    """The figures of a study are those of the engine called directly, and its inputs those of the project."""
    study = ScheduleStudy(
        name="s", networks=(StudyNetwork(name="ours", fabric="compute"),), messages=5, seed=3
    )
    (ready,) = networks_of(Derived(project), study)
    (found,) = measure_study(project, study, [Wanted(0, (1.0,))], None, 1, Quiet())
    assert found.found.on == ready.on
    where = placed(Derived(project))
    net = where.network
    flows = pattern("uniform").messages(Requested(60, 5, 3))
    about = measured_traffic(net, flows, lambda some: usual(some).routing_table(some), 3)
    again = found.found.result(net)
    assert again.made.cycle.tolist() == about.made.cycle.tolist()
    assert (again.factor, again.online.cycles) == (about.factor, about.online.cycles)
    made = decompose(where.where_m, np.arange(66) < 60, net.ends, where.rate_gbps, where.box_m)
    shown = on_network(Derived(project), study, study.networks[0], found.found)
    assert shown.names == where.names
    assert shown.links.tolist() == where.links.tolist()
    assert schedule_as_csv(shown) == schedule_csv(about, where.names[:60])
    room = found.found.room
    cut = cut_room(project, "compute")
    assert (cut.places, cut.planes, cut.waiting) == (ready.on.places, room.planes, 0)
    assert list(room.planes) == planes(made.parts, CUT_LEVELS)
    assert sum(level.cut_gbps for level in room.levels) == pytest.approx(made.parts.cut.sum())
    assert (
        room.universal.cycles
        == on_universal(of_volume(60, room.universal.volume).tree, made.balanced, about).cycles
    )


def test_a_moved_device_makes_another_input_and_a_spare_rack_name_does_not(project):
    study = ScheduleStudy(name="s", networks=(StudyNetwork(name="ours", fabric="compute"),))

    def on(some):
        return networks_of(Derived(some), study)[0].on

    before = on(project)
    assert on(perform(project, Rename(name="other"))) == before
    rack = next(rack for rack in project.floor.racks if rack.devices)
    free = next(u for u in range(1, 43) if u not in {device.u for device in rack.devices})
    now = on(perform(project, MoveDevice(id=rack.devices[0].id, rack=rack.number, u=free)))
    assert now.network == before.network
    assert now.places != before.places
    assert now.digest != before.digest
    assert now == replace(before, places=now.places)


def test_a_result_is_joined_with_its_own_network_only(project):
    study = ScheduleStudy(name="s", networks=(StudyNetwork(name="ours", fabric="compute"),))
    (found,) = measure_study(project, study, [Wanted(0, (1.0,))], None, 1, Quiet())
    with pytest.raises(FatdeskError, match="of another network"):
        on_network(Derived(project_of(61)), study, study.networks[0], found.found)
