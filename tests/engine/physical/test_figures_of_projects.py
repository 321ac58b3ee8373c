"""Figures that rules limit agree with what the rest of the program shows of the same elements."""

from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from fatdesk.engine.floor.floor import letters, rack_label
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.physical.belonging import belonging
from fatdesk.engine.rules.rules import FILTER_KEYS, Rule
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from fatdesk.project.derived.placed_figures import routed_figures


@pytest.fixture(scope="module")
def derived(designed):
    project = designed("nodes-60")
    parts = tuple(
        msgspec.structs.replace(part, mass_kg=part.mass_kg or 2.0, power_w=part.power_w or 5.0)
        for part in project.parts
    )
    own = Rule(name="r", scope="room", figure="cost", limit=1.0, source="s")
    return Derived(msgspec.structs.replace(project, rules=(own,), parts=parts))


def figure(derived, name):
    values = FIGURES[name].values(derived.placed)
    return {element: values.known(number) for number, element in enumerate(values.elements)}


def test_figures_of_the_room_are_those_that_show_prints(derived):
    shown = summary(derived, [])
    counts = shown["counts"]
    expected = {
        "hosts": counts["hosts"],
        "switches": counts["switches"],
        "links": counts["links"],
        "cables": counts["cables"],
        "transceivers": counts["transceivers"],
        "racks": shown["racks"],
        "ordered-metres": shown["metres"],
        "excess-metres": shown["excess_m"],
        "bill-power": shown["power_w"],
        "bill-mass": shown["mass_kg"],
        "cost": shown["cost"]["amount"],
        "network-cost": shown["network_cost"]["amount"],
        "failures-per-year": shown["failures_per_year"]["amount"],
        "install-hours": shown["installation"]["hours"],
        "cable-items": shown["skus"],
    }
    for name, value in expected.items():
        wanted = None if value is None else pytest.approx(float(value), rel=1e-4)
        assert figure(derived, name) == {"room": wanted}, name


def test_figures_of_fabrics_are_those_of_candidates(derived):
    for number, made in enumerate(derived.cabling.fabrics):
        routed = routed_figures(derived, number)
        expected = None if routed.cost.at_least and not routed.cost.amount else float(routed.cost.amount)
        assert figure(derived, "fabric-cost")[made.fabric.name] == expected
        devices = figure(derived, "device-power")
        switches = [devices[name] for name in made.fabric.ids if f"{made.fabric.name}/" in name]
        assert figure(derived, "fabric-power")[made.fabric.name] >= sum(switches)


def test_figures_of_racks_are_those_of_their_budgets(derived):
    budgets = {one["label"]: one for one in summary(derived, [])["rack_budgets"]}
    for name, key in (
        ("rack-power", "power_w"),
        ("rack-used-units", "used_u"),
        ("rack-free-units", "free_u"),
    ):
        found = figure(derived, name)
        assert list(found) == list(budgets)
        assert found == pytest.approx({label: one[key] for label, one in budgets.items()})
    mass = figure(derived, "rack-mass")
    own = {rack_label(rack): derived.catalog[rack.part].mass_kg for rack in derived.project.floor.racks}
    assert mass == pytest.approx({label: one["mass_kg"] + own[label] for label, one in budgets.items()})
    rows = Counter()
    for rack in derived.project.floor.racks:
        rows[f"Row {letters(rack.row)}"] += mass.get(rack_label(rack)) or 0.0
    assert figure(derived, "row-mass") == pytest.approx(rows)


def test_figures_of_cables_are_those_of_the_wiring_list(derived):
    rows = {row.id: row for row in derived.rows}
    lengths = figure(derived, "cable-length")
    assert lengths == {name: pytest.approx(row.length.ordered_um / 1e6) for name, row in rows.items()}
    belongs = belonging(derived.placed)("cable")
    assert {name: some["part"] for name, some in belongs.items()} == {
        name: row.part for name, row in rows.items()
    }
    assert sum(figure(derived, "fabric-metres").values()) == pytest.approx(sum(lengths.values()))
    ends = Counter()
    for row in rows.values():
        ends.update({row.a.rack_label, row.b.rack_label})
    assert figure(derived, "rack-cables") == {label: ends[label] for label in figure(derived, "rack-cables")}


def test_oversubscription_is_that_of_the_design(derived):
    """Hosts over uplinks of an edge switch, at one rate."""
    for decision in derived.project.fabrics:
        design = decision.design
        levels = figure(derived, "level-oversubscription")
        name = decision.requirement.name
        blocking = float(eval_ratio(str(design.params.get("blocking", "1"))))
        assert levels[f"{name}/edge"] <= blocking + 1e-9
        assert figure(derived, "fabric-oversubscription")[name] == max(
            value for level, value in levels.items() if level.startswith(f"{name}/")
        )


def eval_ratio(text):
    return Fraction(text)


def test_every_figure_has_elements_of_its_kind_with_the_keys_of_filters(derived):
    of_scope = belonging(derived.placed)
    for one in FIGURES.values():
        values = one.values(derived.placed)
        assert len(values.elements) == len(values.amount) == len(values.at_least)
        for element in values.elements if FILTER_KEYS.get(one.of) else ():
            known = of_scope(one.of)[element]
            assert set(known) <= set(FILTER_KEYS[one.of])
            assert known, (one.name, element)
