"""Channels over panels: trunks, cassettes, cords counted by hand, ports that nothing shares, lengths."""

from collections import Counter, defaultdict
from math import ceil

import msgspec
import numpy as np
import pytest

from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Panel
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.floor.floor import Reserved
from fatdesk.engine.structured.placing import units_for_panels
from fatdesk.engine.structured.stock import generic_part
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from tests.engine.structured.samples import FOUR_UNITS, four_units, four_units_derived, with_rules


@pytest.fixture(scope="module")
def derived():
    return four_units_derived()


@pytest.fixture(scope="module", name="four_units")
def project():
    return four_units()


def test_four_units_by_hand(derived):
    """32 leaves with 32 links each to 16 spines, in 3 racks of 8, 16 and 8 leaves and 4 of 4 spines."""
    structured = derived.structured
    assert structured.count == 32 * 32 == 1024
    lit = sum(structured.fibres(0, channel) for channel in range(structured.count))
    assert lit == 1024 * 8 == 8192 == sum(structured.lit)
    # a trunk of 144 fibres has 18 plugs of 8: 18 links. Between 8 leaves and 4 spines, with 2 links for each
    # pair, there are 64 links, between 16 leaves and 4 spines 128.
    by_racks = Counter()
    for trunk in structured.trunks:
        assert (trunk.part.fibres, trunk.plugs) == (144, 18)
        by_racks[trunk.rack] += 1
    assert sorted(by_racks.values()) == 4 * [4] + 4 * [4] + 4 * [8]  # 64 / 18 and 128 / 18, rounded up
    trunks = 4 * (4 + 4 + 8)
    assert len(structured.trunks) == trunks == 64
    # a cassette takes 6 plugs; every trunk has 18 at each of its two ends
    cassettes = 2 * trunks * 18 // 6
    assert cassettes == 384
    found = {fitting.part.id: fitting.number for fitting in structured.cabling.fittings}
    # 16, 16 and 32 trunks end in the racks of the leaves, 16 in each of the spines: 12 cassettes a panel
    panels = ceil(48 / 12) + ceil(48 / 12) + ceil(96 / 12) + 4 * ceil(48 / 12)
    assert found == {"generic-cassette-mpo-12-om4-base8": cassettes, "generic-panel-1u": panels}
    assert len(structured.panels) == panels == 32
    cords = structured.channels[0].cord
    assert cords.shape == (1024, 2)
    assert (cords >= 0).all()
    dark = trunks * 144 - lit
    assert dark == sum(144 - lit for lit in structured.lit) == 1024


def test_trunks_carry_whole_bundles(derived):
    """Both links of a leaf and a spine are in one trunk, and no fibre is used twice."""
    structured = derived.structured
    made, some = structured.cabling.fabrics[0], structured.channels[0]
    bundles = defaultdict(set)
    used = Counter()
    for channel, (cable, trunk) in enumerate(zip(some.cable.tolist(), some.trunk.tolist(), strict=True)):
        bundles[int(made.fabric.bundle[made.heads[cable]])].add(trunk)
        assert len(structured.strands(0, channel)) == 8
        used.update((trunk, strand) for strand in structured.strands(0, channel))
    assert all(len(trunks) == 1 for trunks in bundles.values())
    assert max(used.values()) == 1
    assert all(1 <= strand <= 144 for _, strand in used)
    assert Counter(some.trunk.tolist()) == {n: len(t.cables) for n, t in enumerate(structured.trunks)}


def test_ports_are_used_once_and_in_the_racks_of_their_devices(derived):
    structured = derived.structured
    made, some = structured.cabling.fabrics[0], structured.channels[0]
    ports = Counter()
    for channel, cable in enumerate(some.cable.tolist()):
        for end, port in enumerate(structured.ports(0, channel)):
            panel = structured.panels[port.panel]
            cassette = panel.cassettes[port.slot - 1]
            assert panel.rack == made.spans.rack[cable, end]
            assert 1 <= port.port <= cassette.ports
            ports[port] += 1
    assert max(ports.values()) == 1


def test_panels_take_free_units(derived):
    floor, catalog = derived.project.floor, derived.catalog
    units = Counter()
    for panel in derived.structured.panels:
        assert panel.u is not None
        units[panel.rack, panel.u] += 1
    for number, rack in enumerate(floor.racks):
        for device in rack.devices:
            units.update((number, device.u + n) for n in range(catalog[device.part].height_u))
    assert max(units.values()) == 1


