"""The shipped catalogs: they load, lint finds no error, and they hold what the papers say."""

import re
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configurations
from fatdesk.engine.catalog.lint import lint
from fatdesk.engine.catalog.lint_part import prices_of
from fatdesk.engine.catalog.matching import Matcher, kinds
from fatdesk.engine.catalog.part_files import load_catalog, part_files
from fatdesk.engine.catalog.parts import (
    Cable,
    Enclosure,
    ModularSwitch,
    PowerUnit,
    RackPart,
    Server,
    Switch,
    Transceiver,
    TrayPart,
    links_of,
)
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.catalog.port_names import port_names
from fatdesk.engine.design.options import switches as edge_switches
from fatdesk.engine.design.requirements import FabricRequirement

FOLDER = Path(__file__).resolve().parents[3] / "catalogs"
CABLE_PRICES = {  # spec: cables, dollars by metre
    "sfp-copper": {1: 45, 2: 52, 3: 66, 5: 74, 10: 101, 12: 117},
    "qsfp-copper": {1: 55, 2: 74, 3: 87, 5: 116},
    "qsfp-plus-copper": {1: 95, 3: 150},
    "qsfp-plus-optical": {3: 390, 5: 400, 10: 418, 15: 448, 20: 465, 30: 508, 50: 618, 100: 883},
}
FORMULAS = {
    "sfp-copper": (6, 20),
    "qsfp-copper": (16, 20),
    "qsfp-plus-copper": (16, 20),
    "qsfp-plus-optical": (5, 188),
}


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog([FOLDER])


@pytest.fixture(scope="module")
def current() -> Catalog:
    return load_catalog([FOLDER / "current"])


def amount(price: object) -> Decimal | None:
    return getattr(price, "amount", None)


def test_no_errors_and_every_figure_has_a_source(catalog: Catalog) -> None:
    findings = lint(catalog)
    assert [f for f in findings if f.severity is not Severity.NOTE] == []
    assert {f.rule for f in findings} <= {"unknown-figure", "no-cage", "sibling-mass"}


def test_each_folder_is_sound_alone(current: Catalog) -> None:
    papers = load_catalog([FOLDER / "papers"])
    for alone in (papers, current):
        assert [f for f in lint(alone) if f.severity is not Severity.NOTE] == []


def test_a_file_has_the_name_of_its_part(catalog: Catalog) -> None:
    assert sorted(file.stem for file in part_files(FOLDER)) == sorted(part.id for part in catalog)


def test_sources_name_fields_of_the_part(catalog: Catalog) -> None:
    for part in catalog:
        fields = {*part.__struct_fields__, "breakout"}
        assert set(part.sources) <= fields, part.id


@pytest.mark.parametrize(
    ("part", "links", "connector", "rate", "price", "power", "height"),
    [
        ("ib-36", 36, "qsfp", 40, 11000, 152, 1),
        ("blade-ib-32", 32, "qsfp", 40, 11000, None, 0),
        ("ndr-64", 64, "osfp", 400, None, None, 1),
        ("10gbe-64", 64, "sfp", 10, 32000, None, 1),
    ],
)
def test_switches_of_the_papers(
    catalog: Catalog,
    part: str,
    links: int,
    connector: str,
    rate: float,
    price: int | None,
    power: float | None,
    height: int,
) -> None:
    [one] = configurations(catalog.get(part, Switch))
    assert (one.links, one.ports[0].connector, one.ports[0].rate_gbps) == (links, connector, rate)
    assert (one.price, one.power_w, one.height_u) == (price, power, height)


def test_modular_switches_of_the_papers(catalog: Catalog) -> None:
    part = catalog.get("modular-108", ModularSwitch)
    ways = configurations(part)
    assert [way.links for way in ways] == [18, 36, 54, 72, 90, 108]
    assert [way.price for way in ways] == [25000 + 3 * 9000 + n * 13000 for n in range(1, 7)]
    assert (ways[4].price, ways[5].price, part.height_u) == (117_000, 130_000, 7)
    assert (part.inside.card_ports, part.inside.board_ports) == (36, 36)
    small = catalog.get("modular-144", ModularSwitch)
    assert (small.slots, small.fixed[0].count, links_of(small.cards[0].ports)) == (9, 4, 16)
    assert (small.inside.card_ports, small.inside.board_ports) == (32, 36)
    assert configurations(catalog.get("modular-648", ModularSwitch))[-1].links == 648


