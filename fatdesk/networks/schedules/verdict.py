"""The verdict on traffic in a network: links of hosts, the fabric, or the routing algorithm limit it."""

from collections.abc import Sequence

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.networks.network import Network
from fatdesk.networks.schedules.cut_bounds import SLACK, Cut, fabric_cut, host_cut
from fatdesk.networks.schedules.traffic_result import TrafficResult
from fatdesk.networks.traffic.traffic import Traffic
from fatdesk.networks.verdict import Verdict, amount_text, counted_text

HOT, CHANCE = 2.0, 6.0
"""A host is a hot spot where it receives more than this multiple of what any host sends and of the mean, and
more than this number of standard deviations above the mean, so that it is hardly by chance."""
ADDS_NOTHING = "The fabric adds nothing"
NOT_MEASURED = "Nothing is calculated yet. Run the study to see what limits this traffic."


def schedule_verdict(
    about: TrafficResult,
    net: Network,
    names: Sequence[str],
    traffic: Traffic,
    scheme: str = "",
    cycle_us: float | None = None,
) -> Verdict:
    """Return what limits traffic: the most that a link must carry, and whether the fabric is the reason.

    Parameters
    ----------
    about
        The loads of the links under that traffic.
    names
        Of all nodes.
    traffic
        The flows, with whole messages or not.
    scheme
        The routing algorithm; empty for a tree, where paths are given.
    cycle_us
        Length of a delivery cycle, the time of a message on a link; None: not known.
    """
    host = host_cut(net, traffic)
    if host is None or not about.factor > 0:
        return Verdict("nothing", "No message crosses a link: every host sends to itself only, or nothing.")
    fabric = fabric_cut(net, traffic)
    least = host.bound if fabric is None else max(host.bound, fabric.bound)
    if about.factor <= host.bound * (1 + SLACK):
        found = _hosts_limit(about, net, names, traffic, host)
    elif (fabric is not None and about.factor <= least * (1 + SLACK)) or about.tree is not None:
        found = _fabric_limits(net, names, host, fabric)
    else:
        found = _routing_limits(about, net, names, least, scheme)
    return Verdict(found.limit, f"{found.text}{_cycles_text(about, cycle_us)}", found.channels)


def _cycles_text(about: TrafficResult, cycle_us: float | None) -> str:
    if about.made is None:
        return "" if cycle_us is None else f" That takes {amount_text(about.factor * cycle_us)} µs at least."
    made = about.made
    cycles = counted_text(made.cycles, "cycle")
    if cycle_us is not None:
        cycles += f" = {amount_text(made.cycles * cycle_us)} µs"
    if made.cycles <= made.lower_bound:
        return f" All messages arrive in {cycles}, the fewest possible."
    return f" All messages arrive in {cycles}; no schedule needs fewer than {made.lower_bound:,}."


def _hosts_limit(
    about: TrafficResult, net: Network, names: Sequence[str], traffic: Traffic, host: Cut
) -> Verdict:
    node = int(host.hosts(net)[0])
    channels = tuple(host.channels(net).tolist())
    carried = f"{amount_text(host.messages)} of {counted_text(_crossing(traffic), 'message')}"
    if host.way == "in" and _is_hot(net, traffic, host):
        over = "" if host.links == 1 else f" over {host.links:,} links"
        return Verdict(
            "hosts",
            f"Host {names[node]} is a hot spot: {carried} go to this one host{over}. {ADDS_NOTHING}.",
            channels,
        )
    inner = _fullest_inside(about, net)
    most = f"that of host {names[node]} carries {counted_text(host.bound, 'message')}"
    if host.links > 1:
        most = f"the {host.links:,} of host {names[node]} carry {counted_text(host.bound, 'message')} each"
    other = ""
    if inner is not None:
        than = "" if inner >= host.bound * (1 - SLACK) else f" than {amount_text(inner)}"
        other = f", no link between switches more{than}" if inner > 0 else ", those between switches none"
    return Verdict(
        "hosts", f"Host links limit this traffic; the fabric adds nothing: {most}{other}.", channels
    )


