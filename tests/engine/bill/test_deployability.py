"""Deployability against counts over the rows of the wiring list, which know nothing of the arrays."""

import csv
import io
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import networkx as nx
import pytest
from msgspec.structs import replace as replace_struct

from fatdesk.engine.bill.deployability import WORK_FIGURES, Deployability, known_figures
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Switch
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.fabric.as_built import AsBuiltFabric, AsBuiltLink, AsBuiltNode, fabric_of_record
from fatdesk.engine.listing.cells import csv_bytes
from fatdesk.engine.listing.wiring_columns import COLUMNS, wiring_rows
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.placed_figures import deployability_of
from fatdesk.project.designing.designing import assemble, parts_in_use, place_fabrics, search_fabrics
from fatdesk.project.designing.from_point import explore_for_sale, project_from_design
from fatdesk.project.document.project import FabricDecision, Project, SearchRequirements

WISH = """\
hosts: [{{name: nodes, part: server-1u, count: {count}}}]
fabrics: [{{name: compute, blocking: {blocking}, edge: [ib-36], core: [ib-36, modular-108]}}]
room: {{rack: rack-42u, rows: 2, racks_per_row: 4, policy: {policy}, improve_steps: 0}}
"""


def counted(derived: Derived) -> Deployability:
    """The figures by hand, cable by cable, from the wiring list as it is exported."""
    text = csv_bytes(COLUMNS, wiring_rows(derived.plan)).decode("utf-8-sig")
    bundles: Counter[tuple[str, ...]] = Counter()
    items, racks = set(), set()
    inside = rows = unplaced = total = no_item = 0
    for row in csv.DictReader(io.StringIO(text)):
        total += 1
        ends = row["a_rack"], row["b_rack"]
        racks |= {end for end in ends if end}
        item = row["part"], row["ordered_m"]
        no_item += not row["part"]
        if row["part"]:
            items.add(item)
        if not all(ends):
            unplaced += 1
        elif ends[0] == ends[1]:
            inside += 1
        else:
            rows += row["a_row"] != row["b_row"]
            if row["part"]:
                bundles[(*sorted(ends), *item)] += 1
    types = {(number, *key[2:]) for key, number in bundles.items()}
    hours = Fraction(inside, 20) + Fraction(total - inside, 8)
    fullest = int(derived.filling.cables.max(initial=0))
    return Deployability(
        total,
        inside,
        rows,
        unplaced,
        len(racks),
        len(bundles),
        len(types),
        len(items),
        fullest,
        hours,
        no_item,
    )


