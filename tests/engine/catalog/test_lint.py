"""Lint: every rule once, with its figure, and silence for sound parts."""

import pytest

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint import lint
from fatdesk.engine.catalog.part_files import read_part

SOUND = {
    "s": "kind: switch\nid: s\nheight_u: 1\ndepth_mm: 500\nmass_kg: 8\npower_w: 100\nsource: x\n"
    "price: {amount: 5, date: 2020, source: x}\n"
    "ports: [{count: 4, connector: qsfp, rate_gbps: 40, lanes: 4, breakout: [1, 2, 4]}]\n",
    "c": "kind: cable\nid: c\nmedium: copper\nconnectors: [qsfp, qsfp]\nlanes: 4\nlane_rate_gbps: 10\n"
    "reach_m: 5\ndiameter_mm: 6\nbend_mm: 60\nbend_pull_mm: 90\nsource: x\n"
    "mass_kg_per_m: 0.08\nmass_kg_per_end: 0.1\n"
    "lengths: [{m: 1, price: {amount: 5, date: 2020, source: x}}]\n",
    "r": "kind: rack\nid: r\nheight_u: 42\nmass_limit_kg: 900\npower_limit_w: 9000\nsource: x\n"
    "side_manager_mm2: 12000\ntop_entry_mm2: 30000\n"
    "price: {amount: 5, date: 2020, source: x}\n",
}
MODULAR = (
    "kind: modular-switch\nid: m\nheight_u: 7\nslots: 6\nsource: x\nfixed: [{name: board, count: 3}]\n"
    "cards: [{name: card, ports: [{count: 18, connector: qsfp, rate_gbps: 40, lanes: 4}]}]\n"
    "inside: {card_ports: 36, board_ports: 36}\n"
)
BLADE = (
    "kind: server\nid: b\nheight_u: 0\nsource: x\nfits: [e]\n"
    "ports: [{count: 1, connector: qsfp, rate_gbps: 40, lanes: 4}]\n"
)
BOX = "kind: enclosure\nid: e\nheight_u: 10\nsource: x\nblades: 4\nswitch: [s]\n"
FIBRE = "kind: cable\nid: f\nmedium: fibre\nconnectors: [mpo, mpo]\nsource: x\n"
MODULE = (
    "kind: transceiver\nid: t\nconnector: qsfp\nlanes: 4\nrate_gbps: 40\nfibre: mpo\n"
    "reach_m: 50\npower_w: 2\nsource: x\n"
)


def found(*texts: str) -> list[str]:
    catalog = Catalog(read_part(text.encode(), "p.yaml") for text in texts)
    return [f"{f.severity} {f.rule} {f.where}: {f.text}" for f in lint(catalog)]


def test_sound_parts_have_no_findings() -> None:
    assert found(*SOUND.values()) == []


