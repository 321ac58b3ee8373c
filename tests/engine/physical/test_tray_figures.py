"""Figures of trays: the worked values of the planning rules, and random rooms walked cable by cable."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace as with_fields
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.cabling.bends import Bends, bends_of
from fatdesk.engine.cabling.filling import Filling, Load, cells_of, fill_trays, section_um2
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, TrayPart
from fatdesk.engine.catalog.tray_loads import LOADS_KG_PER_M, SPANS_M, TrayLoad, safe_load
from fatdesk.engine.floor.floor import Device, Rack, Tray
from fatdesk.engine.physical.tray_figures import IN_TRAYS, InTrays
from fatdesk.engine.rules.figures import registry
from fatdesk.engine.rules.judging import judge
from fatdesk.engine.rules.profiles import profile_named
from fatdesk.engine.trays.graph import tray_graph
from tests.engine.trays.test_trays import laid, racks_of, trays_of

FIGURES = registry(IN_TRAYS)
COPPER_MM, AOC_MM = 9.43, 3.0
"""Means of a vendor's design guide for data centres: copper 0.045 kg/m, AOC 0.009 kg/m."""
LINE = ((0.0, 0.0), (6000.0, 0.0))


def tray_of(**fields: Any) -> Tray:
    """A straight tray of 300 x 100 mm."""
    return Tray(
        **(
            {"id": "t", "points_mm": LINE, "elevation_mm": 2600.0, "width_mm": 300.0, "depth_mm": 100.0}
            | fields
        )
    )


def with_cables(
    tray: Tray, count: int, diameter_mm: float, kg_per_m: float = 0.0, *parts: TrayPart
) -> InTrays:
    """Equal cables along a whole tray."""
    catalog = Catalog(parts)
    graph = tray_graph([tray], [], catalog)
    column = np.array([count], np.int64)
    none = np.zeros(1, np.int64)
    mass = np.array([round(count * kg_per_m * 1e6)], np.int64)
    load = Load(column * section_um2(diameter_mm), column, none, mass, none)
    filling = Filling(cells_of(graph), load, {})
    return InTrays([tray], catalog, filling, graph.net, lambda: Bends(*[none] * 6))


def findings(some: InTrays, profile: str, *names: str) -> list[Finding]:
    rules = [one for one in profile_named(profile).in_force if one.rule.name in names]
    return [finding for judged in judge(rules, FIGURES, some) for finding in judged.findings()]


@pytest.mark.parametrize(
    ("profile", "copper", "optical"),
    [("initial", 107, 1061), ("planning", 171, 1697), ("tia-569", 214, 2122)],
)
def test_number_of_cables_that_a_tray_holds(profile: str, copper: int, optical: int) -> None:
    """300 x 100 mm, circle rule; the counts are those of the vendor's planning tables."""
    for most, diameter in ((copper, COPPER_MM), (optical, AOC_MM)):
        assert not findings(with_cables(tray_of(), most, diameter), profile, "tray-fill")
        [over] = findings(with_cables(tray_of(), most + 1, diameter), profile, "tray-fill")
        assert (over.severity, over.where) == (Severity.ERROR, "t")
        assert f"exceeds the profile {profile_named(profile).title}" in over.text
        assert "violates" not in over.text


def test_squares_allow_pi_over_4_of_the_cables_of_circles() -> None:
    some = with_cables(tray_of(), 100, COPPER_MM)
    circles, squares = (FIGURES[name].values(some).amount[0] for name in ("tray-fill", "tray-fill-square"))
    assert squares == pytest.approx(100 * COPPER_MM**2 / 30_000)
    assert squares / circles == pytest.approx(4 / math.pi)


@pytest.mark.parametrize(
    ("support", "height"), [(0, 150), (100, 140), (250, 128), (500, 111), (1000, 88), (1500, 73)]
)
def test_stacking_height_by_distance_of_supports(support: float, height: float) -> None:
    """Heights of EN 50174-2 as makers of trays quote them, in whole millimetres."""
    tray = tray_of(support_mm=max(support, 1e-9))
    layers = height * 300.0 / COPPER_MM**2
    assert not findings(with_cables(tray, math.floor(layers) - 2, COPPER_MM), "en-50174-2", "tray-height")
    [over] = findings(with_cables(tray, math.ceil(layers) + 2, COPPER_MM), "en-50174-2", "tray-height")
    assert over.severity is Severity.ERROR
    [judged] = judge(
        [one for one in profile_named("en-50174-2").in_force if one.rule.name == "tray-height"],
        FIGURES,
        with_cables(tray, 1, COPPER_MM),
    )
    assert round(float(judged.limit[0])) == height


