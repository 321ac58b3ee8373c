"""Descriptions of what formats of other programs cannot represent of a plan."""

from collections.abc import Sequence

import numpy as np

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.fabric.fabric import Fabric, NodeKind


def external_links(plan: Plan) -> list[str]:
    """Links to the outside, for forms that know nothing outside the fabric."""
    links = sum(int((f.kind[f.ends] == NodeKind.EXTERNAL).any(axis=1).sum()) for f in plan.fabrics)
    return [f"{counted(links, 'link')} to devices outside the project"] if links else []


def second_ports(plan: Plan) -> list[str]:
    """Hosts connected to more than one switch, for formats in which a host has one switch."""
    hosts = sum(_on_several(fabric) for fabric in plan.fabrics)
    return [f"all ports but the first of {counted(hosts, 'host')} on several switches"] if hosts else []


def changed_names(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Names that had to be changed; each pair is a name and what it became."""
    other = [(name, plain) for name, plain in pairs if name != plain]
    if not other:
        return []
    first, plain = other[0]
    return [f"{counted(len(other), 'name')} as they are ({first[:40]!r} is {plain!r} here)"]


def cable_facts(plan: Plan, *, places: bool, lengths: bool, parts: bool) -> list[str]:
    """Return what a list of links leaves out of the wiring list; the arguments are what it has."""
    missing = ["status, bundle, phase, route, colour, remark and result of tests"]
    missing += [] if places else ["racks and units"]
    missing += [] if lengths else ["lengths"]
    missing += [] if parts else ["parts of cables and their labels"]
    shared = sum(len(row.links) for row in plan.cables if len(row.links) > 1)
    stated = [f"which links share a cable (as {shared:,} do)"] if shared else []
    return [*missing, *stated]


def backplanes(plan: Plan) -> list[str]:
    """Links on backplanes, for forms of cables."""
    traces = sum(int(fabric.trace.sum()) for fabric in plan.fabrics)
    return [f"{counted(traces, 'trace')} of backplanes"] if traces else []


def places(plan: Plan) -> list[str]:
    """Places of devices, for formats of networks."""
    return ["racks, units and lengths of cables"] if plan.floor.racks else []


def _on_several(fabric: Fabric) -> int:
    kinds = fabric.kind[fabric.ends]
    links = (kinds[:, 1] == NodeKind.HOST) & (kinds[:, 0] == NodeKind.SWITCH)
    pairs = np.unique(fabric.ends[links][:, ::-1], axis=0)
    _, count = np.unique(pairs[:, 0], return_counts=True)
    return int((count > 1).sum())
