"""Files of schedules: what was measured comes back; what is damaged or of another network is refused."""

from dataclasses import replace

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.result_files import members_of
from fatdesk.networks.routing import usual
from fatdesk.networks.schedules.results import (
    MeasuredSchedule,
    ScheduleOn,
    kept,
    merged_schedules,
    schedule_bytes,
    schedule_of,
)
from fatdesk.networks.schedules.traffic_result import classes, figures_of_cycles, measured_traffic
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested

SPECS = ("universal:n=64,w=16", "kary-tree:k=3,n=2", "hyperx:S=3-3,K=1-1,T=2")


def measured(spec, each=3):
    net = network_of(spec)
    flows = pattern("uniform").messages(Requested(net.hosts, each, 7))
    about = measured_traffic(net, flows, lambda some: usual(some).routing_table(some), 7)
    on = ScheduleOn(
        network=net.digest,
        spec=spec,
        hosts=net.hosts,
        channels=len(net.channels),
        scheme="" if about.tree else usual(net).NAME,
        traffic="uniform",
        messages=each,
        seed=7,
    )
    return net, about, kept(on, about, figures_of_cycles(about), 0, None, "1.0")


@pytest.mark.parametrize("spec", SPECS)
def test_a_file_brings_back_what_was_measured(spec):
    net, about, found = measured(spec)
    data = schedule_bytes(found)
    assert data == schedule_bytes(found)
    again = schedule_of(members_of(data))
    assert (again.on, again.program, again.keys) == (found.on, "1.0", (1.0,))
    back = again.result(net)
    assert (back.factor, back.messages, back.no_tree) == (about.factor, about.messages, about.no_tree)
    assert classes(back, net) == classes(about, net)
    if about.made is None:
        assert back.links.load.tolist() == about.links.load.tolist()
        assert back.links.worst == about.links.worst
        return
    assert vars(back.online)["cycle"].tolist() == about.online.cycle.tolist()
    for name in ("cycles", "unpacked", "shared", "lower_bound", "bound"):
        assert getattr(back.made, name) == getattr(about.made, name)
    for cycle in range(about.made.cycles):
        assert classes(back, net, cycle) == classes(about, net, cycle)
    fresh = figures_of_cycles(about)
    for name, values in vars(fresh).items():
        assert getattr(again.of_cycles, name).tolist() == values.tolist()


def test_a_result_is_of_its_network_only():
    _, _, found = measured(SPECS[0])
    with pytest.raises(FatdeskError, match="of another network"):
        found.result(network_of("universal:n=64,w=17"))
    empty = MeasuredSchedule(found.on)
    assert empty.nothing
    assert empty.keys == ()
    with pytest.raises(FatdeskError, match="of another network"):
        empty.result(network_of(SPECS[0]))
    assert merged_schedules([empty, found]) is found
    assert merged_schedules([]) is None


@pytest.mark.parametrize(
    ("name", "value", "stated"),
    [
        ("source", 64, "source holds"),
        ("destination", -1, "destination holds"),
        ("cycle", 10_000, "cycle holds"),
        ("online", -1, "online holds"),
    ],
)
def test_damaged_arrays_are_refused(name, value, stated):
    _, _, found = measured(SPECS[0])
    wrong = getattr(found, name).copy()
    wrong[0] = value
    with pytest.raises(FatdeskError, match=stated):
        schedule_of(members_of(schedule_bytes(replace(found, **{name: wrong}))))


def test_damaged_figures_of_cycles_and_loads_are_refused():
    _, _, found = measured(SPECS[0])
    factor = found.of_cycles.factor.copy()
    factor[0] = np.nan
    wrong = replace(found, of_cycles=replace(found.of_cycles, factor=factor))
    with pytest.raises(FatdeskError, match="cycle_factor holds"):
        schedule_of(members_of(schedule_bytes(wrong)))
    channel = np.full_like(found.of_cycles.channel, 1 << 40)
    wrong = replace(found, of_cycles=replace(found.of_cycles, channel=channel))
    with pytest.raises(FatdeskError, match="does not fit the network"):
        schedule_of(members_of(schedule_bytes(wrong))).result(network_of(SPECS[0]))
    _, _, links = measured(SPECS[2])
    with pytest.raises(FatdeskError, match="load holds"):
        schedule_of(members_of(schedule_bytes(replace(links, load=-links.load))))
    members = members_of(schedule_bytes(found))
    del members["cycle.npy"]
    with pytest.raises(FatdeskError, match="cycle is missing"):
        schedule_of(members)
