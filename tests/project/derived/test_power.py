"""Power and mass of a project: one sum everywhere, transceivers and active cables included."""

import json
from collections import defaultdict
from dataclasses import replace

import msgspec
import pytest

from fatdesk.engine.cabling.choice.group_options import reserved_for
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable, RackPart, Transceiver
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.drawing.display import Text
from fatdesk.engine.drawing.plan import Subjects
from fatdesk.engine.drawing.sheets.elevation import elevation_rows
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import figures_of, summary
from fatdesk.project.designing.designing import design_project

QM = {"edge": ("nvidia-qm9700",), "core": ("nvidia-qm9700",)}
CASES = {
    "optical, rails, external ports": (
        {"n": ("nvidia-dgx-h100", 31)},
        [QM | {"rails": 8, "media": "optical", "extra_ports": 4}],
    ),
    "copper and optical": ({"n": ("dell-r660-cx7", 150)}, [QM]),
    "active optical cables": (
        {"n": ("lenovo-sr650-v2-cx6", 60)},
        [{"edge": ("nvidia-qm8790",), "core": ("nvidia-qm8790",), "media": "optical"}],
    ),
    "blades": (
        {"n": ("blade-2s", 100)},
        [{"edge": ("blade-ib-32",), "core": ("ib-36",)}],
    ),
    "two networks": (
        {"a": ("nvidia-dgx-h100", 20), "b": ("dell-r660-cx7", 40)},
        [
            QM | {"hosts": ("a",), "rails": 8, "media": "optical"},
            QM | {"hosts": ("b",), "media": "optical"},
        ],
    ),
}


@pytest.fixture(scope="module")
def known():
    """The shipped parts with all figures of power and mass known, odd ones where the files have none."""
    parts = []
    for number, part in enumerate(load_shipped()):
        power = part.power_w if part.power_w is not None else 3.0 + number / 8
        mass = part.mass_kg if part.mass_kg is not None else 0.125
        figures = {"power_w": power, "mass_kg": mass}
        if isinstance(part, Cable):
            figures |= {"mass_kg_per_m": 0.03125, "mass_kg_per_end": 0.0625}
        parts.append(msgspec.structs.replace(part, **figures))
    parts.append(RackPart(id="tight", height_u=48, power_limit_w=36_000.0, mass_limit_kg=1500.0))
    return Catalog(parts)


def designed(catalog, hosts, fabrics, rack="tight"):
    wish = Requirements(
        hosts=tuple(HostGroup(name=name, part=part, count=count) for name, (part, count) in hosts.items()),
        fabrics=tuple(
            FabricRequirement(**{"name": f"net{n}"} | some) for n, some in enumerate(fabrics, start=1)
        ),
        room=RoomRequirement(rack=rack),
    )
    found = design_project(wish, catalog, "test").project
    assert found is not None
    return Derived(found)


def summed(derived, figure):
    """A figure by the bill and the wiring list alone: of all, and rack by rack of what is plugged in."""
    catalog = derived.catalog
    bill = json.loads(BY_NAME["bill.json"].make(derived.plan)["bill.json"])["lines"]
    equipment = 0.0
    for line in bill:
        if line["category"] in ("hosts", "enclosures", "switches"):
            part, _, board = line["part"].partition("/")
            found = catalog[part]
            if board:
                boards = (*getattr(found, "fixed", ()), *getattr(found, "cards", ()))
                found = next((some for some in boards if some.name == board), None)
            equipment += line["needed"] * (getattr(found, figure) or 0.0 if found else 0.0)
    modules, active = {}, defaultdict(float)
    for row in json.loads(BY_NAME["wiring.json"].make(derived.plan)["wiring.json"])["cables"]:
        ends = [row["a"], *row.get("legs", [row["b"]])]
        for end in ends:
            if end["transceiver"]:
                for port in end["port"].split(", "):
                    modules[end["device"], end["slot"], port.split("/")[0]] = (
                        end["transceiver"],
                        end["rack_label"],
                    )
        cable = catalog.find(row["part"])
        if figure == "power_w" and cable is not None and cable.medium in ("optical", "active-copper"):
            active[row["a"]["rack_label"]] += cable.power_w / 2
            for end in ends[1:]:
                active[end["rack_label"]] += cable.power_w / 2 / (len(ends) - 1)
    plugged = defaultdict(float, active)
    for part, rack in modules.values():
        plugged[rack] += getattr(catalog[part], figure)
    return equipment + sum(plugged.values()), plugged


@pytest.mark.parametrize("name", CASES)
def test_all_sums_agree_to_the_watt_and_the_gram(known, name):
    derived = designed(known, *CASES[name])
    shown, line = summary(derived, []), figures_of(derived)
    subjects = Subjects(derived.plan)
    alone = Subjects(replace(derived.plan, make_plugged=dict))
    for figure in ("power_w", "mass_kg"):
        total, plugged = summed(derived, figure)
        assert sum(plugged.values()) > 0 or name == "blades" or figure == "mass_kg"
        assert shown[figure] == pytest.approx(total, abs=1e-3)
        assert getattr(line, figure) == shown[figure]
        cables = {number: getattr(some, figure) for number, some in derived.rack_cables.items()}
        within = total + sum(cables.values())
        assert sum(rack[figure] for rack in shown["rack_budgets"]) == pytest.approx(within, abs=1e-3)
        for rack in shown["rack_budgets"]:
            here = next(r for r in derived.project.floor.racks if r.number == rack["rack"])
            bare = sum(
                getattr(alone.device(some), figure).value
                for device in here.devices
                for some in (device, *device.inside)
            )
            own = bare + plugged[rack["label"]] + cables.get(rack["rack"], 0.0)
            assert rack[figure] == pytest.approx(own, abs=1e-3)
            amount = getattr(subjects.rack(here), figure)
            assert (amount.value, amount.at_least) == (rack[figure], False)
        assert shown[figure.split("_")[0] + "_at_least"] is False


