"""Columns of designs over catalog parts: figures of all, and of those that are placed and cabled."""

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.drawing.charts.catalog_points import CatalogPoints, uses_text
from fatdesk.engine.exploring.catalog_designs import host_rate
from fatdesk.engine.listing.cells import UNKNOWN, Column, Kind, Value, csv_bytes, rows_of, yes_no


class DesignRow:
    """A design of a search, by its number; its exact figures are computed when they are needed."""

    def __init__(self, points: CatalogPoints, number: int) -> None:
        self.points, self.number = points, number

    @cached_property
    def candidate(self) -> Candidate:
        """The design with its exact figures."""
        return self.points.designs.candidate(self.number)

    def figure(self, name: str) -> float | None:
        """Return a quantity of the plot; None: unknown."""
        value = float(self.points.figures[name][self.number])
        return None if np.isnan(value) else value


def _whole(row: DesignRow, name: str) -> int | None:
    value = row.figure(name)
    return None if value is None else round(value)


def _of_design(
    name: str, figure: str, title: str, kind: Kind = "integer", short: str = "", digits: int | None = None
) -> Column[DesignRow]:
    """Column of a quantity that all designs have; what is unknown is said."""

    def value(row: DesignRow) -> Value:
        found = _whole(row, figure) if kind == "integer" else row.figure(figure)
        return UNKNOWN if found is None else found

    return Column(name, title, 10, kind, value=value, short=short, digits=digits)


def _placed(
    name: str, figure: str, title: str, kind: Kind = "integer", short: str = "", digits: int | None = None
) -> Column[DesignRow]:
    """Column of a quantity of placed designs; empty for others."""

    def value(row: DesignRow) -> Value:
        found = _whole(row, figure) if kind == "integer" else row.figure(figure)
        return found / 100 if kind == "share" and found is not None else found

    return Column(name, title, 10, kind, value=value, short=short, digits=digits)


def _routed_cost(row: DesignRow) -> Value:
    routed = row.points.routed.get(row.number)
    if routed is None:
        return None
    return UNKNOWN if routed.cost.at_least and not routed.cost.amount else routed.cost.amount


def _routed_bound(row: DesignRow) -> str | None:
    routed = row.points.routed.get(row.number)
    return None if routed is None else yes_no(routed.cost.at_least)


def _uncabled(row: DesignRow) -> int | None:
    routed = row.points.routed.get(row.number)
    return None if routed is None else routed.uncabled


def _cost(row: DesignRow) -> Value:
    cost = row.candidate.cost
    return UNKNOWN if cost.at_least and not cost.amount else cost.amount


def _edge(row: DesignRow) -> str:
    return uses_text(use for use in row.candidate.design.switches if use.role == "edge")


def _above(row: DesignRow) -> str:
    return uses_text(row.candidate.design.above)


def _rate(row: DesignRow) -> float:
    designs = row.points.designs
    return host_rate(designs.edges[int(designs.edge[row.number])])


def _connector(row: DesignRow) -> str:
    designs = row.points.designs
    return designs.edges[int(designs.edge[row.number])].down.connector


def _vendors(row: DesignRow) -> str:
    designs = row.points.designs
    return ", ".join(name or UNKNOWN for name in designs.vendors_of[int(designs.parts[row.number])])


def _remark(row: DesignRow) -> str:
    why = row.points.unplaced.get(row.number)
    limits = [] if row.points.fits[row.number] else row.points.reasons(row.number)
    routed = row.points.routed.get(row.number)
    stuck = "" if routed is None or routed.cannot_grow in limits else routed.cannot_grow
    return "; ".join([*limits, *([why] if why else []), *([f"cannot grow: {stuck}"] if stuck else [])])