def test_the_mesh_of_a_mesh_tray_counts_and_an_unknown_distance_is_a_note() -> None:
    mesh = with_cables(tray_of(support_mm=1500.0, mesh_mm=100.0), 400, COPPER_MM)
    assert not findings(mesh, "en-50174-2", "tray-height")
    part = TrayPart(id="p", width_mm=300.0, tray_depth_mm=100.0, mesh_mm=100.0)
    assert not findings(with_cables(tray_of(), 400, COPPER_MM, 0.0, part), "en-50174-2", "tray-height")
    [unknown] = findings(with_cables(tray_of(), 400, COPPER_MM), "en-50174-2", "tray-height")
    assert (unknown.severity, unknown.where) == (Severity.NOTE, "t")
    assert unknown.text.endswith("for 1 tray: the distance of the supports is not known")


def test_loads_of_nema_classes() -> None:
    """NEMA VE 1: 8, 12, 16, 20 ft are 2.4, 3.6, 4.8, 6.0 m; 50, 75, 100 lb/ft are 74.4, 111.6, 148.8 kg/m."""
    pound, foot = 0.45359237, 0.3048
    for letter, pounds in (("A", 50), ("B", 75), ("C", 100)):
        assert LOADS_KG_PER_M[letter] == pytest.approx(pounds * pound / foot, abs=0.03)
    for feet in (8, 12, 16, 20):
        assert SPANS_M[str(feet)] == pytest.approx(feet * foot, abs=0.11)
    assert safe_load((), "16B", 4800.0) == (111.6, "")
    assert safe_load((), "16B", 4801.0)[0] is None


def test_a_tray_carries_the_cables_up_to_its_class() -> None:
    """Copper of 0.045 kg/m on 12A: 74.4 / 0.045 = 1,653.3 cables."""
    tray = tray_of(width_mm=900.0, support_mm=3600.0, nema="12A")
    assert not findings(with_cables(tray, 1653, COPPER_MM, 0.045), "planning", "tray-load")
    [over] = findings(with_cables(tray, 1654, COPPER_MM, 0.045), "planning", "tray-load")
    assert over.text.startswith("Load is 74.43 kg/m at x 3.00 m, y 0.00 m, 74.4 kg/m allowed")


def test_stated_loads_hold_for_the_next_longer_span_and_before_those_of_the_part() -> None:
    loads = (TrayLoad(span_m=1.5, n_per_m=980.665), TrayLoad(span_m=2.0, n_per_m=490.3325))
    part = TrayPart(id="p", width_mm=300.0, tray_depth_mm=100.0, loads=loads)
    for support, allowed in ((1200.0, 100.0), (1500.0, 100.0), (1501.0, 50.0), (2000.0, 50.0)):
        some = with_cables(tray_of(support_mm=support), 1, COPPER_MM, 0.045, part)
        assert FIGURES["tray-load-limit"].values(some).amount[0] == pytest.approx(allowed)
    beyond = with_cables(tray_of(support_mm=2500.0), 1, COPPER_MM, 0.045, part)
    [note] = findings(beyond, "planning", "tray-load")
    assert (note.severity, note.text) == (
        Severity.NOTE,
        "Load is not judged in full for 1 tray: no load is stated for supports every 2.5 m",
    )
    own = with_cables(tray_of(support_mm=2500.0, nema="20C"), 1, COPPER_MM, 0.045, part)
    assert FIGURES["tray-load-limit"].values(own).amount[0] == 148.8


# -- random rooms, cable by cable ---------------------------------------------------------------------


def cable(name: str, **fields: Any) -> Cable:
    return Cable(id=name, medium="copper", connectors=("qsfp", "qsfp"), **fields)


CABLES = (
    cable("dac", diameter_mm=9.4, mass_kg_per_m=0.045, bend_mm=47.0, bend_pull_mm=95.0),
    cable("aoc", diameter_mm=3.0, mass_kg_per_m=0.009, bend_mm=30.0),
    cable("bare", diameter_mm=5.1),
    cable("plain", mass_kg_per_m=0.2, bend_mm=117.0),
)


