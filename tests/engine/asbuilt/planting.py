"""Fabrics as they might have been built: what happens to cables, planted in a plan that is right."""

from dataclasses import replace

import numpy as np

from fatdesk.engine.asbuilt.comparing import AsBuilt, compare
from fatdesk.engine.asbuilt.discovered import Discovered
from fatdesk.engine.asbuilt.matching.planned import Planned, cable_of_links, planned
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.cabling.laying import lay
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import Fabric


def planned_of(plan: Plan, *, chips: bool = False) -> Planned:
    """What of a plan a report can show."""
    media = ["any"] * len(plan.fabrics)
    cabling = lay(plan.fabrics, media, plan.floor, CablingRules(), plan.catalog)
    cables = [cable_of_links(made, plan.catalog) for made in cabling.fabrics]
    seats, racks = cabling.seats, plan.floor.racks
    return planned(plan.fabrics, plan.names, plan.catalog, cables, seats, racks, chips=chips)


def report(plan: Plan, fabric: Fabric | None = None) -> bytes:
    """What ibnetdiscover tells of a fabric that is built so."""
    built = plan if fabric is None else replace(plan, fabrics=(fabric, *plan.fabrics[1:]))
    return next(iter(BY_NAME["fabric.net"].make(built).values()))


def reported(plan: Plan, fabric: Fabric | None = None) -> Discovered:
    return read_discovered(report(plan, fabric), "fabric.net")


def compared(plan: Plan, fabric: Fabric) -> AsBuilt:
    return compare(planned_of(plan), reported(plan, fabric))


def with_ends(fabric: Fabric, changes: dict[tuple[int, int], tuple[int, int]]) -> Fabric:
    """Some plugs elsewhere: for a link and its end the node and port there."""
    ends, ports = fabric.ends.copy(), fabric.ports.copy()
    for (link, side), (node, port) in changes.items():
        ends[link, side], ports[link, side] = node, port
    return replace(fabric, ends=ends, ports=ports)


def end(fabric: Fabric, link: int, side: int) -> tuple[int, int]:
    return int(fabric.ends[link, side]), int(fabric.ports[link, side])


def rotated(fabric: Fabric, links: list[int], side: int) -> Fabric:
    """Each link's plug where the next one's belongs, the last one's where the first one's does."""
    following = [*links[1:], links[0]]
    return with_ends(
        fabric, {(link, side): end(fabric, other, side) for link, other in zip(links, following, strict=True)}
    )


def without(fabric: Fabric, links: list[int]) -> Fabric:
    """Some links not there."""
    kept = np.setdiff1d(np.arange(len(fabric.ends)), links)
    some = {
        name: getattr(fabric, name)[kept]
        for name in ("ends", "ports", "split", "splits", "bundle", "trace", "rate_gbps")
    }
    return replace(fabric, **some)