def changed(key: str, *pairs: tuple[str, str]) -> str:
    text = SOUND[key]
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (
            changed("s", ("source: x\n", "source: x\nport_names: [{system: cumulus, management: [a, b]}]\n"))
            + "management: [{count: 1, connector: rj45, rate_gbps: 1}]\n",
            "error port-names s: port names of cumulus are 2 for 1 management ports",
        ),
        (
            changed("s", ("[1, 2, 4]", "[1, 8]")),
            "error split-lanes s: a qsfp link of 4 lanes is split into 8, 4 more than it has lanes",
        ),
        (
            changed("s", ("[1, 2, 4]", "[1, 3]")),
            "warning split-lanes s: a qsfp link of 4 lanes is split into 3: not evenly",
        ),
        (
            changed("s", ("[1, 2, 4]", "[2]")),
            "warning no-whole-link s: breakout of qsfp leaves out 1, the link that is not split",
        ),
        (
            changed("s") + "port_names: [{system: cumulus, port: 'swp{number}'}]\n",
            "error port-names s: port names of cumulus: unknown field {number}",
        ),
        (
            changed("s") + "port_names: [{system: cumulus}, {system: cumulus}]\n",
            "error port-names s: port names of cumulus are given 2 times",
        ),
        (
            changed("s") + "port_names: [{system: ours}]\n",
            "error port-names s: port names of ours, which is not known, have no template",
        ),
        (
            changed("s") + "port_names: [{system: ours, names: [a, b]}]\n",
            "error port-names s: port names of ours are 2 for 4 ports",
        ),
        (
            changed("s") + "port_names: [{system: ours, port: 'p{cage}', split: 'p{cage}'}]\n",
            "error port-names s: port names of ours, 2 a port: p1 names more than one",
        ),
        (
            changed("s") + "port_names: [{system: ours, port: 'p{cage}'}]\n",
            "error port-names s: port names of ours, 2 a port: 8 of 8 have no name",
        ),
        (
            changed("s") + "chip_ports: 3\n",
            "error chip-ports s: carries 4 links, 1 more than its chip's 3 ports",
        ),
        (
            changed("s") + "price_per_port: {amount: 1, date: 2020, source: x}\n",
            "warning two-prices s: has a price and a price_per_port, the second is not used",
        ),
        (
            changed("s") + "price_per_port: {amount: 1, currency: EUR, date: 2020, source: x}\n",
            "error currency s: its prices are in EUR and USD, which cannot be added",
        ),
        (
            changed("s", ("count: 4", "count: 64")),
            "warning cages s: 64 cages in 1 U, 16 more than seen on any front",
        ),
        (changed("s", (", source: x}", "}")), "warning price-source s: price is without a source"),
        (
            changed("c", ("date: 2020, ", "")),
            "warning price-date c: price of 1 m is without a date",
        ),
        (changed("s", ("date: 2020, ", "")), "warning price-date s: price is without a date"),
        (changed("s", ("\nsource: x", "")), "warning no-source s: has no source"),
        (
            changed("s", ("height_u: 1\n", "")),
            "warning unknown-height s: the height is unknown, so it cannot be placed",
        ),
        (
            changed("s", ("height_u: 1\n", "height_u: 0\n")),
            "warning height s: is 0 U high and fits no enclosure",
        ),
        (
            changed("s", ("mass_kg: 8\n", ""), ("power_w: 100\n", "")),
            "note unknown-figure s: unknown: power_w, mass_kg",
        ),
        (
            changed("s", ("500", "1000")),
            "warning depth s: is 1000 mm deep, 85.6 mm more than the deepest rack",
        ),
        (changed("c", ("{m: 1,", "{m: 8,")), "error reach c: is sold in 8 m and reaches 5 m: 3 m too far"),
        (
            changed("c", ("lengths: [", "lengths: [{m: 1, price: {amount: 5, date: 2020, source: x}}, ")),
            "error length-twice c: lists 1 m 2 times",
        ),
        (
            changed("c", ("lengths: [", "lengths: [{m: 2, price: {amount: 3, date: 2020, source: x}}, ")),
            "warning price-falls c: 2 m costs 3, 2 less than 1 m",
        ),
        (
            changed("c") + "price: {amount: 1, date: 2020, source: x}\n",
            "warning price-unused c: its price is not used: cables are priced by length or by the metre",
        ),
        (changed("c") + "links: 8\n", "error cable-lanes c: carries 8 links on 4 lanes, 4 lanes short"),
        (changed("c") + "links: 3\n", "warning cable-lanes c: carries 3 links on 4 lanes: not evenly"),
        (
            changed("c", ("per_m: 0.08", "per_m: 0.0028")),
            (
                "warning copper-mass c: weighs 0.0028 kg/m, less than its copper, 0.0029 kg/m"
                " (16 wires of 34 AWG, assumed as none is stated)"
            ),
        ),
        (
            changed("c", ("per_m: 0.08", "per_m: 0.01")) + "wire_awg: 26\n",
            "warning copper-mass c: weighs 0.01 kg/m, less than its copper, 0.0183 kg/m (16 wires of 26 AWG)",
        ),
        (
            changed("c", ("bend_pull_mm: 90", "bend_pull_mm: 2")),
            "warning bend-pull c: may be bent to 2 mm while it is pulled and to 60 mm when it is installed",
        ),
        (
            changed("c") + "ends: [1, 8]\n",
            "error cable-lanes c: has 8 plugs at an end and 4 lanes, 4 lanes short",
        ),
        (
            changed("c") + "ends: [1, 3]\n",
            "warning no-breakout c: splits qsfp into 3, as no cage of the catalog can be",
        ),
        (
            changed("c", ("[qsfp, qsfp]", "[qsfp, osfp]")),
            "note no-cage c: no part has a cage for its plug osfp",
        ),
        (
            changed("s", ("connector: qsfp", "connector: QSFP")),
            "warning no-plug s: no cable or transceiver has the plug QSFP for its cages",
        ),
        (changed("c", ("lane_rate_gbps: 10\n", "")), "note unknown-figure c: unknown: lane_rate_gbps"),
        (
            changed(
                "c", ("lengths: [{m: 1, price: {amount: 5, date: 2020, source: x}}]", "lengths: [{m: 1}]")
            ),
            "note unknown-figure c: unknown: price",
        ),
        (
            changed("r") + "first_u_mm: 200\n",
            "error rack-height r: 42 U above 200 mm end 85.7 mm above its top",
        ),
        (
            changed("r", ("side_manager_mm2: 12000", "side_manager_width_mm: 100")),
            "warning side-manager r: its side managers have no depth, so their cross-section is unknown",
        ),
        (
            changed("r") + "side_manager_width_mm: 100\nside_manager_depth_mm: 100\n",
            "error side-manager r: side_manager_mm2 is 12000, more than 100 x 100 mm",
        ),
        (
            changed("r", ("top_entry_mm2: 30000", "top_entry_mm2: 600000")),
            "error top-entry r: its top entry of 600000 mm² is larger than its top of 557418 mm²",
        ),
    ],
)
def test_one_rule(text: str, finding: str) -> None:
    others = [sound for key, sound in SOUND.items() if f"\nid: {key}\n" not in text]
    assert finding in found(text, *others)


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        (
            "36, b",
            "18, b",
            "error inside-card m: card card has 18 links outward on a chip of 18 ports: none is left inward",
        ),
        ("36, b", "30, b", "warning inside-card m: card card has 12 links inward for 18 outward, 6 short"),
        (
            "count: 3",
            "count: 2",
            "error inside-boards m: 6 cards have 108 links inward, 2 boards of 36 ports have 72: 36 short",
        ),
        (
            "slots: 6",
            "slots: 5",
            "warning inside-boards m: 5 cards have 90 links inward, 3 boards of 36 ports have 108: 18 over",
        ),
        (
            "fixed: [{name: board, count: 3}]\n",
            "",
            "error inside-boards m: has an inside but no fixed boards that would join its cards",
        ),
        ("height_u: 7", "height_u: 1", "warning cages m: 108 cages in 1 U, 60 more than seen on any front"),
    ],
)
def test_modular(old: str, new: str, finding: str) -> None:
    assert not any("inside" in line or "cages" in line for line in found(MODULAR))
    assert finding in found(MODULAR.replace(old, new))