@st.composite
def rooms(draw: st.DrawFn) -> tuple[Cabling, tuple[Tray, ...], list[Cable | None]]:
    """Trays and racks anywhere, with one of the cables, or none, for each link."""
    trays, racks = draw(trays_of(diagonal=False)), draw(racks_of())
    links = list(combinations(range(len(racks)), 2)) * draw(st.integers(1, 3))
    cabling, _ = laid(trays, racks, links)
    [made] = cabling.fabrics
    chosen = draw(st.lists(st.integers(-1, 3), min_size=made.count, max_size=made.count))
    option = made.choices[0] if made.choices else None
    choices = tuple(
        with_fields(option, option=with_fields(option.option, cable=one))
        for one in (CABLES if option else ())
    )
    chosen = [number if choices else -1 for number in chosen]
    made = with_fields(made, choice=np.array(chosen, np.int64), choices=choices)
    return (
        with_fields(cabling, fabrics=(made,)),
        trays,
        [CABLES[number] if number >= 0 else None for number in chosen],
    )


def legs_of(cabling: Cabling, pair: int) -> list[tuple[int, int, int]]:
    runs = cabling.runs
    legs = range(int(runs.start[pair]), int(runs.start[pair + 1]))
    return [(int(runs.piece[leg]), int(runs.begin_um[leg]), int(runs.end_um[leg])) for leg in legs]


def paths(cabling: Cabling, cables: Sequence[Cable | None]) -> list[tuple[Cable | None, int]]:
    """Each cable that is in trays, with its pair of racks."""
    spans = cabling.fabrics[0].spans
    laid_now = [k for k in range(len(cables)) if spans.pair[k] >= 0 and spans.computed_um[k] >= 0]
    return [(cables[k], int(spans.pair[k])) for k in laid_now]


def largest_sums(
    cabling: Cabling, cables: Sequence[Cable | None], trays: int, read: Callable[[Cable], float | None]
) -> list[float]:
    """For each tray the largest sum of a figure over the cables that pass one point, point by point."""
    net = cabling.graph.net
    on: dict[int, list[tuple[int, int, float]]] = {}
    for one, pair in paths(cabling, cables):
        value = None if one is None else read(one)
        for piece, begin, end in legs_of(cabling, pair):
            on.setdefault(piece, []).append((min(begin, end), max(begin, end), value or 0.0))
    top = [0.0] * trays
    for piece, parts in on.items():
        tray = int(net.tray[piece])
        ends = sorted({place for low, high, _ in parts for place in (low, high)})
        for low, high in pairwise(ends):
            middle = (low + high) / 2
            total = math.fsum(value for start, stop, value in parts if start < middle < stop)
            if tray >= 0:
                top[tray] = max(top[tray], total)
    return top


def in_trays(cabling: Cabling, trays: tuple[Tray, ...]) -> InTrays:
    def bends() -> Any:
        return bends_of(cabling.fabrics, cabling.runs, len(trays))

    return InTrays(trays, Catalog(()), fill_trays(cabling, trays), cabling.graph.net, bends)


@settings(max_examples=40)
@given(rooms())
def test_fill_height_and_load_are_sums_over_the_cables_at_the_worst_point(
    room: tuple[Cabling, tuple[Tray, ...], list[Cable | None]],
) -> None:
    """Relative tolerance 1e-6: sections are rounded to square micrometres, masses to milligrams."""
    cabling, trays, cables = room
    some = in_trays(cabling, trays)

    def square(one: Cable) -> float:
        return (one.diameter_mm or 0.0) ** 2

    squares = largest_sums(cabling, cables, len(trays), square)
    masses = largest_sums(cabling, cables, len(trays), lambda one: one.mass_kg_per_m)
    for number, tray in enumerate(trays):
        fill = FIGURES["tray-fill"].values(some).amount[number]
        whole = tray.width_mm * tray.depth_mm
        assert fill == pytest.approx(squares[number] * math.pi / 4 / whole, rel=1e-6)
        for name, expected in (
            ("tray-height", squares[number] / tray.width_mm),
            ("tray-load", masses[number]),
        ):
            values = FIGURES[name].values(some)
            if tray.id in values.elements:
                found = values.amount[list(values.elements).index(tray.id)]
                assert found == pytest.approx(expected, rel=1e-6)
            else:
                assert not expected


def direction(cabling: Cabling, leg: tuple[int, int, int]) -> tuple[float, float, float]:
    """Along a leg, as a unit vector; vertical ways point up or down."""
    net = cabling.graph.net
    piece, begin, end = leg
    sign = 1.0 if end > begin else -1.0
    if net.tray[piece] < 0:
        return 0.0, 0.0, sign
    line = int(np.searchsorted(net.first, piece, side="right")) - 1
    x, y = net.lines.x2[line] - net.lines.x1[line], net.lines.y2[line] - net.lines.y1[line]
    length = math.hypot(x, y)
    return sign * x / length, sign * y / length, 0.0


