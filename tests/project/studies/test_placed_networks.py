"""Where the nodes of a project's network stand, against racks and heights worked out by hand."""

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.networks.schedules.universal_trees.decomposition import decompose
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.studies.placed_network import placed


def project_of(hosts, fabrics=("compute",), part="server-1u", edge="ib-36"):
    wish = Requirements(
        hosts=(HostGroup(name="nodes", part=part, count=hosts),),
        fabrics=tuple(FabricRequirement(name=name, edge=(edge,), core=("ib-36",)) for name in fabrics),
    )
    made = design_project(wish, Catalog(load_shipped()), "test").project
    assert made is not None
    return made


def test_every_device_is_in_the_middle_of_its_place():
    project = project_of(60)
    found = placed(Derived(project))
    at = dict(zip(Derived(project).fabrics[0].ids, found.where_m.tolist(), strict=True))
    seen = 0
    for rack in project.floor.racks:
        for device in rack.devices:  # the highest unit of a rack ends at its top, 1.9812 m; all are 1 U
            x, y = rack.x_mm / 1000 + 0.6096 / 2, rack.y_mm / 1000 + 0.9144 / 2
            z = 1.9812 - (42 - device.u + 0.5) * 0.04445
            assert at[device.id] == pytest.approx([x, y, z])
            seen += 1
    assert seen == 66
    assert found.waiting == 0
    assert (found.where_m >= found.box_m[0]).all()
    assert (found.where_m <= found.box_m[1]).all()
    assert found.box_m[0].tolist() == [0, 0, 0]
    assert found.box_m[1, 2] == pytest.approx(1.9812 + 0.6096)  # a tray above the racks


def test_links_and_names_are_those_of_the_fabric():
    found = placed(Derived(project_of(60)))
    assert len(found.rate_gbps) == found.network.link_count == 132
    assert (found.rate_gbps == 40).all()
    assert found.names[0] == "n01"
    assert len(found.names) == found.network.node_count == 66


def test_blades_are_where_their_enclosure_is_and_are_parted_all_the_same():
    found = placed(Derived(project_of(32, part="blade-2s", edge="blade-ib-32")))
    spots = np.unique(found.where_m[:32].round(6), axis=0)
    assert len(spots) == 2
    host = np.arange(found.network.node_count) < 32
    made = decompose(found.where_m, host, found.network.ends, found.rate_gbps, found.box_m)
    assert sorted(made.balanced.sequence.tolist()) == list(range(32))
    assert (made.balanced_width <= made.bound).all()


def test_what_stands_nowhere_is_counted():
    project = project_of(60)
    racks = tuple(replace(rack, devices=rack.devices[1:]) for rack in project.floor.racks)
    found = placed(Derived(replace(project, floor=replace(project.floor, racks=racks))))
    assert found.waiting == len(racks)
    assert np.isnan(found.where_m).any(axis=1).sum() == len(racks)


def test_one_network_of_several_is_named():
    with pytest.raises(FatdeskError, match="--fabric ring: there is no such network, known are compute"):
        placed(Derived(project_of(20)), "ring")
    with pytest.raises(FatdeskError, match="no network that can be built"):
        placed(Derived(replace(project_of(20), fabrics=())))