COLUMNS: tuple[Column[DesignRow], ...] = (
    Column("rank", "Rank by cost before placing", 8, "integer", value=lambda r: r.number + 1, short="Rank"),
    Column("family", "Family", 16, value=lambda r: r.points.family(r.number)),
    Column("edge", "Edge switches", 24, value=_edge),
    Column("core", "Switches above the edge", 24, value=_above, short="Core"),
    Column("host_gbps", "Rate of a host's link, Gb/s", 8, "number", value=_rate, short="Host Gb/s"),
    Column("connector", "Connector of the switch ports to hosts", 10, value=_connector, short="Connector"),
    Column("vendors", "Vendors of the switches", 16, value=_vendors, short="Vendors"),
    Column("cost", "Cost before placing", 14, "money", value=_cost, short="Cost"),
    Column(
        "cost_at_least",
        "Some of the cost before placing is unknown",
        8,
        value=lambda r: yes_no(r.candidate.cost.at_least),
        short="Cost is ≥",
    ),
    Column("routed_cost", "Cost as placed and cabled", 14, "money", value=_routed_cost, short="Routed cost"),
    Column(
        "routed_at_least", "Some of the routed cost is unknown", 8, value=_routed_bound, short="Routed is ≥"
    ),
    Column(
        "uncabled",
        "Links that no cable fits or reaches",
        8,
        "integer",
        value=_uncabled,
        short="No cable",
    ),
    _of_design("bisection_gbps", "bisection", "Bisection, Gb/s", "number", digits=0),
    _of_design("blocking", "blocking", "Blocking factor", "number", short="Blocking", digits=2),
    _of_design("hops", "hops", "Links between the hosts farthest apart", short="Hops"),
    _of_design("switches", "switches", "Switches"),
    _of_design("models", "models", "Models of switches", short="Models"),
    _of_design("links", "links", "Links"),
    _of_design("cables", "cables", "Cables"),
    _of_design("transceivers", "transceivers", "Transceivers"),
    _of_design("power_w", "power", "Power of the network, W", "number", short="Power, W", digits=0),
    _of_design("mass_kg", "mass", "Mass of the network, kg", "number", short="Mass, kg", digits=0),
    _of_design("height_u", "height", "Height of the switches, U", short="Height, U"),
    _of_design("failures_per_year", "failures", "Failures per year", "number", digits=2),
    _of_design(
        "hosts_possible", "hosts_possible", "Hosts without another core switch", short="Hosts possible"
    ),
    _placed("racks", "racks", "Racks in use, with those of hosts", short="Racks"),
    _placed("ordered_m", "metres", "Ordered length of cable, m", "number", short="Ordered, m", digits=0),
    _placed("cable_items", "items", "Kinds of cable to order (part and length)", short="Kinds of cable"),
    _placed("bundles", "bundles", "Bundles between racks", short="Bundles"),
    _placed("bundle_types", "bundle_types", "Types of bundles between racks", short="Bundle types"),
    _placed("in_one_rack", "in_rack", "Share of cables in one rack", "share", short="In one rack"),
    _placed("between_rows", "between_rows", "Cables between rows", short="Between rows"),
    _placed(
        "racks_per_100_cables", "entered", "Racks entered per 100 cables", "number", "Racks per 100 cables", 1
    ),
    _placed("fullest_tray", "fullest_tray", "Cables in the fullest place of a tray", short="Fullest tray"),
    _placed("patch_panels", "patch_panels", "Patch panels that links go over", short="Patch panels"),
    _placed("hours", "hours", "Hours of installation", "number", short="Hours", digits=1),
    _placed("growth_moves", "growth_moves", "Cables that the next growth step moves", short="Moves to grow"),
    _placed("growth_stages", "growth_stages", "Stages of the next growth step", short="Stages to grow"),
    _placed(
        "growth_hours",
        "growth_hours",
        "Hours of the next growth step",
        "number",
        "Hours to grow",
        digits=1,
    ),
    Column("front", "On the front", 8, value=lambda r: yes_no(bool(r.points.front[r.number])), short="Front"),
    Column("remark", "Why it is rejected or not placed", 30, value=_remark, short="Remark"),
)


def designs_csv(points: CatalogPoints, numbers: Iterable[int]) -> bytes:
    """Return some designs as CSV; figures of placed designs are empty for others."""
    return csv_bytes(COLUMNS, rows_of(COLUMNS, (DesignRow(points, number) for number in numbers)))