@pytest.mark.parametrize(
    ("count", "blocking", "policy"),
    [
        (30, 1, "dense"),
        (108, 2, "prewired"),
        *(
            pytest.param(*more, marks=pytest.mark.slow)
            for more in ((72, 1, "dense"), (120, 1, "dense"), (140, 3, "dense"))
        ),
    ],
)
def test_figures_are_those_counted_by_hand(count, blocking, policy):
    """Twenty designs, eight by day: of each requirement the first, and three evenly spread over the rest."""
    catalog = load_shipped([])
    text = WISH.format(count=count, blocking=blocking, policy=policy)
    wanted = parse_requirements(text.encode(), "wish.yaml", catalog)
    found = explore_for_sale(wanted, "compute", catalog).designs
    step = max(1, len(found) // 8)
    for number in (0, step, 2 * step, 3 * step):
        design = found.design(min(number, len(found) - 1))
        derived = Derived(project_from_design(wanted, "compute", design, catalog, "wish"))
        mine = deployability_of(derived, [0])
        assert mine == counted(derived)
        assert mine.hours == derived.installation.hours
        assert mine.cables == derived.cabling.fabrics[0].count


def test_shares_of_nothing_are_zero():
    none = Deployability(0, 0, 0, 0, 0, 0, 0, 0, 0, Fraction(0))
    assert (none.in_rack_share, none.racks_per_100_cables) == (0.0, 0.0)
    some = Deployability(200, 50, 10, 0, 8, 9, 3, 2, 40, Fraction(85, 4))
    assert some.in_rack_share == 0.25
    assert some.racks_per_100_cables == 4.0
    texts = {one.key: one.text(some) for one in known_figures(some)}
    assert WORK_FIGURES[-1].text(some) == "unknown", "its growth is not worked out"
    assert texts == {
        "install_hours": "21.2",
        "bundle_types": "3",
        "bundles": "9",
        "cable_items": "2",
        "in_rack_share": "25.0",
        "racks_per_100_cables": "4.0",
        "fullest_tray": "40",
        "patch_panels": "0",
    }
    lacking = replace(some, no_item=1)
    assert [one.key for one in known_figures(lacking) if one.text(lacking).startswith("≥ ")] == [
        "bundle_types",
        "bundles",
        "cable_items",
    ]
    assert some.to_json()["hours"] == 21.25


def random_regular(wanted: Requirements, switch: str, ports: int, catalog: Catalog) -> Project:
    """Edge switches with half of their ports for hosts, joined at random by the others, placed by rule."""
    [group] = wanted.hosts
    half = ports // 2
    graph = nx.random_regular_graph(half, group.count // half, seed=1)
    links = [
        [AsBuiltLink(k + 1, f"{group.name}/{number * half + k + 1}", 1, 40.0) for k in range(half)]
        for number in graph
    ]
    free = dict.fromkeys(graph, half + 1)
    for one, other in sorted(graph.edges):
        links[one].append(AsBuiltLink(free[one], f"a/edge/{other + 1}", free[other], 40.0))
        free[one], free[other] = free[one] + 1, free[other] + 1
    nodes = tuple(
        AsBuiltNode(id=f"a/edge/{n + 1}", part=switch, level=1, block=n, links=tuple(found))
        for n, found in enumerate(links)
    )
    record = AsBuiltFabric(source="random", nodes=nodes)
    fabric = fabric_of_record(record, "a", wanted.hosts, catalog)
    placed = place_fabrics([fabric], wanted, catalog)
    assert not placed.unplaced
    return Project(
        hosts=wanted.hosts,
        fabrics=(FabricDecision(requirement=wanted.fabrics[0], as_built=record),),
        floor=placed.floor,
        cabling=wanted.cabling,
        wishes=SearchRequirements(room=wanted.room),
        parts=parts_in_use(wanted, [fabric], placed, catalog),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ports", "bundles", "types"), [(16, (110, 297), (32, 16)), (32, (805, 3950), (103, 20))]
)
def test_a_random_graph_has_its_cables_in_many_small_bundles(ports, bundles, types):
    """A fat-tree of k-port switches, 8,192 hosts for k = 32, and a random regular graph of equal hosts.

    The random graph has half of the cables, in 2.7 and 4.9 times as many bundles. It has fewer types of
    bundles: nearly all of them are single cables, so that types are little more than the lengths on sale.
    """
    shipped = load_shipped([])
    small = shipped["ib-36"]
    assert isinstance(small, Switch)
    sockets = tuple(replace_struct(one, count=ports) for one in small.ports)
    part = replace_struct(small, id="k-port", ports=sockets)
    catalog = Catalog([*shipped, part])
    text = f"""
hosts: [{{name: n, part: server-1u, count: {ports**3 // 4}}}]
fabrics: [{{name: a, edge: [k-port], core: [k-port], families: [egft], equal_bundles: true}}]
room: {{improve_steps: 0}}
"""
    wanted = parse_requirements(text.encode(), "r.yaml", catalog)
    [best] = search_fabrics(wanted, catalog, top=1).chosen
    tree = Derived(assemble(wanted, [best.design], catalog, "")).deployability
    found = Derived(random_regular(wanted, "k-port", ports, catalog)).deployability
    assert (tree.cables, found.cables) == (3 * ports**3 // 4, 3 * ports**3 // 8)
    assert ((tree.bundles, found.bundles), (tree.bundle_types, found.bundle_types)) == (bundles, types)
    each = [(work.cables - work.in_rack) / work.bundles for work in (tree, found)]
    assert each[0] / each[1] > (8 if ports == 16 else 10), "cables in a bundle"
    if ports == 32:
        for_100 = [round(100 / one, 1) for one in each]
        assert (for_100, round(each[0] / each[1], 1)) == ([4.7, 79.7], 17.0)
