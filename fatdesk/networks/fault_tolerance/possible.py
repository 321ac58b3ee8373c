"""All ways that a scheme may come to use when channels are out, of which a combination leaves some."""

import numpy as np

from fatdesk.networks.fault_tolerance.units import FaultUnits
from fatdesk.networks.network import Network
from fatdesk.networks.routing import minimal, updown
from fatdesk.networks.routing.scheme import Forwarding, Scheme, Ways, by_port, chosen, state_by_node
from fatdesk.networks.routing.upward import leveled, upward


def possible(network: Network, scheme: Scheme, units: FaultUnits) -> Forwarding | None:
    """Ways such that a pair is connected exactly when one of them has no channel that is out.

    Of schemes whose tables stay these are the scheme's own. ``minimal`` comes to use whatever joins two
    hosts; ``updown`` what goes up and then down. Where there are no levels, what is up depends on what is
    out: but as long as links fail both ways at once, ``updown`` joins whatever hangs together.

    Returns
    -------
    Forwarding
        None where there are no such ways: ``updown`` without levels when links fail one way.
    """
    if scheme.NAME == minimal.NAME:
        return _every_way(network)
    if scheme.NAME != updown.NAME:
        return scheme.forwarding(network)
    if leveled(network):
        return _up_then_down(network)
    return _every_way(network) if both_ways(network, units) else None


def enough(network: Network, units: FaultUnits) -> tuple[Forwarding, FaultUnits]:
    """Ways and things such that ``updown`` joins a pair when one of the ways has no channel that is out.

    For links that fail one way where there are no levels. What hangs together by links of which both ways
    are left has a root of its own, and ``updown`` joins all of it over that.
    """
    turned = np.stack([units.channel, units.channel ^ 1], axis=1).reshape(-1)
    return _every_way(network), FaultUnits(units.asked, 2 * units.start, turned, units.of)


def both_ways(network: Network, units: FaultUnits) -> bool:
    """Whether both ways of a link always fail together."""
    if network.one_way:
        return False
    owner = np.repeat(np.arange(units.count), np.diff(units.start))
    pairs = owner * len(network.channels) + units.channel
    turned = owner * len(network.channels) + (units.channel ^ 1)
    return bool(np.isin(turned, pairs).all())


def _every_way(network: Network) -> Forwarding:
    """Any channel between switches, out of the source and into the destination."""
    outgoing = by_port(network)
    head = network.channels[:, 1]
    inside = head >= network.hosts

    def ways(destination: int) -> Ways:
        return chosen(destination, inside | (head == destination), outgoing)

    return Forwarding(network, network.node_count, state_by_node(network), ways, by_switch=True)


def _up_then_down(network: Network) -> Forwarding:
    """At node v in state v a packet may still go up, in state n + v only down."""
    start, channels = by_port(network)
    up = upward(network)
    head = network.channels[:, 1]
    inside = head >= network.hosts
    nodes = network.node_count

    def ways(destination: int) -> Ways:
        allowed = inside | (head == destination)
        allowed[channels[start[destination] : start[destination + 1]]] = False
        parts = [channels[kept[channels]] for kept in (allowed, allowed & ~up)]
        counts = [np.cumsum(np.append(0, kept[channels]))[start] for kept in (allowed, allowed & ~up)]
        both = np.concatenate([counts[0], counts[0][-1] + counts[1][1:]])
        return Ways(destination, both.astype(np.int32), np.concatenate(parts))

    onward = np.where(up, head, head + nodes)
    after = np.where(inside, onward, -1).astype(np.int32)
    return Forwarding(network, 2 * nodes, after, ways, by_switch=True)