def test_blades_and_enclosures() -> None:
    inner = changed("s", ("height_u: 1\n", "height_u: 0\n"))
    quiet = [line for line in found(inner, BLADE, BOX) if "unknown-figure" not in line]
    assert quiet == []
    assert "error enclosure-switch e: holds the switch s, which is not in the catalog" in found(BLADE, BOX)
    assert "error enclosure-switch e: holds s, which is not an edge switch" in found(
        inner + "roles: [core]\n", BLADE, BOX
    )
    assert "warning enclosure-switch e: holds 6 blades, 2 more than the 4 links of s" in found(
        inner, BLADE, BOX.replace("blades: 4", "blades: 6")
    )
    assert "error blade-fits b: fits e, which is not in the catalog" in found(BLADE)
    assert "error blade-fits b: fits e, which is not an enclosure" in found(
        BLADE, inner.replace("id: s", "id: e")
    )
    assert "warning blade-ports b: none of its ports is a port of a switch of e" in found(
        inner, BLADE.replace("rate_gbps: 40", "rate_gbps: 10"), BOX
    )
    assert "warning height b: is 2 U high although it is installed in an enclosure" in found(
        inner, BLADE.replace("height_u: 0", "height_u: 2"), BOX
    )


def test_fibres_and_transceivers() -> None:
    rest = [SOUND["s"]]
    assert not [line for line in found(FIBRE, MODULE, *rest) if "unknown-figure" not in line]
    assert "warning no-transceiver f: no transceiver takes its plug mpo" in found(FIBRE, *rest)
    assert "warning no-fibre t: no fibre has its plug mpo" in found(MODULE, *rest)
    assert "note no-cage t: no part has a osfp cage of 1 x 40 Gb/s" in found(
        FIBRE, MODULE.replace("qsfp", "osfp"), *rest
    )


def test_currencies_of_the_catalog() -> None:
    euro = changed("r", ("amount: 5", "amount: 5, currency: EUR"))
    assert found(SOUND["s"], SOUND["c"], euro) == [
        "warning currency r: priced in EUR, 2 other parts in USD: totals cannot hold both"
    ]


def test_siblings_that_differ_in_mass() -> None:
    light = SOUND["s"] + "vendor: V\npart_number: SX-1F\n"
    heavy = light.replace("id: s", "id: h").replace("mass_kg: 8", "mass_kg: 9.5").replace("1F", "2F")
    assert found(light, heavy, SOUND["c"], SOUND["r"]) == [
        "note sibling-mass h: is 1.5 kg heavier than s of the same series"
    ]


def test_parts_of_one_number() -> None:
    one = SOUND["s"] + "vendor: V\npart_number: SX-1F\n"
    other = one.replace("id: s", "id: h").replace("vendor: V", "vendor: v")
    assert found(one, other, SOUND["c"], SOUND["r"]) == [
        "warning part-number-twice h: has the part number of s",
        "warning part-number-twice s: has the part number of h",
    ]
    assert found(one, other.replace("vendor: v", "vendor: W"), SOUND["c"], SOUND["r"]) == []


def test_errors_come_first() -> None:
    lines = found(changed("s", ("[1, 2, 4]", "[1, 8]"), ("mass_kg: 8\n", "")), SOUND["c"], SOUND["r"])
    assert [line.split()[0] for line in lines] == ["error", "note"]


def test_a_part_is_checked_beside_others() -> None:
    blade, box, switch = (read_part(text.encode(), "p.yaml") for text in (BLADE, BOX, SOUND["s"]))
    assert [f.rule for f in lint(Catalog([blade]), [box, switch])] == ["unknown-figure"]
    assert "blade-fits" in [f.rule for f in lint(Catalog([blade]))]
