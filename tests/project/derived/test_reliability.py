"""The reliability of a fabric with its real parts, against sums by hand and the network without parts."""

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.cli.projects.show import in_words
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.networks.fault_tolerance.reliability import ReliabilityParameters
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import failures_per_year, summary
from fatdesk.project.derived.reliability import fallible, reliability
from fatdesk.project.designing.designing import design_project

MTBF_H = {"ib-36": 200_000.0, "server-1u": 100_000.0, "qsfp-copper": 2e6, "qsfp-optical": 5e5}


def derived_of(hosts=60, stated=MTBF_H, **fabric) -> Derived:
    """Hosts on two levels of 36-port switches, with parts that tell how often they fail."""
    parts = [replace(part, mtbf_h=stated.get(part.id)) for part in load_shipped()]
    requested = {"name": "compute", "edge": ("ib-36",), "core": ("ib-36",)} | fabric
    wish = Requirements(
        hosts=(HostGroup(name="nodes", part="server-1u", count=hosts),),
        fabrics=(FabricRequirement(**requested),),
    )
    made = design_project(wish, Catalog(parts), "test").project
    assert made is not None
    return Derived(made)


def test_failures_a_year_are_counts_over_mtbf():
    derived = derived_of()
    found = reliability(derived, "compute", ReliabilityParameters())
    counts = {(one.category, one.part): one.count for one in found.parts}
    items = {}
    for item in derived.items:
        if item.category not in ("racks", "trays"):
            key = item.category, item.part
            items[key] = items.get(key, 0) + item.count
    assert counts == items
    assert counts[("switches", "ib-36")] == 6
    wanted = sum(
        count * 8760 / MTBF_H[part] for (category, part), count in counts.items() if category != "hosts"
    )
    assert found.network.amount == pytest.approx(wanted)
    assert not found.network.at_least
    assert found.hosts.amount == pytest.approx(60 * 8760 / 100_000)
    assert failures_per_year(derived) == (pytest.approx(wanted), False)


def test_what_does_not_tell_makes_a_total_the_least_unless_it_is_assumed():
    derived = derived_of(stated={"ib-36": 200_000.0})
    found = reliability(derived, "compute", ReliabilityParameters())
    assert found.network.amount == pytest.approx(6 * 8760 / 200_000)
    assert "qsfp-copper" in found.network.unknown
    assert found.hosts.unknown == ("server-1u",)
    assert failures_per_year(derived) == (pytest.approx(0.2628), True)
    stated = summary(derived, [])
    assert stated["failures_per_year"] == {"amount": pytest.approx(0.2628), "at_least": True}
    assert "failures per year >= 0.26" in in_words(stated)
    assumed = reliability(derived, "compute", ReliabilityParameters(mtbf_h={"cables": 1e6, "switches": 1.0}))
    assert not assumed.network.at_least
    assert assumed.network.amount == pytest.approx(0.2628 + 132 * 8760 / 1e6)  # the part itself goes before
    assert {one.part: one.assumed for one in assumed.parts} == {
        "server-1u": False, "ib-36": False, "qsfp-copper": True,
    }  # fmt: skip


def test_nothing_known():
    derived = derived_of(stated={})
    found = reliability(derived, "compute", ReliabilityParameters(mttr_h=24))
    assert found.over_years is found.at_any_time is None
    assert found.network.amount == 0
    assert found.network.at_least
    assert {one.spares for one in found.parts} == {None}


def test_hosts_connected_while_their_switches_and_cables_hold():
    """Of two levels an edge switch and a cable of a host cut hosts off by themselves: a plain product."""
    derived = derived_of()
    requested = ReliabilityParameters(years=1.0, mttr_h=24, samples=2_000)
    found = reliability(derived, "compute", requested)
    edge = int((derived.fabrics[0].level == 1).sum())
    alone = edge * 8760 / 200_000 + 60 * 8760 / 2e6
    assert found.over_years.alone == pytest.approx(-np.expm1(-alone), rel=1e-9)
    assert found.over_years.alone <= found.over_years.low <= found.over_years.lost <= found.over_years.high
    down = 1 - (1 - 24 / 200_024) ** edge * (1 - 24 / 2_000_024) ** 60
    assert found.at_any_time.alone == pytest.approx(down, rel=1e-9)
    assert found.at_any_time.lost < 1e-2 * found.over_years.lost


def test_channels_are_those_of_the_links():
    derived = derived_of()
    network, _ = derived.bare_network("compute")
    for one in fallible(derived, "compute", ReliabilityParameters()):
        if one.category == "switches":
            for element, node in enumerate(range(60, 66)):
                out = one.channel[one.start[element] : one.start[element + 1]]
                assert sorted(out.tolist()) == np.flatnonzero((network.channels == node).any(axis=1)).tolist()
        if one.category == "cables":
            assert sorted(one.channel.tolist()) == list(range(264))
            assert (np.diff(one.start) == 2).all()  # one link each, both ways


def test_transceivers_take_out_the_links_of_their_cage():
    derived = derived_of(60, media="optical")
    rows = fallible(derived, "compute", ReliabilityParameters())
    counted = {item.part: item.count for item in derived.items if item.category == "transceivers"}
    assert {one.part: one.count for one in rows if one.category == "transceivers"} == counted
    for one in rows:
        if one.category == "transceivers":
            assert len(one.start) == one.count + 1
            assert (np.diff(one.start) > 0).all()


def test_no_such_fabric():
    with pytest.raises(FatdeskError, match="the project has no fabric ring"):
        reliability(derived_of(20), "ring", ReliabilityParameters())
