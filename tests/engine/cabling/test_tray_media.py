"""Trays for copper or fibre alone: the cheaper of both media, each by its own routes, laid apart."""

from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.engine.cabling.laying import lay
from fatdesk.engine.cabling.paths_apart import used_trays
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, Price, StandardLength
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.floor.route_rules import RouteRule
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.history import History
from fatdesk.project.commands.room import AddTray, ChangeTray
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.cable_records import CableRecord
from tests.engine.cabling.networks import network
from tests.engine.cabling.test_paths_apart import SWITCH, of_hosts, row
from tests.engine.trays.test_route_rules import with_lengths
from tests.engine.trays.test_trays import CATALOG, RULES, racks_of, trays_of
from tests.project.designing.test_tray_relief import designed


def sold(name, medium, lengths):
    return Cable(
        id=name,
        medium=medium,
        connectors=("qsfp", "qsfp"),
        lengths=tuple(
            StandardLength(m=float(m), price=Price(amount=Decimal(price), currency="USD"))
            for m, price in lengths
        ),
        diameter_mm=5.0,
    )


PARTS = Catalog(
    [
        *(part for part in CATALOG if not isinstance(part, Cable)),
        sold("dac", "copper", [(1, 20), (3, 30), (5, 60), (9, 120)]),
        sold("aoc", "optical", [(3, 90), (5, 95), (10, 100), (1000, 900)]),
    ]
)


def laid(trays, racks, media="any", rules=()):
    links = list(combinations(range(len(racks)), 2))
    net = network(links, [rack.devices[0].part for rack in racks])
    floor = Floor(racks=racks, trays=trays, routes=tuple(rules))
    return lay([net], [media], floor, RULES, PARTS)


def costs(cabling):
    """Price of each cable; None where there is none."""
    made = cabling.fabrics[0]
    return [None if choice < 0 else made.choices[choice].price for choice in made.choice.tolist()]


def all_but(word, trays):
    """Rules that keep all cables out of the trays of the other medium."""
    closed = tuple(one.id for one in trays if one.carries not in ("all", word))
    return [RouteRule(name="a", between=(("", ""),), avoid=closed)] if closed else []


@settings(max_examples=40)
@given(st.data(), trays_of(diagonal=False), racks_of())
def test_each_cable_is_the_cheaper_of_both_media_by_their_own_routes(data, trays, racks):
    trays = with_lengths(trays)
    assume(trays)
    kinds = st.sampled_from(["all", "copper", "fibre"])
    trays = tuple(replace(one, carries=data.draw(kinds)) for one in trays)
    cabling = laid(trays, racks)
    copper = costs(laid(trays, racks, "copper", all_but("copper", trays)))
    fibre = costs(laid(trays, racks, "optical", all_but("fibre", trays)))
    made = cabling.fabrics[0]
    through = used_trays(cabling.runs, len(trays))
    for k, (one, other, price) in enumerate(zip(copper, fibre, costs(cabling), strict=True)):
        known = [some for some in (one, other) if some is not None]
        assert price == (min(known) if known else None), (one, other)
        if made.choice[k] < 0 or made.spans.state[k] != State.LAID:
            continue
        word = "copper" if made.choices[made.choice[k]].option.cable.id == "dac" else "fibre"
        used = [some.carries for some, there in zip(trays, through[made.spans.pair[k]], strict=True) if there]
        assert set(used) <= {"all", word}


@pytest.mark.parametrize(("front", "rear"), [("copper", "fibre"), ("fibre", "copper")])
def test_two_trays_by_hand(front, rear):
    trays, racks = row(rear=True)
    trays = replace(trays[0], carries=front), replace(trays[1], carries=rear)
    racks = of_hosts((*racks[:2], replace(racks[2], x_mm=12000.0)), [SWITCH] * 3)
    trays = tuple(
        replace(one, points_mm=((0.0, one.points_mm[0][1]), (14000.0, one.points_mm[0][1]))) for one in trays
    )
    cabling = laid(trays, racks)
    made, through = cabling.fabrics[0], used_trays(cabling.runs, 2)
    found = {
        (made.choices[choice].option.cable.id, tuple(through[pair].tolist()))
        for choice, pair in zip(made.choice.tolist(), made.spans.pair.tolist(), strict=True)
    }
    assert found == {
        ("dac", (front == "copper", rear == "copper")),
        ("aoc", (front == "fibre", rear == "fibre")),
    }


def test_a_part_by_hand_runs_in_the_trays_of_its_medium_and_undo_brings_the_old_route_back():
    project = designed().project
    history = History(replace(project, cables=type(project.cables)()))
    [over] = [tray for tray in project.floor.trays if tray.id == "tray-1"]
    upper = replace(over, id="tray-9", elevation_mm=over.elevation_mm + 400, carries="fibre")
    history.do(AddTray(tray=upper))
    history.do(ChangeTray(tray=replace(over, carries="copper")))
    rows = {one.id: one for one in Derived(history.project).rows}
    inside = next(one for one in rows.values() if one.run == ("tray-1",) and one.kind != "AOC")
    optical = next(one.part for one in rows.values() if one.kind == "AOC")
    assert not [one for one in rows.values() if one.kind == "AOC" and "tray-1" in one.run]
    history.do(SetCable(cable=CableRecord(id=inside.id, part=optical)))
    after = {one.id: one for one in Derived(history.project).rows}
    assert after[inside.id].run == ("tray-9",)
    now, before = ((one.route_um + one.vertical_um) for one in (after[inside.id].length, inside.length))
    assert now == before + 2 * 400_000
    assert {name: one for name, one in after.items() if name != inside.id} == {
        name: one for name, one in rows.items() if name != inside.id
    }
    history.undo()
    assert {one.id: one for one in Derived(history.project).rows} == rows


def test_racks_without_a_tray_for_either_medium_are_named():
    project = designed().project
    trays = tuple(replace(tray, carries="fibre") for tray in project.floor.trays)
    fabrics = tuple(
        replace(one, requirement=replace(one.requirement, media="copper")) for one in project.fabrics
    )
    closed = replace(
        project, fabrics=fabrics, floor=replace(project.floor, trays=trays), cables=type(project.cables)()
    )
    found = {one.finding.rule for one in check(Derived(closed))}
    assert {"no-way", "no-cable"} & found


def test_a_diameter_that_is_not_known_says_what_to_do():
    project = designed().project
    cable = next(part for part in project.parts if part.id == "qsfp-copper")
    thin = SetPart(part=replace(cable, diameter_mm=None)).apply(project)
    (found,) = [one.finding for one in check(Derived(thin)) if one.finding.text.startswith("diameter")]
    assert (found.where, found.fix) == ("qsfp-copper", "enter the diameter of the part, with its source")
