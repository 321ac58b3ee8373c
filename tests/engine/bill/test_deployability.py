"""Deployability against counts over the rows of the wiring list, which know nothing of the arrays."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from fatdesk.engine.bill.deployability import WORK_FIGURES, Deployability
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.placed_figures import deployability_of
from fatdesk.project.designing.from_point import explore_for_sale, project_from_design

WISH = """\
hosts: [{{name: nodes, part: server-1u, count: {count}}}]
fabrics: [{{name: compute, blocking: {blocking}, edge: [ib-36], core: [ib-36, modular-108]}}]
room: {{rack: rack-42u, rows: 2, racks_per_row: 4, policy: {policy}, improve_steps: 0}}
"""


def counted(derived: Derived) -> Deployability:
    """The figures by hand, cable by cable."""
    bundles: Counter[tuple[object, ...]] = Counter()
    items, racks = set(), set()
    inside = rows = unplaced = total = 0
    for row in derived.rows:
        total += 1
        ends = [(end.row, end.rack) for end in (row.a, row.b)]
        racks |= {end.rack_label for end in (row.a, row.b) if end.rack_label}
        item = row.part, row.length.ordered_um
        if row.part:
            items.add(item)
        if not (row.a.rack_label and row.b.rack_label):
            unplaced += 1
        elif ends[0] == ends[1]:
            inside += 1
        else:
            rows += row.a.row != row.b.row
            if row.part:
                bundles[(*sorted((row.a.rack_label, row.b.rack_label)), *item)] += 1
    types = {(number, *key[2:]) for key, number in bundles.items()}
    hours = Fraction(inside, 20) + Fraction(total - inside, 8)
    fullest = int(derived.filling.cables.max(initial=0))
    no_item = sum(not row.part for row in derived.rows)
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
    [(30, 1, "dense"), (72, 1, "dense"), (108, 2, "prewired"), (120, 1, "dense"), (140, 3, "dense")],
)
def test_figures_are_those_counted_by_hand(count, blocking, policy):
    """Twenty designs: of each requirement the first, and three that are evenly spread over the rest."""
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
    texts = {one.key: one.text(some) for one in WORK_FIGURES}
    assert texts == {
        "install_hours": "21.2",
        "bundle_types": "3",
        "bundles": "9",
        "cable_items": "2",
        "in_rack_share": "25.0",
        "racks_per_100_cables": "4.0",
        "fullest_tray": "40",
    }
    lacking = replace(some, no_item=1)
    assert [one.key for one in WORK_FIGURES if one.text(lacking).startswith("≥ ")] == [
        "bundle_types",
        "bundles",
        "cable_items",
    ]
    assert some.to_json()["hours"] == 21.25
