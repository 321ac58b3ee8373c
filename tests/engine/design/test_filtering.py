"""Limits judged over whole tables against filtering every design by its own figures."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.requirements import Limits
from fatdesk.engine.design.search import search
from tests.engine.design.search_samples import IB_36, PAPER, changed, qsfp, wanted, with_parts
from tests.patience import few

CATALOG = with_parts(
    PAPER,
    [
        changed(IB_36, mass_kg=8.5, mtbf_h=200_000.0),
        changed(IB_36, id="ib-36-b", price=None, mass_kg=7.0, power_w=140.0),
    ],
)
ALL = 10_000

limits = st.fixed_dictionaries(
    {},
    optional={
        "cost": st.integers(50_000, 900_000).map(Decimal),
        "power_w": st.integers(300, 6000).map(float),
        "mass_kg": st.integers(20, 300).map(float),
        "height_u": st.integers(2, 60),
        "models": st.integers(1, 2),
        "hops": st.integers(2, 4),
        "blocking": st.sampled_from(["1", "3/2", 2]),
        "bisection_gbps": st.integers(100, 6000).map(float),
        "failures_per_year": st.integers(1, 30).map(lambda n: n / 20),
        "hosts_possible": st.integers(10, 500),
    },
)


KNOWN = {
    "ib-36": {
        "power_w": 152,
        "mass_kg": Fraction(17, 2),
        "height_u": 1,
        "failures_per_year": Fraction(8760, 200_000),
    },
    "ib-36-b": {"power_w": 140, "mass_kg": 7, "height_u": 1},
    "modular-108": {"power_w": 0, "height_u": 7},
}
"""What is known of a switch: a known part above a limit falls, whatever else is unknown."""


def keeps(one: Candidate, bounds: dict[str, Any]) -> bool:
    """Whether a design keeps all limits as far as its figures are known."""
    most = {
        "cost": one.cost.amount,
        "models": len({part.part for part in one.design.parts}),
        "hops": one.hops,
        "blocking": one.blocking,
    }
    for key in ("power_w", "mass_kg", "height_u", "failures_per_year"):
        most[key] = sum(KNOWN[part.part].get(key, 0) * part.count for part in one.design.parts)
    least = {"bisection_gbps": one.bisection_gbps, "hosts_possible": one.hosts_possible}
    exact = {key: Fraction(str(bound)) for key, bound in bounds.items()}
    return all(
        Fraction(most[key]) <= bound if key in most else least[key] >= bound for key, bound in exact.items()
    )


@settings(max_examples=few(15))
@given(
    hosts=st.integers(5, 200),
    bounds=limits,
    blocking=st.sampled_from(["1", "3/2", "2"]),
    extra=st.integers(0, 3),
    families=st.sampled_from([("star", "two-level")] * 4 + [("egft", "clos")]),
)
def test_limits_filter_exactly(
    hosts: int, bounds: dict[str, Any], blocking: str, extra: int, families: tuple[str, ...]
) -> None:
    fabric = {"blocking": blocking, "extra_ports": extra, "families": families}
    requirements, one = wanted(hosts, **fabric)
    free = search(requirements, one, CATALOG, top=ALL)
    requirements, one = wanted(hosts, more={"limits": Limits(**bounds)}, **fabric)
    limited = search(requirements, one, CATALOG, top=ALL)
    expected = [found.design for found in free.candidates if keeps(found, bounds)]
    assert [candidate.design for candidate in limited.candidates] == expected
    assert len(limited.candidates) + limited.rejected_count == len(free.candidates) + free.rejected_count
    assert all(rejected.reasons and rejected.miss >= 1 for rejected in limited.rejected)
    misses = [rejected.miss for rejected in limited.rejected]
    assert misses == sorted(misses)


def possible_by_trying(one: Candidate, core_ports: int, blocking: Fraction) -> int:
    """Hosts that the core switches serve, one more at a time, each edge switch within the blocking wanted."""
    number = one.design.number
    link_share = -(-number("U") // number("C"))
    on_edge = max(n for n in range(1, number("P_En") + 1) if n <= number("U") * blocking)
    extra = -(-number("extra_ports") // number("rails"))
    hosts = 0
    while number("rails") * -(-(hosts + 1 + extra) // on_edge) * link_share <= core_ports:
        hosts += 1
    return hosts


@given(
    hosts=st.integers(10, 300),
    blocking=st.sampled_from(["1", "3/2", "2"]),
    extra=st.integers(0, 3),
    rails=st.integers(1, 3),
)
def test_hosts_possible_is_what_trying_gives_and_its_limit_is_exact(
    hosts: int, blocking: str, extra: int, rails: int
) -> None:
    host = changed(PAPER["server-1u"], ports=(qsfp(3),))
    catalog = with_parts(PAPER, [host])
    fabric = {"blocking": blocking, "extra_ports": extra, "rails": rails, "families": ("two-level",)}
    same = {"edge": ("ib-36",), "core": ("ib-36", "modular-108"), **fabric}
    requirements, one = wanted(hosts, **same)
    for found in search(requirements, one, catalog).candidates:
        core = found.design.parts[1]
        ports = 18 * core.cards or 36
        expected = possible_by_trying(found, ports, Fraction(blocking))
        assert found.hosts_possible == expected >= hosts
        full = 108 if core.cards else 36
        assert found.hosts_possible_full == possible_by_trying(found, full, Fraction(blocking))
        for bound, kept in ((expected, True), (expected + 1, False)):
            more = {"limits": Limits(hosts_possible=bound)}
            requirements, one = wanted(hosts, more=more, **same)
            limited = [other.design for other in search(requirements, one, catalog).candidates]
            assert (found.design in limited) is kept
