"""What is measured of a project, against the engine called directly; what makes a result an earlier one."""

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.listing.schedule_columns import schedule_csv
from fatdesk.networks.routing import usual
from fatdesk.networks.schedules.cutting import planes
from fatdesk.networks.schedules.decomposition import decompose
from fatdesk.networks.schedules.room_figures import CUT_LEVELS
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.schedules.traffic_result import measured_traffic, on_universal
from fatdesk.networks.schedules.universal import of_volume
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
from fatdesk.project.studies.schedule import TrafficParameters, cut_room, measure, schedule_as_csv, state_of
from fatdesk.tasks.studies import measure_study
from tests.project.studies.test_measurements import Quiet
from tests.project.studies.test_placed_networks import project_of


@pytest.fixture(scope="module")
def project():
    return project_of(60)


def test_it_is_what_the_engine_finds(project):
    where = placed(Derived(project))
    net = where.network
    flows = pattern("uniform").messages(Requested(60, 5, 3))
    about = measured_traffic(net, flows, lambda some: usual(some).routing_table(some), 3)
    found = measure(project, TrafficParameters("compute", "uniform", 5, 3))
    assert found.study.made.cycle.tolist() == about.made.cycle.tolist()
    assert (found.study.factor, found.study.online.cycles) == (about.factor, about.online.cycles)
    assert found.cycles.messages.sum() == 300
    assert found.scheme == ""
    made = decompose(where.where_m, np.arange(66) < 60, net.ends, where.rate_gbps, where.box_m)
    assert found.room.made.parts.cut.tolist() == made.parts.cut.tolist()
    assert cut_room(project, "compute").made.width.tolist() == made.width.tolist()
    assert found.on_beside.cycles >= 1
    assert schedule_as_csv(found) == schedule_csv(about, where.names[:60])
    assert found.requested.description == "uniform, 5 messages per host, seed 3"


def test_a_file_of_flows_and_what_does_not_fit(project, tmp_path):
    path = tmp_path / "flows.txt"
    path.write_text("n01 n60 7\n")
    found = measure(project, TrafficParameters("compute", path))
    assert (found.study.messages, found.study.made.cycles) == (7, 7)
    assert found.requested.description == "flows.txt"
    path.write_text("n01 n61 7\n")
    with pytest.raises(FatdeskError, match=r"flows\.txt:1: destination"):
        measure(project, TrafficParameters("compute", path))
    with pytest.raises(FatdeskError, match="power of two"):
        measure(project, TrafficParameters("compute", "shuffle"))
    with pytest.raises(FatdeskError, match="no network storage"):
        state_of(Derived(project), "storage")


def test_the_state_tells_the_network_and_the_places_apart(project):
    before = state_of(Derived(project), "compute")
    assert state_of(Derived(perform(project, Rename(name="other"))), "compute") == before
    rack = next(rack for rack in project.floor.racks if rack.devices)
    free = next(u for u in range(1, 43) if u not in {device.u for device in rack.devices})
    moved = perform(project, MoveDevice(id=rack.devices[0].id, rack=rack.number, u=free))
    now = state_of(Derived(moved), "compute")
    assert now.network == before.network
    assert now.places != before.places
    larger = state_of(Derived(project_of(61)), "compute")
    assert larger.network != before.network


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
    room = found.found.room
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
