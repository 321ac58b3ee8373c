"""Three-level designs against plain loops, against textbook figures, and the whole way to the bill."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Server, Switch
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families import build, three_level
from tests.engine.design.search_samples import PAPER, price, qsfp, wanted

EVERYTHING = 100_000


class Box(NamedTuple):
    """A switch that may stand anywhere."""

    ports: int
    price: int


class Found(NamedTuple):
    cost: int
    switches: int
    cables: int
    pods: int
    core: int


def brute_force(
    boxes: list[Box], hosts: int, blocking: Fraction, rails: int, cable: int, pods_of: str = "hosts"
) -> list[Found]:
    """Every edge, middle and core switch with every bundle, by plain loops."""
    found = []
    for edge in boxes:
        down = max(n for n in range(edge.ports + 1) if n <= (edge.ports - n) * blocking)
        up = edge.ports - down
        if not down or not up:
            continue
        edges = rails * ceil(Fraction(hosts, down))
        for middle in boxes:
            for bundle in range(1, up + 1):
                if up % bundle:
                    continue
                room = max((n for n in range(1, middle.ports) if 2 * n * bundle <= middle.ports), default=0)
                if pods_of == "rail":  # a pod of each rail, with all of its edge switches
                    if rails == 1 or room < edges // rails:
                        continue
                    room = edges - 1
                together = rails if room >= rails else 1
                room -= room % together if pods_of == "hosts" else 0
                if not room or edges <= room:
                    continue
                pods = ceil(Fraction(edges, room))
                fullest = ceil(Fraction(edges // together, pods)) * together
                if pods_of == "rail":
                    pods, fullest = rails, edges // rails
                for core in boxes:
                    share = min(core.ports // pods, fullest * up)
                    if not share:
                        continue
                    cores = ceil(Fraction(fullest * up, share))
                    middles = pods * (up // bundle)
                    links = rails * hosts + edges * up + pods * fullest * up
                    cost = edges * edge.price + middles * middle.price + cores * core.price + links * cable
                    found.append(Found(cost, edges + middles + cores, links, pods, cores))
    return found


@given(
    boxes=st.lists(st.builds(Box, st.integers(1, 24), st.integers(0, 50_000)), min_size=1, max_size=3),
    hosts=st.integers(1, 200),
    blocking=st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(2)]),
    rails=st.sampled_from([1, 1, 2, 3]),
    cable=st.integers(0, 500),
    pods_of=st.sampled_from(["hosts", "hosts", "rail"]),
)
def test_every_design_is_that_of_plain_loops(
    boxes: list[Box], hosts: int, blocking: Fraction, rails: int, cable: int, pods_of: str
) -> None:
    switches = [Switch(id=f"s{n}", ports=(qsfp(b.ports),), price=price(b.price)) for n, b in enumerate(boxes)]
    catalog = Catalog([*switches, Server(id="server-1u", ports=(qsfp(rails),))])
    requirements, fabric = wanted(
        hosts,
        blocking=str(blocking),
        rails=rails,
        cable_price=Decimal(cable),
        families=("egft",),
        pods=pods_of,
    )
    result = search(requirements, fabric, catalog, top=EVERYTHING)
    number = [
        Found(
            int(one.cost.amount),
            one.switches,
            one.cables,
            one.design.number("pods"),
            one.design.number("C"),
        )
        for one in result.candidates
    ]
    assert Counter(number) == Counter(brute_force(boxes, hosts, blocking, rails, cable, pods_of))


@pytest.mark.parametrize(("hosts", "rails", "growth"), [(40, 2, 0), (65, 4, 0), (65, 4, 30)])
def test_pods_of_a_rail(hosts: int, rails: int, growth: int) -> None:
    """A middle switch leads to edge switches of one rail, a core switch to all rails alike."""
    catalog = Catalog([Switch(id="ib-24", ports=(qsfp(24),)), Server(id="server-1u", ports=(qsfp(rails),))])
    requirements, fabric = wanted(hosts, rails=rails, families=("egft",), pods="rail", growth_hosts=growth)
    one = search(requirements, fabric, catalog).best
    made = build(one.design, requirements.hosts, catalog, "f", one.host_ports)
    assert (made.link_count, len(made.nodes(NodeKind.SWITCH))) == (one.links, one.switches)
    number = {node: int(key.rpartition("/")[2]) - 1 for node, key in enumerate(made.ids)}
    rails_of: dict[int, set[int]] = {}
    into: Counter[tuple[int, int]] = Counter()
    for low, high in made.ends.tolist():
        if made.level[high] == 2:
            rails_of.setdefault(high, set()).add(number[low] % rails)
    assert all(len(some) == 1 for some in rails_of.values())
    for low, high in made.ends.tolist():
        if made.level[high] == 3:
            [rail] = rails_of[low]
            into[high, rail] += 1
    cores = made.nodes(NodeKind.SWITCH, 3).tolist()
    for core in cores:
        assert len({into[core, rail] for rail in range(rails)}) == 1
    assert one.hosts_possible >= hosts + growth


def test_pods_of_a_rail_need_rails() -> None:
    requirements, fabric = wanted(700, edge=("ib-36",), core=("ib-36",), families=("egft",), pods="rail")
    result = search(requirements, fabric, PAPER)
    assert not result.candidates
    assert str(result.rejected[0].reasons[0]) == "pods of one rail need two rails or more"


def test_a_full_tree_of_36_ports_is_the_textbook_one() -> None:
    """A full fat-tree of R ports: R^3 / 4 hosts on 5 R^2 / 4 switches."""
    requirements, fabric = wanted(36**3 // 4, edge=("ib-36",), core=("ib-36",), families=("egft",))
    best = search(requirements, fabric, PAPER).best
    assert best.switches == 5 * 36**2 // 4
    assert best.links == 3 * 36**3 // 4
    assert best.design.number("pods") == 36
    assert best.hosts_possible == 36**3 // 4


def test_one_host_more_than_two_levels_bear_is_a_three_level_tree() -> None:
    """Two levels of 36 ports bear 648 hosts."""
    for hosts, family in ((648, "two-level"), (649, "egft")):
        requirements, fabric = wanted(hosts, edge=("ib-36",), core=("ib-36",))
        assert search(requirements, fabric, PAPER).best.design.family == family


def test_too_many_models_leave_the_middle_to_those_of_edge_or_core(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = [Box(12, 100), Box(16, 150), Box(20, 190)]
    switches = [Switch(id=f"s{n}", ports=(qsfp(b.ports),), price=price(b.price)) for n, b in enumerate(boxes)]
    catalog = Catalog([*switches, Server(id="server-1u", ports=(qsfp(1),))])
    requirements, fabric = wanted(200, families=("egft",))
    every = search(requirements, fabric, catalog, top=EVERYTHING).candidates
    monkeypatch.setattr(three_level, "MANY", 1)
    fewer = search(requirements, fabric, catalog, top=EVERYTHING).candidates

    def parts(one):  # type: ignore[no-untyped-def]  # a candidate
        return tuple((use.part, use.count) for use in one.design.parts), one.design.number("B")

    assert Counter(map(parts, fewer)) == Counter(
        parts(one)
        for one in every
        if one.design.parts[1].part in {one.design.parts[0].part, one.design.parts[2].part}
    )


def test_names_and_levels() -> None:
    requirements, fabric = wanted(700, edge=("ib-36",), core=("ib-36",), families=("egft",))
    best = search(requirements, fabric, PAPER).best
    built = build(best.design, requirements.hosts, PAPER, "compute", best.host_ports)
    roles = Counter(node.rsplit("/", 1)[0] for node in built.ids)
    counts = {f"compute/{use.role}": use.count for use in best.design.parts}
    assert roles == {"nodes": 700, **counts}
    assert sorted(set(built.level[700:].tolist())) == [1, 2, 3]