def _crossing(traffic: Traffic) -> float:
    return float(traffic.weight[traffic.source != traffic.destination].sum())


def _is_hot(net: Network, traffic: Traffic, host: Cut) -> bool:
    apart = traffic.source != traffic.destination
    sent, received = (
        np.bincount(of[apart], traffic.weight[apart], minlength=net.hosts)
        for of in (traffic.source, traffic.destination)
    )
    mean = float(received.mean())
    usual = max(HOT * mean, HOT * float(sent.max()), mean + CHANCE * mean**0.5)
    return bool(host.messages > usual)


def _fullest_inside(about: TrafficResult, net: Network) -> float | None:
    """Messages over links of the fullest channel between switches; None where there is none."""
    inside = (net.ends >= net.hosts).all(axis=1)
    return float(about.link_factors(net)[inside].max()) if inside.any() else None


def _fabric_limits(net: Network, names: Sequence[str], host: Cut, fabric: Cut | None) -> Verdict:
    assert fabric is not None  # the fabric limits only where something crosses it
    hosts = fabric.hosts(net)
    own = int(np.bincount(net.channels[:, 0], minlength=net.node_count)[hosts].sum())
    share = fabric.links
    which = _part_text(net, names, fabric, hosts)
    does = "leave" if fabric.way == "out" else "enter"
    slower = f"{amount_text(fabric.bound / host.bound)} times as long as host links alone would take"
    text = (
        f"The fabric limits this traffic: {counted_text(fabric.messages, 'message')} {does} {which} over "
        f"{counted_text(share, 'link')}, {slower}"
    )
    if own > share:
        text += f"; {counted_text(own, 'host link')} share them ({amount_text(own / share)} : 1)"
    return Verdict("fabric", f"{text}.", tuple(fabric.channels(net).tolist()))


def _part_text(net: Network, names: Sequence[str], cut: Cut, hosts: Longs) -> str:
    """The part of a cut in words: its hosts and its switch, where it has one."""
    switches = np.flatnonzero(cut.inside[net.hosts :]) + net.hosts
    if len(hosts) * 2 == net.hosts and len(switches) != 1:
        return f"one half of the hosts ({_range_text(names, hosts)})"
    if len(switches) == 1:
        return f"{names[int(switches[0])]} with its {counted_text(len(hosts), 'host')}"
    return f"the part of {counted_text(len(hosts), 'host')} ({_range_text(names, hosts)})"


def _range_text(names: Sequence[str], hosts: Longs) -> str:
    first, last = names[int(hosts[0])], names[int(hosts[-1])]
    row = len(hosts) == int(hosts[-1]) - int(hosts[0]) + 1
    if len(hosts) == 1:
        return first
    return f"{first} to {last}" if row else f"{first} and others"


def _routing_limits(
    about: TrafficResult, net: Network, names: Sequence[str], least: float, scheme: str
) -> Verdict:
    assert about.links is not None  # it is no tree
    load: Floats = about.links.load
    full = np.flatnonzero(load >= about.factor * (1 - SLACK))
    tail, head = net.channels[int(full[0])].tolist()
    which = f"{names[tail]} to {names[head]}"
    if len(full) > 1:
        which += f" and {counted_text(len(full) - 1, 'other channel')}"
    algorithm = f"Routing algorithm {scheme}" if scheme else "The routing algorithm"
    carries = "carries" if len(full) == 1 else "carry"
    each = "" if len(full) == 1 else " each"
    return Verdict(
        "routing",
        f"{algorithm} limits this traffic: {which} {carries} {counted_text(about.factor, 'message')}{each}, "
        f"{amount_text(about.factor / least)} times what any routing needs at least "
        f"({amount_text(least)}); another algorithm may spread it better.",
        tuple(full.tolist()),
    )
