"""The network as a platform of SimGrid."""

from collections.abc import Iterator

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.wired import (
    Wired,
    changed_names,
    external_links,
    fabric_files,
    places,
    servers_of,
    wired,
)

SPEED = "1Gf"
"""Speed of hosts: unknown, but the format requires one."""
LATENCY = "0.5us"
"""Latency of a link with the switch at its end: not known, and zero would _files small messages free."""


def _files(plan: Plan) -> dict[str, bytes]:
    """Return the files; ``simgrid-NAME.xml`` where there are several fabrics."""
    return {name: "".join(_lines(one)).encode() for name, one in fabric_files(plan, "simgrid.xml")}


def _left_out(plan: Plan) -> list[str]:
    """Return what the file cannot represent."""
    words = ["ports; links between the same two boxes are one as wide as all of them"]
    words += [
        "ways of equal length: packets take one of them",
        f"how fast hosts compute ({SPEED} is written for each)",
        f"latency of links and switches ({LATENCY} is written for each link: replace it by yours)",
    ]
    pairs = [pair for one in wired(plan) for pair in zip(one.shown, one.names, strict=True)]
    return [*words, *external_links(plan), *places(plan), *changed_names(pairs)]


def _lines(one: Wired) -> Iterator[str]:
    fabric, names = one.fabric, one.names
    kinds = fabric.kind.tolist()
    servers = servers_of(fabric, one.plan.catalog).tolist()
    yield '<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
    yield '<platform version="4.1">\n<zone id="network:" routing="Dijkstra">\n'
    for name, kind, server in zip(names, kinds, servers, strict=True):
        if server:
            yield f'<host id="{name}" speed="{SPEED}"/>\n'
        elif kind != NodeKind.EXTERNAL:
            yield f'<router id="{name}"/>\n'
    gbps: dict[tuple[int, int], float] = {}
    for link in one.links():
        if NodeKind.EXTERNAL not in (kinds[link.a], kinds[link.b]):
            gbps[link.a, link.b] = gbps.get((link.a, link.b), 0.0) + link.rate_gbps
    for number, rate in enumerate(gbps.values()):
        words = f'bandwidth="{rate:g}Gbps" latency="{LATENCY}" sharing_policy="SPLITDUPLEX"'
        yield f'<link id="l{number}" {words}/>\n'
    for number, (a, b) in enumerate(gbps):
        for one_end, other, way in ((a, b, "UP"), (b, a, "DOWN")):
            ends = f'src="{names[one_end]}" dst="{names[other]}" symmetrical="NO"'
            yield f'<route {ends}><link_ctn id="l{number}" direction="{way}"/></route>\n'
    yield "</zone>\n</platform>\n"


SIMGRID = Export(
    "simgrid.xml",
    "The network as a platform of SimGrid: hosts, switches as routers, links in both directions.",
    _files,
    asked_only=True,
    left_out=_left_out,
)