@pytest.mark.parametrize(
    ("part", "cages", "links", "connector", "rate", "price", "height", "power", "mass"),
    [
        ("blade-2s", 1, 1, "qsfp", 40, 9600, 0, None, None),
        ("server-1u", 1, 1, "qsfp", 40, None, 1, None, None),
        ("server-10gbe", 1, 1, "sfp", 10, None, 1, None, None),
        ("gpu-8rail", 4, 8, "osfp", 400, None, 8, 10200, 130),
    ],
)
def test_servers_of_the_papers(
    catalog: Catalog,
    part: str,
    cages: int,
    links: int,
    connector: str,
    rate: float,
    price: int | None,
    height: int,
    power: float | None,
    mass: float | None,
) -> None:
    server = catalog.server(part)
    [group] = server.ports
    assert (group.count, group.count * group.links, group.connector, group.rate_gbps) == (
        cages,
        links,
        connector,
        rate,
    )
    assert (amount(server.price), server.height_u) == (price, height)
    assert (server.power_w, server.mass_kg) == (power, mass)


def test_enclosure_and_its_blades(catalog: Catalog) -> None:
    box = catalog.get("blade-enclosure-16", Enclosure)
    assert (box.blades, box.switch, amount(box.price), box.height_u) == (16, ("blade-ib-32",), 7500, 10)
    assert box.pass_through is not None
    assert box.pass_through.price is None
    assert catalog.server("blade-2s").fits == ("blade-enclosure-16",)
    assert catalog.get("blade-ib-32", Switch).roles == ("edge",)


@pytest.mark.parametrize("part", CABLE_PRICES)
def test_cable_prices_of_the_paper(catalog: Catalog, part: str) -> None:
    cable = catalog.get(part, Cable)
    assert {length.m: amount(length.price) for length in cable.lengths} == CABLE_PRICES[part]
    assert (amount(cable.per_metre), amount(cable.per_connector)) == FORMULAS[part]
    quad = part != "sfp-copper"
    assert (cable.lanes, cable.lane_rate_gbps, cable.connectors[0]) == (
        4 if quad else 1,
        10,
        "qsfp"[not quad :],
    )
    assert cable.reach_m == {"sfp-copper": 12, "qsfp-plus-optical": 100}.get(part, 5)


def test_bundle_cable_and_rack(catalog: Catalog) -> None:
    bundle = catalog.get("ib-12x", Cable)
    assert (bundle.links, bundle.lanes, bundle.ends) == (3, 12, (3, 3))
    rack = catalog.rack("rack-42u")
    size = (rack.height_u, rack.width_mm, rack.depth_mm, rack.height_mm)
    assert size == (42, 609.6, 914.4, 1981.2)  # 24 x 36 x 78 in
    assert rack.first_u_mm + 42 * 44.45 == pytest.approx(rack.height_mm)


def test_prices_of_the_papers_are_dated(catalog: Catalog) -> None:
    for part in catalog:
        for place, price in prices_of(part):
            if price.amount is not None:
                assert price.date in {"2011", "2013"}, (part.id, place)
                assert re.search(r"(section|Table) \d", price.source), (part.id, place)


def test_there_is_enough_on_the_market(current: Catalog) -> None:
    count = Counter(type(part) for part in current)
    assert count[Switch] + count[ModularSwitch] >= 12
    assert count[ModularSwitch] >= 3
    assert count[Server] >= 6
    assert count[Cable] + count[Transceiver] >= 20
    assert count[RackPart] >= 3
    assert count[TrayPart] >= 1
    assert count[PowerUnit] >= 1


def test_parts_on_the_market_have_no_prices(current: Catalog) -> None:
    assert [part.id for part in current if list(prices_of(part))] == []


def test_every_cage_can_be_cabled(catalog: Catalog) -> None:
    """Some cable with plugs, or some transceiver, goes into each kind of cage at its rate."""
    for part in catalog.of(Switch):
        for group in part.ports:
            plugged = any(
                group.connector in cable.connectors
                and (cable.lane_rate_gbps or 0) * cable.lanes >= group.rate_gbps
                for cable in catalog.cables()
            )
            lit = any(
                (t.connector, t.links, t.rate_gbps) == (group.connector, group.links, group.rate_gbps)
                for t in catalog.transceivers()
            )
            assert plugged or lit, (part.id, group)