@pytest.mark.parametrize("name", CASES)
def test_placement_keeps_power_and_mass_for_what_is_plugged_in(known, name):
    """After cabling no rack is over its limits, and what was kept is never less than what is used."""
    derived = designed(known, *CASES[name])
    assert not [f.finding for f in check(derived) if f.finding.rule in ("over-power", "over-mass")]
    kept = reserved_for(derived.formed)
    for device, extra in derived.plugged.items():
        assert kept[device].power_w >= extra.power_w - 1e-6, device
        assert kept[device].mass_kg >= extra.mass_kg - 1e-6, device


def test_a_rack_that_only_transceivers_overload_is_found(known):
    """Racks of 17.4 kW were reported as exact with 256 W left, and held 132 modules of 2.1 kW."""
    derived = designed(known, *CASES["optical, rails, external ports"], rack="rack-42u")
    bare = Derived(derived.project)
    limits = {rack["rack"]: rack["power_w"] for rack in summary(bare, [])["rack_budgets"]}
    most, watts = max(limits.items(), key=lambda pair: pair[1])
    parts = [
        msgspec.structs.replace(part, power_limit_w=watts - 1) if isinstance(part, RackPart) else part
        for part in derived.project.parts
    ]
    tight = Derived(msgspec.structs.replace(derived.project, parts=tuple(parts)))
    over = [f.finding for f in check(tight) if f.finding.rule == "over-power"]
    assert f"{watts:,g} W of {watts - 1:,g} W allowed, 1 W too much" in {f.text for f in over}
    assert all("limit hosts per rack in the requirements" in f.fix for f in over)
    budget = next(r for r in summary(tight, [])["rack_budgets"] if r["rack"] == most)
    assert budget["power_left_w"] == -1.0


def test_what_is_unknown_makes_a_rack_a_lower_bound(known):
    """The remaining power is unknown, and the finding names the part whose figure is missing."""
    unknown = {"nvidia-qm9700"} | {part.id for part in known if isinstance(part, Transceiver)}
    parts = [msgspec.structs.replace(part, power_w=None) if part.id in unknown else part for part in known]
    derived = designed(Catalog(parts), *CASES["optical, rails, external ports"])
    checked = check(derived)
    shown = summary(derived, checked)
    assert shown["power_at_least"] is True
    assert shown["mass_at_least"] is False
    for rack in shown["rack_budgets"]:
        assert rack["power_at_least"] is True, "each rack has a DGX with transceivers or a switch"
        assert rack["power_left_w"] is None
        assert rack["more_hosts"] in (None, 0)
        assert rack["mass_at_least"] is False
        assert rack["mass_left_kg"] == pytest.approx(1500.0 - rack["mass_kg"])
    found = [f.finding for f in checked if f.finding.rule == "unknown-remainder"]
    room = ("racks", "trays")
    used = {item.part for item in derived.items if item.power_w is None and item.category not in room}
    assert {f.where for f in found} == used
    assert all("what remains of the power limit is unknown in" in f.text for f in found)
    assert used <= {f.finding.where for f in checked if f.finding.rule == "unknown-figure"}
    assert {f.finding.where for f in checked if f.finding.rule == "no-limit"} == set()


def test_racks_without_limits_are_reported_once_a_part(known):
    derived = designed(known, *CASES["copper and optical"], rack="rack-42u")
    found = [f.finding for f in check(derived) if f.finding.rule == "no-limit"]
    assert [f.where for f in found] == ["rack-42u"]
    assert found[0].text == "has no limit of power or mass: power and mass of its racks are not checked"
    assert found[0].severity == "warning"


def test_passive_cables_draw_nothing_and_active_ones_half_at_each_end(known):
    derived = designed(known, *CASES["active optical cables"])
    items = [item for item in derived.items if item.category == "cables"]
    active = [i for i in items if known[i.part].medium == "optical"]
    assert active
    drawn = sum(i.power_w * i.count for i in active)
    assert sum(extra.power_w for extra in derived.plugged.values()) == pytest.approx(drawn)
    fibres = designed(known, *CASES["optical, rails, external ports"]).items
    assert {i.power_w for i in fibres if i.category == "cables"} == {0.0}


def test_drawings_show_limits_and_what_is_unknown(known):
    parts = [msgspec.structs.replace(p, power_w=None) if p.id == "nvidia-qm9700" else p for p in known]
    derived = designed(Catalog(parts), *CASES["optical, rails, external ports"])
    subjects = Subjects(derived.plan)
    racks = [subjects.rack(rack) for rack in derived.project.floor.racks]
    assert {figures.left_text for figures in racks} == {"", "remaining power unknown"}
    lacking = next(figures for figures in racks if figures.left_text)
    assert lacking.power_text.startswith("≥ ")
    assert lacking.power_text.endswith(" kW of 36.0 kW")
    assert lacking.mass_text.endswith(" kg of 1,500 kg")
    assert not lacking.mass_text.startswith("≥")
    texts = [
        item.text
        for page in elevation_rows(derived.plan).values()
        for item in page.items
        if isinstance(item, Text)
    ]
    assert any("remaining power unknown" in text for text in texts)
