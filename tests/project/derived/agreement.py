"""What must agree in every project: networks, cables, wiring list, bill, racks."""

import json
import re
from collections import Counter
from decimal import Decimal

import numpy as np

from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import counts, rack_budgets, summary

PARTS = ("route_m", "vertical_m", "side_m", "depth_m", "slack_m", "tolerance_m")


def cages(end):
    """The cages that an end stands for, by what is printed on the device."""
    return {(end.device, end.slot, port.split("/")[0]) for port in end.port.split(", ")}


def ends(row):
    """End a, and end b or every leg."""
    return [row.a, *(row.legs or (row.b,))]


def assert_agreement(derived: Derived) -> None:
    """Every list of a project tells the same, counted here from the wiring list alone."""
    rows, bill = derived.rows, derived.bill
    _links_in_one_cable_each(derived)
    assert len({row.id for row in rows}) == len(rows)
    _links_have_names_of_their_own(derived)
    plugs = [end for row in rows for end in ends(row) if end.model]
    ports = Counter((end.device, end.slot, port) for end in plugs for port in end.port.split(", "))
    # the trunk of a splitter names the split port once for all legs
    assert max(ports.values(), default=1) == 1
    if all(end.rack_label for end in plugs):
        assert len({end.label for end in plugs}) == len(plugs)
    by_part = {line.part: 0 for line in bill.lines if line.category == "transceivers"}
    for line in bill.lines:
        if line.category == "transceivers":
            by_part[line.part] += line.needed
    filled: dict[str, set[tuple[str, str, str]]] = {}
    for row in rows:
        for end in ends(row):
            if end.transceiver and end.model:
                filled.setdefault(end.transceiver, set()).update(cages(end))
    assert {part: len(where) for part, where in filled.items()} == by_part
    every = [cage for where in filled.values() for cage in where]
    assert len(set(every)) == len(every), "a cage holds one kind of transceiver"
    assert counts(derived)["transceivers"] == len(every)
    assert counts(derived)["cables"] == len(rows)
    assert counts(derived)["links"] == sum(len(row.links) for row in rows)
    ordered = Counter((row.part, row.length.ordered_um) for row in rows if row.part)
    billed = Counter()
    for line in bill.lines:
        if line.category == "cables" and line.length_m is not None:
            billed[line.part, round(line.length_m * 1e6)] += line.needed
    assert ordered == billed
    unknown = sum(ln.needed for ln in bill.lines if ln.category == "cables" and ln.length_m is None)
    assert unknown == sum(1 for row in rows if not row.part)
    cost = sum((row.cost for row in rows if row.cost is not None), Decimal(0))
    extended = (ln.unit_price * ln.needed for ln in bill.lines if ln.category == "cables" and ln.unit_price)
    assert cost == sum(extended, Decimal(0))
    _lengths_add_up(derived)
    _racks_hold_what_is_bought(derived)


def _links_have_names_of_their_own(derived):
    """No two links have a name, or a port, in common; names have both devices of their row."""
    sides = []
    for row in derived.rows:
        legs = row.legs or (row.b,) * len(row.links)
        for name, end in zip(row.links, legs, strict=True):
            pairs = [(row.a.device, end.device), (end.device, row.a.device)]
            forms = [f"({re.escape(a)}:[0-9/.]+)-({re.escape(b)}:[0-9/.]+)" for a, b in pairs]
            found = next(filter(None, (re.fullmatch(form, name) for form in forms)))
            sides += found.groups()
    assert len(set(sides)) == len(sides)


def _links_in_one_cable_each(derived):
    for made in derived.cabling.fabrics:
        fabric = made.fabric
        real = np.flatnonzero(~fabric.trace)
        assert sorted(made.links.tolist()) == real.tolist()
        assert (np.diff(made.start) > 0).all()


def _lengths_add_up(derived):
    for cable in json.loads(BY_NAME["wiring.json"].make(derived.plan)["wiring.json"], parse_float=Decimal)[
        "cables"
    ]:
        length = cable["length"]
        if length["computed_m"] is not None:
            assert sum(Decimal(length[part]) for part in PARTS) == Decimal(length["computed_m"])
            if length["ordered_m"] is not None:
                assert length["ordered_m"] >= length["computed_m"]


def _racks_hold_what_is_bought(derived):
    stated = summary(derived, [])
    racks = rack_budgets(derived)
    for figure in ("power", "mass"):
        unit = "w" if figure == "power" else "kg"
        positions = sum(rack[f"{figure}_{unit}"] or 0 for rack in racks)  # null where nothing is known
        bought = stated[f"{figure}_{unit}"] or 0
        # the mass of cables counts in racks, and not in that of the project
        bought += sum(getattr(some, f"{figure}_{unit}") for some in derived.rack_cables.values())
        # of a modular switch with an unknown board the bill still counts the other boards
        assert positions <= bought + 1e-3
        assert stated[f"{figure}_at_least"] or abs(positions - bought) < 1e-3
    work = stated["installation"]
    price = work["inside_racks"] * Decimal("2.50") + work["between_racks"] * Decimal("6.25")
    assert Decimal(work["cost"]["amount"]) == price
    inside = sum(1 for row in derived.rows if row.length.route_um == 0 and not row.run)
    assert work["inside_racks"] <= inside
    switches = {
        id_ for fabric in derived.fabrics for id_ in np.array(fabric.ids)[fabric.kind == NodeKind.SWITCH]
    }
    bought = sum(
        line.needed for line in derived.bill.lines if line.category == "switches" and "/" not in line.part
    )
    assert bought == len(switches) == counts(derived)["switches"]