def test_length_of_a_channel_is_that_of_its_pieces(derived, four_units):
    """Each piece has slack of its own; the route is that of the direct cable."""
    direct = Derived(with_rules(four_units, panels=None)).cabling.fabrics[0]
    made, some = derived.cabling.fabrics[0], derived.structured.channels[0]
    trunks = derived.structured.trunks
    for channel in (0, 17, 1023):
        cable = int(some.cable[channel])
        trunk = trunks[some.trunk[channel]]
        pieces = [*some.parts_um[channel].tolist(), list(trunk.parts_um)]
        assert made.spans.computed_um[cable] == sum(piece[5] for piece in pieces)
        assert made.spans.route_um[cable] == direct.spans.route_um[cable] == trunk.parts_um[0]
        for piece in pieces:
            assert piece[5] == sum(piece[:5]) + 300_000
        ordered = [made.pieces.choices[n].ordered_um for n in (*some.cord[channel].tolist(), trunk.choice)]
        assert made.choices[made.choice[cable]].ordered_um == sum(ordered)


def test_less_is_in_the_trays(derived, four_units):
    direct = Derived(with_rules(four_units, panels=None))
    assert max(derived.filling.worst.values()) < max(direct.filling.worst.values())
    between = np.flatnonzero(direct.cabling.fabrics[0].spans.pair >= 0)
    trays = derived.cabling.fabrics[0].laid.between
    assert len(between) - len(trays) == 1024 - 64


@pytest.mark.parametrize(
    ("rules", "holds"),
    [
        ({"panel_base": 12}, {(144, 12)}),
        ({"trunk_fibres": 24}, {(24, 3)}),
        ({"trunk_fibres": None}, {(288, 36)}),
        ({"panel_base": 12, "trunk_fibres": 288}, {(288, 24)}),
    ],
)
def test_sizes_of_trunks(four_units, rules, holds):
    structured = Derived(with_rules(four_units, **rules)).structured
    sizes = {(trunk.part.fibres, trunk.plugs) for trunk in structured.trunks}
    assert holds <= sizes
    assert structured.count == sum(len(trunk.cables) for trunk in structured.trunks) == 1024
    for trunk in structured.trunks:
        assert len(trunk.cables) <= trunk.plugs


def test_rules_choose_cables(four_units):
    def count(**rules):
        structured = Derived(with_rules(four_units, **rules)).structured
        return 0 if structured is None else structured.count

    assert count(panels=None) == 0
    assert count(panels="top") == 1024
    hosts = count(panels="hosts")
    assert hosts > 0
    assert count(panels="all") == hosts + 1024
    assert 0 < count(panels="uplinks", panels_between="rows") < 1024


def test_nothing_changes_without_panels(four_units):
    project = with_rules(four_units, panels=None)
    assert project.cabling == CablingRules(trunk_fibres=144)
    derived = Derived(project)
    assert derived.structured is None
    assert derived.cabling.fittings == ()
    assert derived.cabling.fabrics[0].pieces is None


def test_units_kept_for_panels(four_units):
    catalog = Derived(four_units).catalog
    rack = next(rack for rack in four_units.floor.racks if len(rack.devices) > 1)
    free = units_for_panels(rack, catalog, 2, 1)
    assert free[0] == free[1] + 1
    low = free[1] - 3
    kept = msgspec.structs.replace(
        rack, reserved=(Reserved(u=low, height_u=1, note="Panels"), Reserved(u=free[0], height_u=1))
    )
    assert units_for_panels(kept, catalog, 2, 1) == [low, free[1]]
    assert units_for_panels(rack, catalog, 60, 1)[-1] is None


def test_links_of_a_trunk_take_one_way(derived):
    structured = derived.structured
    for trunk in structured.trunks:
        pairs = structured.cabling.fabrics[trunk.fabric].spans.pair[list(trunk.cables)]
        assert len(set(pairs.tolist())) == 1


def test_a_design_copies_the_panels_of_its_catalog():
    """Panels, cassettes and trunks of the catalog are copied where cables go over panels, and only there."""
    cassette = generic_part("generic-cassette-mpo-12-om4-base8")
    own = [Panel(id="own-panel", slots=12), msgspec.structs.replace(cassette, id="own-cassette")]
    catalog = Catalog([*load_shipped(), *own])
    for text, copied in ((FOUR_UNITS, 2), (FOUR_UNITS.replace(b"panels: uplinks, ", b""), 0)):
        project = design_project(parse_requirements(text, "r.yaml", catalog), catalog, "p").project
        assert sum(part.id.startswith("own-") for part in project.parts) == copied
        assert (Derived(project).structured is None) is (not copied)
