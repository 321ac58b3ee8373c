"""Every family keeps to the lists ``edge`` and ``core``: random lists, and a plain check of each design."""

from decimal import Decimal
from itertools import combinations_with_replacement
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Card, ModularSwitch, Server, Switch
from fatdesk.engine.design.requirements import Limits
from fatdesk.engine.design.search import search
from tests.engine.design.search_samples import price, qsfp, wanted

FAMILIES = ("star", "two-level", "egft", "kary-tree", "clos", "mikant", "hyperx")
EQUAL = ("kary-tree", "clos", "mikant", "hyperx")
IDS = [f"s{n}" for n in range(5)]
ROLES = {
    "s0": ("edge", "core"),
    "s1": ("edge",),
    "s2": ("core",),
    "s3": ("edge", "core"),
    "s4": ("edge", "core"),
}
named = st.one_of(st.just(()), st.lists(st.sampled_from(IDS), min_size=1, max_size=3, unique=True).map(tuple))


def sold(ports: list[int]) -> Catalog:
    """Four switches and a chassis."""
    parts: list[Switch | ModularSwitch | Server] = [
        Switch(id=part_id, ports=(qsfp(count),), price=price(100 * count), roles=ROLES[part_id])  # type: ignore[arg-type]
        for part_id, count in zip(IDS[:4], ports, strict=True)
    ]
    card = Card(name="card", ports=(qsfp(6),), price=price(500))
    parts.append(ModularSwitch(id="s4", slots=3, cards=(card,), price=price(1000)))
    return Catalog([*parts, Server(id="server-1u", ports=(qsfp(2),))])


def may(part: str, role: str, edge: tuple[str, ...], core: tuple[str, ...], family: str) -> bool:
    """Whether docs/requirements.md allows a part in a role."""
    if family == "star":
        return part in (*edge, *core) if edge or core else True
    at_edge = part in edge if edge else "edge" in ROLES[part]
    in_core = part in core if core else "core" in ROLES[part]
    if family in EQUAL:
        return at_edge and in_core
    return at_edge if role == "edge" else in_core


@given(
    ports=st.lists(st.integers(2, 40), min_size=4, max_size=4),
    edge=named,
    core=named,
    families=st.lists(st.sampled_from(FAMILIES), max_size=3, unique=True).map(tuple),
    hosts=st.integers(1, 150),
    planes=st.sampled_from([1, 2]),
    blocking=st.sampled_from(["1", "2", "3"]),
)
def test_no_design_has_a_switch_outside_the_list_of_its_role(
    ports: list[int],
    edge: tuple[str, ...],
    core: tuple[str, ...],
    families: tuple[str, ...],
    hosts: int,
    planes: int,
    blocking: str,
) -> None:
    edge = tuple(part for part in edge if "edge" in ROLES[part])
    core = tuple(part for part in core if "core" in ROLES[part])
    requirements, fabric = wanted(
        hosts,
        edge=edge,
        core=core,
        families=families,
        planes=planes,
        blocking=blocking,
        cable_price=Decimal(5),
    )
    result = search(requirements, fabric, sold(ports), top=100_000)
    for one in result.candidates:
        for use in one.design.parts:
            assert may(use.part, use.role, edge, core, one.design.family), (use, one.design)
    silent = set(families or FAMILIES) - {one.design.family for one in result.candidates}
    assert silent <= {rejected.family for rejected in result.rejected}
    assert all(rejected.reasons and rejected.reason for rejected in result.rejected)


@pytest.mark.parametrize("hosts", [10, 500])
def test_the_star_takes_no_switch_of_an_open_core_list(hosts: int) -> None:
    requirements, fabric = wanted(hosts, edge=("s0",))
    result = search(requirements, fabric, sold([36, 36, 36, 36]), top=1000)
    used = {use.part for one in result.candidates for use in one.design.parts if use.role == "edge"}
    assert used == {"s0"}


def test_a_core_that_equal_switches_cannot_honour_is_a_reason() -> None:
    requirements, fabric = wanted(100, edge=("s0",), core=("s4",))
    result = search(requirements, fabric, sold([36, 36, 36, 36]), top=1000)
    assert {one.design.family for one in result.candidates} <= {"star", "two-level", "egft"}
    reasons = {one.family: one.reason for one in result.rejected}
    for family in EQUAL:
        assert (
            reasons[family]
            == "equal switches: it is not allowed in the core, and every switch is of one model"
        )


def test_a_core_list_alone_binds_the_star() -> None:
    requirements, fabric = wanted(10, core=("s4",), families=("star",))
    result = search(requirements, fabric, sold([36, 36, 36, 36]), top=1000)
    assert {one.design.parts[0].part for one in result.candidates} == {"s4"}


@pytest.mark.parametrize(("hosts", "ports"), [(1000, 14), (300, 8)])
def test_a_lattice_too_large_says_how_many_ports_it_takes(hosts: int, ports: int) -> None:
    """By trying every lattice of one and two dimensions, and of up to four by way of random switches."""

    def fits(radix: int) -> bool:
        for T in range(1, radix):
            switches = -(-hosts // T)
            if switches > 1 and T + (switches - 1) * T <= radix:
                return True
            for a in range(2, switches + 1):
                b = -(-switches // a)
                if b > 1 and T + (a - 1) * T + (b - 1) * T <= radix:
                    return True
        lattices = (
            sides
            for dimensions in (2, 3, 4)
            for sides in combinations_with_replacement(range(2, radix), dimensions)
            if sum(sides) - dimensions < radix and prod(sides) <= hosts
        )
        shared = ((sides, -(-hosts // prod(sides))) for sides in lattices)
        return any(T + sum((side - 1) * -(-2 * T // side) for side in sides) <= radix for sides, T in shared)

    least = next(radix for radix in range(1, 2000) if fits(radix))
    requirements, fabric = wanted(hosts, edge=("s0",), families=("hyperx",))
    [rejected] = search(requirements, fabric, sold([ports, 36, 36, 36])).rejected
    assert rejected.reason == f"ports: {ports}, needs {least}"


def test_every_family_asked_for_gives_a_reason() -> None:
    requirements, fabric = wanted(1000, more={"limits": Limits(hops=1)})
    result = search(requirements, fabric, sold([3, 3, 3, 3]), top=1)
    assert not result.candidates
    assert {one.family for one in result.rejected} == set(FAMILIES)
    text = result.why_none(1)
    assert all(f"  {family} of " in text for family in FAMILIES), text
    assert len(text.splitlines()) == 1 + len(FAMILIES)