@settings(max_examples=60)
@given(rooms())
def test_bends_are_the_largest_radii_of_the_cables_that_turn_and_drop(
    room: tuple[Cabling, tuple[Tray, ...], list[Cable | None]],
) -> None:
    cabling, trays, cables = room
    net, runs = cabling.graph.net, cabling.runs
    turned: dict[int, list[Cable | None]] = {}
    dropped: dict[int, list[Cable | None]] = {}
    for one, pair in paths(cabling, cables):
        legs = legs_of(cabling, pair)
        for leg, after in pairwise(legs):
            ahead = sum(
                a * b for a, b in zip(direction(cabling, leg), direction(cabling, after), strict=True)
            )
            if abs(ahead) < 0.999:
                for piece in (leg[0], after[0]):
                    turned.setdefault(int(net.tray[piece]), []).append(one)
        for rack in (runs.a[pair], runs.b[pair]):
            piece = int(cabling.graph.drop_piece[rack])
            if piece >= 0 and runs.a[pair] != runs.b[pair]:
                dropped.setdefault(int(net.tray[piece]), []).append(one)
    some = in_trays(cabling, trays)
    for name, places, read in (
        ("tray-corner-bend", turned, lambda one: one.bend_mm),
        ("tray-corner-pull", turned, lambda one: one.bend_pull_mm),
        ("tray-drop-bend", dropped, lambda one: one.bend_mm),
    ):
        values = FIGURES[name].values(some)
        assert list(values.elements) == [trays[n].id for n in sorted(places) if n >= 0]
        for index, number in enumerate(sorted(n for n in places if n >= 0)):
            radii = [None if one is None else read(one) for one in places[number]]
            assert values.amount[index] == max((radius or 0.0 for radius in radii), default=0.0)
            assert values.at_least[index] == (None in radii)


def test_a_corner_that_is_too_tight_an_unknown_radius_and_a_wide_one() -> None:
    """A DAC of 26 AWG: 29 mm installed, 58 mm while pulling (published by its maker)."""
    dac = cable("dac", diameter_mm=5.8, bend_mm=29.0, bend_pull_mm=58.0)
    corner = tray_of(points_mm=((0.0, 300.0), (3000.0, 300.0), (3000.0, 4000.0)))
    racks = tuple(
        Rack(
            number=n,
            part="common",
            row=0,
            position=n,
            x_mm=x,
            y_mm=y,
            devices=(Device(id=f"net/edge/{n}", part="box-1", u=1),),
        )
        for n, x, y in ((1, 0.0, 0.0), (2, 2700.0, 3000.0))
    )

    def judged(**fields: float) -> dict[str, tuple[Severity, str]]:
        tray = replace(corner, **fields)
        cabling, _ = laid((tray,), racks, [(0, 1)])
        [made] = cabling.fabrics
        option = made.choices[0]
        choice = with_fields(option, option=with_fields(option.option, cable=dac))
        cabling = with_fields(cabling, fabrics=(with_fields(made, choices=(choice,)),))
        names = ("tray-corner-bend", "tray-corner-pull", "tray-drop-bend")
        found = findings(in_trays(cabling, (tray,)), "planning", *names)
        return {one.rule: (one.severity, one.text) for one in found}

    assert set(judged()) == {"tray-corner-bend", "tray-corner-pull", "tray-drop-bend"}
    assert {severity for severity, _ in judged().values()} == {Severity.NOTE}
    assert judged(corner_mm=58.0, drop_mm=29.0) == {}
    tight = judged(corner_mm=57.0, drop_mm=28.0)
    assert {name: severity for name, (severity, _) in tight.items()} == {
        "tray-corner-pull": Severity.WARNING,
        "tray-drop-bend": Severity.ERROR,
    }
    assert "is 29.0 mm, 28 mm allowed" in tight["tray-drop-bend"][1]


def test_the_fill_limit_of_the_project_overrules_the_profile() -> None:
    rules = CablingRules(profile="planning", fill_max=0.3)
    some = with_cables(tray_of(), 150, COPPER_MM)
    [judged] = judge([one for one in rules.in_force if one.rule.name == "tray-fill"], FIGURES, some)
    [over] = judged.findings()
    assert over.text.endswith("30 % allowed: exceeds the fill limit of the project")
    assert over.fix
