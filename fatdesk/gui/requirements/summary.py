"""Requirements summarised in words, for checking what was typed."""

from fatdesk.core.units import ratio
from fatdesk.engine.design.requirements import FabricRequirement, Limits, Objective, Requirements
from fatdesk.gui.widgets.numbers import counted

GOALS = {
    "cost": "least cost",
    "power": "least power",
    "mass": "least mass",
    "height": "least rack units",
    "cables": "fewest cables",
    "failures": "fewest failures per year",
    "routed_cost": "least cost as cabled",
    "tco": "least total cost of ownership",
}


def blocking_text(blocking: float | str) -> str:
    """Describe the blocking ratio.

    >>> blocking_text("1"), blocking_text("3/2")
    ('non-blocking', 'blocking 3/2')
    """
    return "non-blocking" if ratio(blocking) == 1 else f"blocking {blocking}"


def hosts_text(wanted: Requirements) -> str:
    """Hosts and networks in a line."""
    hosts = counted(sum(group.count for group in wanted.hosts), "host")
    if len(wanted.fabrics) > 1:
        return f"{hosts}, {counted(len(wanted.fabrics), 'network')}"
    return f"{hosts}, {blocking_text(wanted.fabrics[0].blocking)}"


def restated(wanted: Requirements) -> str:
    """All requirements on the networks, a sentence each."""
    return "\n".join(_fabric(wanted, fabric) for fabric in wanted.fabrics)


def _fabric(wanted: Requirements, fabric: FabricRequirement) -> str:
    groups = wanted.hosts_of(fabric)
    hosts = " and ".join(f"{group.count:,} × {group.part}" for group in groups)
    words = [f"{fabric.name} joins {hosts}, {blocking_text(fabric.blocking)}"]
    if fabric.rails > 1:
        words.append(f"{fabric.rails} rails: {fabric.rails} ports of each host")
    if fabric.planes > 1:
        words.append(f"{fabric.planes} equal planes")
    if fabric.growth_hosts:
        words.append(f"ports kept for {counted(fabric.growth_hosts, 'more host')}")
    if fabric.extra_ports:
        words.append(f"{counted(fabric.extra_ports, 'port')} free for other equipment")
    if fabric.hosts_per_edge is not None:
        words.append(f"at most {counted(fabric.hosts_per_edge, 'host')} on an edge switch")
    if fabric.media != "any":
        words.append(f"{fabric.media} cables only")
    if fabric.cables is not None and any(some.parts or some.vendors for _, some in fabric.cables.lists):
        words.append("approved cables only")
    if fabric.equal_bundles:
        words.append("equal bundles only")
    if fabric.port_names:
        words.append(f"ports named by {' or '.join(fabric.port_names)}")
    families = " or ".join(fabric.families) if fabric.families else "every family"
    return f"{', '.join(words)}. Searched: {families}."


def goal_text(objective: Objective) -> str:
    """Describe the objective."""
    if objective.weights:
        return "weighted sum"
    return GOALS[objective.minimise or "cost"]


def limits_text(limits: Limits) -> str:
    """Describe the number of limits."""
    count = sum(getattr(limits, name) is not None for name in limits.__struct_fields__)
    return "no limits" if not count else counted(count, "limit")