def test_multimode_and_single_mode_never_meet(catalog: Catalog) -> None:
    """Each kind of fibre plug has one mode, in its fibres and in its transceivers."""
    modes: dict[str, set[str]] = {}
    for part in catalog:
        if isinstance(part, Transceiver):
            modes.setdefault(part.fibre, set()).add("single" if "single mode" in part.name else "multi")
        elif isinstance(part, Cable) and part.medium == "fibre":
            assert part.connectors[0] == part.connectors[1], part.id
            mode = "single" if "Single-mode" in part.name else "multi"
            modes.setdefault(part.connectors[0], set()).add(mode)
    assert {plug: mode for plug, mode in modes.items() if len(mode) > 1} == {}
    assert all(("os2" in plug) == (mode == {"single"}) for plug, mode in modes.items())


def test_multimode_reaches_no_further_than_its_fibre(current: Catalog) -> None:
    far = [t.id for t in current.transceivers() if "os2" not in t.fibre and (t.reach_m or 0) > 100]
    assert far == []


@pytest.mark.parametrize(
    ("switch", "host", "modules"),
    [
        ("nvidia-qm9700", "nvidia-dgx-h100", ("nvidia-mma4z00-ns", "nvidia-mma4z00-ns-flt")),
        ("nvidia-qm9700", "dell-r660-cx7", ("nvidia-mma4z00-ns", "nvidia-mma4z00-ns400")),
    ],
)
def test_modules_with_fins_stay_in_switches(
    current: Catalog, switch: str, host: str, modules: tuple[str, str]
) -> None:
    [at_switch] = kinds(current.get(switch, Switch).ports)
    at_host, *_ = kinds(current.server(host).ports)
    join = Matcher(current, "optical").join(at_switch, at_host)
    assert join is not None
    assert join.transceivers is not None
    assert tuple(module.id for module in join.transceivers) == modules


def test_management_ports_of_switches_and_power_units(current: Catalog) -> None:
    """Those of device-type files and manuals; QM8790 is managed in band, those of directors are not known."""
    switches = [part for part in current if isinstance(part, Switch | ModularSwitch)]
    without = {"nvidia-qm8790", "nvidia-cs8500", "juniper-qfx10008"}
    assert {part.id for part in switches if not part.management} == without
    assert all(part.ports for part in current.of(PowerUnit))
    names = {
        "nvidia-qm9700": "mgmt0",
        "nvidia-q3400-ra": "eth0",
        "cisco-n9k-c9364c": "mgmt0",
        "arista-7050cx3-32s-f": "Management1",
        "dell-s5232f-on": "mgmt1/1/1",
        "juniper-qfx5130-32cd": "re0:mgmt-0",
        "hpe-8325-32c-bf": "mgmt",
    }
    for part, name in names.items():
        found = port_names(current, part)
        assert found is not None
        assert found.name(found.table.data) == name


def test_an_out_of_band_switch_joins_them_and_is_used_only_by_name(current: Catalog) -> None:
    """SN2201 by cables of Category 6; power units with 100 Mb/s as well."""
    down, up = kinds(current.get("nvidia-sn2201", Switch).ports)
    assert (down.count, down.rate_gbps, up.count, up.rate_gbps) == (48, 1.0, 4, 100.0)
    matcher = Matcher(current, "copper")
    managed = [
        *(kinds(part.management)[0] for part in current.of(Switch) if part.management),
        *(kinds(part.ports)[0] for part in current.of(PowerUnit)),
        *(kinds(current.server(part).ports)[-1] for part in ("nvidia-dgx-b200", "nvidia-dgx-h100")),
    ]
    for kind in managed:
        join = matcher.join(down, kind)
        assert join is not None
        assert join.own_ends
    fabric = FabricRequirement(name="a")
    assert "nvidia-sn2201" not in {part.id for part in edge_switches(current, fabric, "edge")}
    named = FabricRequirement(name="a", edge=("nvidia-sn2201",))
    assert [part.id for part in edge_switches(current, named, "edge")] == ["nvidia-sn2201"]


def test_ports_of_dgx_after_those_for_compute_keep_their_numbers(current: Catalog) -> None:
    for part in ("nvidia-dgx-b200", "nvidia-dgx-h100"):
        table = port_table(current, part)
        assert [table.text(port) for port in range(8)] == [f"{n}/{k}" for n in range(1, 5) for k in (1, 2)]
        plugs = [table.plugs[plug] for plug in table.plug.tolist()]
        assert [(p.connector, p.rate_gbps) for p in plugs[8:]] == [
            *[("qsfp112", 400.0)] * 4, ("rj45", 10.0), ("rj45", 1.0),
        ]  # fmt: skip
