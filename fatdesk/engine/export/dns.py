"""Names and addresses: the file ``hosts``, and records for zones of BIND and others."""

from collections.abc import Iterator

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing.addresses import addressed, controllers, why_no_addresses
from fatdesk.engine.listing.point_to_point import joints


def _hosts(plan: Plan) -> dict[str, bytes]:
    """Return the file: address, full name where a domain is given, and short name."""
    if why_no_addresses(plan):
        return {}
    domain = plan.domain.rstrip(".")
    lines = ["# Written by fatdesk for /etc/hosts\n"]
    for one in (*addressed(plan), *controllers(plan)):
        names = f"{one.name}.{domain} {one.name}" if domain else one.name
        lines.append(f"{one.address}\t{names}\n")
    return {"hosts.txt": "".join(lines).encode()}


def _zones(plan: Plan) -> dict[str, bytes]:
    """Return the records of the zone and of its reverse, to be included below SOA and NS records."""
    if why_no_addresses(plan, domain=True):
        return {}
    return {
        "dns-forward.zone": "".join(_forward(plan)).encode(),
        "dns-reverse.zone": "".join(_reverse(plan)).encode(),
    }


def _forward(plan: Plan) -> Iterator[str]:
    yield f"; Written by fatdesk: $INCLUDE it in the zone {plan.domain.rstrip('.')}, below SOA and NS\n"
    yield f"$ORIGIN {plan.domain.rstrip('.')}.\n"
    for one in (*addressed(plan), *controllers(plan)):
        yield f"{one.name}\tIN\t{'A' if one.address.version == 4 else 'AAAA'}\t{one.address}\n"


def _reverse(plan: Plan) -> Iterator[str]:
    yield "; Written by fatdesk: $INCLUDE it in the reverse zone, below SOA and NS; names are absolute\n"
    for one in (*addressed(plan), *controllers(plan)):
        yield f"{one.address.reverse_pointer}.\tIN\tPTR\t{one.name}.{plan.domain.rstrip('.')}.\n"


def _left_out(plan: Plan) -> list[str]:
    """Return what the files cannot represent."""
    changed = _changed(plan)
    return ["SOA and NS records, which are those of your name server", *changed]


def _changed(plan: Plan) -> list[str]:
    """Names that had to be changed for a host name."""
    if why_no_addresses(plan):
        return []
    shown = {
        point.device for joint in joints(plan) for point in (joint.a, joint.b) if point.kind != "External"
    }
    other = [one.name for one in addressed(plan) if one.name not in shown]
    return [f"{counted(len(other), 'name')} as they are ({other[0]!r} is one here)"] if other else []


HOSTS = Export(
    "hosts.txt",
    "Names and addresses of all devices for /etc/hosts, in the network that is given.",
    _hosts,
    asked_only=True,
    left_out=lambda plan: ["addresses of the ports of the fabrics: each device has one", *_changed(plan)],
    why_none=why_no_addresses,
)
ZONES = Export(
    "dns-forward.zone",
    "Records for DNS: names to addresses and back, for the network and domain that are given.",
    _zones,
    asked_only=True,
    left_out=_left_out,
    why_none=lambda plan: why_no_addresses(plan, domain=True),
    more_endings=("-reverse.zone",),
)
